/**
 * One tenant of the scene: customers with users, and entities of every type that are assigned to each of them, public
 * or unassigned.
 *
 * Every name contains its owner, such as `Acme.neighbour.device.7`, so that it is clear who may not see it.
 */

import { defaultProfileInput } from '@sonde/model/device-profiles/default-profile-input'
import { type EntityId, entityId } from '@sonde/model/ids'
import { type EntityOwner, entityOwners } from './callers.ts'

export type SideName = 'Acme' | 'Bolt'

/** Entity types that can be assigned to a customer, by their name in paths. */
export const assignables = { device: 'DEVICE', asset: 'ASSET', entityView: 'ENTITY_VIEW', edge: 'EDGE' } as const
export type Assignable = keyof typeof assignables
/** Kinds of entities that a test can create. */
export type EntityKind =
  | Assignable
  | 'dashboard'
  | 'alarm'
  | 'customer'
  | 'user'
  | 'deviceProfile'
  | 'ruleChain'
  | 'edgeRuleChain'

export interface TestEntity {
  readonly id: EntityId
  readonly name: string
  /** Response of the server to its creation or assignment. */
  readonly json: Readonly<Record<string, unknown>>
}

export interface Account {
  readonly id: string
  readonly token: string
}

type Must = <T>(token: string | undefined, method: string, path: string, body?: unknown) => Promise<T>

export interface SideParts {
  readonly must: Must
  readonly rootToken: string
  readonly user: (token: string, input: object) => Promise<Account>
}

export interface Side {
  readonly name: SideName
  readonly tenant: EntityId
  readonly admin: Account
  readonly customers: Readonly<Record<Exclude<EntityOwner, 'nobody'>, string>>
  readonly users: Readonly<Record<'customer' | 'neighbour', Account>>
  /** Entities that are never deleted, by owner. */
  readonly has: Readonly<Record<EntityOwner, Readonly<Record<Assignable | 'dashboard' | 'alarm', TestEntity>>>>
  /** Default device profile of the tenant. */
  readonly profile: EntityId
  readonly rootChain: EntityId
  readonly edgeChain: EntityId
  /** Node of the root chain. */
  readonly ruleNode: EntityId
  /** Device without telemetry; the source of new views. */
  readonly silentDevice: EntityId
  /** Access tokens of devices that are never deleted. */
  readonly deviceTokens: Readonly<Record<EntityOwner, string>>
  /** Call as the tenant's administrator; throws with the response if it is rejected. */
  call<T = Readonly<Record<string, unknown>>>(method: string, path: string, body?: unknown): Promise<T>
  /** Creates an entity; unassigned by default. */
  make(kind: EntityKind, owner?: EntityOwner): Promise<TestEntity>
  /** Unused name without an owner, for entities that change owners. */
  newName(kind: string): string
}

interface Made {
  readonly id: EntityId
  readonly [key: string]: unknown
}

const allKeys = { timeseries: [], attributes: { cs: [], ss: [], sh: [] } }

