/** Access rules of all entity types, and the ownership conditions that they refer to. */

import { type EntityType, entityTypes, NIL_UUID } from '@sonde/model/ids'
import { entityDescriptors } from '../entities/entity-descriptors.ts'
import type { Ownership, Rules } from '../entities/rules.ts'
import type { Owned, Scope } from './scope.ts'

/** Names that a visitor wants to write, and names that the owner allows visitors to write. */
export interface NamedWish {
  readonly names: readonly string[]
  readonly allowed: readonly string[]
}

/** Conditions for the entities that a rule applies to. */
export const ownerships = {
  ANY: () => true,
  /** Belongs to the system, not to a tenant. */
  SYSTEM: (_scope: Scope, owned: Owned) => isNil(owned.tenantId),
  OWN_TENANT: (scope: Scope, owned: Owned) => owned.tenantId === scope.tenantId && !isNil(owned.tenantId),
  /** Belongs to the system or to the caller's tenant. */
  SYSTEM_OR_OWN_TENANT: (scope: Scope, owned: Owned) => isNil(owned.tenantId) || owned.tenantId === scope.tenantId,
  OWN_CUSTOMER: (scope: Scope, owned: Owned) => isOwnCustomers(scope, owned),
  /** Like `OWN_CUSTOMER`, but not for visitors of public entities. */
  OWN_CUSTOMER_WITH_ACCOUNT: (scope: Scope, owned: Owned) => !scope.isPublic && isOwnCustomers(scope, owned),
  /** Public entities for visitors, limited to the names that the owner allows. */
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
