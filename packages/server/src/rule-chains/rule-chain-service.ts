/**
 * Creates, changes and deletes rule chains, and selects the root chain.
 *
 * Invariants: a tenant has at most one root chain of each type, the root chain can't be deleted, and the links of a
 * chain
 * have no cycle. The rule engine is notified of each change after the commit and applies it to the next message.
 */

import { badRequest, notFound } from '@sonde/model/errors'
import { entityId, NIL_UUID } from '@sonde/model/ids'
import { numberRejection } from '@sonde/model/limits/profile-limits'
import type { PageData, PageLink } from '@sonde/model/paging'
import type {
  RuleChain,
  RuleChainInput,
  RuleChainMetadata,
  RuleChainMetadataInput,
  RuleChainType,
  RuleNode,
} from '@sonde/model/rule-chains/rule-chain'
import { nameLengthMax } from '@sonde/model/schema-parts'
import type { Access, Operation } from '../access/operations.ts'
import type { Owned, Scope } from '../access/scope.ts'
import type { Clock } from '../clock.ts'
import { newId } from '../ids.ts'
import type { Commit } from '../journal/commit.ts'
import { actionOfKind, entityAction } from '../journal/entity-action.ts'
import { defaultLimits, type Limits } from '../limits/limits.ts'
import type { Statement } from '../storage/relational.ts'
import { type EntityChange, RowsMismatch } from '../storage/storage.ts'
import { defaultChain } from './default-chain.ts'
import { chainContent, renamedOutputs } from './rule-chain-metadata.ts'
import type { RuleChainStore } from './rule-chain-store.ts'

export interface RuleChainDeps {
  readonly store: RuleChainStore
  readonly access: Access
  readonly commit: Commit
  readonly clock: Clock
  /** Absent: the default limits. */
  readonly limits?: Pick<Limits, 'of' | 'reject' | 'count'>
}

export type RuleChainService = ReturnType<typeof createRuleChainService>

