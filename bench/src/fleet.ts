/** Test data for benchmarks of lists and queries. */

import { type EntityId, entityId, NIL_UUID } from '@sonde/model/ids'
import { ValueType } from '@sonde/model/telemetry/values'
import { systemClock } from '../../packages/server/src/clock.ts'
import { silent } from '../../packages/server/src/http/http-testing.ts'
import { newId } from '../../packages/server/src/ids.ts'
import { openSqliteStorage } from '../../packages/server/src/storage/sqlite/sqlite-storage.ts'

/** Devices per transaction while filling the store. */
const batch = 2_000
const startMs = 1_700_000_000_000

/** Name of the device with this number. */
export const nameOf = (i: number) => `Device ${String(i).padStart(6, '0')}`

const open = (dataFolder: string) =>
  openSqliteStorage({ dataFolder, journalHours: 24, journalBytes: 2 ** 28, log: silent, clock: systemClock })

/** Creates assets of two types, named like the devices, for the existing tenant of the store. */
export async function fillAssets(dataFolder: string, size: number): Promise<void> {
  const storage = await open(dataFolder)
  const { build, statement, first } = storage.relational
  const tenant = await first(build.selectFrom('tenant').select('id'))
  if (!tenant) throw new Error('The store has no tenant.')
  for (let from = 0; from < size; from += batch) {
    const numbers = Array.from({ length: Math.min(batch, size - from) }, (_, i) => from + i)
    await storage.transact({
      statements: numbers.map((n) =>
        statement(
          build.insertInto('asset').values({
            id: newId(),
            created_time: startMs + n,
            tenant_id: tenant.id,
            customer_id: NIL_UUID,
            name: nameOf(n),
            type: n % 3 === 0 ? 'hall' : 'line',
            label: `Line ${n % 40}`,
            additional_info: '{"description":""}',
          }),
        ),
      ),
    })
  }
  await storage.close()
}

/**
 * Creates customers, each with a user, and dashboards, titled like the devices, for the existing tenant of the store.
 */
export async function fillTitles(dataFolder: string, size: number): Promise<void> {
  const storage = await open(dataFolder)
  const { build, statement, first } = storage.relational
  const tenant = await first(build.selectFrom('tenant').select('id'))
  if (!tenant) throw new Error('The store has no tenant.')
  const of = { tenant_id: tenant.id }
  const contact = { country: null, state: null, city: null, address: null, address2: null, zip: null, phone: null }
  for (let from = 0; from < size; from += batch) {
    const numbers = Array.from({ length: Math.min(batch, size - from) }, (_, i) => from + i)
    await storage.transact({
      statements: numbers.flatMap((n) => {
        const made = { ...of, created_time: startMs + n, title: nameOf(n) }
        const [customer, user] = [newId(), newId()]
        const noMore = { ...contact, email: null, additional_info: null, is_public: 0 }
        const account = { email: `${nameOf(n)}@example.org`, first_name: null, last_name: null, additional_info: null }
        const signIn = { enabled: 0, password_hash: null, activate_token: user, tokens_valid_from: 0 }
        const noTries = { failed_login_attempts: 0, password_ts: 0, email_code_ts: 0, mail_ts: 0 }
        return [
          statement(build.insertInto('customer').values({ id: customer, ...made, ...noMore })),
          statement(
            build.insertInto('dashboard').values({
              ...{ id: newId(), ...made, image: null },
              ...{ mobile_hide: 0, mobile_order: null, configuration: '{"widgets":{}}' },
            }),
          ),
          statement(
            build.insertInto('user').values({
              ...{ id: user, ...of, created_time: startMs + n, customer_id: customer, authority: 'CUSTOMER_USER' },
              ...account,
            }),
          ),
          statement(build.insertInto('user_credentials').values({ user_id: user, ...signIn, ...noTries })),
        ]
      }),
    })
  }
  await storage.close()
}

/**
 * Creates devices of two types with a series, two attributes, and an alarm on every hundredth. Written directly to the
 * store, since filling isn't measured. Resolves with their ids in order of their numbers.
 */
export async function fillFleet(dataFolder: string, size: number): Promise<string[]> {
  const storage = await open(dataFolder)
  const { build, statement, first } = storage.relational
  const profile = await first(
    build
      .selectFrom('device_profile')
      .innerJoin('tenant', 'tenant.id', 'device_profile.tenant_id')
      .select(['device_profile.id', 'tenant_id']),
  )
  if (!profile) throw new Error('The new tenant has no device profile.')
  const tenantId = profile.tenant_id
  const ids: string[] = []
  for (let from = 0; from < size; from += batch) {
    const numbers = Array.from({ length: Math.min(batch, size - from) }, (_, i) => from + i)
    const made = numbers.map((n) => ({ n, entity: entityId('DEVICE', newId()), createdTime: startMs + n }))
    for (const { entity } of made) ids.push(entity.id)
    const owned = { tenantId, lastUpdateTs: startMs, scope: 'SERVER_SCOPE', notifyDevice: false } as const
    await storage.transact({
      statements: made.flatMap(({ n, entity, createdTime }) => {
        const device = statement(
          build.insertInto('device').values({
            id: entity.id,
            created_time: createdTime,
            tenant_id: tenantId,
            customer_id: NIL_UUID,
            device_profile_id: profile.id,
            name: nameOf(n),
            type: n % 3 === 0 ? 'pump' : 'meter',
            label: `Line ${n % 40}`,
            device_data: '{}',
            firmware_id: null,
            software_id: null,
            additional_info: '{"description":""}',
          }),
        )
        return n % 100 === 0 ? [device, ...alarmOf(tenantId, entity, createdTime)] : [device]
      }),
      points: made.map(({ n, entity }) => ({
        ...{ tenantId, entity, key: 'temp', ts: startMs },
        ...{ type: ValueType.LONG, value: (n * 37) % 1000, ttlSeconds: 0 },
      })),
      attributes: made.flatMap(({ n, entity }) => [
        { ...owned, entity, key: 'floor', value: { type: ValueType.LONG, value: n % 20 } },
        { ...owned, entity, key: 'active', value: { type: ValueType.BOOLEAN, value: n % 2 === 0 } },
      ]),
    })
  }
  await storage.close()
  return ids

  function alarmOf(tenant: string, { entityType, id }: EntityId, createdTime: number) {
    const alarmId = newId()
    const alarm = {
      id: alarmId,
      created_time: createdTime,
      tenant_id: tenant,
      customer_id: NIL_UUID,
      originator_type: entityType,
      originator_id: id,
      type: 'Hot',
      severity: 'MAJOR',
      ...{ start_ts: createdTime, end_ts: createdTime, ack_ts: 0, clear_ts: 0, acknowledged: 0, cleared: 0 },
      details: null,
      ...{ propagate: 0, propagate_to_owner: 0, propagate_to_tenant: 0, propagate_relation_types: '[]' },
    }
    const link = { entity_id: id, entity_type: entityType, alarm_id: alarmId, created_time: createdTime }
    return [
      statement(build.insertInto('alarm').values(alarm)),
      statement(build.insertInto('alarm_entity').values(link)),
    ]
  }
}
