/**
 * What routes answer to whom. A route about an entity that somebody may have is held against a right of
 * `expected-rights.ts`; all others are of one of the classes here. `examples/` says of which.
 *
 * Whoever is not admitted is refused: with 401 without a token that counts, with 403 otherwise, or as `refuses` says.
 */

import { type Caller, callers, type SignedIn, signedIn } from './callers.ts'
import { expectedRefusal, isRight, type Right } from './expected-rights.ts'

/** Whose the thing is that a call is about; `none`: it is about no thing, or about whatever the caller has. */
export type About = 'customer' | 'public' | 'nobody' | 'none'

export interface RouteClass {
  readonly admits: Readonly<Partial<Record<About, readonly Caller[]>>>
  /** Refusals other than 403. */
  readonly refuses?: Readonly<Partial<Record<SignedIn, 404>>>
}

/** As recorded: another tenant's device does not exist. */
const unknownDevice = { stranger: 404 } as const

export const routeClasses = {
  'open to anyone': { admits: { none: callers } },
  'for whoever is signed in': { admits: { none: signedIn } },
  'for whoever has an account': { admits: { none: ['system', 'tenant', 'stranger', 'customer', 'neighbour'] } },
  "the system administrator's": { admits: { none: ['system'] } },
  "an administrator's": { admits: { none: ['system', 'tenant', 'stranger'] } },
  "a tenant administrator's, of the own tenant": { admits: { none: ['tenant', 'stranger'] } },
  "a tenant user's, of what is the own": {
    admits: { none: ['tenant', 'stranger', 'customer', 'neighbour', 'visitor'] },
  },
  "a tenant user's with an account": { admits: { none: ['tenant', 'stranger', 'customer', 'neighbour'] } },

  // What nobody has is given back already, whoever says so.
  'giving a device back': {
    admits: { customer: ['tenant', 'customer'], public: ['tenant'], nobody: ['tenant', 'customer', 'neighbour'] },
    refuses: unknownDevice,
  },
  "administration of a tenant's own device": { admits: { none: ['tenant'] }, refuses: unknownDevice },
  // To everybody else what is in the trash does not exist.
  'in the trash of a tenant': { admits: { none: ['tenant'] }, refuses: { system: 404, stranger: 404 } },
  'in the trash of the system': { admits: { none: ['system'] }, refuses: { tenant: 404, stranger: 404 } },
  'a dead letter of a tenant': { admits: { none: ['system', 'tenant'] }, refuses: { stranger: 404 } },
  "administration of a tenant's own thing": { admits: { none: ['tenant'] } },
  "read of a tenant's own thing by its users": { admits: { none: ['tenant', 'customer', 'neighbour', 'visitor'] } },
  "read of a device profile's name and image": {
    admits: { none: ['tenant', 'customer', 'neighbour', 'visitor'] },
    // Looked for in the caller's own tenant.
    refuses: { stranger: 404 },
  },
  "read of a tenant's own thing by those with an account": { admits: { none: ['tenant', 'customer', 'neighbour'] } },
  'read of a tenant': { admits: { none: ['system', 'tenant'] } },
  "an administrator's account": { admits: { none: ['system', 'tenant'] } },
  "an account of a customer's user": { admits: { customer: ['tenant'] } },
  "an account of a customer's user, also by that user": { admits: { customer: ['tenant', 'customer'] } },
  "a claim by a customer's user": { admits: { none: ['customer', 'neighbour'] } },
} as const satisfies Readonly<Record<string, RouteClass>>

export type RouteClassName = keyof typeof routeClasses | Right

/** What the tables answer to a caller: null for one who is admitted. */
export function refusalOf(name: RouteClassName, about: About, caller: Caller): 401 | 403 | 404 | null {
  if (isRight(name)) {
    if (about === 'none') throw new Error(`"${name}" is about an entity.`)
    return expectedRefusal(name, about, caller)
  }
  const { admits, refuses }: RouteClass = routeClasses[name]
  if (admits[about]?.includes(caller)) return null
  const status = (refuses as Readonly<Record<string, 404>> | undefined)?.[caller]
  if (status) return status
  return signedIn.some((one) => one === caller) ? 403 : 401
}

/** A customer belongs to itself. */
export const aboutsOf = (name: RouteClassName): readonly About[] =>
  isRight(name)
    ? name.startsWith('customer: ')
      ? ['customer', 'public']
      : ['customer', 'public', 'nobody']
    : (Object.keys((routeClasses[name] as RouteClass).admits) as About[])
