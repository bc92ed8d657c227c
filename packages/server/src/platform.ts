/**
 * Composition root: creates the components of the server and connects them. Components that start or stop register
 * where they are created (`lifecycle/`).
 *
 * Each component receives its dependencies as arguments; this file contains no logic. The modules are wired in
 * `platform-base.ts`, `platform-administration.ts`, `platform-entities.ts`, `platform-messages.ts` and
 * `platform-transports.ts`, their routes in `platform-routes.ts`.
 */

import { existsSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type TransportName, urlOf } from '@sonde/model/transports/transports'
import type { Logger } from 'pino'
import { createCallerWatches } from './access/caller-watch.ts'
import { createCallAdmission } from './calls/call-admission.ts'
import { type Config, isLocalOnly } from './config/config.ts'
import { createBodyRoom } from './http/body-room.ts'
import { createHttpApp } from './http/create-http-app.ts'
import { registerStaticClient } from './http/static-client.ts'
import { createSubCalls } from './http/sub-calls.ts'
import { createTrustedProxies } from './http/trusted-proxies.ts'
import { createRestLimits } from './limits/rest-limits.ts'
import { ownerLimits, updateRates } from './live/socket-limits.ts'
import { createTelemetrySocket } from './live/telemetry-socket.ts'
import { createMetricsAccess } from './metrics/metrics-access.ts'
import { createAdministration } from './platform-administration.ts'
import { openBase, type Replacements } from './platform-base.ts'
import { createEntities } from './platform-entities.ts'
import { createLimitParts } from './platform-limits.ts'
import { createMessagePipeline } from './platform-messages.ts'
import { registerRoutes } from './platform-routes.ts'
import { createTransports } from './platform-transports.ts'
import { openPort } from './transports/ports.ts'
import type { Listening } from './transports/transport.ts'
import { createCallGate } from './turns/call-gate.ts'
import { requireOpenToShareLinks, requireOpenToVisitors } from './visitors/visitor-routes.ts'

/** Output folder of the web build. */
const webFolder = fileURLToPath(new URL('../../web/dist', import.meta.url))

/** Logged at each start until the base URL is set. */
const noBaseUrl =
  'The base URL isn’t set, so activation and password reset emails aren’t sent. Set SONDE_BASE_URL, or the base URL in the general settings.'

export type Platform = Awaited<ReturnType<typeof openPlatform>>

export interface PlatformOptions {
  readonly config: Config
  readonly log: Logger
  readonly version: string
  /** Overrides in tests. */
  readonly replace?: Replacements
}

/**
 * Opens the store and creates the components. Opens no port yet. Throws `DataFolderError` if the folder can't be used.
 */
