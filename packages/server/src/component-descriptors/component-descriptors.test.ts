import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { nodeRegistry } from '../rule-chains/node-registry.ts'
import { createComponentDescriptors } from './component-descriptors.ts'

interface Recorded {
  readonly clazz: string
  readonly type: string
  readonly name: string
  readonly relationTypes: readonly string[]
  readonly configDirective: string
  readonly customRelations: boolean
  readonly ruleChainNode: boolean
  readonly inEnabled: boolean
  readonly outEnabled: boolean
  readonly defaultConfiguration: Readonly<Record<string, unknown>>
}

/** Recorded descriptors of the reference server. */
function recordedNodes(): readonly Recorded[] {
  const url = new URL('../../../../conformance/replay/recorded/11-rule-chains.json', import.meta.url)
  const recording = JSON.parse(readFileSync(url, 'utf8')) as readonly { step: string; body: unknown }[]
  return recording.find(({ step }) => step === 'rule node components')?.body as readonly Recorded[]
}

const components = createComponentDescriptors(nodeRegistry)

test('what a node says of itself is what the reference says of it', () => {
  const types = ['FILTER', 'ENRICHMENT', 'TRANSFORMATION', 'ACTION', 'EXTERNAL', 'FLOW'] as const
  const offered = components.list(types, 'CORE')
  const recorded = new Map(recordedNodes().map((node) => [node.clazz, node]))
  assert.ok(offered.length > 10)
  for (const { clazz, type, name, configurationDescriptor } of offered) {
    const known = recorded.get(clazz)
    assert.ok(known, clazz)
    const {
      description,
      details,
      uiResources: _,
      icon: __,
      iconUrl: ___,
      docUrl: ____,
      ...node
    } = configurationDescriptor.nodeDefinition
    assert.ok(description !== '' && details !== '', clazz)
    // Scripts and sample texts differ from the reference: the recording contains no text here.
    const plain = (configuration: Readonly<Record<string, unknown>>) =>
      Object.fromEntries(
        Object.entries(configuration).map(([key, value]) => {
          const isOwn = key === 'jsScript' || known.defaultConfiguration[key] === '<text>'
          return [key, isOwn && typeof value === 'string' && value !== '' ? '<text>' : value]
        }),
      )
    assert.deepEqual(
      {
        type,
        name,
        ...node,
        relationTypes: [...node.relationTypes].sort(),
        defaultConfiguration: plain(node.defaultConfiguration),
      },
      {
        type: known.type,
        name: known.name,
        relationTypes: [...known.relationTypes].sort(),
        customRelations: known.customRelations,
        ruleChainNode: known.ruleChainNode,
        inEnabled: known.inEnabled,
        outEnabled: known.outEnabled,
        configDirective: known.configDirective,
        defaultConfiguration: plain(known.defaultConfiguration),
      },
      clazz,
    )
  }
})

test('chains of edges have nodes of their own, and ids stay', () => {
  const names = (chainType: 'CORE' | 'EDGE') => components.list(['ACTION'], chainType).map(({ name }) => name)
  assert.ok(names('EDGE').includes('push to cloud'))
  assert.ok(!names('CORE').includes('push to cloud'))
  const log = 'org.thingsboard.rule.engine.action.TbLogNode'
  assert.deepEqual(components.get(log), createComponentDescriptors(nodeRegistry).get(log))
  assert.throws(() => components.get('a.B'), { code: 32 })
})

test('forms get the settings of every class, with the defaults of its configuration', () => {
  const settings = components.settings()
  assert.equal(settings.length, nodeRegistry.size)
  for (const { clazz, settings: schema } of settings) {
    const { properties } = schema as { properties: Record<string, { title?: string; default?: unknown }> }
    for (const [key, field] of Object.entries(properties)) {
      assert.ok(field.title, `${clazz} ${key} has a title`)
      assert.deepEqual(field.default ?? null, nodeRegistry.get(clazz)?.defaultConfiguration[key], `${clazz} ${key}`)
    }
  }
})
