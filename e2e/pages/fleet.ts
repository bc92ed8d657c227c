/**
 * Fleet in addition to the demo's plant: 10,000 devices, 1,000 assets, 300 alarms, a customer with thousands of
 * devices.
 */

import assert from 'node:assert/strict'
import type { Stage } from './stage.ts'

export const fleetSize = 10_000
const assetCount = 1_000
export const alarmCount = 300
/** The first devices of the fleet are assigned to the demo's customer. */
export const assignedCount = 3_000
/** Every tenth device of the fleet has the profile `tracker`, starting with the eighth. */
export const trackerCount = fleetSize / 10
/** The first devices of the fleet have sent telemetry. */
export const activeCount = 12
/** Maximum calls in flight. */
const concurrency = 16

export interface TestEntity {
  readonly id: { readonly id: string }
  readonly name: string
  readonly createdTime: number
}

/** Page of a list in the API. */
export interface Listed<T = TestEntity> {
  readonly data: readonly T[]
  readonly totalElements: number
}

export interface Fleet {
  /** Devices of the tenant: the demo's and the fleet's. */
  readonly deviceCount: number
  readonly customer: { readonly id: string; readonly title: string; readonly deviceCount: number }
}

const numbered = (word: string, at: number, digits: number) => `${word} ${String(at).padStart(digits, '0')}`
/** Names of the fleet's devices, in order. */
export const fleetName = (at: number): string => numbered('Fleet', at, 5)

async function inParallel<T>(items: readonly T[], run: (item: T) => Promise<unknown>): Promise<void> {
  const waiting = items.values()
  await Promise.all(
    Array.from({ length: concurrency }, async () => {
      for (const item of waiting) await run(item)
    }),
  )
}

async function importLines(
  stage: Stage,
  kind: 'device' | 'asset',
  lines: readonly string[],
  columns: readonly string[],
) {
  const imported = await stage.call<{ created: number }>('POST', `/api/${kind}/bulk_import`, {
    file: lines.join('\n'),
    mapping: { columns: columns.map((type) => ({ type })), delimiter: ',', header: false, update: false },
  })
  assert.equal(imported.created, lines.length)
}

const severities = ['CRITICAL', 'MAJOR', 'MINOR', 'WARNING', 'INDETERMINATE']

/** Adds the fleet to the unmodified demo stage. */
export async function addFleet(stage: Stage): Promise<Fleet> {
  const countOf = async (path: string) => (await stage.call<Listed>('GET', `${path}?pageSize=1&page=0`)).totalElements
  const demoDevices = await countOf('/api/tenant/deviceInfos')
  const { data: customers } = await stage.call<Listed<TestEntity & { title: string }>>(
    'GET',
    '/api/customers?pageSize=1&page=0',
  )
  const [owner] = customers
  assert.ok(owner, 'The demo has no customer.')
  const demoAssigned = await countOf(`/api/customer/${owner.id.id}/deviceInfos`)

  await importLines(
    stage,
    'device',
    Array.from(
      { length: fleetSize },
      (_, at) => `${fleetName(at)},${at % 10 === 7 ? 'tracker' : 'default'},many-${at}`,
    ),
    ['NAME', 'TYPE', 'ACCESS_TOKEN'],
  )
  await importLines(
    stage,
    'asset',
    Array.from({ length: assetCount }, (_, at) => `${numbered('Yard', at, 4)},yard`),
    ['NAME', 'TYPE'],
  )
  const devices: TestEntity[] = []
  while (devices.length < fleetSize) {
    const { data } = await stage.call<Listed>(
      'GET',
      `/api/tenant/deviceInfos?pageSize=1000&page=${devices.length / 1_000}&textSearch=Fleet&sortProperty=name&sortOrder=ASC`,
    )
    assert.notEqual(data.length, 0, 'The fleet is not listed whole.')
    devices.push(...data)
  }
  await inParallel(devices.slice(0, assignedCount), ({ id }) =>
    stage.call('POST', `/api/customer/${owner.id.id}/device/${id.id}`),
  )
  await inParallel(devices.slice(-alarmCount), ({ id, name }) =>
    stage.call('POST', '/api/alarm', {
      type: 'Fleet fault',
      severity: severities[Number(name.slice(-1)) % severities.length],
      status: 'ACTIVE_UNACK',
      originator: id,
      details: {},
    }),
  )
  const { baseUrl } = stage.platform
  for (let at = 0; at < activeCount; at++) {
    const sent = await fetch(`${baseUrl}/api/v1/many-${at}/telemetry`, { method: 'POST', body: '{"load":1}' })
    assert.equal(sent.status, 200)
  }
  return {
    deviceCount: demoDevices + fleetSize,
    customer: { id: owner.id.id, title: owner.title, deviceCount: demoAssigned + assignedCount },
  }
}
