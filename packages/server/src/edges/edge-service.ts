/**
 * Edges: installations that work without this server and receive the changes that concern them.
 *
 * Invariant: an edge has a root rule chain from its creation on, and that chain is assigned to it.
 */

import type { Edge, EdgeEvent, EdgeInput } from '@sonde/model/edges/edge'
import { checkEntityTexts } from '@sonde/model/entity-texts'
import { badRequest } from '@sonde/model/errors'
import { entityId } from '@sonde/model/ids'
import type { PageData, PageLink } from '@sonde/model/paging'
import type { RuleChain } from '@sonde/model/rule-chains/rule-chain'
import type { Scope } from '../access/scope.ts'
import { assignableChange, assignableWritten, ownedAssignable } from '../assignables/assignable-changes.ts'
import { type AssignableDeps, createAssignableService } from '../assignables/assignable-service.ts'
import { newId } from '../ids.ts'
import { entityAction } from '../journal/entity-action.ts'
import type { RuleChainService } from '../rule-chains/rule-chain-service.ts'
import type { Statement } from '../storage/relational.ts'
import type { EdgeStore } from './edge-store.ts'

export interface EdgeDeps extends Omit<AssignableDeps<Edge>, 'entityType' | 'store' | 'onAssigned' | 'shown'> {
  readonly store: EdgeStore
  readonly ruleChains: Pick<RuleChainService, 'get'>
  /** `SONDE_EDGES`. */
  readonly isOffered: boolean
}

export type EdgeService = ReturnType<typeof createEdgeService>