export async function createSide(name: SideName, { must, rootToken, user }: SideParts): Promise<Side> {
  const domain = `${name.toLowerCase()}.example`
  const { id: tenant } = await must<Made>(rootToken, 'POST', '/api/tenant', { title: name })
  const admin = await user(rootToken, { authority: 'TENANT_ADMIN', tenantId: tenant, email: `admin@${domain}` })
  const call = <T>(method: string, path: string, body?: unknown) => must<T>(admin.token, method, path, body)
  let count = 0
  const newName = (kind: string) => `${kind} ${++count} in ${name}`
  /** Name with the permanent owner. */
  const mark = (owner: EntityOwner, kind: string) => `${name}.${owner}.${kind}.${++count}`

  const customerOf = async (owner: EntityOwner) =>
    (await call<Made>('POST', '/api/customer', { title: mark(owner, 'customer') })).id.id
  const customers = { customer: await customerOf('customer'), neighbour: await customerOf('neighbour'), public: '' }
  const userOf = (owner: 'customer' | 'neighbour') =>
    user(admin.token, {
      authority: 'CUSTOMER_USER',
      customerId: entityId('CUSTOMER', customers[owner]),
      email: `${owner}@${domain}`,
    })
  const users = { customer: await userOf('customer'), neighbour: await userOf('neighbour') }

  let silentDevice: EntityId | null = null
  /** Devices of each owner, for views and alarms. */
  const devices = new Map<EntityOwner, EntityId>()

  async function give(path: string, entity: Made, owner: EntityOwner): Promise<Made> {
    if (owner === 'nobody') return entity
    const to = owner === 'public' ? 'public' : customers[owner]
    return call<Made>('POST', `/api/customer/${to}/${path}/${entity.id.id}`)
  }

  async function created(kind: EntityKind, owner: EntityOwner, entityName: string): Promise<Made> {
    // Once the device without telemetry exists, it is the source of views that may change owners.
    const device = (kind === 'entityView' ? silentDevice : null) ?? devices.get(owner)
    switch (kind) {
      case 'device':
      case 'asset':
        return give(kind, await call('POST', `/api/${kind}`, { name: entityName, type: 'default' }), owner)
      case 'edge': {
        const keys = { routingKey: `key of ${entityName}`, secret: `secret of ${entityName}` }
        return give(kind, await call('POST', '/api/edge', { name: entityName, type: 'default', ...keys }), owner)
      }
      case 'entityView': {
        const view = { name: entityName, type: 'default', entityId: device, keys: allKeys }
        return give(kind, await call('POST', '/api/entityView', view), owner)
      }
      case 'dashboard':
        return give(kind, await call('POST', '/api/dashboard', { title: entityName, configuration: {} }), owner)
      case 'alarm': {
        const alarm = { originator: device, type: entityName, severity: 'MAJOR', status: 'ACTIVE_UNACK' }
        return call('POST', '/api/alarm', alarm)
      }
      case 'customer':
        return call('POST', '/api/customer', { title: entityName })
      case 'user': {
        const email = `${entityName.toLowerCase().replaceAll(' ', '.')}@${domain}`
        const whose =
          owner === 'nobody'
            ? { authority: 'TENANT_ADMIN' }
            : { authority: 'CUSTOMER_USER', customerId: entityId('CUSTOMER', customers[owner]) }
        return call('POST', '/api/user?sendActivationMail=false', { ...whose, email })
      }
      case 'deviceProfile':
        return call('POST', '/api/deviceProfile', defaultProfileInput(entityName))
      case 'ruleChain':
        return call('POST', '/api/ruleChain', { name: entityName, type: 'CORE' })
      case 'edgeRuleChain':
        return call('POST', '/api/ruleChain', { name: entityName, type: 'EDGE' })
    }
  }

  async function makeNamed(kind: EntityKind, owner: EntityOwner, entityName: string): Promise<TestEntity> {
    const json = await created(kind, owner, entityName)
    return { id: json.id, name: entityName, json }
  }

  async function entities(owner: EntityOwner) {
    const make = (kind: EntityKind) => makeNamed(kind, owner, mark(owner, kind))
    const device = await make('device')
    devices.set(owner, device.id)
    if (owner === 'public') customers.public = (device.json.customerId as EntityId).id
    const asset = await make('asset')
    const entityView = await make('entityView')
    const edge = await make('edge')
    const dashboard = await make('dashboard')
    const alarm = await make('alarm')
    for (const { id } of [device, asset]) {
      const of = `/api/plugins/telemetry/${id.entityType}/${id.id}`
      await call('POST', `${of}/timeseries/ANY`, { word: mark(owner, 'point') })
      await call('POST', `${of}/SERVER_SCOPE`, { word: mark(owner, 'attribute') })
    }
    return { device, asset, entityView, edge, dashboard, alarm }
  }
  const has = {} as Record<EntityOwner, Awaited<ReturnType<typeof entities>>>
  const deviceTokens = {} as Record<EntityOwner, string>
  for (const owner of entityOwners) {
    has[owner] = await entities(owner)
    const credentials = await call<{ credentialsId: string }>(
      'GET',
      `/api/device/${has[owner].device.id.id}/credentials`,
    )
    deviceTokens[owner] = credentials.credentialsId
  }
  silentDevice = (await makeNamed('device', 'nobody', newName('device'))).id
  // Entities of all owners are related, so that following relations reaches foreign entities.
  for (const from of entityOwners) {
    for (const to of entityOwners) {
      const relation = { from: has[from].asset.id, to: has[to].device.id, type: 'Contains' }
      await call('POST', '/api/relation', relation)
    }
  }

  const chains = await call<{ data: Made[] }>('GET', '/api/ruleChains?pageSize=10&page=0&type=CORE')
  const edgeChains = await call<{ data: Made[] }>('GET', '/api/ruleChains?pageSize=10&page=0&type=EDGE')
  const rootChain = first(chains.data).id
  const { nodes } = await call<{ nodes: Made[] }>('GET', `/api/ruleChain/${rootChain.id}/metadata`)
  return {
    name,
    tenant,
    admin,
    customers,
    users,
    has,
    profile: (await call<Made>('GET', '/api/deviceProfileInfo/default')).id,
    rootChain,
    edgeChain: first(edgeChains.data).id,
    ruleNode: first(nodes).id,
    deviceTokens,
    silentDevice,
    call,
    make: (kind, owner = 'nobody') => makeNamed(kind, owner, newName(kind)),
    newName,
  }
}

function first<T>(list: readonly T[]): T {
  const [one] = list
  if (one === undefined) throw new Error('The list is empty.')
  return one
}
