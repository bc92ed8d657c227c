/**
 * Test environment for transports and calls: a real store with devices, sessions, uplink, activity, calls and both
 * transports. A function replaces the rule engine; it collects messages, stores attributes and passes calls.
 */

import type { TestContext } from 'node:test'
import { DomainError, ErrorCode } from '@sonde/model/errors'
import { entityId, NIL_UUID } from '@sonde/model/ids'
import type { LimitValues } from '@sonde/model/limits/limits'
import type { ProvisionRequest } from '@sonde/model/provisioning/provisioning'
import { parseAttributes } from '@sonde/model/telemetry/payload'
import mqtt, { type IClientOptions } from 'mqtt'
import { pino } from 'pino'
import { createAccess } from '../access/access.ts'
import { createEntityOwners } from '../access/entity-owners.ts'
import type { Authority, Scope } from '../access/scope.ts'
import { testScope } from '../access/testing.ts'
import { createActivityService } from '../activity/activity-service.ts'
import { createCallBudgets } from '../calls/call-budgets.ts'
import { freeTurns } from '../calls/testing.ts'
import { createProcessChangeStream } from '../changes/process-change-stream.ts'
import { type Clock, systemClock } from '../clock.ts'
import { deviceProfileRow } from '../device-profiles/testing.ts'
import { createDeviceDirectory } from '../devices/device-directory-store.ts'
import { initialState } from '../devices/device-state.ts'
import type { Provisioning } from '../devices/provisioning.ts'
import { type Guard, noGuard } from '../guard/guard.ts'
import { createHttpApp } from '../http/create-http-app.ts'
import { newId } from '../ids.ts'
import { createBackPressure } from '../journal/back-pressure.ts'
import { createCommit } from '../journal/commit.ts'
import { createLimits } from '../limits/limits.ts'
import type { JournalledMessage, Message } from '../messages/message.ts'
import { createMetrics } from '../metrics/metrics.ts'
import { registerRpcRoutes } from '../rpc/rpc-routes.ts'
import { createRpcService, type RpcService } from '../rpc/rpc-service.ts'
import { createRpcStore } from '../rpc/rpc-store.ts'
import type { AttributeWrite } from '../storage/storage.ts'
import { openTestStorage } from '../storage/testing.ts'
import { createAttributeStore } from '../telemetry/attribute-store.ts'
import { createStamper } from '../telemetry/timestamp-assigner.ts'
import { tenantRows } from '../tenants/testing.ts'
import { createEventLoopTurns } from '../turns/event-loop-turns.ts'
import { createDeviceAnswers } from './device-answers.ts'
import type { DeviceFaults } from './device-faults.ts'
import { createConnectionBounds } from './device-transports.ts'
import { registerDeviceHttpRoutes } from './http/device-http-routes.ts'
import { registerProvisionRoute } from './http/provision-route.ts'
import type { MqttLimits } from './mqtt/mqtt-limits.ts'
import { jsonOrText, TestClient } from './mqtt/mqtt-test-client.ts'
import { createMqttTransport } from './mqtt/mqtt-transport.ts'
import { createSessionRegistry } from './session-registry.ts'
import { createTransportCounts } from './transport-counts.ts'
import { createUplink } from './uplink.ts'

export interface TransportWorldOptions {
  readonly clock?: Clock
  readonly guard?: Guard
  readonly limits?: Partial<MqttLimits>
  readonly clientCallTimeoutMs?: number
  readonly acknowledgeTimeoutMs?: number
  /** Limits that override the defaults. */
  readonly limitValues?: LimitValues
  /** Store folder provided by the test, so that it can be reopened. */
  readonly dataFolder?: string
}

export interface TestDevice {
  readonly id: string
  readonly token: string
  readonly name: string
}

export type TransportWorld = Awaited<ReturnType<typeof openTransportWorld>>

