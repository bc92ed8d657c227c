/** Statements that give alarms to the present customer of their originators. */

import { NIL_UUID } from '@sonde/model/ids'
import { sql } from 'kysely'
import type { RelationalStore, Statement } from '../storage/relational.ts'

export function createAlarmOwnerStore({ build, statement }: RelationalStore) {
  /** Statements for entities of a tenant that now belong to the same customer. */
  function move(tenantId: string, customerId: string, ids: readonly string[]): Statement[] {
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

  return { move }
}