export async function openPlatform({ config, log, version, replace = {} }: PlatformOptions) {
  const base = await openBase({ config, log, replace })
  const { lifecycle, jobs, storage, relational, series, attributes, access, commit, live, clock, metrics, tls, turns } =
    base
  const entities = createEntities(base)
  const { entityQuery, alarmQuery } = entities
  const administration = createAdministration(base, { version, stores: entities })
  const { auth, users, tenants, passwords } = administration
  // Created before the message pipeline, so that it stops later: usage of the engine is counted while the engine
  // stops.
  const limitParts = createLimitParts(base, entities)
  const messages = createMessagePipeline(base, entities)

  const gate = createCallGate()
  const admitCall = createCallAdmission({ gate, limits: base.limits })
  const restLimits = createRestLimits({
    tenantRates: config.tenantRestLimit,
    customerRates: config.customerRestLimit,
    clock,
    rejections: base.limits,
    peaks: base.peaks,
    causers: base.causers,
  })
  const callers = createCallerWatches({ live, grantOfToken: auth.grantOfToken })
  const { app, routes } = await createHttpApp({
    log,
    turns,
    guard: base.guard,
    budgets: base.budgets,
    gate,
    bodies: createBodyRoom(base.limits),
    consume(scope) {
      restLimits.consume(scope)
      admitCall(scope)
    },
    around: base.auditLog.around,
    clock,
    version,
    scopeOfToken: auth.scopeOfToken,
    requireOpen(scope, route) {
      requireOpenToShareLinks(scope, route)
      if (config.visitorReads === 'dashboards') requireOpenToVisitors(scope, route)
    },
    callers,
    metrics,
    metricsAccess: createMetricsAccess({ mode: config.metrics, token: config.metricsToken }),
    // An empty transaction makes the full round trip to the disk.
    checkHealth: async () => void (await storage.transact({})),
    limits: base.limits,
    tls,
    consumeOpenCall: (address) => administration.addressLimits.consume('openCalls', address),
    trustedProxies: config.trustedProxies,
    isLocalOnly: isLocalOnly(config),
  })
  const socket = createTelemetrySocket({
    server: app.server,
    grantOfToken: auth.grantOfToken,
    callers,
    access,
    visitorReads: base.visitorReads,
    entityQuery,
    alarmQuery,
    series,
    attributes,
    live,
    clock,
    log: log.child({ part: 'live' }),
    registry: metrics.registry,
    turns,
    guard: base.guard,
    budgets: base.budgets,
    serverLimits: base.limits,
    addressOf: createTrustedProxies(config.trustedProxies ?? []).clientOf,
    limits: {
      pointsPerKey: config.maxDatapoints,
      sessions: ownerLimits(config.socketSessions),
      subscriptions: ownerLimits(config.socketSubscriptions),
      updateRates: updateRates(config.socketUpdates),
      queuedMessages: config.socketQueue,
      refreshMs: config.socketRefresh * 1000,
    },
  })

  let webAddress: Listening = { host: config.host, port: config.httpPort, isTls: tls !== null }
  registerRoutes(routes, {
    version,
    base,
    administration,
    entities,
    messages,
    limits: limitParts.service,
    makeCall: createSubCalls({ app, guard: base.guard, clock }),
  })
  const transports = createTransports({ base, entities, messages, routes, webAddress: () => webAddress })
  const isWebBuilt = existsSync(join(webFolder, 'index.html'))
  if (isWebBuilt) {
    const { tilesUrl, widgetHosts, baseUrl, helpUrl, languages, defaultLanguage } = config
    const { framingSites } = entities
    registerStaticClient(app, {
      folder: webFolder,
      tilesUrl,
      widgetHosts,
      baseUrl,
      helpUrl,
      framingSites: framingSites.ofLink,
      languages,
      defaultLanguage,
    })
  }

  const { linkBase } = base.settings

  /** Closes the app. Open long polls and waiting callers keep the app open until their sessions and calls end. */
  async function closeApp(): Promise<void> {
    const closing = app.close()
    messages.sessions.stop()
    await messages.rpcs.close()
    await closing
  }

  async function openWebPort(): Promise<void> {
    await openPort('SONDE_HTTP_PORT', config.httpPort, () => app.listen({ host: config.host, port: config.httpPort }))
    webAddress = { ...webAddress, port: (app.server.address() as AddressInfo).port }
    base.listensAt(urlOf('http', webAddress))
    if ((await linkBase()) === null) log.warn(noBaseUrl)
  }

  lifecycle.add({ name: 'jobs', start: jobs.start, stop: jobs.stop })
  lifecycle.add({ name: 'HTTP', start: openWebPort, stop: closeApp })
  lifecycle.add({ name: 'WebSocket', stop: socket.close })
  lifecycle.add({ name: 'transports', start: transports.start, stop: transports.stop })

  /** Resumes the work that the previous process left unfinished, then opens the ports. Throws `PortInUse`. */
  async function listen(): Promise<Record<TransportName, Listening>> {
    await lifecycle.start()
    if (!isWebBuilt) log.warn('The web client isn’t built. Only the API is served. `npm run server` builds it.')
    return transports.addresses()
  }

  return {
    app,
    routes,
    auth,
    users,
    tenants,
    passwords,
    limits: base.limits,
    limitMonitor: limitParts.monitor,
    commit,
    relational,
    clock,
    guard: base.guard,
    usage: base.usage,
    queueStatistics: messages.queueStatistics,
    framingSites: entities.framingSites,
    linkBase,
    listen,
    /** Closes the ports, writes accepted data to disk and closes the store. */
    close: lifecycle.stop,
  }
}
