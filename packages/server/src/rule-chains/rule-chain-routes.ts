/** Rule chains over REST (rules.md §4); tenant administrators only. */

import {
  defaultRuleChainInput,
  ruleChain,
  ruleChainInput,
  ruleChainMetadata,
  ruleChainMetadataInput,
  ruleChainTypes,
  scriptTest,
  scriptTestResult,
} from '@sonde/model/rule-chains/rule-chain'
import { linkOf, pageOf, pageQuery, uuid } from '@sonde/model/schema-parts'
import Type from 'typebox'
import type { Routes } from '../http/http-app.ts'
import type { Scripts } from '../scripts/scripts.ts'
import type { RuleChainService } from './rule-chain-service.ts'

export interface RuleChainRouteParts {
  readonly ruleChains: RuleChainService
  readonly scripts: Pick<Scripts, 'test'>
}

const authorities = ['TENANT_ADMIN'] as const
const tag = 'rule chains'
/** Nodes carry scripts. */
const metadataBytesMax = 4 * 1024 * 1024

const params = Type.Object({ ruleChainId: uuid })
const listQuery = Type.Object({ ...pageQuery, type: Type.Optional(Type.Enum([...ruleChainTypes])) })
const metadataQuery = Type.Object({ updateRelated: Type.Optional(Type.Boolean()) })

export function registerRuleChainRoutes(routes: Routes, { ruleChains, scripts }: RuleChainRouteParts): void {
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
    schema: { params },
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
    method: 'POST',
    path: '/api/ruleChain/metadata',
    authorities,
    summary: 'Replaces nodes and links of a rule chain',
    tag,
    schema: { query: metadataQuery, body: ruleChainMetadataInput, response: ruleChainMetadata },
    bodyBytesMax: metadataBytesMax,
    handle: ({ scope, body }) => ruleChains.saveMetadata(scope, body),
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
    method: 'POST',
    path: '/api/ruleChain/testScript',
    authorities,
    summary: 'Runs a script of a rule node once',
    tag,
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
}
