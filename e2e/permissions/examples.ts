/** Example of a route: its permission class, and a request as an allowed caller would send it. */

import type { Caller } from './callers.ts'
import type { About, RouteClassName } from './route-classes.ts'
import type { Scene } from './scene.ts'
import type { EntityKind, Side } from './side.ts'

export interface Requested {
  /** Values of the path parameters, in order. */
  readonly path?: readonly (string | number)[]
  readonly query?: Readonly<Record<string, string | number | boolean>>
  readonly body?: unknown
  readonly form?: FormData
  /** Token of another session of the caller, for a call that ends its own session; only for allowed callers. */
  readonly token?: string
}

export interface Asking<A extends About = About> {
  readonly scene: Scene
  /** The caller's tenant; Acme for the system administrator and for rejected callers. */
  readonly side: Side
  readonly about: A
  readonly caller: Caller
}

export interface Example {
  readonly is: RouteClassName
  /** Label of the example, if a route has several. */
  readonly named?: string
  /** Builds a new request for each allowed caller, so that the entities it changes exist. */
  readonly ask: (asking: Asking<never>) => Requested | Promise<Requested>
  /** Status for allowed callers, if it isn't 200; a comment gives the reason. */
  readonly answers?: number
  /** The response must contain a name of this kind that belongs to the caller. */
  readonly shows?: EntityKind | 'point' | 'attribute'
  /** Whether the response contains the caller's earlier requests. */
  readonly repeats?: boolean
  /** Types of foreign entities that the response names by design. */
  readonly names?: readonly string[]
}

/** By method and path of a route. */
export type Examples = Readonly<Record<string, Example | readonly Example[]>>

/** Parameters for requests about entities with an owner. */
export type Owned = Asking<'customer' | 'public' | 'nobody'>
export type OfCustomer = Asking<'customer' | 'public'>

/** Example about entities with an owner. */
export const about = (
  is: RouteClassName,
  ask: (asking: Owned) => Requested | Promise<Requested>,
  more: Omit<Example, 'is' | 'ask'> = {},
): Example => ({ ...more, is, ask: ask as Example['ask'] })

/** Example about a customer or its lists. */
export const ofCustomer = (
  is: RouteClassName,
  ask: (asking: OfCustomer) => Requested | Promise<Requested>,
  more: Omit<Example, 'is' | 'ask'> = {},
): Example => ({ ...more, is, ask: ask as Example['ask'] })

/** Example without a specific entity. */
export const plain = (
  is: RouteClassName,
  ask: (asking: Asking<'none'>) => Requested | Promise<Requested> = () => ({}),
  more: Omit<Example, 'is' | 'ask'> = {},
): Example => ({ ...more, is, ask: ask as Example['ask'] })

export const page = { pageSize: 100, page: 0 }
