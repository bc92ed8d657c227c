/**
 * Who may do what with what: the one table of rules (pages.md §22.1). `access.ts` reads it, and the permission tests are
 * made from it.
 */

import { type EntityType, NIL_UUID } from '@sonde/model/ids'
import { type Operation, operations } from './operations.ts'
import type { Authority, Owned, Scope } from './scope.ts'

/** Which things a rule is about. */
export const ownerships = {
  ANY: () => true,
  /** Belongs to the platform itself. */
  SYSTEM: (_scope: Scope, owned: Owned) => isNil(owned.tenantId),
  OWN_TENANT: (scope: Scope, owned: Owned) => owned.tenantId === scope.tenantId && !isNil(owned.tenantId),
  /** The system's, or the tenant's own. */
  SYSTEM_OR_OWN_TENANT: (scope: Scope, owned: Owned) => isNil(owned.tenantId) || owned.tenantId === scope.tenantId,
  OWN_CUSTOMER: (scope: Scope, owned: Owned) => isOwnCustomers(scope, owned),
  /** Likewise, but not of who only visits what is public. */
  OWN_CUSTOMER_WITH_ACCOUNT: (scope: Scope, owned: Owned) => !scope.isPublic && isOwnCustomers(scope, owned),
  OWN_TENANT_WITH_ACCOUNT: (scope: Scope, owned: Owned) => !scope.isPublic && owned.tenantId === scope.tenantId,
  ONESELF: (scope: Scope, owned: Owned) => owned.id.id === scope.userId && !scope.isPublic,
  /** System and tenant administrators. */
  ADMINISTRATOR: (_scope: Scope, owned: Owned) => owned.authority !== 'CUSTOMER_USER',
} as const satisfies Record<string, (scope: Scope, owned: Owned) => boolean>

export type Ownership = keyof typeof ownerships

export interface Rule {
  readonly of: Ownership
  readonly operations: readonly Operation[]
}

export type AccessRules = Readonly<Record<EntityType, Readonly<Partial<Record<Authority, readonly Rule[]>>>>>

const isNil = (id: string) => id === NIL_UUID
const isOwnCustomers = (scope: Scope, owned: Owned): boolean =>
  owned.tenantId === scope.tenantId && !isNil(scope.customerId) && customersOf(owned).includes(scope.customerId)
const customersOf = (owned: Owned): readonly string[] => owned.customerIds ?? [owned.customerId]

const all = (of: Ownership): readonly Rule[] => [{ of, operations }]
const some = (of: Ownership, ...operations: readonly Operation[]): readonly Rule[] => [{ of, operations }]

const look = ['READ', 'READ_ATTRIBUTES', 'READ_TELEMETRY'] as const

/** What a customer may do with a device or its like: everything but make, give away and delete it, and see its secrets. */
const use = [
  'READ',
  'WRITE',
  'READ_ATTRIBUTES',
  'WRITE_ATTRIBUTES',
  'READ_TELEMETRY',
  'WRITE_TELEMETRY',
  'RPC_CALL',
] as const

const customersThing = [
  ...some('OWN_CUSTOMER', ...use),
  // Whoever knows them can speak as the device.
  ...some('OWN_CUSTOMER_WITH_ACCOUNT', 'READ_CREDENTIALS'),
]
const thing = { TENANT_ADMIN: all('OWN_TENANT'), CUSTOMER_USER: customersThing }
const ofTenant = { TENANT_ADMIN: all('OWN_TENANT') }
const library = {
  SYS_ADMIN: all('SYSTEM'),
  TENANT_ADMIN: [...some('SYSTEM', 'READ'), ...all('OWN_TENANT')],
}
const ruleChain = { SYS_ADMIN: all('SYSTEM'), TENANT_ADMIN: all('OWN_TENANT') }

export const accessRules: AccessRules = {
  TENANT: { SYS_ADMIN: all('ANY'), TENANT_ADMIN: some('OWN_TENANT', ...look) },
  TENANT_PROFILE: { SYS_ADMIN: all('ANY') },
  CUSTOMER: { TENANT_ADMIN: all('OWN_TENANT'), CUSTOMER_USER: some('OWN_CUSTOMER', ...look) },
  USER: {
    SYS_ADMIN: all('ADMINISTRATOR'),
    TENANT_ADMIN: all('OWN_TENANT'),
    CUSTOMER_USER: some('ONESELF', 'READ', 'WRITE'),
  },
  DASHBOARD: {
    SYS_ADMIN: some('ANY', 'READ'),
    TENANT_ADMIN: all('OWN_TENANT'),
    CUSTOMER_USER: some('OWN_CUSTOMER', ...look),
  },
  DEVICE: {
    TENANT_ADMIN: all('OWN_TENANT'),
    // What is claimed is nobody's yet; the secret decides.
    CUSTOMER_USER: [...customersThing, ...some('OWN_TENANT_WITH_ACCOUNT', 'CLAIM_DEVICES')],
  },
  ASSET: thing,
  ENTITY_VIEW: thing,
  EDGE: thing,
  ALARM: { TENANT_ADMIN: all('OWN_TENANT'), CUSTOMER_USER: all('OWN_CUSTOMER') },
  DEVICE_PROFILE: ofTenant,
  // Lists and pickers show packages to everybody of the tenant.
  OTA_PACKAGE: { TENANT_ADMIN: all('OWN_TENANT'), CUSTOMER_USER: some('OWN_TENANT_WITH_ACCOUNT', 'READ') },
  // The platform alone counts.
  API_USAGE_STATE: { TENANT_ADMIN: some('OWN_TENANT', 'READ', 'READ_TELEMETRY') },
  RULE_CHAIN: ruleChain,
  RULE_NODE: ruleChain,
  WIDGETS_BUNDLE: { ...library, CUSTOMER_USER: some('SYSTEM_OR_OWN_TENANT', 'READ') },
  WIDGET_TYPE: { ...library, CUSTOMER_USER: some('SYSTEM_OR_OWN_TENANT', 'READ') },
  TB_RESOURCE: library,
  RPC: { TENANT_ADMIN: all('OWN_TENANT'), CUSTOMER_USER: some('OWN_CUSTOMER', 'READ') },
}
