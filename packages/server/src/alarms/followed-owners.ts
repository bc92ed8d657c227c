/**
 * Alarms belong to the customer of their originator until they are cleared: when an entity is assigned, unassigned or
 * moved, the same transaction updates its alarms. Cleared alarms stay with the customer who had them.
 */

import type { CommitHook } from '../journal/commit.ts'
import type { RelationalStore } from '../storage/relational.ts'
import type { EntityChange, Storage, Transaction } from '../storage/storage.ts'
import { createAlarmOwnerStore } from './alarm-owner-store.ts'

/** Entities per statement. */
const entitiesPerStatement = 500

export function followOwners(relational: RelationalStore): CommitHook {
  const store = createAlarmOwnerStore(relational)

  async function following(next: Storage['transact'], transaction: Transaction, assigned: readonly EntityChange[]) {
    const given = transaction.statements ?? []
    const { rowsChanged, ...result } = await next({
      ...transaction,
      statements: [...given, ...byOwner(assigned).flatMap((each) => store.move(...each))],
    })
    return { ...result, rowsChanged: rowsChanged.slice(0, given.length) }
  }

  return (next) => (transaction) => {
    const assigned = transaction.changes?.filter(isAssigned)
    return assigned?.length ? following(next, transaction, assigned) : next(transaction)
  }
}

/** A dashboard has several customers and no alarms. */
export const isAssigned = ({ kind, aspect, entity }: EntityChange): boolean =>
  kind === 'updated' && aspect === 'assignment' && entity.entityType !== 'DASHBOARD'

type OfOwner = [tenantId: string, customerId: string, ids: string[]]

function byOwner(assigned: readonly EntityChange[]): OfOwner[] {
  const groups = new Map<string, OfOwner>()
  const full: OfOwner[] = []
  for (const { tenantId, customerId, entity } of assigned) {
    const name = `${tenantId} ${customerId}`
    const group = groups.get(name) ?? [tenantId, customerId, []]
    group[2].push(entity.id)
    groups.set(name, group)
    if (group[2].length < entitiesPerStatement) continue
    full.push(group)
    groups.delete(name)
  }
  return [...full, ...groups.values()]
}
