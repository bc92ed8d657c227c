/** Assets, entity views, edges, devices and dashboards behind real HTTP for tests; the token is the caller's name. */

import type { AddressInfo } from 'node:net'
import type { TestContext } from 'node:test'
import type { Asset } from '@sonde/model/assets/asset'
import type { Device } from '@sonde/model/devices/device'
import type { Edge } from '@sonde/model/edges/edge'
import { unauthenticated } from '@sonde/model/errors'
import { entityId, NIL_UUID } from '@sonde/model/ids'
import { pino } from 'pino'
import { admitCreate } from '../access/admit-create.ts'
import type { Scope } from '../access/scope.ts'
import { createAssetImport } from '../assets/asset-import.ts'
import { registerAssetRoutes } from '../assets/asset-routes.ts'
import { createAssetService } from '../assets/asset-service.ts'
import { createAssetStore } from '../assets/asset-store.ts'
import { freeTurns } from '../calls/testing.ts'
import { registerCustomerRoutes } from '../customers/customer-routes.ts'
import { createCustomerService } from '../customers/customer-service.ts'
import { createCustomerStore } from '../customers/customer-store.ts'
import { registerDashboardRoutes } from '../dashboards/dashboard-routes.ts'
import { createDeviceAcceptances } from '../devices/device-acceptance.ts'
import { createDeviceMove } from '../devices/device-move.ts'
import { registerDeviceMoveRoutes } from '../devices/device-move-routes.ts'
import { registerDeviceRoutes } from '../devices/device-routes.ts'
import { openDeviceRooms } from '../devices/testing.ts'
import { createEdges } from '../edges/create-edges.ts'
import { registerEdgeContentRoutes } from '../edges/edge-content-routes.ts'
import { registerEdgeRoutes } from '../edges/edge-routes.ts'
import { registerEntityViewRoutes } from '../entity-views/entity-view-routes.ts'
import { createHttpApp } from '../http/create-http-app.ts'
import { newId } from '../ids.ts'
import { createMetrics } from '../metrics/metrics.ts'
import { registerRelationRoutes } from '../relations/relation-routes.ts'
import { createRuleChainService } from '../rule-chains/rule-chain-service.ts'
import { createRuleChainStore } from '../rule-chains/rule-chain-store.ts'
import { registerTelemetryRoutes } from '../telemetry/telemetry-routes.ts'
import { createTurns } from '../turns/turns.ts'
import { createVisitorRightsStore } from '../visitors/visitor-rights-store.ts'

/** `visitor` is who looks at what is public, `neighbour` another customer's user. */
export type Caller = 'admin' | 'user' | 'neighbour' | 'stranger' | 'visitor' | 'sys' | 'nobody'

export interface Answer<T = unknown> {
  readonly status: number
  /** Parsed when it is JSON; its type is what the test says. */
  readonly body: T
  readonly text: string
  /** What the body holds at a path such as `data.0.name`; undefined when the path leads nowhere. */
  at(path: string): unknown
}

/** An id that nothing has. */
export const unknownId = '00000000-0000-0000-0000-000000000001'

export interface ThingsOptions {
  /** `SONDE_EDGES`. */
  readonly isOffered?: boolean
}

