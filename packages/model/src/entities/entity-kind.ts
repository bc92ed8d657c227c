/**
 * Descriptor of an entity type: static facts that server, client and web share. The server adds storage and permissions
 * (`packages/server/src/entities`), the web adds an icon.
 *
 * Imports nothing, because ids and schemas are derived from the descriptors.
 */

type Role = 'SYS_ADMIN' | 'TENANT_ADMIN' | 'CUSTOMER_USER'

/** Tabs of the details panel that all entity types can use. */
export type StandardTabName = 'attributes' | 'telemetry' | 'alarms' | 'events' | 'relations' | 'auditLogs'

export interface EntityKind {
  /** Noun in sentences: `an entity view`, `entity views`. */
  readonly one: string
  readonly many: string
  /** Path segment in the API: `/api/entityView/:entityViewId`. Absent: the type has no calls. */
  readonly path?: string
  /** Path for reading one entity; absent: `/api/<path>/<id>`. */
  readonly readPath?: string
  /** Field that contains the name. */
  readonly nameField: 'name' | 'title' | 'email' | 'type'
  /** Whether entities have a free-text `type`, and the API lists the types in use. */
  readonly isTyped?: true
  /** Assignment to customers: each entity to one customer, or to several. Absent: not assignable. */
  readonly customers?: 'one' | 'several'
  /** Entities that an edge receives: those assigned to it, or all of the tenant. Absent: none. */
  readonly edges?: 'assigned' | 'all'
  /** Whether deleted entities go to the trash. */
  readonly isTrashed?: true
  /** Whether the system administrator owns entities of this type: in addition to tenants or exclusively. */
  readonly ofSystem?: 'too' | 'only'
  /** Tenant profile limit on the number of a tenant's entities, or on their bytes. */
  readonly limit?: string
  /** Path of the list page in the UI; an entity is at `<page>/<id>`. */
  readonly page?: string
  /** Roles that can open the page. */
  readonly openedBy?: readonly Role[]
  /** Roles that can choose an entity in pickers. */
  readonly pickedBy?: readonly Role[]
  /** Tabs of the details panel, in this order. */
  readonly tabs?: readonly StandardTabName[]
  /** Whether generic code stores the type, handles its calls and draws its pages: `plainKind`. */
  readonly isPlain?: true
  /** Text fields of plain entities in addition to name and type: API fields and columns, included in searches. */
  readonly texts?: readonly string[]
  /** Type value that is reserved for the server's own entities. */
  readonly reservedType?: string
  /** Columns of import files, in the order in which forms offer them. */
  readonly importColumns?: { readonly entity: readonly string[]; readonly credentials: readonly string[] }
}

export const tenantUsers = ['TENANT_ADMIN', 'CUSTOMER_USER'] as const
export const tenantAdmins = ['TENANT_ADMIN'] as const
export const administrators = ['SYS_ADMIN', 'TENANT_ADMIN'] as const
export const systemAdmins = ['SYS_ADMIN'] as const

export const allTabs = ['telemetry', 'attributes', 'alarms', 'events', 'relations', 'auditLogs'] as const

/**
 * Defaults of a plain entity type: a tenant has many entities, each with a name, a free-text type and texts. An entity
 * can be assigned to one customer, and to edges. The type's descriptor adds its nouns, paths and texts.
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
