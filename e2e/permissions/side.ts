/**
 * One tenant of the scene: customers with users, and things of every kind for each of them, for everybody and for nobody.
 *
 * Every name says whose it is, such as `Acme.neighbour.device.7`: wherever it shows up, it can be told who should not
 * see it.
 */

import { type EntityId, entityId } from '@sonde/model/ids'
import { type ThingOwner, thingOwners } from './callers.ts'

export type SideName = 'Acme' | 'Bolt'

/** What can belong to a customer, by the word that paths have for it. */
export const assignables = { device: 'DEVICE', asset: 'ASSET', entityView: 'ENTITY_VIEW', edge: 'EDGE' } as const
export type Assignable = keyof typeof assignables
/** What is made anew for a test. */
export type ThingKind =
  | Assignable
  | 'dashboard'
  | 'alarm'
  | 'customer'
  | 'user'
  | 'deviceProfile'
  | 'ruleChain'
  | 'edgeRuleChain'

export interface Thing {
  readonly id: EntityId
  readonly name: string
  /** As the platform answered when it was made or assigned. */
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
  readonly customers: Readonly<Record<Exclude<ThingOwner, 'nobody'>, string>>
  readonly users: Readonly<Record<'customer' | 'neighbour', Account>>
  /** Things that stay, by owner. */
  readonly has: Readonly<Record<ThingOwner, Readonly<Record<Assignable | 'dashboard' | 'alarm', Thing>>>>
  /** The tenant's default one. */
  readonly profile: EntityId
  readonly rootChain: EntityId
  readonly edgeChain: EntityId
  /** A node of the root chain. */
  readonly ruleNode: EntityId
  /** Without telemetry; what new views show. */
  readonly silentDevice: EntityId
  /** Access tokens of devices that stay. */
  readonly deviceTokens: Readonly<Record<ThingOwner, string>>
  /** As its administrator; throws with the answer when it is refused. */
  call<T = Readonly<Record<string, unknown>>>(method: string, path: string, body?: unknown): Promise<T>
  /** A new thing; of nobody where no owner is named. */
  make(kind: ThingKind, owner?: ThingOwner): Promise<Thing>
  /** A name that nothing has, and that says of nobody whose it is: things change hands. */
  newName(kind: string): string
}

interface Made {
  readonly id: EntityId
  readonly [key: string]: unknown
}

/** A device profile as a test sends it. */
export const plainProfile = (name: string) => ({
  name,
  type: 'DEFAULT',
  transportType: 'DEFAULT',
  provisionType: 'DISABLED',
  profileData: {
    configuration: { type: 'DEFAULT' },
    transportConfiguration: { type: 'DEFAULT' },
    provisionConfiguration: { type: 'DISABLED' },
    alarms: [],
  },
})

const allKeys = { timeseries: [], attributes: { cs: [], ss: [], sh: [] } }

export async function createSide(name: SideName, { must, rootToken, user }: SideParts): Promise<Side> {
  const domain = `${name.toLowerCase()}.example`
  const { id: tenant } = await must<Made>(rootToken, 'POST', '/api/tenant', { title: name })
  const admin = await user(rootToken, { authority: 'TENANT_ADMIN', tenantId: tenant, email: `admin@${domain}` })
  const call = <T>(method: string, path: string, body?: unknown) => must<T>(admin.token, method, path, body)
  let count = 0
  const newName = (kind: string) => `${kind} ${++count} in ${name}`
  /** Whose it is, and stays. */
  const mark = (owner: ThingOwner, kind: string) => `${name}.${owner}.${kind}.${++count}`

  const customerOf = async (owner: ThingOwner) =>
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
  /** Devices that views and alarms of an owner are of. */
  const devices = new Map<ThingOwner, EntityId>()

  async function give(path: string, thing: Made, owner: ThingOwner): Promise<Made> {
    if (owner === 'nobody') return thing
    const to = owner === 'public' ? 'public' : customers[owner]
    return call<Made>('POST', `/api/customer/${to}/${path}/${thing.id.id}`)
  }

  async function created(kind: ThingKind, owner: ThingOwner, thingName: string): Promise<Made> {
    // Once there is one without telemetry, views that may change hands are of that.
    const device = (kind === 'entityView' ? silentDevice : null) ?? devices.get(owner)
    switch (kind) {
      case 'device':
      case 'asset':
        return give(kind, await call('POST', `/api/${kind}`, { name: thingName, type: 'default' }), owner)
      case 'edge': {
        const keys = { routingKey: `key of ${thingName}`, secret: `secret of ${thingName}` }
        return give(kind, await call('POST', '/api/edge', { name: thingName, type: 'default', ...keys }), owner)
      }
      case 'entityView': {
        const view = { name: thingName, type: 'default', entityId: device, keys: allKeys }
        return give(kind, await call('POST', '/api/entityView', view), owner)
      }
      case 'dashboard':
        return give(kind, await call('POST', '/api/dashboard', { title: thingName, configuration: {} }), owner)
      case 'alarm': {
        const alarm = { originator: device, type: thingName, severity: 'MAJOR', status: 'ACTIVE_UNACK' }
        return call('POST', '/api/alarm', alarm)
      }
      case 'customer':
        return call('POST', '/api/customer', { title: thingName })
      case 'user': {
        const email = `${thingName.toLowerCase().replaceAll(' ', '.')}@${domain}`
        const whose =
          owner === 'nobody'
            ? { authority: 'TENANT_ADMIN' }
            : { authority: 'CUSTOMER_USER', customerId: entityId('CUSTOMER', customers[owner]) }
        return call('POST', '/api/user?sendActivationMail=false', { ...whose, email })
      }
      case 'deviceProfile':
        return call('POST', '/api/deviceProfile', plainProfile(thingName))
      case 'ruleChain':
        return call('POST', '/api/ruleChain', { name: thingName, type: 'CORE' })
      case 'edgeRuleChain':
        return call('POST', '/api/ruleChain', { name: thingName, type: 'EDGE' })
    }
  }

  async function makeNamed(kind: ThingKind, owner: ThingOwner, thingName: string): Promise<Thing> {
    const json = await created(kind, owner, thingName)
    return { id: json.id, name: thingName, json }
  }

  async function things(owner: ThingOwner) {
    const make = (kind: ThingKind) => makeNamed(kind, owner, mark(owner, kind))
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
  const has = {} as Record<ThingOwner, Awaited<ReturnType<typeof things>>>
  const deviceTokens = {} as Record<ThingOwner, string>
  for (const owner of thingOwners) {
    has[owner] = await things(owner)
    const credentials = await call<{ credentialsId: string }>(
      'GET',
      `/api/device/${has[owner].device.id.id}/credentials`,
    )
    deviceTokens[owner] = credentials.credentialsId
  }
  silentDevice = (await makeNamed('device', 'nobody', newName('device'))).id
  // Things of all owners hang together: who follows relations meets what is not his.
  for (const from of thingOwners) {
    for (const to of thingOwners) {
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
