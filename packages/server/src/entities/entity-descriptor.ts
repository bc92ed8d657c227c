/**
 * What the server's descriptor says of one type of entity: where its entities are stored, whose they are, who may do
 * what with them, what queries find and what the trash keeps. The model's descriptor of the type says the rest.
 */

import type { EntityType } from '@sonde/model/ids'
import type { Columns } from './columns.ts'
import type { Rules } from './rules.ts'

/** Columns that say whose an entity is. */
export interface Owner {
  /** `id`: tenants themselves. Absent: the system's. */
  readonly tenant?: 'tenant_id' | 'id'
  /** `id`: customers themselves. Absent: no customer has it. */
  readonly customer?: 'customer_id' | 'id'
  /** A table that says which customers have it, and the column that names the entity there. */
  readonly customers?: readonly [table: string, column: string]
  /** It is whose the entity in this column is. */
  readonly through?: readonly [type: EntityType, column: string]
  /** The column with the role of a user. */
  readonly authority?: string
}

/** How entity queries read it. A field that is not here is foreign to the type. */
export interface QueryTable {
  /** Column by entity field. */
  readonly fields: Readonly<Record<string, string>>
  /** The column that type filters look at. */
  readonly typeColumn?: string
  /** What is read instead of the table. */
  readonly source?: string
  /** The column with the customer whose users see it, where it is not the owner's. */
  readonly customerColumn?: string
}

/** Stands for the column that every index ends with, whatever the database calls it. */
export const rowOrder = 'row order'

/** Of types that only lists search: what of an entity is in the in-memory index. */
export interface IndexedColumns {
  readonly fields: Readonly<Record<string, string>>
  readonly ownerColumn: string | null
  /**
   * Columns that an index gives the order of within a tenant, and no two rows have alike. The last is `rowOrder` where
   * other columns are alike in many rows.
   */
  readonly sliceColumns: readonly string[]
}

/** A table whose rows are deleted with an entity. */
export interface PartTable {
  readonly table: string
  readonly columns: Columns
  /** The column that names the entity. */
  readonly key: string
}

/** What of a deleted entity the trash keeps besides its row. */
export interface TrashRules {
  /** The column that the list shows as its type. */
  readonly typeColumn?: string
  /** In the order in which they are restored, after its own row. */
  readonly parts?: readonly PartTable[]
  /** Column of its file in the folder of packages. */
  readonly fileColumn?: string
  /** Column of the bytes that it holds. */
  readonly bytesColumn?: string
  /** What it is deleted and restored with. */
  readonly whole?: EntityType
  /** Columns, and the fields of the API, that are not restored as they were. */
  readonly reset?: {
    readonly columns: Readonly<Record<string, string | number | null>>
    readonly fields: Readonly<Record<string, unknown>>
  }
}

export interface EntityDescriptor {
  readonly table: string
  readonly columns: Columns
  /** Further tables with entities of the type. */
  readonly otherTables?: readonly string[]
  /** Absent: it has no name. */
  readonly nameColumn?: string
  readonly owner: Owner
  readonly rules: Rules
  /** Absent: entity queries find none. */
  readonly query?: QueryTable
  readonly index?: IndexedColumns
  readonly trash?: TrashRules
  /** A tenant may have very many: they are deleted before it in small commits, in this order. */
  readonly removal?: 'first' | 'second'
}

const common = { createdTime: 'created_time' } as const

/** Entity fields of what has a name and a type. */
export const namedFields = { ...common, name: 'name', title: 'name', type: 'type' } as const
/** Entity fields of what has a title. */
export const titledFields = { ...common, name: 'title', title: 'title', label: 'title' } as const
/** Entity fields of a contact; their columns have the same names. */
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
