/**
 * Creates the demo at the first start: a tenant with users, a customer, and the devices and the dashboard of a plant.
 *
 * It uses the server's REST API, so that a user could create the same data. The history of one week is written
 * directly to the series store.
 */

import {
  plantDevices,
  plantHistoryFineMs,
  plantHistoryFineStepMs,
  plantHistoryMs,
  plantHistoryStepMs,
  plantRelations,
} from '@sonde/model/demo-plant/plant'
import { type PlantDevice, plantValuesAt } from '@sonde/model/demo-plant/signals'
import { entityId } from '@sonde/model/ids'
import { type RawValue, ValueType } from '@sonde/model/telemetry/values'
import type { Commit } from '../journal/commit.ts'
import type { PointWrite } from '../storage/storage.ts'
import { demoAccounts } from './demo-accounts.ts'
import type { CallApi, Created } from './demo-calls.ts'
import { plantDashboard } from './plant-dashboard.ts'
import { type AddPastStatistics, type AddPastUsage, playStory } from './plant-story.ts'

export interface DemoDeps {
  /** True: also creates the plant's story of the last week (see `plant-story.ts`). */
  readonly hasStory: boolean
  readonly addPastUsage: AddPastUsage
  readonly addPastStatistics: AddPastStatistics | null
  readonly callApi: CallApi
  readonly commit: Commit
  readonly nowMs: () => number
  /** Called with the progress. */
  readonly progress: (line: string) => void
}

const pointsPerCommit = 2_000

/** Devices assigned to the demo's customer. */
const customerDevices = /^(Pump P-0[1-4]|Tank T-0[1-3]|Meter M-01|Weather station|Van V-0[12])$/

export async function createDemo(deps: DemoDeps): Promise<void> {
  const { callApi, commit, nowMs, hasStory, progress } = deps
  const signIn = async ({ email, password }: { email: string; password: string }) =>
    (await callApi<{ token: string }>('POST', '/api/auth/login', { body: { username: email, password } })).token
  const root = await signIn(demoAccounts.systemAdministrator)

  async function user(token: string, account: { email: string; password: string }, body: object): Promise<Created> {
    const created = await callApi<Created>('POST', '/api/user?sendActivationMail=false', {
      token,
      body: { email: account.email, ...body },
    })
    const link = await callApi<string>('GET', `/api/user/${created.id.id}/activationLink`, { token })
    await callApi('POST', '/api/noauth/activate?sendActivationMail=false', {
      body: { activateToken: new URL(link).searchParams.get('activateToken'), password: account.password },
    })
    return created
  }

  progress('Creating the demo tenant…')
  const tenant = await callApi<Created>('POST', '/api/tenant', {
    token: root,
    body: { title: 'Riverside Works', country: 'Germany', city: 'Frankfurt' },
  })
  const administrator = await user(root, demoAccounts.tenantAdministrator, {
    authority: 'TENANT_ADMIN',
    tenantId: tenant.id,
    firstName: 'Ada',
    lastName: 'Rivers',
  })
  const token = await signIn(demoAccounts.tenantAdministrator)
  const customer = await callApi<Created>('POST', '/api/customer', { token, body: { title: 'North hall tenants' } })
  const guest = await user(token, demoAccounts.customerUser, {
    authority: 'CUSTOMER_USER',
    customerId: customer.id,
    firstName: 'Cleo',
    lastName: 'North',
  })

  const ids = new Map<string, string>()
  for (const device of plantDevices) {
    const created = await callApi<Created>('POST', '/api/device', {
      token,
      body: { name: device.name, type: device.kind, label: device.label },
    })
    ids.set(device.name, created.id.id)
    await callApi('POST', `/api/plugins/telemetry/DEVICE/${created.id.id}/SERVER_SCOPE`, {
      token,
      body: device.attributes,
    })
    if (customerDevices.test(device.name)) {
      await callApi('POST', `/api/customer/${customer.id.id}/device/${created.id.id}`, { token })
    }
  }
  for (const { from, to, type } of plantRelations) {
    await callApi('POST', '/api/relation', {
      token,
      body: {
        from: { entityType: 'DEVICE', id: ids.get(from) },
        to: { entityType: 'DEVICE', id: ids.get(to) },
        type,
        typeGroup: 'COMMON',
      },
    })
  }
  const dashboard = await callApi<Created>('POST', '/api/dashboard', { token, body: plantDashboard('Riverside Works') })
  await callApi('POST', `/api/customer/${customer.id.id}/dashboard/${dashboard.id.id}`, { token })
  // With a story, the administrator starts on the home page, which introduces it.
  for (const { id } of hasStory ? [guest] : [administrator, guest]) {
    const current = await callApi<Record<string, unknown> & { additionalInfo: object | null }>(
      'GET',
      `/api/user/${id.id}`,
      { token: id === administrator.id ? root : token },
    )
    await callApi('POST', '/api/user?sendActivationMail=false', {
      token: id === administrator.id ? root : token,
      body: {
        ...current,
        additionalInfo: {
          ...current.additionalInfo,
          defaultDashboardId: dashboard.id.id,
          defaultDashboardFullscreen: false,
        },
      },
    })
  }
  await fillHistory(ids, tenant.id.id, commit, nowMs(), progress)
  if (hasStory) {
    await playStory({
      ...deps,
      token,
      addUser: (account, body) => user(token, account, body),
      tenantId: tenant.id.id,
      deviceIds: ids,
      customer: { id: customer.id.id, sees: ({ name }) => customerDevices.test(name) },
    })
  }
}

function typed(value: number | boolean | string): { type: ValueType; value: RawValue } {
  if (typeof value === 'boolean') return { type: ValueType.BOOLEAN, value }
  if (typeof value === 'string') return { type: ValueType.STRING, value }
  return { type: Number.isInteger(value) ? ValueType.LONG : ValueType.DOUBLE, value }
}

async function fillHistory(
  ids: ReadonlyMap<string, string>,
  tenantId: string,
  commit: Commit,
  now: number,
  progress: (line: string) => void,
): Promise<void> {
  const started = performance.now()
  let stored = 0
  let points: PointWrite[] = []
  const flush = async () => {
    stored += points.length
    // Not usage of the current hour: the story adds it to the hours of the past.
    await commit({ points, isUncounted: true })
    points = []
  }
  for (const device of plantDevices) {
    const id = ids.get(device.name)
    if (id === undefined) continue
    const entity = entityId('DEVICE', id)
    for (const ts of historyTimes(device, now)) {
      for (const [key, value] of Object.entries(plantValuesAt(device, ts, now) ?? {})) {
        points.push({ tenantId, entity, key, ts, ttlSeconds: 0, ...typed(value) })
      }
      if (points.length >= pointsPerCommit) await flush()
    }
  }
  await flush()
  progress(`Added 7 days of history: ${stored} points in ${((performance.now() - started) / 1000).toFixed(1)} s`)
}

/** Timestamps of a device's history: coarse for the week, fine for the last day. Devices are slightly offset. */
function* historyTimes({ index }: PlantDevice, now: number): Generator<number> {
  const shift = (index * 1_700) % plantHistoryFineStepMs
  const fineFrom = now - plantHistoryFineMs
  let ts = now - plantHistoryMs + shift
  while (ts < now) {
    yield Math.round(ts)
    ts += ts < fineFrom ? plantHistoryStepMs : plantHistoryFineStepMs
  }
}
