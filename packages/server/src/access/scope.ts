/** The caller: first argument of every service. Comes from the session, never from a request body. */

import type { CustomerId, EntityId, EntityType, TenantId, Uuid } from '@sonde/model/ids'

export type Authority = 'SYS_ADMIN' | 'TENANT_ADMIN' | 'CUSTOMER_USER'

/** Administrator who acts as another user, in a session that was opened for that. */
export interface Maker extends Pick<Scope, 'userId' | 'tenantId' | 'customerId' | 'email'> {
  readonly sessionId: string
}

/** Share link that a visitor came with: it restricts the visitor to one dashboard. */
export interface LiveShareLink {
  readonly id: string
  readonly dashboardId: string
  /** Epoch ms. */
  readonly endTime: number
}

export interface Scope {
  readonly userId: Uuid<'USER'>
  readonly authority: Authority
  /** NIL_UUID for the system administrator. */
  readonly tenantId: TenantId
  /** NIL_UUID unless the caller is a customer user. */
  readonly customerId: CustomerId
  readonly email: string
  readonly firstName: string | null
  readonly lastName: string | null
  /** Whether the caller is a visitor of a public dashboard. */
  readonly isPublic: boolean
  /** Only for visitors with a share link, who read one dashboard and what it shows. */
  readonly share?: LiveShareLink
  /** Administrators who act as the user, the first one first: each opened the session of the next. Absent: the user. */
  readonly makers?: readonly Maker[]
}

/** The real user of a session that was opened to act as another user; part of the data of audit log entries. */
export interface ActingUser {
  readonly userId: string
  /** The e-mail address. */
  readonly userName: string
}

/** Returns the first user of a chain of sessions opened to act as another user. */
export function actingUserOf({ makers: [first] = [], ...scope }: Scope): ActingUser {
  const { userId, email } = first ?? scope
  return { userId, userName: email }
}

/** Whether both scopes are the same user with the same rights and the same acting administrators. */
export const sameRights = (a: Scope, b: Scope): boolean =>
  a.userId === b.userId &&
  a.authority === b.authority &&
  a.tenantId === b.tenantId &&
  a.customerId === b.customerId &&
  a.share?.id === b.share?.id &&
  a.makers?.length === b.makers?.length &&
  (a.makers ?? []).every(({ sessionId }, at) => sessionId === b.makers?.[at]?.sessionId)

/** Ownership of an entity, for access decisions. */
export interface Owned<T extends EntityType = EntityType> {
  readonly id: EntityId<T>
  readonly tenantId: TenantId
  /** NIL_UUID: not assigned to a customer. */
  readonly customerId: CustomerId
  /** All customers, for entities that may have several; replaces `customerId`. */
  readonly customerIds?: readonly CustomerId[]
  /** Only for users. */
  readonly authority?: Authority
}
