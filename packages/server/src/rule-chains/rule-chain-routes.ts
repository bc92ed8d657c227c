/** REST routes of rule chains, for tenant administrators only. */

import {
  defaultRuleChainInput,
  exchangedChainsMax,
  ruleChain,
  ruleChainExport,
  ruleChainImport,
  ruleChainImportResult,
  ruleChainInput,
  ruleChainLabels,
  ruleChainMetadata,
  ruleChainMetadataInput,
  ruleChainTypes,
  ruleNodeProblem,
  scriptTest,
  scriptTestResult,
} from '@sonde/model/rule-chains/rule-chain'
import { linkOf, pageOf, pageQuery, uuid } from '@sonde/model/schema-parts'
import Type from 'typebox'
import type { Routes } from '../http/http-app.ts'
import { changesNothing, namedInPath, savedFromBody } from '../http/route-audit.ts'
import type { Scripts } from '../scripts/scripts.ts'
import type { ChainProblems } from './chain-problems.ts'
import type { EdgeTemplates } from './edge-templates.ts'
import type { RuleChainLabelling } from './rule-chain-labels.ts'
import type { RuleChainService } from './rule-chain-service.ts'
import type { RuleChainExchange } from './rule-chain-transfer.ts'

export interface RuleChainRouteDeps {
  readonly ruleChains: RuleChainService
  readonly labels: RuleChainLabelling
  readonly exchange: RuleChainExchange
  readonly edgeTemplates: EdgeTemplates
  readonly problems: ChainProblems
  readonly scripts: Pick<Scripts, 'test'>
}

const authorities = ['TENANT_ADMIN'] as const
const tag = 'rule chains'
/** Large because node configurations contain scripts. */
const metadataBytesMax = 4 * 1024 * 1024
const importBytesMax = 16 * 1024 * 1024

const params = Type.Object({ ruleChainId: uuid })
const listQuery = Type.Object({ ...pageQuery, type: Type.Optional(Type.Enum([...ruleChainTypes])) })
const metadataQuery = Type.Object({ updateRelated: Type.Optional(Type.Boolean()) })

const exportQuery = Type.Object({ limit: Type.Integer({ minimum: 1, maximum: exchangedChainsMax }) })
const importQuery = Type.Object({ overwrite: Type.Optional(Type.Boolean()) })

