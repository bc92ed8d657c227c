/**
 * Lists of one type, and of customers by time, in their order at once, as devices have it already. Written for SQLite and
 * PostgreSQL alike.
 */

export const name = '0016-list-indexes'

export const up: readonly string[] = [
  ...['asset', 'entity_view', 'edge'].flatMap((table) => [
    `create index ${table}_by_type_and_time on ${table} (tenant_id, type, created_time)`,
    `drop index ${table}_by_type`,
    `create index ${table}_by_customer_and_type on ${table} (tenant_id, customer_id, type, created_time)`,
  ]),
  `create index customer_by_time on customer (tenant_id, created_time)`,
]
