/**
 * Who may do what with what: the one table of rules (pages.md §22.1). `access.ts` reads it, and the permission tests are
 * made from it.
 */

import { type EntityType, NIL_UUID } from '@sonde/model/ids'
import { type Operation, operations } from './operations.ts'
import type { Authority, Owned, Scope } from './scope.ts'

/** What a visitor wants to write, and what the owner allows visitors there, by name. */
export interface NamedWish {
  readonly names: readonly string[]
  readonly allowed: readonly string[]
}

/** Which entities a rule is about. */
export const ownerships = {
  ANY: () => true,
  /** Belongs to the platform itself. */
  SYSTEM: (_scope: Scope, owned: Owned) => isNil(owned.tenantId),
  OWN_TENANT: (scope: Scope, owned: Owned) => owned.tenantId === scope.tenantId && !isNil(owned.tenantId),
  /** The system's, or the tenant's own. */
  SYSTEM_OR_OWN_TENANT: (scope: Scope, owned: Owned) => isNil(owned.tenantId) || owned.tenantId === scope.tenantId,
  OWN_CUSTOMER: (scope: Scope, owned: Owned) => isOwnCustomers(scope, owned),
  /** Likewise, but not for visitors of what is public. */
  OWN_CUSTOMER_WITH_ACCOUNT: (scope: Scope, owned: Owned) => !scope.isPublic && isOwnCustomers(scope, owned),
  /** Public, for visitors, and only what the owner named. */
  NAMED_FOR_VISITORS: (scope: Scope, owned: Owned, wish?: NamedWish) =>
    scope.isPublic && isOwnCustomers(scope, owned) && wish !== undefined && isNamed(wish),
  OWN_TENANT_WITH_ACCOUNT: (scope: Scope, owned: Owned) => !scope.isPublic && owned.tenantId === scope.tenantId,
  ONESELF: (scope: Scope, owned: Owned) => owned.id.id === scope.userId && !scope.isPublic,
  /** System and tenant administrators. */
  ADMINISTRATOR: (_scope: Scope, owned: Owned) => owned.authority !== 'CUSTOMER_USER',
} as const satisfies Record<string, (scope: Scope, owned: Owned, wish?: NamedWish) => boolean>

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
const isNamed = ({ names, allowed }: NamedWish): boolean =>
  names.length > 0 && names.every((name) => allowed.includes(name))

const all = (of: Ownership): readonly Rule[] => [{ of, operations }]
const some = (of: Ownership, ...operations: readonly Operation[]): readonly Rule[] => [{ of, operations }]

const look = ['READ', 'READ_ATTRIBUTES', 'READ_TELEMETRY'] as const

/** What users of a customer may change of what is assigned to it; visitors of what is public only look. */
const change = ['WRITE', 'WRITE_ATTRIBUTES', 'WRITE_TELEMETRY', 'RPC_CALL'] as const

const customersWith = (...more: readonly Operation[]) => [
  ...some('OWN_CUSTOMER', ...look),
  ...some('OWN_CUSTOMER_WITH_ACCOUNT', ...change, ...more),
]
const customers = customersWith()
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
    CUSTOMER_USER: [
      // Whoever knows the credentials can send as the device. Those of an edge are its tenant's alone.
      ...customersWith('READ_CREDENTIALS'),
      ...some('NAMED_FOR_VISITORS', 'WRITE_ATTRIBUTES', 'RPC_CALL'),
      // Before a claim no customer has the device; the secret decides.
      ...some('OWN_TENANT_WITH_ACCOUNT', 'CLAIM_DEVICES'),
    ],
  },
  ASSET: {
    TENANT_ADMIN: all('OWN_TENANT'),
    CUSTOMER_USER: [...customers, ...some('NAMED_FOR_VISITORS', 'WRITE_ATTRIBUTES')],
  },
  ENTITY_VIEW: { TENANT_ADMIN: all('OWN_TENANT'), CUSTOMER_USER: customers },
  EDGE: { TENANT_ADMIN: all('OWN_TENANT'), CUSTOMER_USER: customers },
  ALARM: {
    TENANT_ADMIN: all('OWN_TENANT'),
    CUSTOMER_USER: [...all('OWN_CUSTOMER_WITH_ACCOUNT'), ...some('OWN_CUSTOMER', 'READ')],
  },
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
