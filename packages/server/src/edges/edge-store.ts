/** Edges, their assignments and their events, in the relational store. */

import type { Edge, EdgeEvent, EdgeEventAction, EdgeEventType } from '@sonde/model/edges/edge'
import { parseJson } from '@sonde/model/exact-json'
import { type EntityId, entityId, optionalEntityId, type TenantId, type Uuid } from '@sonde/model/ids'
import type { PageData, PageLink } from '@sonde/model/paging'
import { sql } from 'kysely'
import { createAssignableStore } from '../assignables/assignable-rows.ts'
import type { ListDeps } from '../entity-query/entity-list.ts'
import { newId } from '../ids.ts'
import { createOrderedIds } from '../ordered-ids.ts'
import { autoAssignedChains, rootChain } from '../storage/edge-templates.ts'
import { entityPage } from '../storage/entity-page.ts'
import type { EdgeEventTable } from '../storage/record-schema.ts'
import type { Statement } from '../storage/relational.ts'
import type { EdgeTable } from '../storage/schema.ts'

/** An edge event without an ID. */
export interface NewEdgeEvent {
  readonly tenantId: TenantId
  readonly edgeId: Uuid<'EDGE'>
  readonly type: EdgeEventType
  readonly action: EdgeEventAction
  /** UUID of the entity that the event is about. */
  readonly entityId: string | null
  readonly body?: unknown
}

/** A rule chain on an edge, with the chains that its nodes forward messages to. */
export interface EdgeChain {
  readonly id: string
  readonly name: string
  readonly callsTo: readonly string[]
}

/** Relation that assigns an entity to an edge. */
const assignment = { type_group: 'EDGE', type: 'Contains' } as const
const chainNodeType = 'org.thingsboard.rule.engine.flow.TbRuleChainInputNode'
/** IDs per statement: below SQLite's limit of bound variables. */
const perQuery = 1000

export type EdgeStore = ReturnType<typeof createEdgeStore>

