/**
 * What a route is. Rooms register theirs with `route`; the app adds sign-in, validation, errors and the OpenAPI entry.
 *
 * A route states who may call it. `authorities: 'anyone'` is the only way to be open; a route without a statement does
 * not compile.
 */

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Static, TSchema } from 'typebox'
import type { Authority, Scope } from '../access/scope.ts'
import type { BodyOwner } from './body-room.ts'
import type { RouteAudit } from './route-audit.ts'

export type App = FastifyInstance

type Part<S> = S extends TSchema ? Static<S> : undefined

/** A parsed request. `scope` is null only on routes open to anyone. */
export interface Call<Params, Query, Body, S = Scope> {
  readonly scope: S
  readonly params: Params
  readonly query: Query
  readonly body: Body
  readonly request: FastifyRequest
  readonly reply: FastifyReply
  /** Aborted, with what is to be answered, when the caller may not go on: what waits for its sake ends. */
  readonly signal: AbortSignal
}

export interface RouteShape {
  readonly params?: TSchema
  readonly query?: TSchema
  readonly body?: TSchema
  /**
   * Of the 200 answer; goes into the OpenAPI document, answers are not stripped by it. `Type.Void()` answers an empty
   * body, a text with `contentMediaType` is no JSON.
   */
  readonly response?: TSchema
}

/** An answer with another status than 200 that is no refusal as all calls have it; for the OpenAPI document. */
export interface OtherAnswer {
  readonly description: string
  /** Absent: an empty body. */
  readonly schema?: TSchema
}

/** Who reads may have an entry in the audit log; who changes says which, or why there is none. */
type Audited<R extends RouteShape> =
  | { readonly method: 'GET'; readonly audit?: RouteAudit<CallParts<R>> }
  | {
      readonly method: 'POST' | 'PUT' | 'DELETE'
      readonly audit: RouteAudit<CallParts<R>>
      /** The entry is written when the call succeeds, too: it changes nothing in the store that would bring one. */
      readonly auditsSuccess?: true
    }

interface CallParts<R extends RouteShape> {
  readonly params: Part<R['params']>
  readonly query: Part<R['query']>
  readonly body: Part<R['body']>
}

interface RouteBase<R extends RouteShape, A extends readonly Authority[] | 'anyone'> {
  /** Fastify's form: `/api/device/:deviceId`. */
  readonly path: string
  readonly authorities: A
  /** One line for the OpenAPI document. */
  readonly summary: string
  /** Group in the OpenAPI document: the capability's name. */
  readonly tag: string
  readonly schema?: R
  /** What else it answers, by status. */
  readonly answers?: Readonly<Record<number, OtherAnswer>>
  /** A body that shows what to send, for the OpenAPI document. */
  readonly example?: unknown
  /** The body is handed over as the text that came, not parsed: for values whose writing matters (`21.0`). */
  readonly bodyText?: boolean
  /** A form is left on the request, for the route to read as it comes; `body` is then only for the OpenAPI document. */
  readonly bodyStream?: boolean
  /** Bytes; the app's limit when absent. */
  readonly bodyBytesMax?: number
  /** `keys` of its query may hold NUL: such keys are refused now, and those stored before can be read and deleted. */
  readonly namesStoredKeys?: boolean
  /** It waits for a device or another server, and takes no place among the calls that are worked on. */
  readonly waits?: boolean
  /**
   * Refuses by the body as it came, before it is validated: a caller without the right to create learns that, and not
   * what the entity lacks.
   */
  readonly authorize?: (scope: Scope, body: unknown) => void
  /**
   * Of a route that anyone may call: refuses, or waits, before the body is read, so that what nobody has room for stays at
   * the client. Resolves with whose body it is.
   */
  readonly beforeBody?: (params: Readonly<Record<string, string>>) => Promise<BodyOwner>
  /** A body that is none of this call's is refused before the authority is looked at. */
  readonly bodyBeforeAuthority?: boolean
  /** It takes rights from its own token, and does so also for one whose time is over while its session is not. */
  readonly acceptsExpired?: true
  /** What it returns is answered as JSON with 200; undefined answers 200 with an empty body. */
  readonly handle: (
    call: Call<Part<R['params']>, Part<R['query']>, Part<R['body']>, A extends 'anyone' ? Scope | null : Scope>,
  ) => unknown
}

export type Route<R extends RouteShape, A extends readonly Authority[] | 'anyone'> = RouteBase<R, A> & Audited<R>

/** A call of somebody who signed in, as its route handles it. */
export interface CallInfo {
  readonly scope: Scope
  readonly method: string
  readonly audit: RouteInfo['audit']
  readonly auditsSuccess?: boolean | undefined
  readonly params: Readonly<Record<string, unknown>>
  readonly query: Readonly<Record<string, unknown>>
  readonly body: unknown
}

/** Stands around every such call: limits, the audit log. Resolves with the answer of `run`. */
export type AroundCall = (call: CallInfo, run: () => unknown) => Promise<unknown>

/** What a registered route says of itself: for the OpenAPI document and for tests that walk all routes. */
export type RouteInfo = Omit<Route<RouteShape, readonly Authority[] | 'anyone'>, 'handle' | 'authorize' | 'beforeBody'>

/** Registers routes; made by `createHttpApp`. */
export interface Routes {
  add<const R extends RouteShape, const A extends readonly Authority[] | 'anyone'>(route: Route<R, A>): void
  /** All that were added, in that order. */
  list(): readonly RouteInfo[]
}
