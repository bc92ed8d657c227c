/**
 * The HTTP app: one pipeline for every request. It handles authentication, authorization, parsing, validation,
 * responses, errors, logging and metrics, so that the routes of a module contain only their own logic.
 */

import { createServer as createHttpServer, type IncomingMessage, type Server } from 'node:http'
import { createServer as createHttpsServer } from 'node:https'
import { DomainError, ErrorCode, forbidden, notFound, unauthenticated } from '@sonde/model/errors'
import Fastify, {
  type FastifyBaseLogger,
  type FastifyError,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify'
import type { Logger } from 'pino'
import Type from 'typebox'
import type { CallerWatches } from '../access/caller-watch.ts'
import type { Authority, Scope } from '../access/scope.ts'
import type { CallBudgets } from '../calls/call-budgets.ts'
import type { Clock } from '../clock.ts'
import { type Guard, noGuard } from '../guard/guard.ts'
import { newId } from '../ids.ts'
import { addressGroup } from '../limits/client-address.ts'
import type { Limits } from '../limits/limits.ts'
import type { Metrics } from '../metrics/metrics.ts'
import type { MetricsAccess } from '../metrics/metrics-access.ts'
import { StoreFailed } from '../storage/storage.ts'
import type { CallGate } from '../turns/call-gate.ts'
import type { Owner } from '../turns/fair-rounds.ts'
import { type Turns, WorkEnded } from '../turns/turns.ts'
import { bearerTokenOf } from './bearer-token.ts'
import { readBody } from './body-bytes.ts'
import type { BodyRoom, HoldBody } from './body-room.ts'
import { bodyCame, holdBody, limitBodyTime } from './body-time.ts'
import { guardedRequests } from './guarded-requests.ts'
import { plainText } from './http-answer.ts'
import type { App, AroundCall, Call, CallInfo, Route, RouteInfo, RouteShape, Routes } from './http-app.ts'
import { jsonBody, textOfBody } from './http-body.ts'
import { type ConnectionEnd, createConnectionEnd, limitConnections } from './http-connections.ts'
import { answerAndClose, errorAnswer, errorBody } from './http-errors.ts'
import { checkQueryText, coerceText, parseQuery } from './http-query.ts'
import { type JsonPieces, jsonPieces } from './json-pieces.ts'
import { lazyValidators } from './lazy-validators.ts'
import { openApiDocument } from './openapi.ts'
import { openApiPath, registerOpenApiPage } from './openapi-page.ts'
import { headFault } from './request-heads.ts'
import { changesSomething } from './route-audit.ts'
import { spellsRoute } from './route-spelling.ts'
import { sendWhole } from './streamed-answer.ts'
import { checkSubCall } from './sub-calls.ts'
import { createTrustedProxies } from './trusted-proxies.ts'
import { createUpgradeOrder, wantsWebSocket } from './upgrade-order.ts'
import { orAborted, unwatchedCall, type WatchedCall, watchCall } from './watched-call.ts'

/** Default maximum of a body, in bytes. */
export const bodyBytesMax = 1024 * 1024
/** Bodies up to this size are parsed at once; larger ones when their sender is scheduled. */
const shortBodyBytes = 16 * 1024
/** Time limit for a request's head; bodies have a separate limit. */
const headMsMax = 60_000
const keepAliveMs = 72_000
/** HSTS for one year: browsers that connected over TLS don't use plain HTTP during that time. */
const strictTransport = 'max-age=31536000'
/** Maximum bytes of a request's head; a token takes about half a kilobyte. */
const headBytesMax = 32 * 1024

const jsonType = 'application/json; charset=utf-8'

export interface HttpAppDeps {
  readonly log: Logger
  readonly clock: Clock
  readonly version: string
  /** Returns the scope of an access token. Throws DomainError when the token is invalid or expired. */
  readonly scopeOfToken: (token: string, how?: { readonly acceptsExpired: boolean }) => Promise<Scope>
  /** Absent: a call's permissions are checked once, at its start. */
  readonly callers?: CallerWatches
  readonly metrics: Metrics
  /** Decides who may read the metrics over HTTP; absent: no one. */
  readonly metricsAccess?: MetricsAccess
  /** Resolves while the required parts work; rejects otherwise. */
  readonly checkHealth: () => Promise<void>
  /** Wraps calls of authenticated users. */
  readonly around?: AroundCall
  /** Counts an unauthenticated call by its address group. Throws 429 when the limit is exceeded. */
  readonly consumeOpenCall?: (address: string) => void
  /** `SONDE_TRUSTED_PROXIES`: proxies whose `X-Forwarded-For` is trusted. */
  readonly trustedProxies?: readonly string[] | null
  /**
   * The app is reachable from this machine only: HSTS isn't sent, so that browsers don't force HTTPS for `localhost`.
   */
  readonly isLocalOnly?: boolean
  /** Compiles the validators of large schemas after the server listens, before their first call. */
  readonly preparesValidators?: boolean
  /** Limits connections per address; absent: no limit. */
  readonly limits?: Pick<Limits, 'of' | 'rejected'>
  /** Throws when the caller may not make this call regardless of the route; absent: no such check. */
  readonly requireOpen?: (scope: Scope, route: RouteInfo) => void
  /** Rejects a call before it is queued, because too many are waiting. */
  readonly consume?: (scope: Scope) => void
  /** Schedules calls of authenticated users fairly, within a budget. */
  readonly turns: Turns
  readonly budgets: Pick<CallBudgets, 'open'>
  readonly gate: Pick<CallGate, 'enter'>
  readonly bodies?: BodyRoom
  /** PEM texts: the app speaks HTTPS with them. */
  readonly tls?: { readonly cert: string | Buffer; readonly key: string | Buffer } | null
  readonly guard?: Pick<Guard, 'work'>
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Scope of the caller; null when unauthenticated. */
    scope: Scope | null
    /** Position of the change stream before the token was checked. */
    signedInAt: number
    /** Owner in whose turns the body is parsed when the caller is unauthenticated. */
    bodyOwner: Owner | null
    /** Counts the body while it is read. */
    holdBody: HoldBody | null
    /** The rest of the body isn't read: the connection closes after the response. */
    isBodyRejected: boolean
    /** Releases the call's slot, because the rest of the call only waits for the client. */
    leave: (() => void) | null
  }
  interface FastifyContextConfig {
    bodyText?: boolean
    bodyStream?: boolean
  }
}