export function createEdgeService(deps: EdgeDeps) {
  const { store, ruleChains, access, commit, clock, isOffered } = deps
  const edges = createAssignableService<Edge>({
    ...deps,
    entityType: 'EDGE',
    // An edge signs in with its keys: only tenant administrators may see them.
    shown: (scope, edge) =>
      access.allows(scope, 'READ_CREDENTIALS', ownedAssignable(edge)) ? edge : { ...edge, routingKey: '', secret: '' },
    onAssigned: (edge, action) =>
      store.insertEvents(
        [{ tenantId: edge.tenantId.id, edgeId: edge.id.id, type: 'EDGE', action, entityId: edge.id.id }],
        clock.nowMs(),
      ),
  })

  function requireOffered() {
    if (!isOffered) throw badRequest('Edges are disabled. Set SONDE_EDGES to true to enable them.')
  }

  /**
   * Creates an edge without an ID, updates one with an ID; an update doesn't change its customer and root chain. A new
   * edge gets the tenant's template root and the chains assigned to new edges. Throws 400 for a name or routing key
   * that is in use, and without a template root.
   */
  async function save(scope: Scope, input: EdgeInput): Promise<Edge> {
    const before = input.id ? await edges.getFor(scope, 'WRITE', input.id.id) : undefined
    if (!before) edges.requireCreate(scope)
    const { name, type, label, routingKey, secret } = input
    checkEntityTexts('edge', { name, type, 'routing key': routingKey, secret }, { label })
    const nowMs = clock.nowMs()
    const edge: Edge = {
      id: before?.id ?? entityId('EDGE', newId(nowMs)),
      createdTime: before?.createdTime ?? nowMs,
      additionalInfo: input.additionalInfo ?? null,
      tenantId: entityId('TENANT', scope.tenantId),
      customerId: before?.customerId ?? entityId('CUSTOMER', await edges.newOwner(scope, input.customerId)),
      rootRuleChainId: before?.rootRuleChainId ?? (before ? null : await templateRoot(scope.tenantId)),
      name,
      type,
      label: label ?? null,
      routingKey,
      secret,
    }
    await assignableWritten(
      'edge',
      commit({
        statements: before
          ? [store.update(edge), ...eventOf(edge, 'EDGE', 'UPDATED', edge.id.id)]
          : [store.insert(edge), ...(await firstChains(edge))],
        changes: [assignableChange(before ? 'updated' : 'created', edge)],
        ...entityAction(scope, before ? 'UPDATED' : 'ADDED', edge, nowMs),
      }),
    )
    return edge
  }

  async function templateRoot(tenantId: string) {
    requireOffered()
    const root = await store.templateRoot(tenantId)
    if (root === undefined)
      throw badRequest('There is no edge root rule chain. Make an edge rule chain the edge root first.')
    return entityId('RULE_CHAIN', root)
  }

  async function firstChains(edge: Edge): Promise<Statement[]> {
    const root = edge.rootRuleChainId?.id
    const chains = new Set([...(root ? [root] : []), ...(await store.autoAssigned(edge.tenantId.id))])
    return [...chains].flatMap((id) => [
      store.assign(edge.id.id, entityId('RULE_CHAIN', id)),
      ...eventOf(edge, 'RULE_CHAIN', 'ASSIGNED_TO_EDGE', id),
    ])
  }

  const eventOf = (
    edge: Edge,
    type: EdgeEvent['type'],
    action: EdgeEvent['action'],
    about: string | null,
  ): Statement[] =>
    store.insertEvents(
      [{ tenantId: edge.tenantId.id, edgeId: edge.id.id, type, action, entityId: about }],
      clock.nowMs(),
    )

  /** Makes a chain the root of the edge, and assigns it to the edge if necessary. */
  async function setRoot(scope: Scope, id: string, ruleChainId: string): Promise<Edge> {
    const edge = await edges.getFor(scope, 'WRITE', id)
    const chain = await ruleChains.get(scope, ruleChainId)
    if (chain.type !== 'EDGE') throw badRequest('Only rule chains of the type EDGE run on edges.')
    const changed = { ...edge, rootRuleChainId: chain.id }
    await assignableWritten(
      'edge',
      commit({
        statements: [
          store.setRoot(edge, chain.id.id),
          store.assign(edge.id.id, chain.id),
          ...eventOf(edge, 'RULE_CHAIN', 'UPDATED', chain.id.id),
        ],
        changes: [assignableChange('updated', changed, 'edge')],
        ...entityAction(scope, 'UPDATED', changed, clock.nowMs()),
      }),
    )
    return changed
  }

  /**
   * Names of chains that chains on the edge forward messages to and that the edge lacks, by the name of the forwarding
   * chain.
   */
  async function missingChains(scope: Scope, id: string): Promise<Record<string, string[]>> {
    const edge = await edges.getFor(scope, 'READ', id)
    const chains = await store.chainsOf(edge.id.id)
    const here = new Set(chains.map((chain) => chain.id))
    const missing = new Set(chains.flatMap((chain) => chain.callsTo.filter((called) => !here.has(called))))
    const names = await store.chainNames(edge.tenantId.id, [...missing])
    const found: Record<string, string[]> = {}
    for (const { name, callsTo } of chains) {
      const lacking = [...new Set(callsTo)].flatMap((called) => (here.has(called) ? [] : (names.get(called) ?? [])))
      if (lacking.length > 0) found[name] = lacking
    }
    return found
  }

  /** Page of the rule chains on the edge. */
  async function listChains(scope: Scope, id: string, link: PageLink): Promise<PageData<RuleChain>> {
    const { id: edge } = await access.requireEntity(scope, 'READ', entityId('EDGE', id))
    const page = await store.chainPage(edge.id, link)
    return { ...page, data: await Promise.all(page.data.map((chainId) => ruleChains.get(scope, chainId))) }
  }

  async function events(
    scope: Scope,
    id: string,
    times: { readonly startTime?: number | undefined; readonly endTime?: number | undefined },
    link: PageLink,
  ): Promise<PageData<EdgeEvent>> {
    const owned = await access.requireEntity(scope, 'READ', entityId('EDGE', id))
    return store.events(owned.id.id, times, link)
  }

  /** Requests a full synchronization of a connected edge. Always throws 400: no edge can connect to this version. */
  async function sync(scope: Scope, id: string): Promise<void> {
    const edge = await edges.getFor(scope, 'WRITE', id)
    requireOffered()
    throw badRequest(`The edge "${edge.name}" isn’t connected. It syncs when it connects.`)
  }

  return { ...edges, save, setRoot, missingChains, listChains, events, sync, findByName: store.findByName }
}
