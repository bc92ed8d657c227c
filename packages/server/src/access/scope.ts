/** Who calls: the first argument of every service. Comes from the session, never from a body. */

import type { EntityId } from '@sonde/model/ids'

export type Authority = 'SYS_ADMIN' | 'TENANT_ADMIN' | 'CUSTOMER_USER'

export interface Scope {
  readonly userId: string
  readonly authority: Authority
  /** NIL_UUID for the system administrator. */
  readonly tenantId: string
  /** NIL_UUID unless the user is a customer's. */
  readonly customerId: string
  readonly email: string
  readonly firstName: string | null
  readonly lastName: string | null
  /** A visitor of a public dashboard. */
  readonly isPublic: boolean
}

/** What `access` needs to know of a thing to decide. */
export interface Owned {
  readonly id: EntityId
  readonly tenantId: string
  /** NIL_UUID when assigned to nobody. */
  readonly customerId: string
  /** All customers, for things that may have more than one; counts instead of `customerId`. */
  readonly customerIds?: readonly string[]
  /** Of users only. */
  readonly authority?: Authority
}
