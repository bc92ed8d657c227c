/** Who calls: the first argument of every service. Comes from the session, never from a body. */

import type { CustomerId, EntityId, EntityType, TenantId, Uuid } from '@sonde/model/ids'

export type Authority = 'SYS_ADMIN' | 'TENANT_ADMIN' | 'CUSTOMER_USER'

export interface Scope {
  readonly userId: Uuid<'USER'>
  readonly authority: Authority
  /** NIL_UUID for the system administrator. */
  readonly tenantId: TenantId
  /** NIL_UUID unless the user is a customer's. */
  readonly customerId: CustomerId
  readonly email: string
  readonly firstName: string | null
  readonly lastName: string | null
  /** A visitor of a public dashboard. */
  readonly isPublic: boolean
}

/** A caller with other rights is another caller. */
export const sameRights = (a: Scope, b: Scope): boolean =>
  a.userId === b.userId && a.authority === b.authority && a.tenantId === b.tenantId && a.customerId === b.customerId

/** What `access` needs to know of an entity to decide. */
export interface Owned<T extends EntityType = EntityType> {
  readonly id: EntityId<T>
  readonly tenantId: TenantId
  /** NIL_UUID when assigned to nobody. */
  readonly customerId: CustomerId
  /** All customers, for entities that may have more than one; counts instead of `customerId`. */
  readonly customerIds?: readonly CustomerId[]
  /** Of users only. */
  readonly authority?: Authority
}