type AnyRoute = Route<RouteShape, readonly Authority[] | 'anyone'>

/**
 * A call as its route gets it; validation guarantees the types of its parts by then. A class like `CallBudgetOf` in
 * call-budgets.ts.
 */
class RunningCall implements Call<never, never, never> {
  readonly scope: Scope
  readonly params: never
  readonly query: never
  readonly body: never
  readonly request: FastifyRequest
  readonly reply: FastifyReply
  readonly #caller: WatchedCall

  constructor(scope: Scope, request: FastifyRequest, reply: FastifyReply, caller: WatchedCall) {
    const { params, query, body } = request as unknown as { params: never; query: never; body: never }
    this.scope = scope
    this.params = params
    this.query = query
    this.body = body
    this.request = request
    this.reply = reply
    this.#caller = caller
  }

  get signal(): AbortSignal {
    return this.#caller.signal
  }
}

/** Leaves no slot: the call took none. */
const outsideGate = () => {}

/** Hook for what needs no waiting: an async one would cost each call a promise and a tick. */
const withoutWaiting =
  (check: (request: FastifyRequest, reply: FastifyReply) => void) =>
  (request: FastifyRequest, reply: FastifyReply, done: (error?: FastifyError) => void) => {
    try {
      check(request, reply)
    } catch (error) {
      return done(error as FastifyError)
    }
    done()
  }

/** Parameters of `namesStoredKeys`. */
const storedKeyParams = ['keys', 'key'] as const

