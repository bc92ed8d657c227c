/** Rule chains over REST; tenant administrators only. */

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
import type { Scripts } from '../scripts/scripts.ts'
import type { ChainProblems } from './chain-problems.ts'
import type { EdgeTemplates } from './edge-templates.ts'
import type { RuleChainLabelling } from './rule-chain-labels.ts'
import type { RuleChainService } from './rule-chain-service.ts'
import type { RuleChainExchange } from './rule-chain-transfer.ts'

export interface RuleChainRouteParts {
  readonly ruleChains: RuleChainService
  readonly labels: RuleChainLabelling
  readonly exchange: RuleChainExchange
  readonly edgeTemplates: EdgeTemplates
  readonly problems: ChainProblems
  readonly scripts: Pick<Scripts, 'test'>
}

const authorities = ['TENANT_ADMIN'] as const
const tag = 'rule chains'
/** Nodes carry scripts. */
const metadataBytesMax = 4 * 1024 * 1024
const importBytesMax = 16 * 1024 * 1024

const params = Type.Object({ ruleChainId: uuid })
const listQuery = Type.Object({ ...pageQuery, type: Type.Optional(Type.Enum([...ruleChainTypes])) })
const metadataQuery = Type.Object({ updateRelated: Type.Optional(Type.Boolean()) })

const exportQuery = Type.Object({ limit: Type.Integer({ minimum: 1, maximum: exchangedChainsMax }) })
const importQuery = Type.Object({ overwrite: Type.Optional(Type.Boolean()) })

