/**
 * Where the entities of each type are, which of their columns are entity fields, and who sees which rows
 * (dashboards.md §4.2, §7.2).
 */

import type { EntityType } from '@sonde/model/ids'
import { type RawBuilder, sql } from 'kysely'
import type { Scope } from '../access/scope.ts'
import { contactColumnNames } from '../customers/contact-columns.ts'

export interface EntityTable {
  readonly entityType: EntityType
  /** The table, or what stands for it. */
  readonly source: RawBuilder<unknown>
  /** Column by entity field. A field that is not here is foreign to the type. */
  readonly fields: Readonly<Record<string, string>>
  /** The column that name filters look at. */
  readonly nameColumn: string
  /** The column that type filters look at. */
  readonly typeColumn: string | null
  /** Which rows of `e` the caller sees. */
  readonly visible: (scope: Scope) => RawBuilder<boolean>
  /**
   * Of types that a tenant may have very many of: their rows have `tenant_id` and `customer_id`, a customer user sees
   * those of the own customer, and queries that SQL cannot answer from an index look at a copy in memory.
   */
  readonly isNumerous?: true
}

const contact = contactColumnNames()
const common = { createdTime: 'created_time' }
const titled = { name: 'title', title: 'title', label: 'title' }

const nothing = sql<boolean>`1 = 0`
const ofTenant = (scope: Scope) => sql<boolean>`e.tenant_id = ${scope.tenantId}`

/** Rows with a customer: a customer user sees those of the own one. */
const ofOwner = (scope: Scope) =>
  scope.authority === 'CUSTOMER_USER'
    ? sql<boolean>`e.tenant_id = ${scope.tenantId} and e.customer_id = ${scope.customerId}`
    : ofTenant(scope)

/** Rows that belong to the tenant alone. */
const ofTenantOnly = (scope: Scope) => (scope.authority === 'CUSTOMER_USER' ? nothing : ofTenant(scope))

const named = { name: 'name', title: 'name', type: 'type' }

/** A device or its like. */
const thing = (entityType: EntityType, table: string, fields: Readonly<Record<string, string>>): EntityTable => ({
  entityType,
  source: sql.table(table),
  fields: { ...common, ...named, ...fields, additionalInfo: 'additional_info' },
  nameColumn: 'name',
  typeColumn: 'type',
  visible: ofOwner,
  isNumerous: true,
})

const tables: readonly EntityTable[] = [
  thing('DEVICE', 'device', { label: 'label' }),
  thing('ASSET', 'asset', { label: 'label' }),
  thing('ENTITY_VIEW', 'entity_view', {}),
  thing('EDGE', 'edge', { label: 'label' }),
  {
    entityType: 'CUSTOMER',
    source: sql.table('customer'),
    fields: { ...common, ...titled, ...contact, additionalInfo: 'additional_info' },
    nameColumn: 'title',
    typeColumn: null,
    visible: (scope) =>
      scope.authority === 'CUSTOMER_USER'
        ? sql<boolean>`e.tenant_id = ${scope.tenantId} and e.id = ${scope.customerId}`
        : ofTenant(scope),
  },
  {
    entityType: 'TENANT',
    source: sql.table('tenant'),
    fields: { ...common, ...titled, ...contact, region: 'region', additionalInfo: 'additional_info' },
    nameColumn: 'title',
    typeColumn: null,
    visible: (scope) =>
      scope.authority === 'SYS_ADMIN' ? sql<boolean>`1 = 1` : sql<boolean>`e.id = ${scope.tenantId}`,
  },
  {
    entityType: 'USER',
    source: sql.table('user'),
    fields: {
      ...common,
      name: 'email',
      title: 'email',
      label: 'email',
      email: 'email',
      firstName: 'first_name',
      lastName: 'last_name',
      additionalInfo: 'additional_info',
    },
    nameColumn: 'email',
    typeColumn: null,
    visible: ofOwner,
  },
  {
    entityType: 'DASHBOARD',
    source: sql.table('dashboard'),
    fields: { ...common, ...titled },
    nameColumn: 'title',
    typeColumn: null,
    visible: (scope) =>
      scope.authority === 'CUSTOMER_USER'
        ? sql<boolean>`e.tenant_id = ${scope.tenantId} and exists (select 1 from dashboard_customer dc
            where dc.dashboard_id = e.id and dc.customer_id = ${scope.customerId})`
        : ofTenant(scope),
  },
  {
    entityType: 'DEVICE_PROFILE',
    source: sql.table('device_profile'),
    fields: { ...common, ...named },
    nameColumn: 'name',
    typeColumn: 'type',
    visible: ofTenantOnly,
  },
  {
    entityType: 'RULE_CHAIN',
    source: sql.table('rule_chain'),
    fields: { ...common, ...named, additionalInfo: 'additional_info' },
    nameColumn: 'name',
    typeColumn: 'type',
    visible: ofTenantOnly,
  },
  {
    // One of the tenant and of each customer that used something, by its title. A customer's user sees the own one.
    entityType: 'API_USAGE_STATE',
    source: sql`(select u.id, u.created_time, u.tenant_id, u.tenant_id as entity_id, t.title as name
      from api_usage_state u join tenant t on t.id = u.tenant_id
      union all select u.id, u.created_time, u.tenant_id, u.customer_id as entity_id, c.title as name
      from customer_usage u join customer c on c.id = u.customer_id)`,
    fields: { ...common, name: 'name', title: 'name' },
    nameColumn: 'name',
    typeColumn: null,
    visible: (scope) =>
      scope.authority === 'CUSTOMER_USER'
        ? sql<boolean>`e.tenant_id = ${scope.tenantId} and e.entity_id = ${scope.customerId}`
        : ofTenant(scope),
  },
]

const byType = new Map(tables.map((table) => [table.entityType, table]))

/** Undefined for types that have no entities yet: queries for them find nothing. */
export const entityTable = (entityType: EntityType): EntityTable | undefined => byType.get(entityType)

/** The name of the entity that two columns name; null when it is gone or has none. */
export const entityNameSql = (typeColumn: string, idColumn: string): RawBuilder<string | null> =>
  sql<string | null>`case ${sql.ref(typeColumn)} ${sql.join(
    tables.map(
      ({ entityType, source, nameColumn }) =>
        sql`when ${sql.lit(entityType)} then (select n.${sql.ref(nameColumn)} from ${source} n
          where n.id = ${sql.ref(idColumn)})`,
    ),
    sql` `,
  )} end`
