/** Parts of the access rules in descriptors: operations, ownership conditions, and rules that several types share. */

export const operations = [
  'CREATE',
  'READ',
  'WRITE',
  'DELETE',
  'ASSIGN_TO_CUSTOMER',
  'UNASSIGN_FROM_CUSTOMER',
  'RPC_CALL',
  'READ_CREDENTIALS',
  'WRITE_CREDENTIALS',
  'READ_ATTRIBUTES',
  'WRITE_ATTRIBUTES',
  'READ_TELEMETRY',
  'WRITE_TELEMETRY',
  'CLAIM_DEVICES',
] as const
export type Operation = (typeof operations)[number]

/** Condition for the entities that a rule applies to; `access` implements it. */
export type Ownership =
  | 'ANY'
  | 'SYSTEM'
  | 'OWN_TENANT'
  | 'SYSTEM_OR_OWN_TENANT'
  | 'OWN_CUSTOMER'
  | 'OWN_CUSTOMER_WITH_ACCOUNT'
  | 'NAMED_FOR_VISITORS'
  | 'OWN_TENANT_WITH_ACCOUNT'
  | 'ONESELF'
  | 'ADMINISTRATOR'

export interface Rule {
  readonly of: Ownership
  readonly operations: readonly Operation[]
}

/** Rules by role; a missing role has no permissions. */
export type Rules = Readonly<Partial<Record<'SYS_ADMIN' | 'TENANT_ADMIN' | 'CUSTOMER_USER', readonly Rule[]>>>

export const all = (of: Ownership): readonly Rule[] => [{ of, operations }]
export const some = (of: Ownership, ...operations: readonly Operation[]): readonly Rule[] => [{ of, operations }]

export const look = ['READ', 'READ_ATTRIBUTES', 'READ_TELEMETRY'] as const

/** Changes that customer users may make to entities of their customer. Visitors of public entities only read. */
const change = ['WRITE', 'WRITE_ATTRIBUTES', 'WRITE_TELEMETRY', 'RPC_CALL'] as const

export const customersWith = (...more: readonly Operation[]): readonly Rule[] => [
  ...some('OWN_CUSTOMER', ...look),
  ...some('OWN_CUSTOMER_WITH_ACCOUNT', ...change, ...more),
]

/** Rules of types that can be assigned to a customer. */
export const assignableRules: Rules = { TENANT_ADMIN: all('OWN_TENANT'), CUSTOMER_USER: customersWith() }

/** Tenants may read the system's entities and manage their own. */
export const libraryRules: Rules = {
  SYS_ADMIN: all('SYSTEM'),
  TENANT_ADMIN: [...some('SYSTEM', 'READ'), ...all('OWN_TENANT')],
}

export const widgetRules: Rules = { ...libraryRules, CUSTOMER_USER: some('SYSTEM_OR_OWN_TENANT', 'READ') }

export const ruleChainRules: Rules = { SYS_ADMIN: all('SYSTEM'), TENANT_ADMIN: all('OWN_TENANT') }
