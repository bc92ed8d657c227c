/** Telemetry socket for tests: a real store, change stream and server on a free port, with real clients. */

import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { TestContext } from 'node:test'
import type { EntityKey } from '@sonde/model/entity-query/entity-query'
import type { LiveUpdate } from '@sonde/model/entity-query/live-updates'
import { unauthenticated } from '@sonde/model/errors'
import type { LimitValues } from '@sonde/model/limits/limits'
import { pino } from 'pino'
import { Registry } from 'prom-client'
import { WebSocket } from 'ws'
import { createCallerWatches } from '../access/caller-watch.ts'
import type { ValuesAccess } from '../access/operations.ts'
import { wholeReads } from '../access/readable-values.ts'
import type { Scope } from '../access/scope.ts'
import { freeBudgets } from '../calls/testing.ts'
import { type Clock, systemClock } from '../clock.ts'
import { addTenant, openAlarmQueries } from '../entity-query/testing.ts'
import { type Guard, noGuard } from '../guard/guard.ts'
import { testLimits } from '../limits/testing.ts'
import { createTurns } from '../turns/turns.ts'
import type { SocketLimits } from './socket-limits.ts'
import { createTelemetrySocket } from './telemetry-socket.ts'

export interface TestClient {
  readonly socket: WebSocket
  /** All received messages, parsed. */
  readonly messages: LiveUpdate[]
  send(frame: unknown): void
  /** Resolves with the messages for this command id once there are `count` of them. */
  received(cmdId: number, count?: number): Promise<LiveUpdate[]>
  /** Resolves when the server has processed everything that was sent before. */
  settled(): Promise<void>
  /** Resolves with the close code and reason. */
  closed(): Promise<{ code: number; reason: string }>
}

export const T0 = 1_600_000_000_000
export const key = (type: EntityKey['type'], name: string): EntityKey => ({ type, key: name })
export const latestKeys = [key('TIME_SERIES', 'temp'), key('ATTRIBUTE', 'floor')]
/** Query for all devices, ordered by name. */
export const ofDevices = (parts: object = {}, link: object = {}) => ({
  entityFilter: { type: 'entityType', entityType: 'DEVICE' },
  pageLink: { page: 0, pageSize: 10, sortOrder: { key: key('ENTITY_FIELD', 'name'), direction: 'ASC' }, ...link },
  entityFields: [key('ENTITY_FIELD', 'name')],
  latestValues: latestKeys,
  ...parts,
})
/** Builds an entity data update as it is sent to clients. */
export const entityData = (cmdId: number, data: unknown, update: unknown) => ({
  cmdId,
  data,
  update,
  errorCode: 0,
  errorMsg: null,
  allowedEntities: 10_000,
  cmdUpdateType: 'ENTITY_DATA',
})

const idOf = (update: LiveUpdate) => ('cmdUpdateType' in update ? update.cmdId : update.subscriptionId)

export async function startLive(
  t: TestContext,
  {
    serverLimits,
    clock = systemClock,
    guard = noGuard,
    ...limits
  }: Partial<SocketLimits> & { serverLimits?: LimitValues; clock?: Clock; guard?: Guard } = {},
  /** Wraps the access checks of the socket. */
  around: (access: ValuesAccess) => ValuesAccess = (access) => access,
) {
  const queries = await openAlarmQueries(t, { clock, guard })
  const { live, commit, storage, attributes, access, entityQuery, alarms, alarmQuery } = queries
  const log = pino({ level: 'silent' })
  const tenant = await addTenant(storage, 'Tenant')
  const scopes = new Map<string, Scope>([['tenant', tenant.scope]])
  /** Expiry of tokens, epoch ms; tokens without an entry never expire. */
  const expiries = new Map<string, number>()
  let grantsHeld: Promise<void> = Promise.resolve()
  /** Runs between the query of a subscription and its first response. */
  let whileReading: () => Promise<void> = () => Promise.resolve()
  const registry = new Registry()
  const server = createServer()
  const grantOfToken = async (token: string) => {
    const scope = scopes.get(token)
    const expiresMs = expiries.get(token) ?? Number.POSITIVE_INFINITY
    if (!scope || expiresMs <= clock.nowMs()) throw unauthenticated('The token isn’t valid.')
    await grantsHeld
    return { scope, expiresMs }
  }
  const socket = createTelemetrySocket({
    server,
    grantOfToken,
    callers: createCallerWatches({ live, grantOfToken }),
    access: around(access),
    visitorReads: {
      ...wholeReads,
      async of(scope) {
        await whileReading()
        return wholeReads.of(scope)
      },
    },
    entityQuery,
    alarmQuery,
    series: storage.series,
    attributes,
    live,
    clock,
    log,
    registry,
    guard,
    turns: createTurns(),
    budgets: freeBudgets,
    serverLimits: testLimits({ socketCommands: 100_000, ...serverLimits }),
    limits,
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  t.after(async () => {
    await socket.close()
    server.close()
  })

  async function connect(token = 'tenant'): Promise<TestClient> {
    const client = new WebSocket(`ws://127.0.0.1:${port}/api/ws/plugins/telemetry?token=${token}`)
    const messages: LiveUpdate[] = []
    let wake = () => {}
    const ended = new Promise<{ code: number; reason: string }>((resolve) => {
      client.once('close', (code, reason) => resolve({ code, reason: String(reason) }))
    })
    client.on('message', (data) => {
      messages.push(JSON.parse(String(data)) as LiveUpdate)
      wake()
    })
    await once(client, 'open')
    t.after(() => client.terminate())
    const send = (frame: unknown) => client.send(typeof frame === 'string' ? frame : JSON.stringify(frame))
    let markers = -1_000_000
    async function received(cmdId: number, count = 1): Promise<LiveUpdate[]> {
      for (;;) {
        const found = messages.filter((update) => idOf(update) === cmdId)
        if (found.length >= count) return found
        await new Promise<void>((resolve) => {
          wake = resolve
        })
      }
    }
    return {
      socket: client,
      messages,
      send,
      received,
      async settled() {
        // The rejection of a command without an entity arrives after all earlier responses.
        const cmdId = markers--
        send({ attrSubCmds: [{ cmdId }] })
        await received(cmdId)
      },
      closed: () => ended,
    }
  }

  return {
    storage: { ...storage, transact: commit },
    live,
    commit,
    tenant,
    scopes,
    expiries,
    socket,
    port,
    alarms: alarms.service,
    connect,
    /** Holds token checks that start from now on, with their current result, until the returned function is called. */
    holdGrants() {
      const { promise, resolve } = Promise.withResolvers<void>()
      grantsHeld = promise
      return resolve
    },
    /** Runs `change` once, while the next subscription reads its first page. */
    onNextRead(change: () => Promise<unknown>) {
      whileReading = async () => {
        whileReading = () => Promise.resolve()
        await change()
      }
    },
    /** Bytes waiting for clients that don't read. */
    async waitingBytes(): Promise<number> {
      const metric = await registry.getSingleMetric('sonde_live_waiting_bytes')?.get()
      return metric?.values[0]?.value ?? 0
    },
  }
}
