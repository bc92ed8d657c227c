/**
 * The platform's parts, put together: opened in the order in which they need one another, stopped in reverse.
 *
 * Everything receives what it needs as arguments; nothing here decides anything. The rooms stand in `platform-base.ts`,
 * `platform-administration.ts`, `platform-entities.ts` and `platform-messages.ts`, their paths in `platform-routes.ts`.
 */

import { existsSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Logger } from 'pino'
import type { Config } from './config/config.ts'
import { createBodyRoom } from './http/body-room.ts'
import { createHttpApp } from './http/create-http-app.ts'
import { registerStaticClient } from './http/static-client.ts'
import { createRestLimits } from './limits/rest-limits.ts'
import { ownerLimits, updateRates } from './live/socket-limits.ts'
import { createTelemetrySocket } from './live/telemetry-socket.ts'
import { createAdministration } from './platform-administration.ts'
import { openBase } from './platform-base.ts'
import { createEntities } from './platform-entities.ts'
import { createMessageWay } from './platform-messages.ts'
import { registerRoutes } from './platform-routes.ts'
import { createCallAdmission } from './turns/call-admission.ts'
import { createCallGate } from './turns/call-gate.ts'

/** What the web build made. */
const webFolder = fileURLToPath(new URL('../../web/dist', import.meta.url))

export interface Address {
  readonly host: string
  readonly port: number
}

export type Platform = Awaited<ReturnType<typeof openPlatform>>

export interface PlatformOptions {
  readonly config: Config
  readonly log: Logger
  readonly version: string
}

/** Opens the store and makes the parts. Nothing listens yet. Throws `DataFolderError` when the folder cannot be used. */
export async function openPlatform({ config, log, version }: PlatformOptions) {
  const base = await openBase({ config, log })
  const { storage, relational, series, attributes, access, commit, live, clock, metrics, tls, turns } = base
  const entities = createEntities(base)
  const { entityQuery, alarmQuery } = entities
  const administration = createAdministration(base, { version, lists: entityQuery.lists })
  const { auth, users, tenants, passwords } = administration
  const messages = createMessageWay(base, entities)

  const gate = createCallGate()
  const admitCall = createCallAdmission({ gate, limits: base.limits })
  const restLimits = createRestLimits({
    tenantRates: config.tenantRestLimit,
    customerRates: config.customerRestLimit,
    clock,
  })
  const { app, routes } = await createHttpApp({
    log,
    turns,
    budgets: base.budgets,
    gate,
    bodies: createBodyRoom(base.limits),
    admit(scope) {
      restLimits.admit(scope)
      admitCall(scope)
    },
    around: base.auditLog.around,
    clock,
    version,
    scopeOfToken: auth.scopeOfToken,
    metrics,
    // An empty transaction goes the whole way to the disk and back.
    checkHealth: async () => void (await storage.transact({})),
    tls,
  })
  const socket = createTelemetrySocket({
    server: app.server,
    scopeOfToken: auth.scopeOfToken,
    access,
    entityQuery,
    alarmQuery,
    series,
    attributes,
    live,
    clock,
    log: log.child({ part: 'live' }),
    registry: metrics.registry,
    turns,
    budgets: base.budgets,
    serverLimits: base.limits,
    limits: {
      pointsPerKey: config.maxDatapoints,
      sessions: ownerLimits(config.socketSessions),
      subscriptions: ownerLimits(config.socketSubscriptions),
      updateRates: updateRates(config.socketUpdates),
      queuedMessages: config.socketQueue,
      refreshMs: config.socketRefresh * 1000,
    },
  })

  const listening: { mqtt: Address; http: Address } = {
    mqtt: { host: config.host, port: config.mqttPort },
    http: { host: config.host, port: config.httpPort },
  }
  const isTls = tls !== null
  registerRoutes(routes, {
    version,
    base,
    administration,
    entities,
    messages,
    listening: () => ({ mqtt: { ...listening.mqtt, isTls }, http: { ...listening.http, isTls } }),
  })
  const isWebBuilt = existsSync(join(webFolder, 'index.html'))
  if (isWebBuilt) {
    const { tilesUrl, helpUrl, languages, defaultLanguage } = config
    registerStaticClient(app, { folder: webFolder, tilesUrl, helpUrl, languages, defaultLanguage })
  }

  /** Runs what the last life left undone, then opens the ports. Throws `PortInUse`. */
  async function listen(): Promise<{ mqtt: Address; http: Address }> {
    await base.tenantLimits.load()
    await base.usage.start()
    await administration.oauth2.start()
    await entities.widgets.ensureSystemWidgets()
    administration.auditLogs.start()
    commit.resume(await storage.recover())
    await messages.activity.start()
    await entities.ruleChainParts.ensureEdgeTemplates()
    entities.purge.start()
    await entities.packages.start()
    messages.events.start(() => messages.engine.ruleSets)
    await entities.edgeParts.news.start()
    await messages.rpcs.start()
    if (config.queueStatistics) messages.queueStatistics.start()
    await listenOn('SONDE_HTTP_PORT', config.httpPort, () => app.listen({ host: config.host, port: config.httpPort }))
    listening.http = { host: config.host, port: (app.server.address() as AddressInfo).port }
    const { port } = await listenOn('SONDE_MQTT_PORT', config.mqttPort, () => messages.mqtt.listen())
    listening.mqtt = { host: config.host, port }
    if (!isWebBuilt) log.warn('The web client is not built; only the API is served. `npm run server` builds it.')
    return listening
  }

  /** Closes the ports, lets what is on its way reach the disk, closes the store. */
  async function close(): Promise<void> {
    entities.alarms.care.stop()
    entities.entityQuery.close()
    await messages.mqtt.close()
    await socket.close()
    // Open long polls and callers hold the app open until their sessions end.
    const closing = app.close()
    messages.sessions.stop()
    await messages.rpcs.close()
    await closing
    await messages.uplink.idle()
    await messages.activity.close()
    await entities.edgeParts.news.stop()
    await messages.engine.stop()
    await messages.queueStatistics.stop()
    administration.auditLogs.stop()
    await administration.accountMails.idle()
    await base.mail.idle()
    await base.usage.stop()
    await messages.events.close()
    await entities.purge.close()
    await entities.packages.close()
    await messages.scripts.stop()
    base.storeMetrics.close()
    await storage.close()
  }

  return { app, routes, auth, users, tenants, passwords, commit, relational, clock, listen, close }
}

/** A port that another program listens on. */
export class PortInUse extends Error {
  override readonly name = 'PortInUse'
}

async function listenOn<T>(setting: string, port: number, listen: () => Promise<T>): Promise<T> {
  try {
    return await listen()
  } catch (error) {
    const { code } = error as { code?: string }
    if (code === 'EADDRINUSE') {
      throw new PortInUse(`Port ${port} is in use. Stop the program that uses it, or set ${setting} to another port.`)
    }
    if (code === 'EACCES')
      throw new PortInUse(`Port ${port} may not be opened by this user. Set ${setting} to a port above 1023.`)
    throw error
  }
}
