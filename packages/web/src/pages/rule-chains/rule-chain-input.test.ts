import type { RuleChain, RuleChainMetadata } from '@sonde/model/rule-chains/rule-chain'
import { expect, test } from 'vitest'
import { englishTexts } from '../../testing/render-page.tsx'
import {
  draftOfRuleChain,
  exportedRuleChain,
  importedRuleChain,
  ruleChainFields,
  wireRuleChain,
} from './rule-chain-input.ts'

const { t } = englishTexts().current
const chain = {
  id: { entityType: 'RULE_CHAIN', id: 'c' },
  createdTime: 1,
  tenantId: { entityType: 'TENANT', id: 't' },
  name: 'Root',
  type: 'CORE',
  firstRuleNodeId: { entityType: 'RULE_NODE', id: 'n' },
  root: true,
  debugMode: false,
  configuration: null,
  additionalInfo: { description: 'All', layout: 3 },
} as unknown as RuleChain
const metadata = {
  ruleChainId: chain.id,
  firstNodeIndex: 0,
  nodes: [{ id: { id: 'n' }, createdTime: 1, ruleChainId: chain.id, type: 'X', name: 'Log', configuration: {} }],
  connections: [{ fromIndex: 0, toIndex: 0, type: 'Success' }],
  ruleChainConnections: null,
} as unknown as RuleChainMetadata

test('a form leaves what it does not show as it is', () => {
  const draft = { ...draftOfRuleChain(chain), name: ' Main ', description: 'Most' }
  expect(wireRuleChain(draft, chain)).toEqual({
    id: chain.id,
    type: 'CORE',
    root: true,
    name: 'Main',
    debugMode: false,
    additionalInfo: { description: 'Most', layout: 3 },
  })
  expect(wireRuleChain({ ...ruleChainFields.empty, name: 'New' }, 'EDGE').type).toBe('EDGE')
  expect(ruleChainFields.fieldErrorsOf(ruleChainFields.empty, t).name).toBe('Enter a name.')
  expect(ruleChainFields.fieldErrorsOf({ ...ruleChainFields.empty, name: 'x'.repeat(256) }, t).name).toBeTruthy()
})

test('a file carries no ids, is never root, and comes back as it left', () => {
  const file = JSON.parse(JSON.stringify(exportedRuleChain(chain, metadata)))
  expect(JSON.stringify(file)).not.toMatch(/"(id|tenantId|createdTime|ruleChainId)"/)
  expect(file.ruleChain).toMatchObject({ root: false, firstRuleNodeId: null, name: 'Root' })
  const { ruleChains, metadata: content } = importedRuleChain(file, 'CORE', t, () => 'new')
  const id = { entityType: 'RULE_CHAIN', id: 'new' }
  expect(ruleChains).toEqual([
    { id, name: 'Root', type: 'CORE', debugMode: false, additionalInfo: chain.additionalInfo },
  ])
  expect(content).toMatchObject([{ ruleChainId: id, firstNodeIndex: 0, connections: metadata.connections }])
  expect(content[0]?.nodes).toEqual([{ type: 'X', name: 'Log', configuration: {} }])
})

test('a file without a chain, or with one of the other type, is refused in words', () => {
  for (const wrong of [null, [], {}, { ruleChain: {} }, { ruleChain: { name: 'x' } }]) {
    expect(() => importedRuleChain(wrong, 'CORE', t)).toThrow('This file isn’t a rule chain')
  }
  const untyped = { ruleChain: { name: 'Old' }, metadata: {} }
  expect(importedRuleChain(untyped, 'CORE', t).ruleChains[0]?.type).toBe('CORE')
  expect(() => importedRuleChain(untyped, 'EDGE', t)).toThrow(/isn’t an edge rule chain/)
  expect(() => importedRuleChain({ ruleChain: { name: 'x', type: 'EDGE' }, metadata: {} }, 'CORE', t)).toThrow(
    /under Edge rule chains/,
  )
})
