/**
 * Export and import of rule chains, for moving them between tenants.
 *
 * An export uses new IDs that are valid only inside the file, also in nodes that call a chain. An import with
 * `overwrite`
 * replaces chains with the same name and type. An imported chain is root only if it replaces the root.
 */

import { DomainError } from '@sonde/model/errors'
import { type EntityId, entityId } from '@sonde/model/ids'
import type {
  RuleChain,
  RuleChainExport,
  RuleChainImport,
  RuleChainImportResult,
  RuleChainInput,
  RuleChainMetadataInput,
} from '@sonde/model/rule-chains/rule-chain'
import type { Scope } from '../access/scope.ts'
import type { Clock } from '../clock.ts'
import { newId } from '../ids.ts'
import { ruleChainNode } from './nodes/rule-chain-node.ts'
import { chainContent } from './rule-chain-metadata.ts'
import { checkName, type RuleChainService } from './rule-chain-service.ts'
import { chainCalled, type RuleChainStore } from './rule-chain-store.ts'

export interface RuleChainTransferDeps {
  readonly ruleChains: Pick<RuleChainService, 'requireCreate' | 'checkCount' | 'requireRoom' | 'write'>
  readonly store: RuleChainStore
  readonly clock: Clock
}

export type RuleChainExchange = ReturnType<typeof createRuleChainExchange>

/** An imported chain: the input and the chain that it's saved as. */
interface Arrival {
  readonly input: RuleChainInput
  readonly metadata: RuleChainMetadataInput | undefined
  readonly chain: RuleChain
  readonly replaced: RuleChain | undefined
}

export function createRuleChainExchange({ ruleChains, store, clock }: RuleChainTransferDeps) {
  /** Exports up to `limit` chains of the tenant, of both types. */
  async function leave(scope: Scope, limit: number): Promise<RuleChainExport> {
    const chains = await store.all(scope.tenantId, limit)
    const idOf = new Map<string, string>(chains.map((chain) => [chain.id.id, newId()]))
    const renamed = ({ id }: EntityId) => entityId('RULE_CHAIN', idOf.get(id) ?? id)
    const metadata = await Promise.all(chains.map((chain) => store.metadata(chain)))
    return {
      ruleChains: chains.map((chain) => ({ ...chain, id: renamed(chain.id), tenantId: null })),
      metadata: metadata.map((each) => ({
        ...each,
        ruleChainId: renamed(each.ruleChainId),
        nodes: each.nodes.map((node) => ({
          ...node,
          id: null,
          ruleChainId: null,
          configuration: withCalls(node.type, node.configuration, idOf),
        })),
      })),
    }
  }

  /** Imports the chains. Each is saved or rejected independently; the result lists the outcome of each. */
  async function importAll(
    scope: Scope,
    { ruleChains: inputs, metadata }: RuleChainImport,
    overwrite: boolean,
  ): Promise<RuleChainImportResult[]> {
    ruleChains.requireCreate(scope)
    const nowMs = clock.nowMs()
    const metadataOf = new Map(metadata.map((each) => [each.ruleChainId.id.toLowerCase(), each]))
    const known = overwrite ? await store.all(scope.tenantId, Number.MAX_SAFE_INTEGER) : []
    const arrivals = inputs.map((input): Arrival => {
      const replaced = known.find(({ name, type }) => name === input.name && type === (input.type ?? 'CORE'))
      return {
        input,
        metadata: input.id ? metadataOf.get(input.id.id.toLowerCase()) : undefined,
        chain: replaced ? changed(replaced, input) : created(scope.tenantId, input, nowMs),
        replaced,
      }
    })
    // Maps the IDs in the import file, which calling nodes refer to, to the IDs of the saved chains.
    const idOf = new Map(
      arrivals.flatMap(({ input, chain }) => (input.id ? [[input.id.id.toLowerCase(), chain.id.id] as const] : [])),
    )
    const chainNames = new Map(arrivals.map(({ chain }) => [chain.id.id, chain.name]))
    const results: RuleChainImportResult[] = []
    for (const arrival of arrivals) {
      const { chain, replaced } = arrival
      try {
        checkName(chain.name)
        if (!replaced) await ruleChains.checkCount(scope.tenantId)
        await write(scope, arrival, { idOf, chainNames, nowMs })
        results.push({ ruleChainId: chain.id, ruleChainName: chain.name, ...(replaced && { updated: true }) })
      } catch (error) {
        if (!(error instanceof DomainError)) throw error
        results.push({ ruleChainId: null, ruleChainName: chain.name, error: error.message })
      }
    }
    return results
  }

  async function write(
    scope: Scope,
    { chain: arriving, metadata, replaced }: Arrival,
    parts: { idOf: ReadonlyMap<string, string>; chainNames: ReadonlyMap<string, string>; nowMs: number },
  ): Promise<void> {
    const { idOf, chainNames, nowMs } = parts
    const input = metadata ? ofTenant(metadata, scope.tenantId, idOf) : { ruleChainId: arriving.id }
    const { chain, nodes, links } = chainContent(arriving, input, { known: new Map(), chainNames, nowMs })
    await ruleChains.requireRoom(chain, nodes)
    const statements = [
      replaced ? store.update(chain) : store.insert(chain),
      ...store.replaceNodes(chain, nodes, links),
    ]
    await ruleChains.write(scope, replaced ? 'updated' : 'created', chain, statements, nowMs)
  }

  return { leave, take: importAll }
}

