/**
 * Types of a route. Modules register theirs with `routes.add`; the app adds authentication, validation, errors and the
 * OpenAPI entry.
 *
 * Every route states who may call it. `authorities: 'anyone'` is the only way to be public; a route without a statement
 * doesn't compile.
 */

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Static, TSchema } from 'typebox'
import type { Authority, Scope } from '../access/scope.ts'
import type { BodyOwner } from './body-room.ts'
import type { RouteAudit } from './route-audit.ts'

export type App = FastifyInstance

type Part<S> = S extends TSchema ? Static<S> : undefined

/** A parsed request. `scope` is null only for unauthenticated callers of public routes. */
export interface Call<Params, Query, Body, S = Scope> {
  readonly scope: S
  readonly params: Params
  readonly query: Query
  readonly body: Body
  readonly request: FastifyRequest
  readonly reply: FastifyReply
  /**
   * Aborted with the error to respond with, when the caller loses its permission; pending work of the call then ends.
   */
  readonly signal: AbortSignal
}

export interface RouteShape {
  readonly params?: TSchema
  readonly query?: TSchema
  readonly body?: TSchema
  /**
   * Schema of the 200 response for the OpenAPI document; responses aren't filtered by it. `Type.Void()` means an empty
   * body; a text with `contentMediaType` isn't JSON.
   */
  readonly response?: TSchema
}

/** Response with a status other than 200 that isn't one of the common errors; for the OpenAPI document. */
export interface OtherAnswer {
  readonly description: string
  /** Absent: an empty body. */
  readonly schema?: TSchema
}

/** GET routes may have an audit entry; other methods must define one, or state why there is none. */
type Audited<R extends RouteShape> =
  | { readonly method: 'GET'; readonly audit?: RouteAudit<CallParts<R>> }
  | {
      readonly method: 'POST' | 'PUT' | 'DELETE'
      readonly audit: RouteAudit<CallParts<R>>
      /** The entry is written on success too, because the call makes no change in the store that would create one. */
      readonly auditsSuccess?: true
    }

interface CallParts<R extends RouteShape> {
  readonly params: Part<R['params']>
  readonly query: Part<R['query']>
  readonly body: Part<R['body']>
}

interface RouteBase<R extends RouteShape, A extends readonly Authority[] | 'anyone'> {
  /** Path in Fastify's syntax: `/api/device/:deviceId`. */
  readonly path: string
  readonly authorities: A
  /** One line for the OpenAPI document. */
  readonly summary: string
  /** Group in the OpenAPI document: name of the capability. */
  readonly tag: string
  readonly schema?: R
  /** Further responses by status. */
  readonly answers?: Readonly<Record<number, OtherAnswer>>
  /** Example body for the OpenAPI document. */
  readonly example?: unknown
  /** The body is passed as unparsed text: for values whose notation matters (`21.0`). */
  readonly bodyText?: boolean
  /** The route reads a form from the request as it arrives; `body` is then only for the OpenAPI document. */
  readonly bodyStream?: boolean
  /** Maximum body size in bytes; the app's limit when absent. */
  readonly bodyBytesMax?: number
  /**
   * `keys` and `key` in its query may contain NUL: new keys with NUL are rejected, but stored ones can still be read and deleted.
   */
  readonly namesStoredKeys?: boolean
  /** The call waits for a device or another server, and takes no slot among the calls in progress. */
  readonly waits?: boolean
  /** The call makes other calls, which take slots of their own; so it takes a slot among those of its kind. */
  readonly holdsCalls?: boolean
  /**
   * Checks permission with the unvalidated body, so that a caller without the right to create gets that error instead
   * of a validation error.
   */
  readonly authorize?: (scope: Scope, body: unknown) => void
  /**
   * For public routes: rejects or waits before the body is read, so that a body over the limits stays at the client.
   * Resolves with the owner of the body.
   */
  readonly beforeBody?: (params: Readonly<Record<string, string>>) => Promise<BodyOwner>
  /** The body is validated before the authority is checked. */
  readonly bodyBeforeAuthority?: boolean
  /** The call revokes its own token, and accepts an expired token whose session is still valid. */
  readonly acceptsExpired?: true
  /** The returned value is sent as JSON with status 200; undefined sends an empty body. */
  readonly handle: (
    call: Call<Part<R['params']>, Part<R['query']>, Part<R['body']>, A extends 'anyone' ? Scope | null : Scope>,
  ) => unknown
}

export type Route<R extends RouteShape, A extends readonly Authority[] | 'anyone'> = RouteBase<R, A> & Audited<R>

/** A call of an authenticated user, as passed to its route. */
export interface CallInfo {
  readonly scope: Scope
  readonly method: string
  readonly audit: RouteInfo['audit']
  readonly auditsSuccess?: boolean | undefined
  readonly params: Readonly<Record<string, unknown>>
  readonly query: Readonly<Record<string, unknown>>
  readonly body: unknown
}

/** Wraps every such call for limits and the audit log. Resolves with the result of `run`. */
export type AroundCall = (call: CallInfo, run: () => Promise<unknown>) => Promise<unknown>

/** Description of a registered route, for the OpenAPI document and for tests that cover all routes. */
export type RouteInfo = Omit<Route<RouteShape, readonly Authority[] | 'anyone'>, 'handle' | 'authorize' | 'beforeBody'>

/** Registers routes; created by `createHttpApp`. */
export interface Routes {
  add<const R extends RouteShape, const A extends readonly Authority[] | 'anyone'>(route: Route<R, A>): void
  /** All routes in the order of registration. */
  list(): readonly RouteInfo[]
}
