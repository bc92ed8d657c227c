/**
 * What an edge has: devices, assets, entity views, dashboards and rule chains of its tenant, held as relations of the
 * group EDGE. The edge is told of each in the same transaction.
 */

import type { TypesWith } from '@sonde/model/entities/entity-kinds'
import { badRequest } from '@sonde/model/errors'
import { type EntityId, NIL_UUID } from '@sonde/model/ids'
import type { Scope } from '../access/scope.ts'
import type { Clock } from '../clock.ts'
import type { Commit } from '../journal/commit.ts'
import { entityMessage } from '../journal/entity-message.ts'
import type { EntityChange } from '../storage/storage.ts'
import type { EdgeService } from './edge-service.ts'
import type { EdgeStore } from './edge-store.ts'

export type EdgeContent = TypesWith<{ readonly edges: 'assigned' }>

/** What an assignment has to know of what it assigns. */
export interface EdgeThing {
  readonly id: EntityId
  readonly tenantId: { readonly id: string }
  readonly customerId?: { readonly id: string }
  /** Of entity views. */
  readonly entityId?: EntityId
  /** Of rule chains. */
  readonly type?: string
}

export interface EdgeAssignmentParts {
  readonly edges: EdgeService
  readonly store: EdgeStore
  /** Finds one that the caller may read. */
  readonly find: Readonly<Record<EdgeContent, (scope: Scope, id: string) => Promise<EdgeThing>>>
  /** Ids of the entity views of an entity. */
  readonly viewsOf: (tenantId: string, id: string) => Promise<readonly string[]>
  readonly commit: Commit
  readonly clock: Clock
}

export type EdgeAssignment = ReturnType<typeof createEdgeAssignment>

export function createEdgeAssignment({ edges, store, find, viewsOf, commit, clock }: EdgeAssignmentParts) {
  /** Assigning again is no error. */
  async function assign(scope: Scope, edgeId: string, type: EdgeContent, id: string): Promise<EdgeThing> {
    const edge = await edges.getFor(scope, 'WRITE', edgeId)
    const thing = await find[type](scope, id)
    if (type === 'RULE_CHAIN' && thing.type !== 'EDGE') {
      throw badRequest('Only rule chains of the type EDGE run on edges.')
    }
    if (thing.entityId && !(await store.assignedOf(edge.id.id, [thing.entityId.id])).has(thing.entityId.id)) {
      throw badRequest('Assign what the entity view shows to the edge first.')
    }
    const nowMs = clock.nowMs()
    await commit({
      statements: [
        store.assign(edge.id.id, thing.id),
        ...store.insertEvents([{ ...eventOf(edge, type, thing), action: 'ASSIGNED_TO_EDGE' }], nowMs),
      ],
      changes: [changeOf(thing)],
      messages: [
        messageOf(scope, 'ENTITY_ASSIGNED_TO_EDGE', thing, nowMs, {
          assignedEdgeId: edge.id.id,
          assignedEdgeName: edge.name,
        }),
      ],
    })
    return thing
  }

  /** Taking away what is not there is no error. */
  async function unassign(scope: Scope, edgeId: string, type: EdgeContent, id: string): Promise<EdgeThing> {
    const edge = await edges.getFor(scope, 'WRITE', edgeId)
    const thing = await find[type](scope, id)
    if (type === 'RULE_CHAIN' && edge.rootRuleChainId?.id === thing.id.id) {
      throw badRequest("The edge's root rule chain cannot be taken from it; make another one root first.")
    }
    if (type === 'DEVICE' || type === 'ASSET') {
      const views = await viewsOf(thing.tenantId.id, thing.id.id)
      if ((await store.assignedOf(edge.id.id, views)).size > 0) {
        throw badRequest('An entity view on the edge shows it; take the view from the edge first.')
      }
    }
    const nowMs = clock.nowMs()
    await commit({
      statements: [
        store.unassign(edge.id.id, thing.id),
        ...store.insertEvents([{ ...eventOf(edge, type, thing), action: 'UNASSIGNED_FROM_EDGE' }], nowMs),
      ],
      changes: [changeOf(thing)],
      messages: [
        messageOf(scope, 'ENTITY_UNASSIGNED_FROM_EDGE', thing, nowMs, {
          unassignedEdgeId: edge.id.id,
          unassignedEdgeName: edge.name,
        }),
      ],
    })
    return thing
  }

  return { assign, unassign }
}

const eventOf = (
  edge: { readonly id: EntityId; readonly tenantId: { readonly id: string } },
  type: EdgeContent,
  thing: EdgeThing,
) => ({ tenantId: edge.tenantId.id, edgeId: edge.id.id, type, entityId: thing.id.id })

const changeOf = (thing: EdgeThing): EntityChange => ({
  kind: 'updated',
  entity: thing.id,
  tenantId: thing.tenantId.id,
  customerId: customerOf(thing),
  aspect: 'edge',
})

const messageOf = (scope: Scope, type: string, thing: EdgeThing, nowMs: number, metadata: Record<string, string>) =>
  entityMessage({
    scope,
    type,
    originator: thing.id,
    customerId: customerOf(thing),
    // Dashboards are large, and rules do not read them.
    data: thing.id.entityType === 'DASHBOARD' ? { ...thing, configuration: '' } : thing,
    metadata,
    nowMs,
  })

const customerOf = (thing: EdgeThing): string => thing.customerId?.id ?? NIL_UUID
