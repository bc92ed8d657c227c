/** What an example of a route is: the class it is of, and how a caller who is admitted would call. */

import type { Caller } from './callers.ts'
import type { About, RouteClassName } from './route-classes.ts'
import type { Scene } from './scene.ts'
import type { Side, ThingKind } from './side.ts'

export interface Asked {
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
  /** Made anew for each caller who is admitted, so that all find what they change. */
  readonly ask: (asking: Asking<never>) => Asked | Promise<Asked>
  /** Status for who is admitted, where it is not 200; the reason is beside it. */
  readonly answers?: number
  /** A name of this kind that is the caller's own must be in the answer. */
  readonly shows?: ThingKind | 'point' | 'attribute'
  /** The answer holds what callers asked for before. */
  readonly repeats?: boolean
  /** Kinds of foreign things that the answer names by design. */
  readonly names?: readonly string[]
}

/** By method and path of a route. */
export type Examples = Readonly<Record<string, Example | readonly Example[]>>

/** What things of an owner are asked by. */
export type Owned = Asking<'customer' | 'public' | 'nobody'>
export type OfCustomer = Asking<'customer' | 'public'>

/** An example about things that somebody may have. */
export const about = (
  is: RouteClassName,
  ask: (asking: Owned) => Asked | Promise<Asked>,
  more: Omit<Example, 'is' | 'ask'> = {},
): Example => ({ ...more, is, ask: ask as Example['ask'] })

/** An example about a customer, or what is listed of one. */
export const ofCustomer = (
  is: RouteClassName,
  ask: (asking: OfCustomer) => Asked | Promise<Asked>,
  more: Omit<Example, 'is' | 'ask'> = {},
): Example => ({ ...more, is, ask: ask as Example['ask'] })

/** An example about no thing in particular. */
export const plain = (
  is: RouteClassName,
  ask: (asking: Asking<'none'>) => Asked | Promise<Asked> = () => ({}),
  more: Omit<Example, 'is' | 'ask'> = {},
): Example => ({ ...more, is, ask: ask as Example['ask'] })

export const page = { pageSize: 100, page: 0 }
