/**
 * Device directory: caches each connected device, so that a message needs no query.
 *
 * Entries are dropped when a change is published (device, its credentials, its profile, its customer or tenant). A load
 * that a change overtakes is returned but not cached. Devices of the same profile share one profile object.
 */

import type { Uuid } from '@sonde/model/ids'
import type { ChangeStream } from '../changes/change-stream.ts'
import type { RelationalStore } from '../storage/relational.ts'
import { changesFields, type EntityChange } from '../storage/storage.ts'
import { type BasicValue, basicId, basicMatches, parseBasicValue, sha3Hex } from './credentials.ts'
import type {
  CachedDeviceDirectory,
  DeviceProfileRecord,
  DeviceRecord,
  PresentedCredentials,
} from './device-directory.ts'
import { newDeviceTraffic } from './device-traffic.ts'

/** Maximum cached devices; the least recently used one is evicted. */
export const cachedDevicesMax = 50_000
/**
 * How long outdated credentials may sign in a device after a change in another process, ms. With one process it is 0.
 */
export const credentialsStaleMsMax = 1_000

interface Entry {
  readonly record: DeviceRecord
  readonly credentialsId: string
  readonly kind: string
  /** Parsed value of MQTT basic credentials; null for other types. */
  readonly basic: BasicValue | null
}

export interface DeviceDirectoryDeps {
  readonly relational: RelationalStore
  readonly live: Pick<ChangeStream, 'watchAll' | 'lagMs'>
  readonly devicesMax?: number
}