export function createEdgeStore(lists: ListDeps) {
  const { relational } = lists
  const { build } = relational
  const eventId = createOrderedIds()
  const common = createAssignableStore(lists, {
    table: 'edge',
    entityType: 'EDGE',
    many: 'Edges',
    texts: ['label'],
    of: edgeOf,
    rowOf,
  })

  const assign = (edgeId: Uuid<'EDGE'>, { entityType, id }: EntityId): Statement =>
    relational.statement(
      build
        .insertInto('relation')
        .values({ from_type: 'EDGE', from_id: edgeId, to_type: entityType, to_id: id, ...assignment })
        .onConflict((conflict) => conflict.doNothing()),
    )

  const unassign = (edgeId: Uuid<'EDGE'>, { entityType, id }: EntityId): Statement =>
    relational.statement(
      build
        .deleteFrom('relation')
        .where('from_type', '=', 'EDGE')
        .where('from_id', '=', edgeId)
        .where('to_type', '=', entityType)
        .where('to_id', '=', id)
        .where('type_group', '=', assignment.type_group)
        .where('type', '=', assignment.type),
    )

  const assigned = () =>
    build
      .selectFrom('relation')
      .where('from_type', '=', 'EDGE')
      .where('type_group', '=', assignment.type_group)
      .where('type', '=', assignment.type)

  /** IDs of the entities that are assigned to the edge. */
  async function assignedOf(edgeId: Uuid<'EDGE'>, ids: readonly string[]): Promise<Set<string>> {
    const found = new Set<string>()
    for (let at = 0; at < ids.length; at += perQuery) {
      const query = assigned()
        .select('to_id')
        .where('from_id', '=', edgeId)
        .where('to_id', 'in', ids.slice(at, at + perQuery))
      for (const row of await relational.scan(query)) found.add(row.to_id)
    }
    return found
  }

  /** IDs of the edges that the entities are assigned to, by entity ID. */
  async function edgesOfMany(ids: readonly string[]): Promise<Map<string, string[]>> {
    const found = new Map<string, string[]>()
    for (let at = 0; at < ids.length; at += perQuery) {
      const query = assigned()
        .select(['to_id', 'from_id'])
        .where('to_id', 'in', ids.slice(at, at + perQuery))
      for (const { to_id, from_id } of await relational.scan(query)) {
        const edges = found.get(to_id)
        if (edges) edges.push(from_id)
        else found.set(to_id, [from_id])
      }
    }
    return found
  }

  /** IDs of the tenant's edges; with `customerId`, only of that customer. */
  async function edgeIds(tenantId: TenantId, customerId?: string): Promise<string[]> {
    let query = build.selectFrom('edge').select('id').where('tenant_id', '=', tenantId)
    if (customerId !== undefined) query = query.where('customer_id', '=', customerId)
    return (await relational.scan(query)).map((row) => row.id)
  }

  async function hasAny(): Promise<boolean> {
    return (await relational.first(build.selectFrom('edge').select('id').limit(1))) !== undefined
  }

  /** Rule chain that new edges get as their root. */
  async function templateRoot(tenantId: TenantId): Promise<string | undefined> {
    return (await relational.first(rootChain(build, tenantId, 'EDGE').select('id')))?.id
  }

  /** Rule chains that new edges get in addition to the root. */
  async function autoAssigned(tenantId: TenantId): Promise<string[]> {
    const rows = await relational.scan(autoAssignedChains(build, tenantId).select('rule_chain.id'))
    return rows.map((row) => row.id)
  }

  async function chainsOf(edgeId: Uuid<'EDGE'>): Promise<EdgeChain[]> {
    const ids = assigned().select('to_id').where('from_id', '=', edgeId).where('to_type', '=', 'RULE_CHAIN')
    const [chains, nodes] = await Promise.all([
      relational.scan(build.selectFrom('rule_chain').select(['id', 'name']).where('id', 'in', ids).orderBy('name')),
      relational.scan(
        build
          .selectFrom('rule_node')
          .select(['rule_chain_id', 'configuration'])
          .where('rule_chain_id', 'in', ids)
          .where('type', '=', chainNodeType),
      ),
    ])
    return chains.map(({ id, name }) => ({
      id,
      name,
      callsTo: nodes.flatMap((node) => (node.rule_chain_id === id ? chainCalledBy(node.configuration) : [])),
    }))
  }

  /** Page of the IDs of rule chains on an edge. */
  function chainPage(edgeId: Uuid<'EDGE'>, link: PageLink): Promise<PageData<string>> {
    const ids = assigned().select('to_id').where('from_id', '=', edgeId).where('to_type', '=', 'RULE_CHAIN')
    return entityPage(relational, build.selectFrom('rule_chain').select('id').where('id', 'in', ids), {
      link,
      sortColumns: { createdTime: 'created_time', id: sql.ref('id'), name: 'name', root: sql.ref('root') },
      searchColumns: ['name'],
      idColumn: 'id',
      map: (row) => row.id,
    })
  }

  async function chainNames(tenantId: TenantId, ids: readonly string[]): Promise<Map<string, string>> {
    if (ids.length === 0) return new Map()
    const rows = await relational.scan(
      build.selectFrom('rule_chain').select(['id', 'name']).where('tenant_id', '=', tenantId).where('id', 'in', ids),
    )
    return new Map(rows.map((row) => [row.id, row.name]))
  }

  const setRoot = (edge: Edge, ruleChainId: string): Statement =>
    relational.statement(
      build
        .updateTable('edge')
        .set({ root_rule_chain_id: ruleChainId })
        .where('id', '=', edge.id.id)
        .where('tenant_id', '=', edge.tenantId.id),
      { expectRows: 1 },
    )

  /** Records edge events, except those of edges that were deleted by then. */
  const insertEvents = (events: readonly NewEdgeEvent[], nowMs: number): Statement[] =>
    events.map((event) => {
      const row = eventRow(event, eventId(nowMs), nowMs)
      const columns = Object.keys(row) as (keyof EdgeEventTable)[]
      const values = columns.map((column) => sql<string | number | null>`${row[column]}`.as(column))
      return relational.statement(
        build
          .insertInto('edge_event')
          .columns(columns)
          .expression(build.selectFrom('edge').select(values).where('edge.id', '=', event.edgeId)),
      )
    })

  function events(
    edgeId: Uuid<'EDGE'>,
    times: { readonly startTime?: number | undefined; readonly endTime?: number | undefined },
    link: PageLink,
  ): Promise<PageData<EdgeEvent>> {
    let query = build.selectFrom('edge_event').selectAll().where('edge_id', '=', edgeId)
    if (times.startTime !== undefined) query = query.where('created_time', '>=', times.startTime)
    if (times.endTime !== undefined) query = query.where('created_time', '<=', times.endTime)
    return entityPage(relational, query, {
      link,
      sortColumns: {
        createdTime: 'created_time',
        id: sql.ref('id'),
        type: sql.ref('type'),
        action: sql.ref('action'),
        entityId: sql.ref('entity_id'),
        uid: sql.ref('uid'),
      },
      searchColumns: ['type', 'action', 'entity_id'],
      idColumn: 'id',
      map: eventOf,
    })
  }

  /** Number of stored events by tenant. */
  async function eventCounts(): Promise<Map<string, number>> {
    const rows = await relational.scan(
      build
        .selectFrom('edge_event')
        .select(['tenant_id', sql<number>`count(*)`.as('count')])
        .groupBy('tenant_id'),
    )
    return new Map(rows.map((row) => [row.tenant_id, Number(row.count)]))
  }

  const removeEventsBefore = (ts: number): Statement =>
    relational.statement(build.deleteFrom('edge_event').where('created_time', '<', ts))

  return {
    ...common,
    assign,
    unassign,
    assignedOf,
    edgesOfMany,
    edgeIds,
    hasAny,
    templateRoot,
    autoAssigned,
    chainsOf,
    chainPage,
    chainNames,
    setRoot,
    insertEvents,
    events,
    eventCounts,
    removeEventsBefore,
  }
}

