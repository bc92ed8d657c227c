/**
 * Finds the entities, other than its originator, that an alarm is linked to: those from which relations lead to the
 * originator over any number of hops; the owner (its customer, or the tenant if it has none); the tenant.
 */

import type { Alarm } from '@sonde/model/alarms/alarm'
import { type EntityId, NIL_UUID } from '@sonde/model/ids'
import { createWalk } from '../entity-query/relation-walk.ts'
import type { RelationalStore } from '../storage/relational.ts'

export type Propagation = Pick<Alarm, 'propagate' | 'propagateToOwner' | 'propagateToTenant' | 'propagateRelationTypes'>

/** Throws 400 if the number of relations exceeds the limit of a walk. */
export async function propagationOf(
  relational: RelationalStore,
  {
    originator,
    tenantId,
    customerId,
    ...requested
  }: Pick<Alarm, 'originator' | 'tenantId' | 'customerId'> & Propagation,
): Promise<EntityId[]> {
  const found = new Map<string, EntityId>()
  const add = (entity: EntityId) => found.set(entity.id, entity)
  if (requested.propagate) {
    const types = requested.propagateRelationTypes
    // As in the wire API, types filter the found entities but don't limit the traversal.
    const walk = createWalk(relational, { direction: 'TO' }, ({ type }) => types.length === 0 || types.includes(type))
    for (const ancestor of await walk(originator)) add(ancestor)
  }
  if (requested.propagateToOwner) add(customerId.id === NIL_UUID ? tenantId : customerId)
  if (requested.propagateToTenant) add(tenantId)
  found.delete(originator.id)
  return [...found.values()]
}

/** Whether `after` links the alarm to more entities than `before`. */
export const widens = (before: Propagation, after: Propagation): boolean =>
  (after.propagate && !before.propagate) ||
  (after.propagateToOwner && !before.propagateToOwner) ||
  (after.propagateToTenant && !before.propagateToTenant) ||
  (after.propagate && after.propagateRelationTypes.length !== before.propagateRelationTypes.length)
