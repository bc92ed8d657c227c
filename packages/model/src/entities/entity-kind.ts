/**
 * What a descriptor says of one type of entity: everything that server, client and web may know of it without asking.
 * The server adds where entities are stored and who may do what (`packages/server/src/entities`), the web an icon.
 *
 * Imports nothing: ids and schemas are made from the descriptors.
 */

type Role = 'SYS_ADMIN' | 'TENANT_ADMIN' | 'CUSTOMER_USER'

/** Tabs of details that every room shares. */
export type StandardTabName = 'attributes' | 'telemetry' | 'alarms' | 'events' | 'relations' | 'auditLogs'

export interface EntityKind {
  /** In sentences: `an entity view`, `entity views`. */
  readonly one: string
  readonly many: string
  /** In addresses of the API: `/api/entityView/:entityViewId`. Absent: it has no calls of its own. */
  readonly path?: string
  /** What the API answers for one; absent: `/api/<path>/<id>`. */
  readonly readPath?: string
  /** The field that holds the name. */
  readonly nameField: 'name' | 'title' | 'email' | 'type'
  /** Has a free `type`, and lists of the types in use. */
  readonly isTyped?: true
  /** What customers have of it: each entity one customer, or several. Absent: it is not assigned. */
  readonly customers?: 'one' | 'several'
  /** Edges have what is assigned to them, or all of the tenant's. Absent: they have none. */
  readonly edges?: 'assigned' | 'all'
  /** Goes to the trash when it is deleted. */
  readonly isTrashed?: true
  /** The system administrator has some, beside tenants or instead of them. */
  readonly ofSystem?: 'too' | 'only'
  /** Limit of the tenant profile on how many a tenant has, or on their bytes. */
  readonly limit?: string
  /** Address of the list in the UI; one entity is at `<page>/<id>`. */
  readonly page?: string
  /** Roles that have the page. */
  readonly openedBy?: readonly Role[]
  /** Roles that choose one in pickers. */
  readonly pickedBy?: readonly Role[]
  /** In this order. */
  readonly tabs?: readonly StandardTabName[]
  /** One machine stores it, answers its calls and draws its pages: `plainKind`. */
  readonly isPlain?: true
  /** Texts of plain entities beyond name and type: fields of the API and columns. Lists search them. */
  readonly texts?: readonly string[]
  /** A type of its entities that the server keeps to itself. */
  readonly reservedType?: string
  /** Columns of a file that it is imported from, in the order in which they are offered. */
  readonly importColumns?: { readonly entity: readonly string[]; readonly credentials: readonly string[] }
}

export const tenantUsers = ['TENANT_ADMIN', 'CUSTOMER_USER'] as const
export const tenantAdmins = ['TENANT_ADMIN'] as const
export const administrators = ['SYS_ADMIN', 'TENANT_ADMIN'] as const
export const systemAdmins = ['SYS_ADMIN'] as const

export const allTabs = ['telemetry', 'attributes', 'alarms', 'events', 'relations', 'auditLogs'] as const

/**
 * A plain entity type: a tenant has many, each with a name, a free type and texts, one customer may have each, and edges
 * have those that are assigned to them. Beside this its descriptor says its words, its addresses and its texts.
 */
export const plainKind = {
  isPlain: true,
  nameField: 'name',
  isTyped: true,
  customers: 'one',
  edges: 'assigned',
  isTrashed: true,
  openedBy: tenantUsers,
  pickedBy: tenantUsers,
  tabs: allTabs,
} as const satisfies Partial<EntityKind>