export function createRuleChainService({ store, access, commit, clock, limits = defaultLimits }: RuleChainDeps) {
  async function getFor(scope: Scope, operation: Operation, id: string): Promise<RuleChain> {
    await access.requireEntity(scope, operation, entityId('RULE_CHAIN', id))
    const chain = await store.find(scope.tenantId, id)
    if (!chain) throw notFound('RULE_CHAIN', id)
    return chain
  }

  const get = (scope: Scope, id: string): Promise<RuleChain> => getFor(scope, 'READ', id)

  const list = (scope: Scope, type: RuleChainType, link: PageLink): Promise<PageData<RuleChain>> =>
    store.page(scope.tenantId, type, link)

  async function getMetadata(scope: Scope, id: string): Promise<RuleChainMetadata> {
    return store.metadata(await getFor(scope, 'READ', id))
  }

  /**
   * Without an ID, creates a chain; with an ID, updates it. The type can't change. Only `makeRoot` changes `root`
   * later.
   */
  async function save(scope: Scope, input: RuleChainInput): Promise<RuleChain> {
    checkName(input.name)
    const nowMs = clock.nowMs()
    if (input.id) {
      const before = await getFor(scope, 'WRITE', input.id.id)
      if (input.root && !before.root) await rejectSecondRoot(scope.tenantId, before.type)
      const chain: RuleChain = {
        ...before,
        name: input.name,
        debugMode: input.debugMode ?? before.debugMode,
        additionalInfo: input.additionalInfo === undefined ? before.additionalInfo : input.additionalInfo,
      }
      await write(scope, 'updated', chain, [store.update(chain)], nowMs)
      return chain
    }
    const type = input.type ?? 'CORE'
    requireCreate(scope)
    await checkCount(scope.tenantId)
    if (input.root) await rejectSecondRoot(scope.tenantId, type)
    const chain: RuleChain = {
      id: entityId('RULE_CHAIN', newId(nowMs)),
      createdTime: nowMs,
      additionalInfo: input.additionalInfo ?? null,
      tenantId: entityId('TENANT', scope.tenantId),
      name: input.name,
      type,
      firstRuleNodeId: null,
      root: input.root ?? false,
      debugMode: input.debugMode ?? false,
      configuration: null,
    }
    await write(scope, 'created', chain, [store.insert(chain)], nowMs)
    return chain
  }

  /**
   * Creates a chain like the root chain of a new tenant, for a device profile. As in the wire API, the response omits
   * the first node.
   */
  async function createForDevices(scope: Scope, name: string): Promise<RuleChain> {
    checkName(name)
    requireCreate(scope)
    await checkCount(scope.tenantId)
    const nowMs = clock.nowMs()
    const { chain, nodes, links } = defaultChain(scope.tenantId, nowMs, {
      name,
      root: false,
      additionalInfo: { description: '' },
    })
    const statements = [store.insert(chain), ...store.replaceNodes(chain, nodes, links)]
    await write(scope, 'created', chain, statements, nowMs)
    return { ...chain, firstRuleNodeId: null }
  }

  /**
   * Replaces nodes and links. A node sent with the ID of an existing node of this chain keeps its ID and state; all
   * other
   * nodes are new. With `updateRelated`, links of calling chains are renamed along with this chain's outputs. Throws
   * 400
   * for cycles and for links to nonexistent nodes.
   */
  async function saveMetadata(
    scope: Scope,
    input: RuleChainMetadataInput,
    { updateRelated = true }: { updateRelated?: boolean } = {},
  ): Promise<RuleChainMetadata> {
    const before = await getFor(scope, 'WRITE', input.ruleChainId.id)
    const known = (await store.metadata(before)).nodes
    const nowMs = clock.nowMs()
    const { chain, nodes, links } = chainContent(before, input, {
      known: new Map(known.map((node) => [node.id.id, node])),
      chainNames: await store.names(scope.tenantId),
      nowMs,
    })
    await requireRoom(chain, nodes)
    const renamed = updateRelated ? renamedOutputs(known, nodes) : []
    const callers = renamed.length > 0 ? await store.callers(scope.tenantId, chain.id.id) : []
    const statements = [
      ...store.replaceNodes(chain, nodes, links),
      store.update(chain),
      ...callers.flatMap(({ node }) => renamed.map(({ from, to }) => store.renameLinks(node, from, to))),
    ]
    const others = new Map(callers.map((caller) => [caller.chain.id.id, caller.chain]))
    others.delete(chain.id.id)
    await write(scope, 'updated', chain, statements, nowMs, [
      ...[...others.values()].map((other) => ruleChainChange('updated', other)),
    ])
    return store.metadata(chain)
  }

  /** Throws if the tenant's chains would exceed the limit of nodes or of configuration characters. */
  async function requireRoom({ id, tenantId }: RuleChain, nodes: readonly RuleNode[]): Promise<void> {
    const others = await store.sizeOfOthers(tenantId.id, id.id)
    const characters = nodes.reduce((sum, { configuration }) => sum + JSON.stringify(configuration).length, 0)
    if (others.nodes + nodes.length > limits.of(tenantId.id, 'ruleNodes')) limits.reject(tenantId.id, 'ruleNodes', id)
    if (others.characters + characters > limits.of(tenantId.id, 'ruleChainBytes')) {
      limits.reject(tenantId.id, 'ruleChainBytes', id)
    }
  }

  async function makeRoot(scope: Scope, id: string): Promise<RuleChain> {
    const chain = await getFor(scope, 'WRITE', id)
    if (chain.root) return chain
    const before = await store.findRoot(scope.tenantId, chain.type)
    const root: RuleChain = { ...chain, root: true }
    const changes = before ? [ruleChainChange('updated', { ...before, root: false })] : []
    await write(scope, 'updated', root, store.makeRoot(root), clock.nowMs(), changes)
    return root
  }

  /**
   * Throws 400 for the root chain, for the root chain of an edge and for a chain that a device profile uses. Nodes in
   * other
   * chains that call the deleted chain remain.
   */
  async function remove(scope: Scope, id: string): Promise<void> {
    const chain = await getFor(scope, 'DELETE', id)
    const edge = await store.edgeUsing(scope.tenantId, id)
    if (edge !== undefined) {
      throw badRequest(`The edge "${edge}" has this rule chain as its root. Choose another one there first.`)
    }
    if (chain.root) throw badRequest('The root rule chain can’t be deleted. Make another one root first.')
    const profile = await store.profileUsing(scope.tenantId, id)
    if (profile !== undefined) {
      throw badRequest(`The device profile "${profile}" uses this rule chain. Choose another one there first.`)
    }
    await write(scope, 'deleted', chain, store.remove(chain), clock.nowMs())
  }

  /** Commits and publishes the change. The caller is responsible for validation. */
  async function write(
    scope: Scope,
    kind: EntityChange['kind'],
    chain: RuleChain,
    statements: readonly Statement[],
    nowMs: number,
    others: readonly EntityChange[] = [],
  ): Promise<void> {
    const changes = [...others, ruleChainChange(kind, chain)]
    const done = entityAction(scope, actionOfKind[kind], chain, nowMs)
    try {
      await commit({ statements, changes, ...done })
    } catch (error) {
      if (error instanceof RowsMismatch) throw badRequest('Someone else changed this rule chain. Reload and try again.')
      throw error
    }
  }

  function requireCreate(scope: Scope) {
    const owned: Owned = { id: entityId('RULE_CHAIN', NIL_UUID), tenantId: scope.tenantId, customerId: NIL_UUID }
    access.require(scope, 'CREATE', owned)
  }

  async function checkCount(tenantId: string, added = 1) {
    const max = await store.countMax(tenantId)
    if (max <= 0 || (await store.count(tenantId)) + added <= max) return
    limits.count(tenantId, 'maxRuleChains')
    throw badRequest(numberRejection('maxRuleChains', max))
  }

  async function rejectSecondRoot(tenantId: string, type: RuleChainType) {
    if (!(await store.findRoot(tenantId, type))) return
    throw badRequest('A root rule chain already exists. Use “Make root” to change it.')
  }

  return {
    get,
    getFor,
    list,
    getMetadata,
    save,
    createForDevices,
    saveMetadata,
    requireRoom,
    makeRoot,
    remove,
    requireCreate,
    checkCount,
    write,
  }
}

export const ruleChainChange = (kind: EntityChange['kind'], chain: RuleChain): EntityChange => ({
  kind,
  entity: chain.id,
  tenantId: chain.tenantId.id,
  customerId: NIL_UUID,
  aspect: 'ruleChain',
})

export function checkName(name: string) {
  if (name.trim() === '') throw badRequest('Enter a name for the rule chain.')
  if (name.length > nameLengthMax) {
    throw badRequest(`The name has ${name.length} characters; the limit is ${nameLengthMax}.`)
  }
  if (/<[a-z!/?]/i.test(name)) throw badRequest('The name can’t contain HTML.')
}