export async function createHttpApp(deps: HttpAppDeps): Promise<{ app: App; routes: Routes }> {
  const { log, clock, metrics, tls, limits, turns, trustedProxies } = deps
  const { isLocalOnly = false, preparesValidators = true, guard = noGuard } = deps
  const validators = lazyValidators()
  let connections: ConnectionEnd | undefined
  const app: App = Fastify({
    loggerInstance: log.child({ part: 'http' }) as FastifyBaseLogger,
    genReqId: () => newId(),
    requestIdHeader: false,
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'correlationId' }),
    bodyLimit: bodyBytesMax,
    trustProxy: trustedProxies ? [...trustedProxies] : false,
    // Such as an invalid percent sign in a path.
    frameworkErrors: (error, request, reply) => answerError(error, request, reply),
    routerOptions: { querystringParser: parseQuery, maxParamLength: 2048 },
    // Optimized code isn't faster here, and takes twice the time and five times the memory to generate.
    ajv: {
      customOptions: {
        coerceTypes: false,
        removeAdditional: false,
        code: { optimize: false },
        keywords: ['x-repeated'],
      },
    },
    schemaController: { compilersFactory: { buildValidator: validators.build } },
    serverFactory: (handler) => {
      const order = createUpgradeOrder()
      const options = {
        // A request that isn't upgraded is handled like any other and answered in order.
        shouldUpgradeCallback: (request: IncomingMessage) =>
          wantsWebSocket(request) && headFault(request) === null && order.isNext(request),
        maxHeaderSize: headBytesMax,
        requestTimeout: 0,
        headersTimeout: headMsMax,
        keepAliveTimeout: keepAliveMs,
      }
      const proxies = createTrustedProxies(trustedProxies ?? [])
      const asWork = guardedRequests({ guard, clock }, (request, response) => {
        connections?.noteRequest(request, response)
        const isEarly = wantsWebSocket(request) && !order.isNext(request)
        order.note(request, response)
        const fault = isEarly ? 'Wait for earlier answers before you open a WebSocket.' : headFault(request)
        if (fault !== null) {
          const body = errorBody(400, ErrorCode.BAD_REQUEST_PARAMS, fault, clock.nowMs())
          return answerAndClose(request, response, body)
        }
        // Node reads nothing more from a connection whose upgrade wasn't accepted.
        if (request.headers.upgrade !== undefined) response.setHeader('connection', 'close')
        proxies.nameClient(request)
        handler(request, response)
      })
      const server = tls ? createHttpsServer({ ...options, ...tls }, asWork) : createHttpServer(options, asWork)
      if (limits) limitConnections(server, limits, proxies)
      connections = createConnectionEnd(server as Server)
      return server as Server
    },
  })
  app.addHook('preClose', async () => connections?.close())

  function answerError(error: unknown, request: FastifyRequest, reply: FastifyReply) {
    const { status, body, isUnexpected, retryAfterSeconds } = errorAnswer(error, request.id, clock.nowMs())
    if (retryAfterSeconds != null) reply.header('retry-after', retryAfterSeconds)
    if (isUnexpected) request.log.error({ err: error, route: request.routeOptions?.url }, 'A request failed.')
    return reply.code(status).type('application/json').send(JSON.stringify(body))
  }

  /** Logged once: without the setting, all clients of a proxy share the limits of one address. */
  let isForwardingNoted = trustedProxies !== null && trustedProxies !== undefined
  function noteForwarding({ headers, socket }: FastifyRequest) {
    if (isForwardingNoted || headers['x-forwarded-for'] === undefined) return
    isForwardingNoted = true
    log.warn(
      { address: socket.remoteAddress },
      'A request has an X-Forwarded-For header, which is ignored. If this address is your reverse proxy, add it to SONDE_TRUSTED_PROXIES so that limits per address apply to each client.',
    )
  }

  app.decorateRequest('scope', null)
  app.decorateRequest('signedInAt', 0)
  app.decorateRequest('leave', null)
  app.decorateRequest('bodyOwner', null)
  app.decorateRequest('holdBody', null)
  app.decorateRequest('isBodyRejected', false)
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', async (request: FastifyRequest, payload: IncomingMessage) => {
    const { bodyLimit, config } = request.routeOptions
    const { bodyText } = config
    const bytes = await readBody(payload, {
      bytesMax: bodyLimit ?? bodyBytesMax,
      ...(request.holdBody && { hold: request.holdBody }),
    }).catch((error: unknown) => {
      request.isBodyRejected = true
      throw error
    })
    const parse = () => (bodyText ? textOfBody(bytes) : jsonBody(bytes, request.headers['content-type']))
    const owner = request.bodyOwner ?? request.scope
    return owner && bytes.length > shortBodyBytes ? turns.run(owner, parse) : parse()
  })
  app.addContentTypeParser('multipart/form-data', (request, _, done) => {
    // Some routes read the form themselves.
    const isTaken = request.routeOptions.config.bodyStream
    done(
      isTaken
        ? null
        : new DomainError(ErrorCode.BAD_REQUEST_PARAMS, 'This endpoint doesn’t accept forms.', { status: 415 }),
    )
  })
  app.setReplySerializer((value) => JSON.stringify(value))
  app.setErrorHandler((error, request, reply) => {
    if (request.isBodyRejected) reply.header('connection', 'close')
    return answerError(error, request, reply)
  })
  app.setNotFoundHandler((request, reply) => answerError(noSuchCall(request), request, reply))

  const checkHead = withoutWaiting((request, reply) => {
    limitBodyTime(request.raw)
    reply.header('x-content-type-options', 'nosniff')
    if (request.url.startsWith('/api/')) reply.header('cache-control', 'no-store')
    if (request.protocol === 'https' && !isLocalOnly) reply.header('strict-transport-security', strictTransport)
    noteForwarding(request)
    // Rejected before the body is read, because it would be buffered without being counted.
    if (request.is404 || !spellsRoute(request.routeOptions.url ?? '', request.raw.url ?? '')) throw noSuchCall(request)
  })
  app.addHook('onRequest', checkHead)
  app.addHook('onResponse', (request, reply, done) => {
    // Route pattern instead of the path, because paths may contain device tokens.
    const route = request.routeOptions.url ?? 'none'
    metrics.httpSeconds.observe({ method: request.method, route, status: reply.statusCode }, reply.elapsedTime / 1000)
    request.log.debug({ method: request.method, route, status: reply.statusCode, ms: reply.elapsedTime }, 'answered')
    done()
  })

  if (preparesValidators) app.addHook('onListen', () => void validators.prepareLarge())

  const added: AnyRoute[] = []

  async function signIn(request: FastifyRequest, route: AnyRoute) {
    const { path, authorities, bodyBeforeAuthority, acceptsExpired = false } = route
    checkSubCall(route)
    const token = bearerTokenOf(request)
    if (authorities === 'anyone') {
      if (isOpenCall(path)) deps.consumeOpenCall?.(addressGroup(request.ip))
      if (token !== undefined) request.scope = await scopeOrNull(token)
      return
    }
    if (token === undefined) throw unauthenticated('Sign in first. The request has no token.')
    request.signedInAt = deps.callers?.position ?? 0
    const scope = await deps.scopeOfToken(token, { acceptsExpired })
    if (!bodyBeforeAuthority && !authorities.includes(scope.authority)) throw forbidden()
    deps.requireOpen?.(scope, route)
    request.scope = scope
  }

  /** Reserves memory for the body, or waits for it; undefined: without waiting. */
  function readyForBody(request: FastifyRequest, reply: FastifyReply, route: AnyRoute): Promise<void> | undefined {
    const { beforeBody, bodyStream, bodyBytesMax: bytesMax = bodyBytesMax } = route
    const { headers, scope } = request
    if (bodyStream) return undefined
    if (beforeBody && Number(headers['content-length'] ?? 0) <= bytesMax) {
      return bodyAllowed(request, reply, route, beforeBody)
    }
    if (scope && route.authorities !== 'anyone') {
      const entity = { entityType: 'USER', id: scope.userId } as const
      const { tenantId, isPublic } = scope
      request.holdBody = deps.bodies?.reserve({ request, reply }, { tenantId, entity, isPublic }, bytesMax) ?? null
    } else {
      request.holdBody = deps.bodies?.reserveForStranger({ request, reply }, addressGroup(request.ip)) ?? null
    }
    return undefined
  }

  async function bodyAllowed(
    request: FastifyRequest,
    reply: FastifyReply,
    { schema, bodyBytesMax: bytesMax = bodyBytesMax }: AnyRoute,
    beforeBody: NonNullable<AnyRoute['beforeBody']>,
  ): Promise<void> {
    const { raw, params } = request
    holdBody(raw)
    // Path text with invalid characters is rejected here as for all other routes.
    const owner = await beforeBody(coerceText(params, schema?.params) as Record<string, string>)
    bodyCame(raw)
    request.bodyOwner = { tenantId: owner.tenantId, userId: owner.entity.id }
    request.holdBody = deps.bodies?.reserve({ request, reply }, owner, bytesMax) ?? null
  }

  async function scopeOrNull(token: string): Promise<Scope | null> {
    try {
      return await deps.scopeOfToken(token)
    } catch (error) {
      if (error instanceof DomainError) return null
      throw error
    }
  }

  /** Runs the call in the turns of its caller; its memory is charged to the caller until the response was sent. */
  async function inTurns(
    request: FastifyRequest,
    scope: Scope,
    { waits, bodyStream, holdsCalls, method, audit }: AnyRoute,
    caller: WatchedCall,
    run: () => Promise<unknown>,
  ): Promise<unknown> {
    const kind = holdsCalls ? 'batch' : changesSomething({ method, audit }) ? 'change' : 'read'
    const entered = waits || bodyStream ? outsideGate : deps.gate.enter(scope, kind)
    const leave = entered instanceof Promise ? await entered : entered
    const budget = deps.budgets.open(scope, caller)
    request.leave = () => {
      leave()
      budget.leave()
      caller.sending()
    }
    const begin = () => {
      const required = caller.require()
      return required ? required.then(run) : run()
    }
    try {
      const answered = await turns.run(scope, begin, budget)
      caller.handled()
      return answered
    } catch (error) {
      caller.failed()
      throw error instanceof WorkEnded ? error.cause : error
    } finally {
      leave()
      budget.close()
    }
  }

  function answer(reply: FastifyReply, value: unknown): FastifyReply | Promise<FastifyReply> {
    if (reply.sent || value === reply) return reply
    if (value === undefined) return reply.send()
    const pieces = jsonPieces(value, turns)
    return pieces instanceof Promise ? pieces.then((all) => sendPieces(reply, all)) : sendPieces(reply, pieces)
  }

  async function answerOpen(reply: FastifyReply, run: () => unknown): Promise<FastifyReply> {
    return answer(reply, await run())
  }

  const sendPieces = (reply: FastifyReply, pieces: JsonPieces) =>
    typeof pieces === 'string' ? reply.type(jsonType).send(pieces) : sendWhole(reply, pieces, jsonType)

  const routes: Routes = {
    add(given) {
      // The only place where the route's types are erased: validation guarantees them by then.
      const route = given as unknown as AnyRoute
      const { params, query, body } = route.schema ?? {}
      added.push(route)
      app.route({
        method: route.method,
        url: route.path,
        bodyLimit: route.bodyBytesMax ?? bodyBytesMax,
        config: { bodyText: route.bodyText ?? false, bodyStream: route.bodyStream ?? false },
        schema: {
          ...(params === undefined ? {} : { params }),
          ...(query === undefined ? {} : { querystring: query }),
          ...(body === undefined || route.bodyText || route.bodyStream ? {} : { body }),
        },
        onRequest: async (request, reply) => {
          await signIn(request, route)
          const ready = readyForBody(request, reply, route)
          if (ready) await ready
        },
        preValidation: withoutWaiting((request) => {
          checkQueryText(request.raw.url ?? '')
          request.params = coerceText(request.params, params)
          request.query = coerceText(request.query, query, route.namesStoredKeys ? storedKeyParams : undefined)
          if (route.bodyText) request.body ??= ''
          if (route.authorize && request.scope) route.authorize(request.scope, request.body)
        }),
        ...(route.bodyBeforeAuthority && {
          preHandler: async ({ scope }: FastifyRequest) => {
            if (scope && !route.authorities.includes(scope.authority)) throw forbidden()
          },
        }),
        handler: (request, reply) => {
          // Checked by `signIn`.
          const scope = request.scope as Scope
          const { params, query, body } = request as unknown as Pick<CallInfo, 'params' | 'query' | 'body'>
          const run = (caller: WatchedCall) => route.handle(new RunningCall(scope, request, reply, caller))
          if (!scope || route.authorities === 'anyone') return answerOpen(reply, () => run(unwatchedCall))
          const { method, audit, bodyStream = false } = route
          const auditsSuccess = method === 'GET' ? undefined : route.auditsSuccess
          const info = { scope, method, audit, auditsSuccess, params, query, body }
          deps.consume?.(scope)
          const { callers } = deps
          const { signedInAt } = request
          // A call that revokes its own token isn't ended by changes of the caller's rights.
          const isWatched = callers && !route.acceptsExpired
          const caller = isWatched
            ? watchCall({ callers, scope, signedInAt, request, reply, bodyStream })
            : unwatchedCall
          const handle = async () => {
            const value = await (route.waits ? orAborted(run(caller), caller.signal) : run(caller))
            if (!route.waits && changesSomething(route)) return value
            const required = caller.require()
            if (required) await required
            return value
          }
          return inTurns(request, scope, route, caller, async () =>
            answer(reply, await (deps.around ? deps.around(info, handle) : handle())),
          )
        },
      })
    },
    list: () => added.map(({ handle: _, authorize: __, beforeBody: ___, ...info }): RouteInfo => info),
  }

  addOwnRoutes(routes, deps)
  registerOpenApiPage(app)
  return { app, routes }
}

