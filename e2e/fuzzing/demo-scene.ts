/**
 * Ids of the demo's tenant for fuzzing: existing entities, and entities created to be deleted, so that calls don't only
 * yield "not found".
 */

import type { Platform } from '../platform/start-platform.ts'
import { callAs, signIn } from '../platform/world.ts'

export const accounts = {
  TENANT_ADMIN: { email: 'tenant@sonde.example', password: 'sonde-tenant' },
  SYS_ADMIN: { email: 'sysadmin@sonde.example', password: 'sonde-sysadmin' },
} as const
export type Account = keyof typeof accounts

/** Ids by parameter name. */
export type IdsByName = Readonly<Record<string, readonly string[]>>

export interface Scene {
  readonly token: string
  /** Ids for reading and changing. */
  readonly preserved: IdsByName
  /** Ids for deleting. */
  readonly spare: IdsByName
  readonly deviceToken: string
}

interface Named {
  readonly id: { readonly id: string }
}

/** Paths of entity lists, by the name of the id parameter. */
const lists: Readonly<Record<Account, Readonly<Record<string, string>>>> = {
  TENANT_ADMIN: {
    deviceId: '/api/tenant/devices',
    assetId: '/api/tenant/assets',
    customerId: '/api/customers',
    dashboardId: '/api/tenant/dashboards',
    deviceProfileId: '/api/deviceProfiles',
    ruleChainId: '/api/ruleChains',
    entityViewId: '/api/tenant/entityViews',
    edgeId: '/api/edges',
    alarmId: '/api/alarms',
    otaPackageId: '/api/otaPackages',
    resourceId: '/api/resource',
    widgetsBundleId: '/api/widgetsBundles',
  },
  SYS_ADMIN: {
    tenantId: '/api/tenants',
    tenantProfileId: '/api/tenantProfiles',
    resourceId: '/api/resource',
    widgetsBundleId: '/api/widgetsBundles',
  },
}
const listedMax = 5
/** Number of spare entities per kind, because each deleting call is tried a few times. */
const sparesMax = 4

export async function openScene(platform: Platform, account: Account): Promise<Scene> {
  const { email, password } = accounts[account]
  const token = await signIn(platform, email, password)
  const call = <T>(method: string, path: string, body?: unknown) => callAs<T>(platform, token, method, path, body)
  const make = (path: string, body: (n: number) => unknown) =>
    Promise.all(Array.from({ length: sparesMax }, async (_, n) => (await call<Named>('POST', path, body(n))).id.id))

  const preserved: Record<string, readonly string[]> = {}
  const spare: Record<string, readonly string[]> = {}
  let deviceToken = 'none'
  if (account === 'TENANT_ADMIN') {
    await call('POST', '/api/edge', { name: 'Fuzzed edge', type: 'edge', routingKey: 'fuzzed', secret: 'fuzzed' })
    const device = await call<Named>('POST', '/api/device', { name: 'Fuzzed device', type: 'default' })
    deviceToken = (await call<{ credentialsId: string }>('GET', `/api/device/${device.id.id}/credentials`))
      .credentialsId
    await call('POST', '/api/alarm', {
      type: 'Fuzzed',
      originator: device.id,
      severity: 'MINOR',
      status: 'ACTIVE_UNACK',
    })
    const view = {
      name: 'Fuzzed view',
      type: 'view',
      entityId: device.id,
      keys: { timeseries: [], attributes: scopes },
    }
    await call('POST', '/api/entityView', view)
    await call('POST', '/api/asset', { name: 'Fuzzed asset', type: 'asset' })
    const customers = await make('/api/customer', (n) => ({ title: `Spare ${n}` }))
    spare.customerId = customers
    spare.userId = await make('/api/user?sendActivationMail=false', (n) => ({
      email: `spare-${n}@sonde.example`,
      authority: 'TENANT_ADMIN',
    }))
    preserved.userId = [
      (
        await call<Named>('POST', '/api/user?sendActivationMail=false', {
          email: 'fuzzed@sonde.example',
          authority: 'TENANT_ADMIN',
        })
      ).id.id,
    ]
    spare.deviceId = await make('/api/device', (n) => ({ name: `Spare ${n}`, type: 'default' }))
    spare.assetId = await make('/api/asset', (n) => ({ name: `Spare ${n}`, type: 'asset' }))
    spare.dashboardId = await make('/api/dashboard', (n) => ({ title: `Spare ${n}` }))
    spare.ruleChainId = await make('/api/ruleChain', (n) => ({ name: `Spare ${n}` }))
  } else {
    spare.tenantId = await make('/api/tenant', (n) => ({ title: `Spare ${n}` }))
    await call('POST', '/api/tenant', { title: 'Fuzzed tenant' })
  }
  const spares = new Set(Object.values(spare).flat())
  for (const [name, path] of Object.entries(lists[account])) {
    const { data } = await call<{ data: Named[] }>('GET', `${path}?pageSize=100&page=0`)
    preserved[name] = data
      .map(({ id }) => id.id)
      .filter((id) => !spares.has(id))
      // The entity that was added last, for this test.
      .slice(-listedMax)
  }
  preserved.entityId = [
    ...(preserved.deviceId ?? []).slice(0, 2),
    ...(preserved.assetId ?? []).slice(0, 1),
    ...(preserved.tenantId ?? []).slice(0, 2),
  ]
  return { token, preserved, spare, deviceToken }
}

const scopes = { cs: [], ss: [], sh: [] }
