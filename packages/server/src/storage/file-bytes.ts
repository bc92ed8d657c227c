/** Total size of a tenant's files as counted by its quotas; deleted files in the trash don't count. */

import { sql } from 'kysely'
import type { RelationalStore } from './relational.ts'

const columns = { ota_package: 'data_size', resource: 'bytes' } as const

/** Tables whose rows hold files. */
export type FileHolder = keyof typeof columns

/** Total bytes; 0 if the tenant has no files. */
export async function fileBytesOf(relational: RelationalStore, table: FileHolder, tenantId: string): Promise<number> {
  const row = await relational.first(
    relational.build
      .selectFrom(table as 'resource')
      .select(sql<number>`coalesce(sum(${sql.ref(columns[table])}), 0)`.as('bytes'))
      .where('tenant_id', '=', tenantId),
  )
  return Number(row?.bytes ?? 0)
}
