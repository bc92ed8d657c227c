/** Who calls: the first argument of every service. Comes from the session, never from a body. */

import type { CustomerId, EntityId, EntityType, TenantId, Uuid } from '@sonde/model/ids'

export type Authority = 'SYS_ADMIN' | 'TENANT_ADMIN' | 'CUSTOMER_USER'

/** An administrator who acts as somebody else, by a session that was opened for that. */
export interface Maker extends Pick<Scope, 'userId' | 'tenantId' | 'customerId' | 'email'> {
  readonly sessionId: string
}

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
  /** Who acts as the user, the first one first: each of them opened the next one's session. Absent: the user. */
  readonly makers?: readonly Maker[]
}

/** Who really acts in a session that was opened to act as somebody else; entries have it in their data. */
export interface ActingUser {
  readonly userId: string
  /** The e-mail address. */
  readonly userName: string
}

/** Of a session that was opened with another one which was opened so, the one who opened the first. */
export function actingUserOf({ makers: [first] = [], ...scope }: Scope): ActingUser {
  const { userId, email } = first ?? scope
  return { userId, userName: email }
}

/** A caller with other rights, or for whom somebody else acts, is another caller. */
export const sameRights = (a: Scope, b: Scope): boolean =>
  a.userId === b.userId &&
  a.authority === b.authority &&
  a.tenantId === b.tenantId &&
  a.customerId === b.customerId &&
  a.makers?.length === b.makers?.length &&
  (a.makers ?? []).every(({ sessionId }, at) => sessionId === b.makers?.[at]?.sessionId)

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
