/** Reads the devices whose activity tracking continues after a start. */

import type { RelationalStore } from '../storage/relational.ts'

/**
 * Devices that were active, or never became active and weren't reported inactive, when the previous process stopped.
 */
export const readUnsettledDevices = ({ build, all }: RelationalStore) =>
  all(
    build
      .selectFrom('attribute as a')
      .innerJoin('device as d', 'd.id', 'a.entity_id')
      .select(['d.id', 'd.tenant_id', 'd.created_time'])
      // Filters by tenant first, because the index begins with it.
      .where('a.tenant_id', 'in', build.selectFrom('tenant').select('id'))
      .where('a.entity_type', '=', 'DEVICE')
      .where('a.key', '=', 'active')
      .where('a.scope', '=', 'SERVER_SCOPE')
      .where((where) =>
        where.or([
          where('a.value', '=', 'true'),
          where.not(
            where.exists(
              where
                .selectFrom('attribute as b')
                .select('b.key')
                .whereRef('b.entity_id', '=', 'a.entity_id')
                .where('b.scope', '=', 'SERVER_SCOPE')
                .where('b.key', '=', 'inactivityAlarmTime'),
            ),
          ),
        ]),
      ),
  )