/** ID of the chain that a "rule chain" node forwards to, if it names one. */
function chainCalledBy(configuration: string): string[] {
  const { ruleChainId } = (JSON.parse(configuration) ?? {}) as { readonly ruleChainId?: unknown }
  return typeof ruleChainId === 'string' ? [ruleChainId] : []
}

const edgeOf = (row: EdgeTable): Edge => ({
  id: entityId('EDGE', row.id),
  createdTime: row.created_time,
  additionalInfo: row.additional_info === null ? null : parseJson(row.additional_info),
  tenantId: entityId('TENANT', row.tenant_id),
  customerId: entityId('CUSTOMER', row.customer_id),
  rootRuleChainId: optionalEntityId('RULE_CHAIN', row.root_rule_chain_id),
  name: row.name,
  type: row.type,
  label: row.label,
  routingKey: row.routing_key,
  secret: row.secret,
})

const rowOf = (edge: Edge): EdgeTable => ({
  id: edge.id.id,
  created_time: edge.createdTime,
  tenant_id: edge.tenantId.id,
  customer_id: edge.customerId.id,
  name: edge.name,
  type: edge.type,
  additional_info: edge.additionalInfo === null ? null : JSON.stringify(edge.additionalInfo),
  label: edge.label,
  root_rule_chain_id: edge.rootRuleChainId?.id ?? null,
  routing_key: edge.routingKey,
  secret: edge.secret,
})

const eventRow = (event: NewEdgeEvent, id: string, nowMs: number): EdgeEventTable => ({
  id,
  created_time: nowMs,
  tenant_id: event.tenantId,
  edge_id: event.edgeId,
  uid: newId(nowMs),
  type: event.type,
  action: event.action,
  entity_id: event.entityId,
  body: event.body === undefined || event.body === null ? null : JSON.stringify(event.body),
})

const eventOf = (row: EdgeEventTable): EdgeEvent => ({
  id: { id: row.id },
  createdTime: row.created_time,
  tenantId: entityId('TENANT', row.tenant_id),
  edgeId: entityId('EDGE', row.edge_id),
  action: row.action as EdgeEventAction,
  entityId: row.entity_id,
  uid: row.uid,
  type: row.type as EdgeEventType,
  body: row.body === null ? null : parseJson(row.body),
})
