/**
 * Permission classes of routes. A route about an entity with an owner is checked against a permission of
 * `expected-rights.ts`; all others have one of these classes. `examples/` assigns them.
 *
 * A caller who isn't allowed is rejected: with 401 without a valid token, with 403 otherwise, or as `rejects` says.
 */

import { type Caller, callers, type SignedIn, signedIn } from './callers.ts'
import { expectedRejection, isRight, type Right } from './expected-rights.ts'

/** Owner of the entity that a call refers to; `none`: no entity, or the caller's own. */
export type About = 'customer' | 'public' | 'nobody' | 'none'

export interface RouteClass {
  readonly allows: Readonly<Partial<Record<About, readonly Caller[]>>>
  /** Rejections with another status than 403. */
  readonly rejects?: Readonly<Partial<Record<SignedIn, 400 | 404>>>
}

/** As recorded: a device of another tenant doesn't exist. */
const unknownDevice = { stranger: 404 } as const

export const routeClasses = {
  'open to anyone': { allows: { none: callers } },
  'for whoever is signed in': { allows: { none: signedIn } },
  // The access token may have expired.
  'for whoever has a session': { allows: { none: [...signedIn, 'expired'] } },
  'for whoever has an account': { allows: { none: ['system', 'tenant', 'stranger', 'customer', 'neighbour'] } },
  "the system administrator's": { allows: { none: ['system'] } },
  "an administrator's": { allows: { none: ['system', 'tenant', 'stranger'] } },
  "a tenant administrator's, of the own tenant": { allows: { none: ['tenant', 'stranger'] } },
  "a tenant user's, of what is the own": {
    allows: { none: ['tenant', 'stranger', 'customer', 'neighbour', 'visitor'] },
  },
  "a tenant user's with an account": { allows: { none: ['tenant', 'stranger', 'customer', 'neighbour'] } },

  // Releasing an unassigned device is a no-op.
  'giving a device back': {
    allows: { customer: ['tenant', 'customer'], public: ['tenant'], nobody: ['tenant', 'customer', 'neighbour'] },
    rejects: unknownDevice,
  },
  "administration of a tenant's own device": { allows: { none: ['tenant'] }, rejects: unknownDevice },
  // For all other callers, entities in the trash don't exist.
  'in the trash of a tenant': { allows: { none: ['tenant'] }, rejects: { system: 404, stranger: 404 } },
  'in the trash of the system': { allows: { none: ['system'] }, rejects: { tenant: 404, stranger: 404 } },
  'a dead letter of a tenant': { allows: { none: ['system', 'tenant'] }, rejects: { stranger: 404 } },
  "administration of a tenant's own thing": { allows: { none: ['tenant'] } },
  "read of a tenant's own thing by its users": { allows: { none: ['tenant', 'customer', 'neighbour', 'visitor'] } },
  "read of a device profile's name and image": {
    allows: { none: ['tenant', 'customer', 'neighbour', 'visitor'] },
    // Searched in the caller's own tenant.
    rejects: { stranger: 404 },
  },
  "read of a tenant's own thing by those with an account": { allows: { none: ['tenant', 'customer', 'neighbour'] } },
  'read of a tenant': { allows: { none: ['system', 'tenant'] } },
  "an administrator's account": { allows: { none: ['system', 'tenant'] } },
  "an account of a customer's user": { allows: { customer: ['tenant'] } },
  // A customer of another tenant is an invalid body, like one that doesn't exist.
  "a new account of a customer's user": { allows: { none: ['tenant'] }, rejects: { stranger: 400 } },
  "an account of a customer's user, also by that user": { allows: { customer: ['tenant', 'customer'] } },
  "a claim by a customer's user": { allows: { none: ['customer', 'neighbour'] } },
} as const satisfies Readonly<Record<string, RouteClass>>

export type RouteClassName = keyof typeof routeClasses | Right

/** Expected rejection of a caller; null if allowed. */
export function rejectionOf(name: RouteClassName, about: About, caller: Caller): 400 | 401 | 403 | 404 | null {
  if (isRight(name)) {
    if (about === 'none') throw new Error(`"${name}" is about an entity.`)
    return expectedRejection(name, about, caller)
  }
  const { allows, rejects }: RouteClass = routeClasses[name]
  if (allows[about]?.includes(caller)) return null
  const status = (rejects as Readonly<Record<string, 400 | 404>> | undefined)?.[caller]
  if (status) return status
  return signedIn.some((one) => one === caller) ? 403 : 401
}

/** Owners to test for a class; a customer belongs to itself. */
export const aboutsOf = (name: RouteClassName): readonly About[] =>
  isRight(name)
    ? name.startsWith('customer: ')
      ? ['customer', 'public']
      : ['customer', 'public', 'nobody']
    : (Object.keys((routeClasses[name] as RouteClass).allows) as About[])
