/** Devices and their dependencies on a real store, for tests: two tenants, a customer, all kinds of callers. */

import type { TestContext } from 'node:test'
import { DomainError } from '@sonde/model/errors'
import { testScope } from '../access/testing.ts'
import type { ChangeStream } from '../changes/change-stream.ts'
import type { Clock } from '../clock.ts'
import type { Config } from '../config/config.ts'
import { defaultDeviceProfileStatements } from '../device-profiles/default-profile.ts'
import { newId } from '../ids.ts'
import { openTestParts } from '../platform-parts-testing.ts'
import { noContact, tenantRows } from '../tenants/testing.ts'
import { createDeviceStore } from './device-store.ts'

export type DeviceRooms = Awaited<ReturnType<typeof openDeviceRooms>>

export interface TestClock extends Clock {
  now: number
}

export interface DeviceRoomsOptions {
  readonly live?: ChangeStream
  readonly config?: Partial<Config>
}

export async function openDeviceRooms(t: TestContext, { live, config = {} }: DeviceRoomsOptions = {}) {
  const clock: TestClock = { now: 1_700_000_000_000, nowMs: () => clock.now }
  const parts = await openTestParts(t, { config, replace: { clock, ...(live && { live }) } })
  const { base, entities, messages, changes } = parts
  const { relational, commit } = base

  const tenantIds = [newId(), newId()] as const
  const customerId = newId()
  const nobody = { ...noContact, additional_info: null }
  await commit({
    statements: [
      ...tenantRows(
        relational,
        tenantIds.map((id) => ({ ...nobody, id, title: 'T', region: 'Global' })),
      ),
      ...tenantIds.flatMap((id) => defaultDeviceProfileStatements(relational, id, 1).statements),
      relational.statement(
        relational.build
          .insertInto('customer')
          .values({ ...nobody, id: customerId, created_time: 1, tenant_id: tenantIds[0], title: 'Acme', is_public: 0 }),
      ),
    ],
  })
  messages.length = 0
  changes.length = 0
  const { lists } = entities.entityQuery

  return {
    ...base,
    ...entities,
    parts,
    lists,
    clock,
    messages,
    changes,
    customerId,
    dataFolder: base.config.dataFolder,
    profiles: entities.deviceProfiles,
    deviceStore: createDeviceStore(lists),
    alarms: entities.alarms.service,
    alarmParts: entities.alarms,
    bulkImport: entities.deviceImport,
    /** Administrator of the first tenant. */
    admin: testScope(tenantIds[0], { email: 'tenant_admin@example.org' }),
    /** User of the first tenant's customer. */
    user: testScope(tenantIds[0], { authority: 'CUSTOMER_USER', customerId, email: 'customer_user@example.org' }),
    /** Administrator of the second tenant. */
    stranger: testScope(tenantIds[1], { email: 'tenant_admin@example.org' }),
  }
}

/** Error that the promise rejects with, for assertions. */
export async function rejection(promise: Promise<unknown>): Promise<{ code: number; status: number; message: string }> {
  try {
    await promise
  } catch (error) {
    if (error instanceof DomainError) return { code: error.code, status: error.status, message: error.message }
    throw error
  }
  throw new Error('was not refused')
}
