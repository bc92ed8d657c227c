/** Who may do what with what: the rules of the catalogue, and what the names of ownerships in them mean. */

import { type EntityType, entityTypes, NIL_UUID } from '@sonde/model/ids'
import { entityDescriptors } from '../entities/entity-descriptors.ts'
import type { Ownership, Rules } from '../entities/rules.ts'
import type { Owned, Scope } from './scope.ts'

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
} as const satisfies Record<Ownership, (scope: Scope, owned: Owned, wish?: NamedWish) => boolean>

export type AccessRules = Readonly<Record<EntityType, Rules>>

export const accessRules = Object.fromEntries(
  entityTypes.map((type) => [type, entityDescriptors[type].rules]),
) as AccessRules

const isNil = (id: string) => id === NIL_UUID
const isOwnCustomers = (scope: Scope, owned: Owned): boolean =>
  owned.tenantId === scope.tenantId && !isNil(scope.customerId) && customersOf(owned).includes(scope.customerId)
const customersOf = (owned: Owned): readonly string[] => owned.customerIds ?? [owned.customerId]
const isNamed = ({ names, allowed }: NamedWish): boolean =>
  names.length > 0 && names.every((name) => allowed.includes(name))
