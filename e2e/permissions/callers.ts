/** Callers of the permission tests, independent of a test: the same callers are used for routes, sockets and topics. */

/** All kinds of callers. The entities of the tests belong to the tenant Acme; Bolt is another tenant. */
export const callers = [
  /** No token. */
  'nobody',
  /** System administrator. */
  'system',
  /** Administrator of Acme. */
  'tenant',
  /** Administrator of Bolt. */
  'stranger',
  /** User of Acme's first customer. */
  'customer',
  /** User of Acme's other customer. */
  'neighbour',
  /** Visitor of Acme's public entities. */
  'visitor',
  /** Administrator of Acme with an expired token. */
  'expired',
  /** Another administrator of Acme, disabled after the token was issued. */
  'disabled',
] as const
export type Caller = (typeof callers)[number]

export const signedIn = ['system', 'tenant', 'stranger', 'customer', 'neighbour', 'visitor'] as const
export type SignedIn = (typeof signedIn)[number]

export const isSignedIn = (caller: Caller): caller is SignedIn => signedIn.some((one) => one === caller)

export const authorityOf: Readonly<Record<SignedIn, 'SYS_ADMIN' | 'TENANT_ADMIN' | 'CUSTOMER_USER'>> = {
  system: 'SYS_ADMIN',
  tenant: 'TENANT_ADMIN',
  stranger: 'TENANT_ADMIN',
  customer: 'CUSTOMER_USER',
  neighbour: 'CUSTOMER_USER',
  visitor: 'CUSTOMER_USER',
}

/** Owner of a tenant's entity. */
export const entityOwners = ['customer', 'neighbour', 'public', 'nobody'] as const
export type EntityOwner = (typeof entityOwners)[number]
