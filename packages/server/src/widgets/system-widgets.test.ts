import assert from 'node:assert/strict'
import { existsSync, globSync } from 'node:fs'
import { dirname } from 'node:path'
import { type TestContext, test } from 'node:test'
import { NIL_UUID } from '@sonde/model/ids'
import { noSettings } from '@sonde/model/widgets/settings-schema'
import { systemClock as clock } from '../clock.ts'
import { openLibrary } from '../resources/library-testing.ts'
import { descriptorOf, type ShippedBundle, systemBundles } from './system/system-bundles.ts'
import { widgetImage } from './system/widget-image.ts'
import { ensureSystemWidgets } from './system-widgets.ts'
import { createWidgetStore } from './widget-store.ts'

const shipped = (name: string, more: readonly string[] = []): ShippedBundle[] => [
  {
    alias: 'b',
    title: 'B',
    description: 'd',
    cover: 'one',
    types: ['one', 'two', ...more].map((alias) => ({
      alias,
      name: `${name} ${alias}`,
      description: 'd',
      picture: '<path d="M0 0h9"/>',
      kind: 'latest',
      size: [4, 3],
      order: 1,
      settings: noSettings,
      keySettings: noSettings,
    })),
  },
]

async function open(t: TestContext) {
  const { storage, settings, commit, post, del } = await openLibrary(t)
  const store = createWidgetStore(storage.relational)
  const names = async () => (await store.types(NIL_UUID, 'b')).map(({ name }) => name)
  const start = (version: readonly ShippedBundle[]) =>
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

test('the system has exactly the types that the web client draws', async () => {
  const web = new URL('../../../web/src/widgets/', import.meta.url)
  const folderOf = (alias: string) => alias.replaceAll('_', '-')
  const bundles = await systemBundles()
  const expected = bundles.flatMap(({ alias, types }) => {
    const whole = folderOf(alias)
    // A bundle's folder with a `type.tsx` renders all types of the bundle.
    if (existsSync(new URL(`${whole}/type.tsx`, web))) return [whole]
    return types.map((type) => `${whole}/${folderOf(type.alias)}`)
  })
  const drawn = globSync('**/type.tsx', { cwd: web }).map(dirname)
  assert.ok(drawn.length > 0)
  assert.deepEqual(drawn.sort(), expected.sort())
})

test('descriptors of the system are whole, and their texts are JSON', async () => {
  const bundles = await systemBundles()
  for (const { alias, types, cover } of bundles) {
    assert.ok(
      types.some((type) => type.alias === cover),
      alias,
    )
    for (const type of types) {
      const descriptor = descriptorOf(type)
      assert.match(widgetImage(type.picture), /^data:image\/svg\+xml;base64,/, type.alias)
      assert.ok(type.picture && type.name && type.description, type.alias)
      assert.ok((descriptor.sizeX ?? 0) > 0 && (descriptor.sizeY ?? 0) > 0, type.alias)
      for (const text of [descriptor.settingsSchema, descriptor.dataKeySettingsSchema]) {
        assert.equal((JSON.parse(String(text)) as { schema: { type: string } }).schema.type, 'object', type.alias)
      }
      assert.equal((JSON.parse(String(descriptor.defaultConfig)) as { title: string }).title, type.name)
    }
  }
  const chart = bundles.flatMap(({ types }) => types).find(({ alias }) => alias === 'basic_timeseries')
  assert.ok(chart)
  const { schema } = JSON.parse(String(descriptorOf(chart).settingsSchema)) as {
    schema: { properties: Record<string, unknown> }
  }
  assert.deepEqual(schema.properties.xaxis, {
    type: 'object',
    properties: {
      title: { title: 'Time axis title', type: 'string' },
      showLabels: { title: 'Show time labels', type: 'boolean', default: true },
      color: { title: 'Time axis color', type: 'string' },
    },
  })
})