export function registerRuleChainRoutes(
  routes: Routes,
  { ruleChains, labels, exchange, edgeTemplates, problems, scripts }: RuleChainRouteParts,
): void {
  routes.add({
    method: 'GET',
    path: '/api/ruleChain/:ruleChainId',
    authorities,
    summary: 'A rule chain',
    tag,
    schema: { params, response: ruleChain },
    handle: ({ scope, params: { ruleChainId } }) => ruleChains.get(scope, ruleChainId),
  })
  routes.add({
    method: 'POST',
    path: '/api/ruleChain',
    authorities,
    summary: 'Creates a rule chain, or changes the one with the id',
    tag,
    schema: { body: ruleChainInput, response: ruleChain },
    handle: ({ scope, body }) => ruleChains.save(scope, body),
  })
  routes.add({
    method: 'POST',
    path: '/api/ruleChain/device/default',
    authorities,
    summary: 'Creates a rule chain for devices, with the nodes of a new root chain',
    tag,
    schema: { body: defaultRuleChainInput, response: ruleChain },
    handle: ({ scope, body }) => ruleChains.createForDevices(scope, body.name),
  })
  routes.add({
    method: 'DELETE',
    path: '/api/ruleChain/:ruleChainId',
    authorities,
    summary: 'Deletes a rule chain that is neither root nor in use by a device profile',
    tag,
    schema: { params, response: Type.Void() },
    handle: ({ scope, params: { ruleChainId } }) => ruleChains.remove(scope, ruleChainId),
  })
  routes.add({
    method: 'POST',
    path: '/api/ruleChain/:ruleChainId/root',
    authorities,
    summary: 'Makes a rule chain root',
    tag,
    schema: { params, response: ruleChain },
    handle: ({ scope, params: { ruleChainId } }) => ruleChains.makeRoot(scope, ruleChainId),
  })
  routes.add({
    method: 'GET',
    path: '/api/ruleChain/:ruleChainId/metadata',
    authorities,
    summary: 'Nodes and links of a rule chain',
    tag,
    schema: { params, response: ruleChainMetadata },
    handle: ({ scope, params: { ruleChainId } }) => ruleChains.getMetadata(scope, ruleChainId),
  })
  routes.add({
    method: 'GET',
    path: '/api/v2/ruleChain/:ruleChainId/problems',
    authorities,
    summary: 'Why nodes of a rule chain cannot work; empty: all can',
    tag,
    schema: { params, response: Type.Array(ruleNodeProblem) },
    handle: ({ scope, params: { ruleChainId } }) => problems.of(scope, ruleChainId),
  })
  routes.add({
    method: 'POST',
    path: '/api/ruleChain/metadata',
    authorities,
    summary: 'Replaces nodes and links of a rule chain',
    tag,
    schema: { query: metadataQuery, body: ruleChainMetadataInput, response: ruleChainMetadata },
    bodyBytesMax: metadataBytesMax,
    handle: ({ scope, query, body }) => ruleChains.saveMetadata(scope, body, query),
  })
  routes.add({
    method: 'GET',
    path: '/api/ruleChains',
    authorities,
    summary: 'Rule chains of the tenant',
    tag,
    schema: { query: listQuery, response: pageOf(ruleChain) },
    handle: ({ scope, query }) => ruleChains.list(scope, query.type ?? 'CORE', linkOf(query)),
  })
  routes.add({
    method: 'GET',
    path: '/api/ruleChain/:ruleChainId/output/labels',
    authorities,
    summary: 'Names of the output nodes of a rule chain',
    tag,
    schema: { params, response: Type.Array(Type.String()) },
    handle: ({ scope, params: { ruleChainId } }) => labels.outputs(scope, ruleChainId),
  })
  routes.add({
    method: 'GET',
    path: '/api/ruleChain/:ruleChainId/output/labels/usage',
    authorities,
    summary: 'Nodes that call a rule chain, with the labels of their links',
    tag,
    schema: { params, response: Type.Array(ruleChainLabels) },
    handle: ({ scope, params: { ruleChainId } }) => labels.usage(scope, ruleChainId),
  })
  routes.add({
    method: 'GET',
    path: '/api/ruleChains/export',
    authorities,
    summary: 'Rule chains with their metadata, for another tenant',
    tag,
    schema: { query: exportQuery, response: ruleChainExport },
    handle: ({ scope, query }) => exchange.leave(scope, query.limit),
  })
  routes.add({
    method: 'POST',
    path: '/api/ruleChains/import',
    authorities,
    summary: 'Takes exported rule chains in; with `overwrite` in the place of those of the same name and type',
    tag,
    schema: { query: importQuery, body: ruleChainImport, response: Type.Array(ruleChainImportResult) },
    bodyBytesMax: importBytesMax,
    handle: ({ scope, query, body }) => exchange.take(scope, body, query.overwrite ?? false),
  })
  routes.add({
    method: 'POST',
    path: '/api/ruleChain/testScript',
    authorities,
    summary: 'Runs a script of a rule node once',
    tag,
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
    summary: 'New edges get this rule chain as their root',
    tag,
    schema: { params, response: ruleChain },
    handle: ({ scope, params: { ruleChainId } }) => edgeTemplates.makeTemplateRoot(scope, ruleChainId),
  })
  routes.add({
    method: 'POST',
    path: '/api/ruleChain/:ruleChainId/autoAssignToEdge',
    authorities,
    summary: 'New edges get this rule chain',
    tag,
    schema: { params, response: ruleChain },
    handle: ({ scope, params: { ruleChainId } }) => edgeTemplates.setAutoAssign(scope, ruleChainId, true),
  })
  routes.add({
    method: 'DELETE',
    path: '/api/ruleChain/:ruleChainId/autoAssignToEdge',
    authorities,
    summary: 'New edges do not get this rule chain',
    tag,
    schema: { params, response: ruleChain },
    handle: ({ scope, params: { ruleChainId } }) => edgeTemplates.setAutoAssign(scope, ruleChainId, false),
  })
  routes.add({
    method: 'GET',
    path: '/api/ruleChain/autoAssignToEdgeRuleChains',
    authorities,
    summary: 'Rule chains that new edges get beside their root',
    tag,
    schema: { response: Type.Array(ruleChain) },
    handle: ({ scope }) => edgeTemplates.autoAssigned(scope),
  })
}
