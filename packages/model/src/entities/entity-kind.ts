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
  /** Calls that failed are in the tenant's audit log. */
  readonly isAudited?: true
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
  /** Columns of a file that it is imported from, in the order in which they are offered. */
  readonly importColumns?: { readonly entity: readonly string[]; readonly credentials: readonly string[] }
}

export const tenantUsers = ['TENANT_ADMIN', 'CUSTOMER_USER'] as const
export const tenantAdmins = ['TENANT_ADMIN'] as const
export const administrators = ['SYS_ADMIN', 'TENANT_ADMIN'] as const
export const systemAdmins = ['SYS_ADMIN'] as const

export const allTabs = ['telemetry', 'attributes', 'alarms', 'events', 'relations', 'auditLogs'] as const