export async function openTransportWorld(t: TestContext, options: TransportWorldOptions = {}) {
  const clock = options.clock ?? systemClock
  const storage = await openTestStorage(t, { clock, ...(options.dataFolder && { dataFolder: options.dataFolder }) })
  const { relational } = storage
  const { build } = relational
  const live = createProcessChangeStream()
  const messages: Message[] = []
  const debugLines: { fields: Record<string, unknown>; message: string }[] = []
  const errors: unknown[] = []
  const log = {
    debug: (fields: Record<string, unknown>, message: string) => void debugLines.push({ fields, message }),
    error: (fields: Record<string, unknown>) => void errors.push(fields),
  }

  // Substitute for the rule engine.
  let rpcs: RpcService | null = null
  const held: JournalledMessage[] = []
  const engine = {
    /** While true, messages stay in flight. */
    isHeld: false,
    /** True: calls to devices are delivered. */
    passesCalls: true,
    release() {
      engine.isHeld = false
      for (const message of held.splice(0)) run(message)
    },
  }
  const limits = createLimits({
    tenants: { known: () => undefined },
    live,
    clock,
    defaults: options.limitValues ?? {},
  })
  const backPressure = createBackPressure({ limits })
  const commit = createCommit({
    storage,
    live,
    backPressure,
    accept(journalled) {
      for (const each of journalled) {
        messages.push(each.message)
        if (engine.isHeld) held.push(each)
        else run(each)
      }
    },
  })

  function run({ seq, message, load }: JournalledMessage) {
    const attributes: AttributeWrite[] = []
    if (message.type === 'POST_ATTRIBUTES_REQUEST') {
      for (const { key, type, value } of parseAttributes(message.data)) {
        attributes.push(write(message.originator.id, 'CLIENT_SCOPE', key, { type, value }))
      }
    }
    if (message.type === 'RPC_CALL_FROM_SERVER_TO_DEVICE' && engine.passesCalls) {
      const { method, params, additionalInfo } = JSON.parse(message.data)
      const { requestUUID, oneway, persistent, retries, expirationTime } = message.metadata
      void rpcs?.call({
        tenantId: message.tenantId,
        deviceId: message.originator.id,
        requestId: requestUUID ?? newId(),
        method,
        params,
        oneway: oneway === 'true',
        persistent: persistent === 'true',
        retries: retries === undefined ? null : Number(retries),
        expirationTime: Number(expirationTime),
        additionalInfo,
      })
    }
    commit({ done: [seq], attributes }).then(
      () => load && backPressure.left(load, message),
      (error: unknown) => errors.push(error),
    )
  }

  const tenantId = newId()
  const profileId = newId()
  const write = (
    deviceId: string,
    scope: AttributeWrite['scope'],
    key: string,
    value: AttributeWrite['value'],
  ): AttributeWrite => ({
    tenantId,
    entity: entityId('DEVICE', deviceId),
    scope,
    key,
    lastUpdateTs: clock.nowMs(),
    value,
    notifyDevice: true,
  })

  async function addTenant(id: string, profile: string) {
    await commit({
      statements: [
        ...tenantRows(relational, [{ id }]),
        relational.statement(build.insertInto('device_profile').values(deviceProfileRow(profile, id))),
      ],
    })
  }

  let added = 0
  async function addDevice(
    more: { profile?: string; credentials?: { type: string; id: string; value: string | null }; info?: unknown } = {},
  ): Promise<TestDevice> {
    const id = newId()
    const name = `Device ${++added}`
    const token = more.credentials?.id ?? `token-${id.slice(-12)}`
    await commit({
      statements: [
        relational.statement(
          build.insertInto('device').values({
            id,
            created_time: clock.nowMs(),
            tenant_id: tenantId,
            customer_id: NIL_UUID,
            device_profile_id: more.profile ?? profileId,
            name,
            type: 'default',
            label: null,
            device_data: '{}',
            firmware_id: null,
            software_id: null,
            additional_info: more.info === undefined ? null : JSON.stringify(more.info),
          }),
        ),
        relational.statement(
          build.insertInto('device_credentials').values({
            id: newId(),
            created_time: 1,
            device_id: id,
            credentials_type: more.credentials?.type ?? 'ACCESS_TOKEN',
            credentials_id: token,
            credentials_value: more.credentials?.value ?? null,
          }),
        ),
      ],
      attributes: initialState(tenantId, id, clock.nowMs()),
      changes: [{ kind: 'created', entity: entityId('DEVICE', id), tenantId, customerId: NIL_UUID }],
    })
    return { id, token, name }
  }

  async function addProfile(transportType: string, profileData: unknown): Promise<string> {
    const id = newId()
    await commit({
      statements: [
        relational.statement(
          build.insertInto('device_profile').values(
            deviceProfileRow(id, tenantId, {
              transport_type: transportType,
              profile_data: JSON.stringify(profileData),
            }),
          ),
        ),
      ],
    })
    return id
  }

  const attributes = createAttributeStore({ relational })
  const directory = createDeviceDirectory({ relational, live })
  const counts = createTransportCounts()
  const stamper = createStamper(clock)
  const activity = createActivityService({ storage, attributes, directory, commit, live, clock, log })
  const uplink = createUplink({ commit, stamper, clock, counts, serviceId: 'test' })
  const { clientCallTimeoutMs } = options
  const sessions = createSessionRegistry({
    limits,
    live,
    directory,
    activity,
    counts,
    log,
    ...(clientCallTimeoutMs && { clientCallTimeoutMs }),
  })
  const claimed: unknown[] = []
  const claims = {
    async register(deviceId: string, secretKey: string, durationMs: number) {
      claimed.push({ deviceId, secretKey, durationMs })
    },
  }
  const requested: ProvisionRequest[] = []
  /** Substitute for the provisioning module: the provision key is the status of the response. */
  const provisioning: Provisioning = {
    async provision(request) {
      requested.push(request)
      const { provisionDeviceKey: key } = request
      if (key === 'broken') throw new Error('the store failed')
      if (key === 'TOO MANY') throw new DomainError(ErrorCode.TOO_MANY_REQUESTS, 'too many')
      return key === 'SUCCESS'
        ? { credentialsValue: 'made', credentialsType: 'ACCESS_TOKEN', status: 'SUCCESS' }
        : { errorMsg: 'refused', status: 'NOT_FOUND' }
    },
  }
  const access = createAccess({ owners: createEntityOwners({ relational, live }) })
  rpcs = createRpcService({
    store: createRpcStore(relational),
    sessions,
    directory,
    commit,
    live,
    clock,
    access,
    serviceId: 'test',
    limits,
    log,
    ...(options.acknowledgeTimeoutMs !== undefined && { acknowledgeTimeoutMs: options.acknowledgeTimeoutMs }),
  })
  const faulty: { deviceId: string; method: string; error: string }[] = []
  const faults: DeviceFaults = {
    note: ({ id }, method, error) => void faulty.push({ deviceId: id.id, method, error }),
  }
  const turns = createEventLoopTurns()
  const transportParts = {
    faults,
    sessions,
    uplink,
    backPressure,
    turns,
    activity,
    answers: createDeviceAnswers({ attributes, turns: relational.turns, budgets: createCallBudgets(limits) }),
    claims,
    provisioning,
    counts,
    guard: options.guard ?? noGuard,
    ...createConnectionBounds({ serverLimits: limits, counts, turns }),
    log,
    directory,
  }
  const transport = createMqttTransport({
    ...transportParts,
    clock,
    host: '127.0.0.1',
    port: 0,
    limits: { drainTimeoutMs: 1000, ...options.limits },
    serverLimits: limits,
  })
  const known = (await relational.all(build.selectFrom('tenant').select('id'))).length
  if (known === 0) await addTenant(tenantId, profileId)
  await transport.start()
  const { port } = transport.address()

  let isStopped = false
  async function stop() {
    if (isStopped) return
    isStopped = true
    await transport.stop()
    await rpcs?.close()
    sessions.stop()
    await activity.close()
  }
  // Registered after the store's cleanup, therefore run before it.
  t.after(stop)

  /** Connects an MQTT client that collects the received messages; closed at the end of the test. */
  async function connect(device: { token: string }, more: IClientOptions = {}) {
    const client = await mqtt.connectAsync({
      host: '127.0.0.1',
      port,
      username: device.token,
      reconnectPeriod: 0,
      protocolVersion: 4,
      ...more,
    })
    t.after(() => client.end(true))
    return new TestClient(client)
  }

  /** Opens the HTTP app with the device API and calls; the bearer token is the caller's authority. */
  async function openHttp() {
    const { app, routes } = await createHttpApp({
      ...freeTurns(),
      preparesValidators: false,
      log: pino({ level: 'silent' }),
      clock,
      version: 'test',
      metrics: createMetrics(),
      checkHealth: async () => undefined,
      scopeOfToken: async (token) => scopeOf(token as Authority | 'OTHER', token === 'OTHER' ? newId() : tenantId),
    })
    t.after(() => app.close())
    registerDeviceHttpRoutes(routes, transportParts)
    registerProvisionRoute(routes, transportParts)
    registerRpcRoutes(routes, { rpcs: rpcs as RpcService })
    const address = await app.listen({ host: '127.0.0.1', port: 0 })
    return async (method: string, path: string, body?: unknown, as?: Authority | 'OTHER', signal?: AbortSignal) => {
      const response = await fetch(address + path, {
        method,
        headers: {
          ...(as && { 'x-authorization': `Bearer ${as}` }),
          ...(body !== undefined && { 'content-type': 'application/json' }),
        },
        ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
        ...(signal && { signal }),
      })
      const text = await response.text()
      return { status: response.status, text, body: text === '' ? undefined : jsonOrText(text) }
    }
  }

  return {
    clock,
    storage,
    openHttp,
    live,
    commit,
    backPressure,
    messages,
    debugLines,
    errors,
    engine,
    tenantId,
    attributes,
    directory,
    counts,
    activity,
    uplink,
    sessions,
    claimed,
    requested,
    faulty,
    rpcs: rpcs as RpcService,
    limits,
    transportParts,
    port,
    addDevice,
    addProfile,
    connect,
    stop,
    shared: (deviceId: string, key: string, value: AttributeWrite['value']) =>
      write(deviceId, 'SHARED_SCOPE', key, value),
    ofType: (type: string) => messages.filter((message) => message.type === type),
  }
}

const scopeOf = (authority: Authority | 'OTHER', tenantId: string): Scope =>
  testScope(tenantId, { authority: authority === 'OTHER' ? 'TENANT_ADMIN' : authority })
