/** Entities for the tests of queries and of the live socket, in a real store. */

import type { TestContext } from 'node:test'
import { entityId, NIL_UUID } from '@sonde/model/ids'
import { type AttributeScope, type RawValue, ValueType } from '@sonde/model/telemetry/values'
import { pino } from 'pino'
import { createAccess } from '../access/access.ts'
import { createEntityOwners } from '../access/entity-owners.ts'
import { wholeReads } from '../access/readable-values.ts'
import type { Scope } from '../access/scope.ts'
import { createAlarmQuery } from '../alarms/alarm-query.ts'
import { createAlarms } from '../alarms/create-alarms.ts'
import { createProcessChangeStream } from '../changes/process-change-stream.ts'
import type { Clock } from '../clock.ts'
import { deviceProfileRow } from '../device-profiles/testing.ts'
import type { Guard } from '../guard/guard.ts'
import { newId } from '../ids.ts'
import { createCommit } from '../journal/commit.ts'
import { testLimits } from '../limits/testing.ts'
import type { AttributeWrite, PointWrite, Storage } from '../storage/storage.ts'
import { openTestStorage } from '../storage/testing.ts'
import { createAttributeStore } from '../telemetry/attribute-store.ts'
import { noContact, tenantRows } from '../tenants/testing.ts'
import { createEntityQuery } from './entity-query-service.ts'

/** Names that are easily searched or sorted wrongly: case, umlauts, pattern characters, surrogate pairs. */
export const oddNames: readonly string[] = [
  'Hall 1',
  'hall 2',
  'HALL_3',
  'Ünder',
  'ünder',
  '100% hall',
  'a\\b',
  'Fan 😀',
  'Fan \uff5e',
  'Fan ab',
]

export interface TestTenant {
  readonly tenantId: string
  readonly profileId: string
  readonly scope: Scope
}

/** Opens entity queries over a store whose commits are published to them. */
export async function openQueries(t: TestContext, clock: Clock) {
  const { commit, storage, entityQuery } = await openAlarmQueries(t, { clock })
  return { commit, storage, entityQuery }
}

export interface QueryWorldOptions {
  readonly clock: Clock
  readonly guard?: Guard
}

/** Entity and alarm queries over one store, with the change stream that they follow. */
export async function openAlarmQueries(t: TestContext, { clock, guard }: QueryWorldOptions) {
  const stored = await openTestStorage(t)
  const live = createProcessChangeStream(guard)
  const commit = createCommit({ storage: stored, live, accept: () => {} })
  const storage = { ...stored, transact: commit }
  const { relational } = storage
  const attributes = createAttributeStore({ relational })
  const access = createAccess({ owners: createEntityOwners({ relational, live }) })
  const entityQuery = createEntityQuery({
    storage,
    attributes,
    live,
    clock,
    limits: testLimits(),
    visitorReads: wholeReads,
  })
  t.after(entityQuery.close)
  const alarms = createAlarms({ relational, access, commit, live, clock, log: pino({ level: 'silent' }) })
  t.after(alarms.retention.stop)
  const alarmQuery = createAlarmQuery({ entityQuery, alarms: alarms.list, clock, visitorReads: wholeReads })
  return { live, commit, storage, attributes, access, entityQuery, alarms, alarmQuery }
}

export async function addTenant(storage: Storage, title: string): Promise<TestTenant> {
  const { build, statement } = storage.relational
  const tenantId = newId()
  const profileId = newId()
  await storage.transact({
    statements: [
      ...tenantRows(storage.relational, [{ id: tenantId, title }]),
      statement(
        build
          .insertInto('device_profile')
          .values(deviceProfileRow(profileId, tenantId, { name: 'default', is_default: 1 })),
      ),
    ],
  })
  return { tenantId, profileId, scope: scopeOf({ tenantId, authority: 'TENANT_ADMIN' }) }
}

export const scopeOf = (parts: Partial<Scope> & Pick<Scope, 'tenantId' | 'authority'>): Scope => ({
  userId: newId(),
  customerId: NIL_UUID,
  email: 'ada@example.org',
  firstName: 'Ada',
  lastName: null,
  isPublic: false,
  ...parts,
})

export async function addCustomer(
  storage: Pick<Storage, 'relational' | 'transact'>,
  { tenantId }: TestTenant,
  title: string,
): Promise<string> {
  const { build, statement } = storage.relational
  const id = newId()
  await storage.transact({
    statements: [
      statement(
        build.insertInto('customer').values({
          id,
          created_time: 1,
          tenant_id: tenantId,
          title,
          ...noContact,
          additional_info: null,
          is_public: 0,
        }),
      ),
    ],
  })
  return id
}

export interface TestDevice {
  readonly name: string
  readonly type?: string
  readonly label?: string
  readonly customerId?: string
  readonly createdTime?: number
}

/** Returns the device's id. With `commit` as `transact` the change is published, too. */
export async function addDevice(
  storage: Pick<Storage, 'relational' | 'transact'>,
  tenant: TestTenant,
  device: TestDevice,
): Promise<string> {
  const { build, statement } = storage.relational
  const id = newId()
  const customerId = device.customerId ?? NIL_UUID
  await storage.transact({
    changes: [{ kind: 'created', entity: entityId('DEVICE', id), tenantId: tenant.tenantId, customerId }],
    statements: [
      statement(
        build.insertInto('device').values({
          id,
          created_time: device.createdTime ?? 1,
          tenant_id: tenant.tenantId,
          customer_id: customerId,
          device_profile_id: tenant.profileId,
          name: device.name,
          type: device.type ?? 'default',
          label: device.label ?? null,
          device_data: '{}',
          firmware_id: null,
          software_id: null,
          additional_info: null,
        }),
      ),
    ],
  })
  return id
}

export const pointOf = (
  { tenantId }: TestTenant,
  deviceId: string,
  key: string,
  ts: number,
  value: RawValue,
): PointWrite => ({
  tenantId,
  entity: entityId('DEVICE', deviceId),
  key,
  ts,
  ...typed(value),
  ttlSeconds: 0,
})

export const attributeOf = (
  { tenantId }: TestTenant,
  deviceId: string,
  scope: AttributeScope,
  key: string,
  value: RawValue | null,
  lastUpdateTs = 1_600_000_000_000,
): AttributeWrite => ({
  tenantId,
  entity: entityId('DEVICE', deviceId),
  scope,
  key,
  lastUpdateTs,
  value: value === null ? null : typed(value),
  notifyDevice: false,
})

function typed(value: RawValue) {
  if (typeof value === 'boolean') return { type: ValueType.BOOLEAN, value }
  if (typeof value === 'string') return { type: ValueType.STRING, value }
  return { type: Number.isInteger(Number(value)) ? ValueType.LONG : ValueType.DOUBLE, value }
}