export async function openThings(t: TestContext, { isOffered = true }: ThingsOptions = {}) {
  const rooms = await openDeviceRooms(t)
  const { storage, live, access, commit, clock, relations, attributes, devices, entityViews, dashboards, quotas } =
    rooms
  const { relational } = storage
  const customers = createCustomerService({
    store: createCustomerStore(rooms.lists),
    quotas,
    access,
    commit,
    clock,
  })
  const assignable = { customers, relations, access, commit, clock }
  const assets = createAssetService({
    ...assignable,
    store: createAssetStore(rooms.lists),
    quotas,
    requireNoViews: (asset) => entityViews.requireNoViews(asset.id),
  })
  const ruleChains = createRuleChainService({ store: createRuleChainStore(relational), access, commit, clock })
  const edgeParts = createEdges({
    ...assignable,
    lists: rooms.lists,
    live,
    ruleChains,
    find: {
      DEVICE: devices.get,
      ASSET: assets.get,
      ENTITY_VIEW: entityViews.get,
      DASHBOARD: dashboards.get,
      RULE_CHAIN: ruleChains.get,
    },
    viewsOf: entityViews.ofEntity,
    isOffered,
    log: pino({ level: 'silent' }),
  })
  t.after(edgeParts.news.stop)
  const neighbourCustomer = await customers.save(rooms.admin, { title: 'Neighbour' })
  const everybody = await customers.publicCustomer(rooms.admin)
  const callers: Record<string, Scope> = {
    admin: rooms.admin,
    user: rooms.user,
    stranger: rooms.stranger,
    sys: { ...rooms.admin, authority: 'SYS_ADMIN', tenantId: NIL_UUID },
    neighbour: { ...rooms.user, userId: newId(), customerId: neighbourCustomer.id.id },
    visitor: { ...rooms.user, userId: newId(), customerId: everybody.id, isPublic: true },
  }
  const { app, routes } = await createHttpApp({
    ...freeTurns(),
    log: pino({ level: 'silent' }),
    clock,
    version: 'test',
    metrics: createMetrics(),
    checkHealth: async () => undefined,
    async scopeOfToken(token) {
      const scope = callers[token]
      if (!scope) throw unauthenticated('Unknown token.')
      return scope
    },
  })
  const assetImport = createAssetImport({ assets, ttlSecondsOf: () => 0, turns: createTurns() })
  registerDeviceRoutes(routes, { ...rooms, admitDevice: admitCreate(access, 'DEVICE') })
  const visitorRights = createVisitorRightsStore(relational)
  const deviceAcceptances = createDeviceAcceptances({ relational, commit })
  registerDeviceMoveRoutes(routes, {
    deviceAcceptances,
    deviceMove: createDeviceMove({
      relational,
      devices,
      store: rooms.deviceStore,
      profiles: rooms.profiles,
      quotas,
      requireAcceptance: deviceAcceptances.demand,
      endVisitorRights: visitorRights.remove,
      requireNoViews: entityViews.requireNoViews,
      packages: rooms.packages.packageAssignment,
      commit,
      clock,
    }),
  })
  registerAssetRoutes(routes, { assets, assetImport, admitAsset: admitCreate(access, 'ASSET') })
  registerEntityViewRoutes(routes, { entityViews, admitEntityView: admitCreate(access, 'ENTITY_VIEW') })
  registerEdgeRoutes(routes, edgeParts)
  registerEdgeContentRoutes(routes, {
    ...edgeParts,
    listsOfEdge: {
      DEVICE: devices.listOfEdge,
      ASSET: assets.listOfEdge,
      ENTITY_VIEW: entityViews.listOfEdge,
      DASHBOARD: dashboards.listOfEdge,
      RULE_CHAIN: (scope, edgeId, _filter, link) => edgeParts.edges.listChains(scope, edgeId, link),
    },
  })
  registerDashboardRoutes(routes, rooms)
  registerCustomerRoutes(routes, { customers })
  registerRelationRoutes(routes, rooms)
  registerTelemetryRoutes(routes, rooms)
  await app.listen({ host: '127.0.0.1', port: 0 })
  t.after(() => app.close())
  const base = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`
  rooms.messages.length = 0
  rooms.changes.length = 0

  async function call<T>(method: string, path: string, as: Caller, body?: unknown): Promise<Answer<T>> {
    const response = await fetch(base + path, {
      method,
      headers: {
        ...(as !== 'nobody' && { 'x-authorization': `Bearer ${as}` }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    let parsed: unknown = text
    try {
      parsed = JSON.parse(text)
    } catch {
      // Not every answer is JSON.
    }
    return { status: response.status, body: parsed as T, text, at: (where) => at(parsed, where) }
  }

  const post = <T = unknown>(path: string, body?: unknown, as: Caller = 'admin') => call<T>('POST', path, as, body)

  async function made<T>(path: string, body: object): Promise<T> {
    const answer = await post<T>(path, body)
    if (answer.status !== 200) throw new Error(`${path} answered ${answer.status}: ${answer.text}`)
    return answer.body
  }

  /** The chain that new edges get as their root. */
  const makeTemplateRoot = (as = rooms.admin) => ruleChains.save(as, { name: 'Edge root', type: 'EDGE', root: true })

  return {
    ...rooms,
    ...edgeParts,
    assets,
    attributes,
    ruleChains,
    customers,
    call,
    get: <T = unknown>(path: string, as: Caller = 'admin') => call<T>('GET', path, as),
    post,
    del: (path: string, as: Caller = 'admin') => call('DELETE', path, as),
    makeTemplateRoot,
    neighbourId: neighbourCustomer.id.id,
    tenantIds: { own: entityId('TENANT', rooms.admin.tenantId), other: entityId('TENANT', rooms.stranger.tenantId) },
    makeAsset: (name: string, more: object = {}) => made<Asset>('/api/asset', { name, type: 'plant', ...more }),
    makeDevice: (name: string) => made<Device>('/api/device', { name, type: 'meter' }),
    makeEdge: (name: string, more: object = {}) =>
      made<Edge>('/api/edge', { name, type: 'site', routingKey: `key-${name}`, secret: 's', ...more }),
  }
}

const at = (body: unknown, path: string): unknown =>
  path.split('.').reduce<unknown>((value, name) => (value as Record<string, unknown> | null | undefined)?.[name], body)
