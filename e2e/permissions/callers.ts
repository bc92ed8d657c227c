/** Who calls in the permission tests. Nothing of a test is here: the same callers walk routes, socket and topics. */

/** All kinds of callers. The entities of the tests are Acme's; Bolt is another tenant. */
export const callers = [
  /** Without a token. */
  'nobody',
  /** Of the platform. */
  'system',
  /** Acme's administrator. */
  'tenant',
  /** Bolt's administrator. */
  'stranger',
  /** User of Acme's first customer. */
  'customer',
  /** User of Acme's other customer. */
  'neighbour',
  /** Of what Acme made public. */
  'visitor',
  /** Acme's administrator, with a token that has run out. */
  'expired',
  /** Acme's other administrator, disabled after the token was issued. */
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

/** The owner of an entity of a tenant. */
export const entityOwners = ['customer', 'neighbour', 'public', 'nobody'] as const
export type EntityOwner = (typeof entityOwners)[number]