export function createDeviceDirectory({
  relational,
  live,
  devicesMax = cachedDevicesMax,
}: DeviceDirectoryDeps): CachedDeviceDirectory {
  const { build } = relational
  const entries = new Map<string, Entry>()
  const idByCredentials = new Map<string, string>()
  const profiles = new Map<string, DeviceProfileRecord>()
  /** Loads in progress, by column and value. A load that is missing here was overtaken by a change. */
  const loads = new Map<string, Promise<Entry | undefined>>()

  const stop = live.watchAll({ change: forget })

  function forget(change: EntityChange) {
    const { entity, kind } = change
    switch (entity.entityType) {
      case 'DEVICE':
        if (!changesFields(change)) return
        drop(entity.id)
        loads.clear()
        return
      case 'DEVICE_PROFILE':
        profiles.delete(entity.id)
        return dropWhere((record) => record.profileId === entity.id)
      case 'CUSTOMER':
        return kind === 'deleted' ? dropWhere((record) => record.customerId === entity.id) : undefined
      case 'TENANT':
        return kind === 'deleted' ? dropWhere((record) => record.tenantId === entity.id) : undefined
    }
  }

  function dropWhere(matches: (record: DeviceRecord) => boolean) {
    loads.clear()
    for (const [id, { record }] of entries) if (matches(record)) drop(id)
  }

  function drop(deviceId: string) {
    const entry = entries.get(deviceId)
    if (!entry) return
    entries.delete(deviceId)
    idByCredentials.delete(entry.credentialsId)
  }

  function keep(entry: Entry) {
    drop(entry.record.id.id)
    entries.set(entry.record.id.id, entry)
    idByCredentials.set(entry.credentialsId, entry.record.id.id)
    if (entries.size > devicesMax) {
      const [oldest] = entries.keys()
      if (oldest !== undefined) drop(oldest)
    }
  }

  function cached(deviceId: Uuid<'DEVICE'> | undefined): Entry | undefined {
    const entry = deviceId === undefined ? undefined : entries.get(deviceId)
    if (entry && deviceId !== undefined && entries.size >= devicesMax) {
      // Move to the end: most recently used last. The order only matters when the cache is full.
      entries.delete(deviceId)
      entries.set(deviceId, entry)
    }
    return entry
  }

  function load(column: 'device.id' | 'device_credentials.credentials_id', value: string): Promise<Entry | undefined> {
    const key = `${column} ${value}`
    const running = loads.get(key)
    if (running) return running
    const promise: Promise<Entry | undefined> = query(column, value).then((row) => {
      if (!row) return undefined
      const isCurrent = loads.get(key) === promise
      const entry = entryOf(row, isCurrent)
      if (isCurrent) keep(entry)
      return entry
    })
    loads.set(key, promise)
    const done = () => {
      if (loads.get(key) === promise) loads.delete(key)
    }
    promise.then(done, done)
    return promise
  }

  const query = (column: 'device.id' | 'device_credentials.credentials_id', value: string) =>
    relational.first(
      build
        .selectFrom('device')
        .innerJoin('device_profile', 'device_profile.id', 'device.device_profile_id')
        .innerJoin('device_credentials', 'device_credentials.device_id', 'device.id')
        .select([
          'device.id as id',
          'device.tenant_id as tenant_id',
          'device.customer_id as customer_id',
          'device.name as name',
          'device.type as type',
          'device.label as label',
          'device.device_profile_id as profile_id',
          'device.created_time as created_time',
          'device.additional_info as additional_info',
          'device_profile.name as profile_name',
          'device_profile.transport_type as transport_type',
          'device_profile.default_rule_chain_id as default_rule_chain_id',
          'device_profile.default_queue_name as default_queue_name',
          'device_profile.profile_data as profile_data',
          'device_credentials.credentials_id as credentials_id',
          'device_credentials.credentials_type as credentials_type',
          'device_credentials.credentials_value as credentials_value',
        ])
        .where(column, '=', value),
    )

  type Row = NonNullable<Awaited<ReturnType<typeof query>>>

  function entryOf(row: Row, isCurrent: boolean): Entry {
    const existing = profiles.get(row.profile_id)
    const profile: DeviceProfileRecord = existing ?? {
      id: row.profile_id,
      name: row.profile_name,
      transportType: row.transport_type as DeviceProfileRecord['transportType'],
      defaultRuleChainId: row.default_rule_chain_id,
      defaultQueueName: row.default_queue_name,
      profileData: JSON.parse(row.profile_data) as DeviceProfileRecord['profileData'],
    }
    if (!existing && isCurrent) profiles.set(profile.id, profile)
    return {
      record: {
        id: { entityType: 'DEVICE', id: row.id },
        tenantId: row.tenant_id,
        customerId: row.customer_id,
        name: row.name,
        type: row.type,
        label: row.label,
        profileId: row.profile_id,
        isGateway: isGateway(row.additional_info),
        createdTime: row.created_time,
        profile,
        traffic: newDeviceTraffic(),
      },
      credentialsId: row.credentials_id,
      kind: row.credentials_type,
      basic: row.credentials_type === 'MQTT_BASIC' ? (parseBasicValue(row.credentials_value ?? '') ?? null) : null,
    }
  }

  const cachedBy = (credentialsId: string): Entry | undefined =>
    live.lagMs > credentialsStaleMsMax ? undefined : cached(idByCredentials.get(credentialsId))

  const byCredentials = (credentialsId: string): Promise<Entry | undefined> | Entry =>
    cachedBy(credentialsId) ?? load('device_credentials.credentials_id', credentialsId)

  async function find(deviceId: Uuid<'DEVICE'>): Promise<DeviceRecord | undefined> {
    return (cached(deviceId) ?? (await load('device.id', deviceId)))?.record
  }

  async function authenticate(credentials: PresentedCredentials): Promise<DeviceRecord | undefined> {
    if (credentials.kind === 'token') {
      const entry = await byCredentials(credentials.token)
      return entry?.kind === 'ACCESS_TOKEN' ? entry.record : undefined
    }
    const { clientId, userName } = credentials
    if (userName) {
      const both = clientId ? await byCredentials(basicId(clientId, userName)) : undefined
      // Client ID and username match: after a wrong password, the username alone isn't tried.
      if (both?.basic) return basicMatches(both.basic, credentials) ? both.record : undefined
      const byName = await byCredentials(userName)
      if (byName?.kind === 'ACCESS_TOKEN') return byName.record
      return byName?.basic && basicMatches(byName.basic, credentials) ? byName.record : undefined
    }
    if (!clientId) return undefined
    const byClient = await byCredentials(sha3Hex(clientId))
    return byClient?.basic && basicMatches(byClient.basic, credentials) ? byClient.record : undefined
  }

  return {
    find,
    authenticate,
    peek: (deviceId) => entries.get(deviceId)?.record,
    peekToken(token) {
      const entry = cachedBy(token)
      return entry?.kind === 'ACCESS_TOKEN' ? entry.record : undefined
    },
    get cachedDevices() {
      return entries.size
    },
    close() {
      stop()
      entries.clear()
      idByCredentials.clear()
      profiles.clear()
      loads.clear()
    },
  }
}

function isGateway(additionalInfo: string | null): boolean {
  if (!additionalInfo?.includes('gateway')) return false
  const json: unknown = JSON.parse(additionalInfo)
  return typeof json === 'object' && json !== null && (json as { gateway?: unknown }).gateway === true
}
