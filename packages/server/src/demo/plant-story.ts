/**
 * Creates the last week of the demo plant beyond telemetry: areas, names and units of keys, alarm rules with the
 * alarms that they would have raised, a half-finished firmware update, API usage, queue statistics, and customers with
 * dashboards.
 */

import { setTimeout as pause } from 'node:timers/promises'
import { type Alarm, alarmStatusOf } from '@sonde/model/alarms/alarm'
import type { UsageCounter } from '@sonde/model/api-usage/api-usage'
import { plantDevices, plantHistoryMs } from '@sonde/model/demo-plant/plant'
import type { PlantDevice } from '@sonde/model/demo-plant/signals'
import {
  type PlantAlarm,
  plantAlarmsBetween,
  plantAreas,
  plantKeys,
  plantRules,
  plantSite,
  profileAlarmOf,
  pumpFirmware,
  updateStateOf,
} from '@sonde/model/demo-plant/story'
import { type EntityId, entityId, NIL_UUID } from '@sonde/model/ids'
import type { QueueName } from '@sonde/model/queues/queue'
import type { QueueFigures } from '@sonde/model/queues/queue-statistics'
import { ValueType } from '@sonde/model/telemetry/values'
import { newId } from '../ids.ts'
import type { Commit } from '../journal/commit.ts'
import type { PointWrite, Transaction } from '../storage/storage.ts'
import { demoAccounts } from './demo-accounts.ts'
import type { CallApi, Created } from './demo-calls.ts'
import { fleetDashboard, northHallDashboard } from './plant-dashboard.ts'
import { pastStatistics, pastUsage } from './plant-traffic.ts'

const dayMs = 24 * 3_600_000
/** Cleared alarms older than this are acknowledged. */
const seenAfterMs = dayMs
/** Maximum attempts until the firmware is offered to the devices, and ms between them. */
const rolloutTriesMax = 100
const rolloutPauseMs = 10

/** Stores usage of past hours, by the start of the hour. */
export type AddPastUsage = (
  tenantId: string,
  hours: ReadonlyMap<number, Readonly<Partial<Record<UsageCounter, number>>>>,
) => Promise<void>

/** Stores statistics of a queue in the past, by time. */
export type AddPastStatistics = (
  tenantId: string,
  queue: QueueName,
  past: ReadonlyMap<number, QueueFigures>,
) => Promise<void>

export interface StoryDeps {
  readonly callApi: CallApi
  readonly commit: Commit
  readonly nowMs: () => number
  readonly addPastUsage: AddPastUsage
  /** null: queue statistics are turned off. */
  readonly addPastStatistics: AddPastStatistics | null
  readonly progress: (line: string) => void
  /** Token of the tenant administrator. */
  readonly token: string
  /** Creates an active user. */
  readonly addUser: (account: typeof demoAccounts.courierUser, body: object) => Promise<Created>
  readonly tenantId: string
  /** Device ids by name. */
  readonly deviceIds: ReadonlyMap<string, string>
  readonly customer: { readonly id: string; readonly sees: (device: PlantDevice) => boolean }
}

export async function playStory(deps: StoryDeps): Promise<void> {
  const started = performance.now()
  const now = deps.nowMs()
  const others = await addCustomers(deps)
  const areaOf = await addAreas(deps)
  await addRulesAndFirmware(deps)
  await deps.callApi('PUT', '/api/v2/key-descriptions', { token: deps.token, body: { keys: plantKeys } })
  const alarms = plantDevices.flatMap((device) =>
    plantAlarmsBetween(device, now - plantHistoryMs, now).map((alarm) => ({ device, alarm })),
  )
  await deps.commit(alarmWrites(deps, alarms, areaOf, others, now))
  await deps.addPastUsage(
    deps.tenantId,
    pastUsage(
      alarms.map(({ alarm }) => alarm.startTs),
      now,
    ),
  )
  await deps.addPastStatistics?.(deps.tenantId, 'Main', pastStatistics(now))
  await reportFirmware(deps)
  deps.progress(
    `Added ${alarms.length} alarms and 7 days of usage in ${((performance.now() - started) / 1000).toFixed(1)} s`,
  )
}

const post = <T>({ callApi, token }: StoryDeps, path: string, body?: unknown) =>
  callApi<T>('POST', path, { token, ...(body === undefined ? {} : { body }) })

/**
 * Assigns the vans that the first customer doesn't have to a second one, which has a user, too. Returns the customer id of each of these
 * devices.
 */
async function addCustomers(deps: StoryDeps): Promise<ReadonlyMap<string, string>> {
  const { customer, deviceIds } = deps
  const couriers = await post<Created>(deps, '/api/customer', { title: 'City couriers' })
  const owners = new Map<string, string>()
  for (const device of plantDevices) {
    if (device.kind !== 'delivery van' || customer.sees(device)) continue
    owners.set(device.name, couriers.id.id)
    await post(deps, `/api/customer/${couriers.id.id}/device/${deviceIds.get(device.name)}`)
  }
  await addDashboard(deps, customer.id, northHallDashboard())
  const fleet = await addDashboard(deps, couriers.id.id, fleetDashboard())
  await deps.addUser(demoAccounts.courierUser, {
    authority: 'CUSTOMER_USER',
    customerId: couriers.id,
    firstName: 'Max',
    lastName: 'Courier',
    additionalInfo: { defaultDashboardId: fleet.id.id, defaultDashboardFullscreen: false },
  })
  return owners
}

