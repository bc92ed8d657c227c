/** How much the files of a tenant hold together, as its quotas count them: what is in the trash does not count. */

import { sql } from 'kysely'
import type { RelationalStore } from './relational.ts'

const columns = { ota_package: 'data_size', resource: 'bytes' } as const

/** Tables of what holds files. */
export type FileHolder = keyof typeof columns

/** Bytes; 0 without any. */
export async function fileBytesOf(relational: RelationalStore, table: FileHolder, tenantId: string): Promise<number> {
  const row = await relational.first(
    relational.build
      .selectFrom(table as 'resource')
      .select(sql<number>`coalesce(sum(${sql.ref(columns[table])}), 0)`.as('bytes'))
      .where('tenant_id', '=', tenantId),
  )
  return Number(row?.bytes ?? 0)
}
