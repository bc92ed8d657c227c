/**
 * Server-side descriptor of an entity type: storage, owner, access rules, entity queries and trash. The model's
 * descriptor of the type contains the rest.
 */

import type { EntityType } from '@sonde/model/ids'
import type { Columns } from './columns.ts'
import type { Rules } from './rules.ts'

/** Columns that determine the owner of an entity. */
export interface Owner {
  /** `id`: the entity itself is a tenant. Absent: it belongs to the system. */
  readonly tenant?: 'tenant_id' | 'id'
  /** `id`: the entity itself is a customer. Absent: it can't belong to a customer. */
  readonly customer?: 'customer_id' | 'id'
  /** Table that assigns the entity to customers, and its column with the ID of the entity. */
  readonly customers?: readonly [table: string, column: string]
  /** Type and column of another entity, whose owner is also the owner of this one. */
  readonly through?: readonly [type: EntityType, column: string]
  /** Column with the role of a user. */
  readonly authority?: string
}

/** Source of entity queries. Fields that are missing here don't exist for the type. */
export interface QueryTable {
  /** Column by entity field. */
  readonly fields: Readonly<Record<string, string>>
  /** Column that type filters compare. */
  readonly typeColumn?: string
  /** Subquery that is read instead of the table. */
  readonly source?: string
  /** Column with the customer whose users may see the entity, if it isn't the owner's. */
  readonly customerColumn?: string
}

/** Placeholder for the row ID column that ends every index, whatever the database calls it. */
export const rowOrder = 'row order'

/** Columns in the in-memory index, for types that only lists search. */
export interface IndexedColumns {
  readonly fields: Readonly<Record<string, string>>
  readonly ownerColumn: string | null
  /**
   * Columns with an index that gives a unique order within a tenant. `rowOrder` comes last if the others aren't unique.
   */
  readonly sliceColumns: readonly string[]
}

/** A table whose rows are deleted with an entity. */
export interface PartTable {
  readonly table: string
  readonly columns: Columns
  /** Column with the ID of the entity. */
  readonly key: string
}

/** Data that the trash stores of a deleted entity besides its row. */
export interface TrashRules {
  /** Column that the trash list shows as the type. */
  readonly typeColumn?: string
  /** In the order of restoring, after the entity's own row. */
  readonly parts?: readonly PartTable[]
  /** Column with the name of its file in the packages folder. */
  readonly fileColumn?: string
  /** Column with the number of bytes that it stores. */
  readonly bytesColumn?: string
  /** Type of the entity that it is deleted and restored with. */
  readonly whole?: EntityType
  /** Columns and API fields that a restore resets to these values. */
  readonly reset?: {
    readonly columns: Readonly<Record<string, string | number | null>>
    readonly fields: Readonly<Record<string, unknown>>
  }
}

export interface EntityDescriptor {
  readonly table: string
  readonly columns: Columns
  /** Other tables with entities of the type. */
  readonly otherTables?: readonly string[]
  /** Absent: the type has no name. */
  readonly nameColumn?: string
  readonly owner: Owner
  readonly rules: Rules
  /** Absent: entity queries don't cover the type. */
  readonly query?: QueryTable
  readonly index?: IndexedColumns
  readonly trash?: TrashRules
  /** For types that a tenant may have very many of: deleted before the tenant in small commits, in this order. */
  readonly removal?: 'first' | 'second'
}

const common = { createdTime: 'created_time' } as const

/** Entity fields of types with a name and a type. */
export const namedFields = { ...common, name: 'name', title: 'name', type: 'type' } as const
/** Entity fields of types with a title. */
export const titledFields = { ...common, name: 'title', title: 'title', label: 'title' } as const
/** Entity fields of a contact; the columns have the same names. */
export const contactFields = {
  country: 'country',
  state: 'state',
  city: 'city',
  address: 'address',
  address2: 'address2',
  zip: 'zip',
  phone: 'phone',
  email: 'email',
} as const
