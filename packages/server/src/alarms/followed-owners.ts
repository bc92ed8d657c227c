/**
 * Alarms belong to the customer of their originator until they are cleared: when an entity is assigned, unassigned or
 * moved, the same transaction updates its alarms. Cleared alarms stay with the customer who had them.
 */

import { NIL_UUID } from '@sonde/model/ids'
import { sql } from 'kysely'
import type { CommitHook } from '../journal/commit.ts'
import type { RelationalStore, Statement } from '../storage/relational.ts'
import type { EntityChange, Storage, Transaction } from '../storage/storage.ts'

/** Entities per statement. */
const entitiesPerStatement = 500

export function followOwners(relational: RelationalStore): CommitHook {
  const { build, statement } = relational

  /** Statements for entities of a tenant that now belong to the same customer. */
  function moved(tenantId: string, customerId: string, ids: readonly string[]): Statement[] {
    const alarms = () =>
      build
        .selectFrom('alarm')
        .where('alarm.tenant_id', '=', tenantId)
        .where('alarm.originator_id', 'in', ids)
        .where('alarm.cleared', '=', 0)
        .where('alarm.customer_id', '<>', customerId)
    const shownAtOwner = () => alarms().where('alarm.propagate_to_owner', '=', 1)
    const isFree = customerId === NIL_UUID
    return [
      // The alarm is no longer shown at its former owner, which is the tenant if there was no customer.
      statement(
        build
          .deleteFrom('alarm_entity')
          .where('alarm_id', 'in', shownAtOwner().select('alarm.id'))
          .where(
            sql<boolean>`entity_id = (select case when a.customer_id <> ${NIL_UUID} then a.customer_id
              when a.propagate_to_tenant = 0 then a.tenant_id end from alarm a where a.id = alarm_entity.alarm_id)`,
          ),
      ),
      statement(
        build
          .insertInto('alarm_entity')
          .columns(['entity_id', 'entity_type', 'alarm_id', 'created_time'])
          .expression(
            shownAtOwner().select([
              sql<string>`${isFree ? tenantId : customerId}`.as('e'),
              sql<string>`${isFree ? 'TENANT' : 'CUSTOMER'}`.as('t'),
              'alarm.id',
              'alarm.created_time',
            ]),
          )
          .onConflict((conflict) => conflict.doNothing()),
      ),
      statement(
        build
          .updateTable('alarm')
          .set({ customer_id: customerId })
          .where('tenant_id', '=', tenantId)
          .where('originator_id', 'in', ids)
          .where('cleared', '=', 0),
      ),
    ]
  }

  async function following(next: Storage['transact'], transaction: Transaction, assigned: readonly EntityChange[]) {
    const given = transaction.statements ?? []
    const { rowsChanged, ...result } = await next({
      ...transaction,
      statements: [...given, ...byOwner(assigned).flatMap((each) => moved(...each))],
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