const noSuchCall = ({ method, url }: FastifyRequest) =>
  new DomainError(ErrorCode.ITEM_NOT_FOUND, `There is no ${method} ${url.split('?', 1)[0]}.`, { status: 404 })

/** Device routes below `/api/v1/` have their own credentials and limits. */
const isOpenCall = (path: string): boolean => path.startsWith('/api/') && !path.startsWith('/api/v1/')

function addOwnRoutes(routes: Routes, { metrics, metricsAccess, checkHealth, version, log }: HttpAppDeps) {
  const health = Type.Object({
    status: Type.Enum(['UP', 'DOWN']),
    version: Type.String(),
    message: Type.Optional(Type.String({ description: 'Why the database rejects writes, and what to do' })),
  })
  /** Built once: routes are added only while the server starts. */
  let document: string | undefined
  routes.add({
    method: 'GET',
    path: '/health',
    authorities: 'anyone',
    summary: "Check whether the server accepts messages; 503 if it doesn't",
    tag: 'operation',
    schema: { response: health },
    answers: { 503: { description: 'It takes none', schema: health } },
    async handle({ reply }) {
      reply.header('cache-control', 'no-store')
      try {
        await checkHealth()
        return { status: 'UP', version }
      } catch (error) {
        reply.code(503)
        if (error instanceof StoreFailed) return { status: 'DOWN', version, message: error.message }
        log.warn({ err: error }, 'The health check failed.')
        return { status: 'DOWN', version }
      }
    },
  })
  routes.add({
    method: 'GET',
    path: '/metrics',
    authorities: 'anyone',
    summary: 'Get metrics in Prometheus text format; with the metrics token, or from the server if it allows that',
    tag: 'operation',
    schema: { response: plainText },
    async handle({ request, reply }) {
      const access = metricsAccess?.(request) ?? 'off'
      if (access === 'off') throw notFound('Page', '/metrics')
      if (access === 'refused') {
        throw forbidden(
          'Metrics need SONDE_METRICS_TOKEN as the bearer token. SONDE_METRICS=local lets programs on the server read them.',
        )
      }
      reply.header('cache-control', 'no-store')
      return reply.type(metrics.registry.contentType).send(await metrics.text())
    },
  })
  routes.add({
    method: 'GET',
    path: openApiPath,
    authorities: 'anyone',
    summary: 'Get this document',
    tag: 'operation',
    schema: { response: Type.Unknown({ description: 'OpenAPI 3.1' }) },
    handle({ reply }) {
      document ??= JSON.stringify(openApiDocument(routes.list(), version))
      return reply.type('application/json').send(document)
    },
  })
}
