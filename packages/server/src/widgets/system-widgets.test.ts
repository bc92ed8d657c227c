import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { type TestContext, test } from 'node:test'
import { NIL_UUID } from '@sonde/model/ids'
import { gaugePresets } from '@sonde/model/widgets/gauge-presets'
import { systemClock as clock } from '../clock.ts'
import { openLibrary } from '../resources/library-testing.ts'
import { descriptorOf, systemBundles } from './system/system-bundles.ts'
import type { SystemBundle } from './system/system-type.ts'
import { ensureSystemWidgets } from './system-widgets.ts'
import { createWidgetStore } from './widget-store.ts'

const shipped = (name: string, more: readonly string[] = []): SystemBundle[] => [
  {
    alias: 'b',
    title: 'B',
    description: 'd',
    image: 'data:image/png;base64,AA==',
    types: ['one', 'two', ...more].map((alias) => ({
      alias,
      name: `${name} ${alias}`,
      description: 'd',
      image: 'data:image/png;base64,AA==',
      kind: 'latest',
      size: [4, 3],
      settings: '{}',
      keySettings: '{}',
    })),
  },
]

async function open(t: TestContext) {
  const { storage, settings, commit, post, del } = await openLibrary(t)
  const store = createWidgetStore(storage.relational)
  const names = async () => (await store.types(NIL_UUID, 'b')).map(({ name }) => name)
  const start = (version: readonly SystemBundle[]) =>
    ensureSystemWidgets({ store, settings, commit, clock, shipped: version })
  return { store, names, start, post, del }
}

test('an upgrade brings what is new and changes what is as it was', async (t) => {
  const { names, start, store } = await open(t)
  await start(shipped('first'))
  const [before] = await store.types(NIL_UUID, 'b')
  await start(shipped('first'))
  assert.deepEqual(await names(), ['first one', 'first two'])
  await start(shipped('second', ['three']))
  assert.deepEqual((await names()).sort(), ['second one', 'second three', 'second two'])
  assert.equal((await store.findTypeByAlias(NIL_UUID, 'b', 'one'))?.id.id, before?.id.id)
})

test('an upgrade leaves alone what the system administrator changed and deleted', async (t) => {
  const { names, start, store, post, del } = await open(t)
  await start(shipped('first'))
  const [one, two] = await store.types(NIL_UUID, 'b')
  assert.equal((await post('/api/widgetType', { ...one, name: 'Mine' }, 'sys')).status, 200)
  assert.equal((await del(`/api/widgetType/${two?.id.id}`, 'sys')).status, 200)
  await start(shipped('second'))
  await start(shipped('third'))
  assert.deepEqual(await names(), ['Mine'])
  const bundle = await store.findBundleByAlias(NIL_UUID, 'b')
  assert.equal((await del(`/api/widgetsBundle/${bundle?.id.id}`, 'sys')).status, 200)
  await start(shipped('fourth', ['three']))
  assert.equal(await store.findBundleByAlias(NIL_UUID, 'b'), undefined)
})

test('a bundle of that alias that was there before stays as it is, and gets the types', async (t) => {
  const { names, start, store, post } = await open(t)
  await post('/api/widgetsBundle', { title: 'Theirs', alias: 'b' }, 'sys')
  await start(shipped('first'))
  assert.equal((await store.findBundleByAlias(NIL_UUID, 'b'))?.title, 'Theirs')
  assert.deepEqual(await names(), ['first one', 'first two'])
})

test('the system has exactly the types that the web client draws', () => {
  const registry = readFileSync(new URL('../../../web/src/widgets/widget-registry.ts', import.meta.url), 'utf8')
  const drawn = [...registry.matchAll(/'(\w+\.\w+)': widgetType\(/g)].map(([, alias]) => alias)
  assert.ok(drawn.length > 0 && /gaugeAliases\.map\(\(alias\) => \[`digital_gauges\./.test(registry))
  const expected = [...drawn, ...Object.keys(gaugePresets).map((alias) => `digital_gauges.${alias}`)]
  const offered = systemBundles.flatMap(({ alias, types }) => types.map((type) => `${alias}.${type.alias}`))
  assert.deepEqual(offered.sort(), expected.sort())
})

test('descriptors of the system are whole, and their texts are JSON', () => {
  for (const { types } of systemBundles) {
    for (const type of types) {
      const descriptor = descriptorOf(type)
      assert.match(type.image, /^data:image\/svg\+xml;base64,/, type.alias)
      assert.ok(type.name && type.description, type.alias)
      assert.ok((descriptor.sizeX ?? 0) > 0 && (descriptor.sizeY ?? 0) > 0, type.alias)
      for (const text of [descriptor.settingsSchema, descriptor.dataKeySettingsSchema]) {
        assert.equal((JSON.parse(String(text)) as { schema: { type: string } }).schema.type, 'object', type.alias)
      }
      assert.equal((JSON.parse(String(descriptor.defaultConfig)) as { title: string }).title, type.name)
    }
  }
  const chart = systemBundles.flatMap(({ types }) => types).find(({ alias }) => alias === 'basic_timeseries')
  const { schema } = JSON.parse(chart?.settings ?? '') as { schema: { properties: Record<string, unknown> } }
  assert.deepEqual(schema.properties.xaxis, {
    type: 'object',
    properties: { showLabels: { title: 'Show times', type: 'boolean', default: true } },
  })
})