async function addDashboard(deps: StoryDeps, customerId: string, body: object): Promise<Created> {
  const dashboard = await post<Created>(deps, '/api/dashboard', body)
  await post(deps, `/api/customer/${customerId}/dashboard/${dashboard.id.id}`)
  return dashboard
}

/**
 * Creates the site, which contains areas, which contain devices. Returns the assets above each device, by device name.
 */
async function addAreas(deps: StoryDeps): Promise<ReadonlyMap<string, readonly EntityId[]>> {
  const above = new Map<string, readonly EntityId[]>()
  const add = async ({ name, type, label }: typeof plantSite) =>
    entityId('ASSET', (await post<Created>(deps, '/api/asset', { name, type, label })).id.id)
  const contains = (from: EntityId, to: EntityId) =>
    post(deps, '/api/relation', { from, to, type: 'Contains', typeGroup: 'COMMON' })
  const site = await add(plantSite)
  for (const area of plantAreas) {
    const asset = await add(area)
    await contains(site, asset)
    for (const device of plantDevices.filter(area.holds)) {
      await contains(asset, entityId('DEVICE', deps.deviceIds.get(device.name) ?? NIL_UUID))
      above.set(device.name, [asset, site])
    }
  }
  return above
}

interface StoredProfile {
  readonly name: string
  readonly profileData: object
}

async function addRulesAndFirmware(deps: StoryDeps): Promise<void> {
  const { callApi, token } = deps
  const { data } = await callApi<{ data: readonly (StoredProfile & Created)[] }>(
    'GET',
    '/api/deviceProfiles?pageSize=100&page=0',
    { token },
  )
  for (const [kind, rule] of Object.entries(plantRules)) {
    const profile = data.find(({ name }) => name === kind)
    if (!profile) continue
    const firmware =
      kind === 'pump'
        ? await post<Created>(deps, '/api/otaPackage', {
            ...pumpFirmware,
            type: 'FIRMWARE',
            deviceProfileId: profile.id,
            usesUrl: true,
            url: `https://updates.riverside.example/pump-${pumpFirmware.version}.bin`,
          })
        : null
    await post(deps, '/api/deviceProfile', {
      ...profile,
      profileData: { ...profile.profileData, alarms: [profileAlarmOf(rule)] },
      ...(firmware && { firmwareId: firmware.id }),
    })
  }
}

interface DeviceAlarm {
  readonly device: PlantDevice
  readonly alarm: PlantAlarm
}

function alarmWrites(
  { tenantId, deviceIds, customer }: StoryDeps,
  alarms: readonly DeviceAlarm[],
  areaOf: ReadonlyMap<string, readonly EntityId[]>,
  owners: ReadonlyMap<string, string>,
  now: number,
): Transaction {
  const records = alarms.flatMap(({ device, alarm: { type, severity, startTs, endTs, clearTs, cause } }) => {
    const originator = entityId('DEVICE', deviceIds.get(device.name) ?? NIL_UUID)
    const ackTs = clearTs !== null && clearTs < now - seenAfterMs ? clearTs : 0
    const customerId = customer.sees(device) ? customer.id : (owners.get(device.name) ?? NIL_UUID)
    const alarm: Alarm = {
      id: entityId('ALARM', newId(startTs)),
      createdTime: startTs,
      tenantId: entityId('TENANT', tenantId),
      customerId: entityId('CUSTOMER', customerId),
      type,
      name: type,
      originator,
      severity,
      status: alarmStatusOf(clearTs !== null, ackTs > 0),
      startTs,
      endTs,
      ackTs,
      clearTs: clearTs ?? 0,
      details: null,
      propagate: true,
      propagateToOwner: false,
      propagateToTenant: false,
      propagateRelationTypes: ['Contains'],
    }
    const seenThrough = [originator, ...(areaOf.get(device.name) ?? [])]
    return [
      { kind: 'alarm raised', alarm, cause } as const,
      ...seenThrough.map((entity) => ({ kind: 'alarm linked', alarm, entity }) as const),
    ]
  })
  return { records, isUncounted: true }
}

/** Reports the update state of each pump, with a time after the server's own state when it offers the firmware. */
async function reportFirmware(deps: StoryDeps): Promise<void> {
  const { commit, nowMs, tenantId, deviceIds } = deps
  const pumps = plantDevices.filter((device) => updateStateOf(device) !== null)
  const last = deviceIds.get(pumps.at(-1)?.name ?? '')
  for (let tries = 0; tries < rolloutTriesMax && !(await isOffered(deps, last)); tries++) await pause(rolloutPauseMs)
  const ts = nowMs() + 2
  const points: PointWrite[] = []
  for (const device of pumps) {
    const entity = entityId('DEVICE', deviceIds.get(device.name) ?? NIL_UUID)
    const put = (key: string, value: string) =>
      points.push({ tenantId, entity, key, ts, type: ValueType.STRING, value, ttlSeconds: 0 })
    const state = updateStateOf(device)
    if (state === null || state === 'INITIATED') continue
    put('fw_state', state)
    if (state === 'UPDATED') {
      put('current_fw_title', pumpFirmware.title)
      put('current_fw_version', pumpFirmware.version)
    }
    if (state === 'FAILED') put('fw_error', 'Checksum mismatch')
  }
  await commit({ points, isUncounted: true })
}

async function isOffered({ callApi, token }: StoryDeps, deviceId: string | undefined): Promise<boolean> {
  const values = await callApi<Record<string, readonly { readonly value: unknown }[]>>(
    'GET',
    `/api/plugins/telemetry/DEVICE/${deviceId}/values/timeseries?keys=fw_state`,
    { token },
  )
  return values.fw_state?.[0]?.value === 'INITIATED'
}
