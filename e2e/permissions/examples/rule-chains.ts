/** Examples for rule chains and their events: administrators only, in their own tenant. */

import { type Examples, page, plain } from '../examples.ts'

const ownTenant = "a tenant administrator's, of the own tenant"
const ofAcme = "administration of a tenant's own thing"

const newChain = plain(ofAcme, async ({ side }) => ({ path: [(await side.make('ruleChain')).id.id] }))
const newEdgeChain = plain(ofAcme, async ({ side }) => ({ path: [(await side.make('edgeRuleChain')).id.id] }))
const rootChain = plain(ofAcme, ({ side }) => ({ path: [side.rootChain.id] }))

export const ruleChainExamples: Examples = {
  'GET /api/ruleChain/:ruleChainId': rootChain,
  'POST /api/ruleChain': [
    { ...plain(ownTenant, ({ side }) => ({ body: { name: side.newName('ruleChain') } })), named: 'new' },
    { ...plain(ofAcme, async ({ side }) => ({ body: (await side.make('ruleChain')).json })), named: 'changed' },
  ],
  'POST /api/ruleChain/device/default': plain(ownTenant, ({ side }) => ({
    body: { name: side.newName('ruleChain') },
  })),
  'DELETE /api/ruleChain/:ruleChainId': newChain,
  // The existing root chain, so that the message flow doesn't change.
  'POST /api/ruleChain/:ruleChainId/root': rootChain,
  'GET /api/ruleChain/:ruleChainId/metadata': rootChain,
  'GET /api/v2/ruleChain/:ruleChainId/problems': rootChain,
  'POST /api/ruleChain/metadata': plain(ofAcme, async ({ side }) => ({
    body: { ruleChainId: (await side.make('ruleChain')).id, firstNodeIndex: null, nodes: [], connections: [] },
  })),
  'GET /api/ruleChains': plain(ownTenant, () => ({ query: page })),
  'GET /api/ruleChain/:ruleChainId/output/labels': rootChain,
  'GET /api/ruleChain/:ruleChainId/output/labels/usage': rootChain,
  'GET /api/ruleChains/export': plain(ownTenant, () => ({ query: { limit: 10 } })),
  'POST /api/ruleChains/import': plain(ownTenant, ({ side }) => ({
    body: {
      ruleChains: [{ id: side.edgeChain, name: side.newName('ruleChain'), type: 'CORE' }],
      metadata: [{ ruleChainId: side.edgeChain, firstNodeIndex: null, nodes: [], connections: [] }],
    },
  })),
  'POST /api/ruleChain/testScript': plain(ownTenant, () => ({
    body: {
      script: 'return true;',
      scriptType: 'filter',
      argNames: ['msg', 'metadata', 'msgType'],
      msg: '{}',
      metadata: {},
      msgType: 'X',
    },
  })),
  'POST /api/ruleChain/:ruleChainId/edgeTemplateRoot': plain(ofAcme, ({ side }) => ({ path: [side.edgeChain.id] })),
  'POST /api/ruleChain/:ruleChainId/autoAssignToEdge': newEdgeChain,
  'DELETE /api/ruleChain/:ruleChainId/autoAssignToEdge': newEdgeChain,
  'GET /api/ruleChain/autoAssignToEdgeRuleChains': plain(ownTenant),
  'GET /api/ruleNode/:ruleNodeId/debugIn': plain(ofAcme, ({ side }) => ({ path: [side.ruleNode.id] })),
}
