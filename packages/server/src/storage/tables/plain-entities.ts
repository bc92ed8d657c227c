/** Tables of plain entity types, generated from their descriptors. */

import { plainTypes } from '@sonde/model/entities/entity-kinds'
import { assignableColumns } from '../../entities/columns.ts'
import { entityDescriptors } from '../../entities/entity-descriptors.ts'

function tableOf({ table, columns }: (typeof entityDescriptors)['ASSET']): readonly string[] {
  const texts = Object.keys(columns).filter((name) => !(name in assignableColumns))
  return [
    `create table ${table} (id text primary key, created_time bigint not null,
     tenant_id text not null references tenant (id) on delete cascade, customer_id text not null, name text not null,
     type text not null, additional_info text, ${texts.map((name) => `${name} text, `).join('')}unique (tenant_id, name))`,
    `create index ${table}_by_time on ${table} (tenant_id, created_time)`,
    `create index ${table}_by_customer on ${table} (tenant_id, customer_id, created_time)`,
    `create index ${table}_by_type_and_time on ${table} (tenant_id, type, created_time)`,
    `create index ${table}_by_customer_and_type on ${table} (tenant_id, customer_id, type, created_time)`,
  ]
}

export const plainEntities: readonly string[] = plainTypes.flatMap((type) => tableOf(entityDescriptors[type]))

export const plainTables: readonly string[] = plainTypes.map((type) => entityDescriptors[type].table)
