/** What an example of a route is: the class it is of, and how a caller who is admitted would call. */

import type { Caller } from './callers.ts'
import type { About, RouteClassName } from './route-classes.ts'
import type { Scene } from './scene.ts'
import type { EntityKind, Side } from './side.ts'

export interface Requested {
  /** Values of the path, in the order of its parameters. */
  readonly path?: readonly (string | number)[]
  readonly query?: Readonly<Record<string, string | number | boolean>>
  readonly body?: unknown
  readonly form?: FormData
  /** Of another session of the caller, for a call that ends the one that it is made with; only where he is admitted. */
  readonly token?: string
}

export interface Asking<A extends About = About> {
  readonly scene: Scene
  /** The tenant of who calls; Acme for the system, and for those who are to be refused. */
  readonly side: Side
  readonly about: A
  readonly caller: Caller
}

export interface Example {
  readonly is: RouteClassName
  /** Says which, where a route has several. */
  readonly named?: string
  /** Made again for each caller who is admitted, so that all find what they change. */
  readonly ask: (asking: Asking<never>) => Requested | Promise<Requested>
  /** Status for who is admitted, where it is not 200; the reason is beside it. */
  readonly answers?: number
  /** A name of this kind that is the caller's own must be in the answer. */
  readonly shows?: EntityKind | 'point' | 'attribute'
  /** The answer holds what callers asked for before. */
  readonly repeats?: boolean
  /** Types of foreign entities that the answer names by design. */
  readonly names?: readonly string[]
}

/** By method and path of a route. */
export type Examples = Readonly<Record<string, Example | readonly Example[]>>

/** What entities of an owner are requested by. */
export type Owned = Asking<'customer' | 'public' | 'nobody'>
export type OfCustomer = Asking<'customer' | 'public'>

/** An example about entities with an owner. */
export const about = (
  is: RouteClassName,
  ask: (asking: Owned) => Requested | Promise<Requested>,
  more: Omit<Example, 'is' | 'ask'> = {},
): Example => ({ ...more, is, ask: ask as Example['ask'] })

/** An example about a customer, or what is listed of one. */
export const ofCustomer = (
  is: RouteClassName,
  ask: (asking: OfCustomer) => Requested | Promise<Requested>,
  more: Omit<Example, 'is' | 'ask'> = {},
): Example => ({ ...more, is, ask: ask as Example['ask'] })

/** An example about no entity in particular. */
export const plain = (
  is: RouteClassName,
  ask: (asking: Asking<'none'>) => Requested | Promise<Requested> = () => ({}),
  more: Omit<Example, 'is' | 'ask'> = {},
): Example => ({ ...more, is, ask: ask as Example['ask'] })

export const page = { pageSize: 100, page: 0 }
