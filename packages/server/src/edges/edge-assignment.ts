/**
 * Assigns devices, assets, entity views, dashboards and rule chains of a tenant to its edges, as relations of the group
 * EDGE. Each assignment writes its edge event in the same transaction.
 */

import { viewedTypes } from '@sonde/model/entity-views/entity-view'
import { badRequest } from '@sonde/model/errors'
import { type EntityId, NIL_UUID } from '@sonde/model/ids'
import type { Scope } from '../access/scope.ts'
import type { Clock } from '../clock.ts'
import type { Commit } from '../journal/commit.ts'
import { entityAction } from '../journal/entity-action.ts'
import type { EntityChange } from '../storage/storage.ts'
import type { EdgeContent, EdgeContents, EdgeEntity } from './edge-contents.ts'
import type { EdgeService } from './edge-service.ts'
import type { EdgeStore } from './edge-store.ts'

export interface EdgeAssignmentDeps {
  readonly edges: EdgeService
  readonly store: EdgeStore
  readonly contents: EdgeContents
  /** IDs of the entity views of an entity. */
  readonly viewsOf: (tenantId: string, id: string) => Promise<readonly string[]>
  readonly commit: Commit
  readonly clock: Clock
}

export type EdgeAssignment = ReturnType<typeof createEdgeAssignment>

export function createEdgeAssignment({ edges, store, contents, viewsOf, commit, clock }: EdgeAssignmentDeps) {
  /** Assigning an entity twice isn't an error. */
  async function assign(scope: Scope, edgeId: string, type: EdgeContent, id: string): Promise<EdgeEntity> {
    const edge = await edges.getFor(scope, 'WRITE', edgeId)
    const entity = await contents[type].get(scope, id)
    if (type === 'RULE_CHAIN' && entity.type !== 'EDGE') {
      throw badRequest('Only rule chains of the type EDGE run on edges.')
    }
    if (entity.entityId && !(await store.assignedOf(edge.id.id, [entity.entityId.id])).has(entity.entityId.id)) {
      throw badRequest('Assign the device or asset of the entity view to the edge first.')
    }
    const nowMs = clock.nowMs()
    await commit({
      statements: [
        store.assign(edge.id.id, entity.id),
        ...store.insertEvents([{ ...eventOf(edge, type, entity), action: 'ASSIGNED_TO_EDGE' }], nowMs),
      ],
      changes: [changeOf(entity)],
      ...entityAction(scope, 'ASSIGNED_TO_EDGE', sentOf(entity), nowMs, {
        metadata: {
          assignedEdgeId: edge.id.id,
          assignedEdgeName: edge.name,
        },
      }),
    })
    return entity
  }

  /** Unassigning an entity that isn't assigned isn't an error. */
  async function unassign(scope: Scope, edgeId: string, type: EdgeContent, id: string): Promise<EdgeEntity> {
    const edge = await edges.getFor(scope, 'WRITE', edgeId)
    const entity = await contents[type].get(scope, id)
    if (type === 'RULE_CHAIN' && edge.rootRuleChainId?.id === entity.id.id) {
      throw badRequest('The root rule chain of an edge can’t be unassigned. Make another one root first.')
    }
    if (viewedTypes.some((viewed) => viewed === type)) {
      const views = await viewsOf(entity.tenantId.id, entity.id.id)
      if ((await store.assignedOf(edge.id.id, views)).size > 0) {
        throw badRequest('An entity view on the edge uses it. Unassign the entity view first.')
      }
    }
    const nowMs = clock.nowMs()
    await commit({
      statements: [
        store.unassign(edge.id.id, entity.id),
        ...store.insertEvents([{ ...eventOf(edge, type, entity), action: 'UNASSIGNED_FROM_EDGE' }], nowMs),
      ],
      changes: [changeOf(entity)],
      ...entityAction(scope, 'UNASSIGNED_FROM_EDGE', sentOf(entity), nowMs, {
        metadata: {
          unassignedEdgeId: edge.id.id,
          unassignedEdgeName: edge.name,
        },
      }),
    })
    return entity
  }

  return { assign, unassign }
}

const eventOf = (
  edge: { readonly id: EntityId<'EDGE'>; readonly tenantId: EntityId<'TENANT'> },
  type: EdgeContent,
  entity: EdgeEntity,
) => ({ tenantId: edge.tenantId.id, edgeId: edge.id.id, type, entityId: entity.id.id })

const changeOf = (entity: EdgeEntity): EntityChange => ({
  kind: 'updated',
  entity: entity.id,
  tenantId: entity.tenantId.id,
  customerId: customerOf(entity),
  aspect: 'edge',
})

const customerOf = (entity: EdgeEntity): string => entity.customerId?.id ?? NIL_UUID

/** Rule engine message body: dashboards are sent without their large configuration, which rules don't read. */
const sentOf = (entity: EdgeEntity) =>
  entity.id.entityType === 'DASHBOARD' ? { ...entity, configuration: '' } : entity