const created = (tenantId: string, input: RuleChainInput, nowMs: number): RuleChain => ({
  id: entityId('RULE_CHAIN', newId(nowMs)),
  createdTime: nowMs,
  additionalInfo: input.additionalInfo ?? null,
  tenantId: entityId('TENANT', tenantId),
  name: input.name,
  type: input.type ?? 'CORE',
  firstRuleNodeId: null,
  root: false,
  debugMode: input.debugMode ?? false,
  configuration: null,
})

const changed = (before: RuleChain, input: RuleChainInput): RuleChain => ({
  ...before,
  debugMode: input.debugMode ?? before.debugMode,
  additionalInfo: input.additionalInfo === undefined ? before.additionalInfo : input.additionalInfo,
})

/** Import metadata with the IDs of the saved chains and the importing tenant as owner. */
function ofTenant(
  metadata: RuleChainMetadataInput,
  tenantId: string,
  idOf: ReadonlyMap<string, string>,
): RuleChainMetadataInput {
  return {
    ...metadata,
    nodes: (metadata.nodes ?? []).map((node) => ({
      ...node,
      id: null,
      configuration: withTenant(withCalls(node.type, node.configuration, idOf), tenantId),
    })),
    ruleChainConnections: (metadata.ruleChainConnections ?? []).map((connection) => {
      const id = connection.targetRuleChainId.id.toLowerCase()
      return { ...connection, targetRuleChainId: { id: idOf.get(id) ?? id } }
    }),
  }
}

/** For a node that calls a chain, the configuration with the mapped chain ID; otherwise the configuration unchanged. */
function withCalls(type: string, configuration: unknown, idOf: ReadonlyMap<string, string>): unknown {
  const called = type === ruleChainNode.clazz ? chainCalled(configuration) : undefined
  const ruleChainId = called === undefined ? undefined : idOf.get(called)
  return ruleChainId === undefined ? configuration : { ...(configuration as object), ruleChainId }
}

/** Sets the ID in every nested `{"entityType":"TENANT"}` to this tenant. */
function withTenant(json: unknown, tenantId: string): unknown {
  if (Array.isArray(json)) return json.map((item) => withTenant(item, tenantId))
  if (typeof json !== 'object' || json === null) return json
  const inner = Object.fromEntries(Object.entries(json).map(([key, value]) => [key, withTenant(value, tenantId)]))
  return inner.entityType === 'TENANT' && typeof inner.id === 'string' ? { ...inner, id: tenantId } : inner
}