export function registerRuleChainRoutes(
  routes: Routes,
  { ruleChains, labels, exchange, edgeTemplates, problems, scripts }: RuleChainRouteDeps,
): void {
  routes.add({
    method: 'GET',
    path: '/api/ruleChain/:ruleChainId',
    authorities,
    summary: 'Get a rule chain',
    tag,
    schema: { params, response: ruleChain },
    handle: ({ scope, params: { ruleChainId } }) => ruleChains.get(scope, ruleChainId),
  })
  routes.add({
    method: 'POST',
    path: '/api/ruleChain',
    authorities,
    summary: 'Create or update a rule chain',
    tag,
    audit: savedFromBody('RULE_CHAIN'),
    schema: { body: ruleChainInput, response: ruleChain },
    handle: ({ scope, body }) => ruleChains.save(scope, body),
  })
  routes.add({
    method: 'POST',
    path: '/api/ruleChain/device/default',
    authorities,
    summary: 'Create a rule chain with the nodes of the default root rule chain',
    tag,
    audit: 'none: failures are not logged',
    schema: { body: defaultRuleChainInput, response: ruleChain },
    handle: ({ scope, body }) => ruleChains.createForDevices(scope, body.name),
  })
  routes.add({
    method: 'DELETE',
    path: '/api/ruleChain/:ruleChainId',
    authorities,
    summary: 'Delete a rule chain that is neither the root nor used by a device profile',
    tag,
    audit: namedInPath('DELETED', 'RULE_CHAIN'),
    schema: { params, response: Type.Void() },
    handle: ({ scope, params: { ruleChainId } }) => ruleChains.remove(scope, ruleChainId),
  })
  routes.add({
    method: 'POST',
    path: '/api/ruleChain/:ruleChainId/root',
    authorities,
    summary: 'Make a rule chain the root',
    tag,
    audit: namedInPath('UPDATED', 'RULE_CHAIN'),
    schema: { params, response: ruleChain },
    handle: ({ scope, params: { ruleChainId } }) => ruleChains.makeRoot(scope, ruleChainId),
  })
  routes.add({
    method: 'GET',
    path: '/api/ruleChain/:ruleChainId/metadata',
    authorities,
    summary: 'Get the nodes and connections of a rule chain',
    tag,
    schema: { params, response: ruleChainMetadata },
    handle: ({ scope, params: { ruleChainId } }) => ruleChains.getMetadata(scope, ruleChainId),
  })
  routes.add({
    method: 'GET',
    path: '/api/v2/ruleChain/:ruleChainId/problems',
    authorities,
    summary: "List configuration problems of a rule chain's nodes",
    tag,
    schema: { params, response: Type.Array(ruleNodeProblem) },
    handle: ({ scope, params: { ruleChainId } }) => problems.of(scope, ruleChainId),
  })
  routes.add({
    method: 'POST',
    path: '/api/ruleChain/metadata',
    authorities,
    summary: 'Save the nodes and connections of a rule chain',
    tag,
    audit: 'none: failures are not logged',
    schema: { query: metadataQuery, body: ruleChainMetadataInput, response: ruleChainMetadata },
    bodyBytesMax: metadataBytesMax,
    handle: ({ scope, query, body }) => ruleChains.saveMetadata(scope, body, query),
  })
  routes.add({
    method: 'GET',
    path: '/api/ruleChains',
    authorities,
    summary: 'List rule chains of the tenant',
    tag,
    schema: { query: listQuery, response: pageOf(ruleChain) },
    handle: ({ scope, query }) => ruleChains.list(scope, query.type ?? 'CORE', linkOf(query)),
  })
  routes.add({
    method: 'GET',
    path: '/api/ruleChain/:ruleChainId/output/labels',
    authorities,
    summary: 'List output labels of a rule chain',
    tag,
    schema: { params, response: Type.Array(Type.String()) },
    handle: ({ scope, params: { ruleChainId } }) => labels.outputs(scope, ruleChainId),
  })
  routes.add({
    method: 'GET',
    path: '/api/ruleChain/:ruleChainId/output/labels/usage',
    authorities,
    summary: 'List rule nodes that call a rule chain, with their connection labels',
    tag,
    schema: { params, response: Type.Array(ruleChainLabels) },
    handle: ({ scope, params: { ruleChainId } }) => labels.usage(scope, ruleChainId),
  })
  routes.add({
    method: 'GET',
    path: '/api/ruleChains/export',
    authorities,
    summary: 'Export rule chains with their metadata',
    tag,
    schema: { query: exportQuery, response: ruleChainExport },
    handle: ({ scope, query }) => exchange.leave(scope, query.limit),
  })
  routes.add({
    method: 'POST',
    path: '/api/ruleChains/import',
    authorities,
    summary: 'Import rule chains; `overwrite` replaces those of the same name and type',
    tag,
    audit: 'none: what was imported is logged, entity by entity',
    schema: { query: importQuery, body: ruleChainImport, response: Type.Array(ruleChainImportResult) },
    bodyBytesMax: importBytesMax,
    handle: ({ scope, query, body }) => exchange.take(scope, body, query.overwrite ?? false),
  })
  routes.add({
    method: 'POST',
    path: '/api/ruleChain/testScript',
    authorities,
    summary: 'Test a rule node script',
    tag,
    audit: changesNothing,
    waits: true,
    schema: { body: scriptTest, response: scriptTestResult },
    handle: ({ scope, body }) =>
      scripts.test(scope.tenantId, {
        ...body,
        msgType: body.msgType ?? '',
        metadata: Object.fromEntries(
          Object.entries(body.metadata ?? {}).flatMap(([key, value]) =>
            value === null || value === undefined
              ? []
              : [[key, typeof value === 'string' ? value : JSON.stringify(value)]],
          ),
        ),
      }),
  })
  registerEdgeTemplates(routes, edgeTemplates)
}

function registerEdgeTemplates(routes: Routes, edgeTemplates: EdgeTemplates): void {
  routes.add({
    method: 'POST',
    path: '/api/ruleChain/:ruleChainId/edgeTemplateRoot',
    authorities,
    summary: 'Make a rule chain the root of new edges',
    tag,
    audit: namedInPath('UPDATED', 'RULE_CHAIN'),
    schema: { params, response: ruleChain },
    handle: ({ scope, params: { ruleChainId } }) => edgeTemplates.makeTemplateRoot(scope, ruleChainId),
  })
  routes.add({
    method: 'POST',
    path: '/api/ruleChain/:ruleChainId/autoAssignToEdge',
    authorities,
    summary: 'Assign a rule chain to new edges',
    tag,
    audit: namedInPath('UPDATED', 'RULE_CHAIN'),
    schema: { params, response: ruleChain },
    handle: ({ scope, params: { ruleChainId } }) => edgeTemplates.setAutoAssign(scope, ruleChainId, true),
  })
  routes.add({
    method: 'DELETE',
    path: '/api/ruleChain/:ruleChainId/autoAssignToEdge',
    authorities,
    summary: 'Stop assigning a rule chain to new edges',
    tag,
    audit: namedInPath('UPDATED', 'RULE_CHAIN'),
    schema: { params, response: ruleChain },
    handle: ({ scope, params: { ruleChainId } }) => edgeTemplates.setAutoAssign(scope, ruleChainId, false),
  })
  routes.add({
    method: 'GET',
    path: '/api/ruleChain/autoAssignToEdgeRuleChains',
    authorities,
    summary: 'List rule chains assigned to new edges',
    tag,
    schema: { response: Type.Array(ruleChain) },
    handle: ({ scope }) => edgeTemplates.autoAssigned(scope),
  })
}
