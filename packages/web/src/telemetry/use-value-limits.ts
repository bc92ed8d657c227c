/**
 * Limits of a device's telemetry key, with the values of attributes that its alarm rules refer to. Only administrators
 * can read profiles.
 */

import { parseNumber } from '@sonde/model/dashboards/series-column'
import type { RuleValueSource } from '@sonde/model/device-profiles/alarm-rule'
import { type EntityId, NIL_UUID } from '@sonde/model/ids'
import { queryOptions, useQueries, useQuery } from '@tanstack/react-query'
import type { Client } from '../session/page-client.ts'
import { useAccount, useClient } from '../session/use-session.tsx'
import { limitsOfRules, type RuleLimit, sourcesOf } from './value-limits.ts'
import type { KnownLimit } from './value-state.ts'

export interface ValueLimits {
  readonly profile: { readonly id: string; readonly name: string }
  /** Most severe first. */
  readonly limits: readonly KnownLimit[]
}

/** Ms after which the limits are reloaded when the chart is opened. */
const staleMs = 30_000

/** Undefined: no limits, or not loaded yet. */
export function useValueLimits(entity: EntityId, key: string): ValueLimits | undefined {
  const queryOf = useLimitsQuery()
  return useQuery(queryOf(entity, key)).data
}

/** Limits of several keys, in their order; empty: no limits, or not loaded yet. */
export function useLimitsOf(
  keys: readonly { readonly entity: EntityId; readonly key: string }[],
): readonly (readonly KnownLimit[])[] {
  const queryOf = useLimitsQuery()
  return useQueries({ queries: keys.map(({ entity, key }) => queryOf(entity, key)) }).map(
    ({ data }) => data?.limits ?? [],
  )
}

function useLimitsQuery() {
  const client = useClient()
  const isAdministrator = useAccount()?.auth.authority === 'TENANT_ADMIN'
  return (entity: EntityId, key: string) =>
    queryOptions({
      // The key's first part is that of device profiles: saving a profile invalidates the limits.
      queryKey: ['deviceProfiles', 'limits', entity.id, key],
      enabled: isAdministrator && entity.entityType === 'DEVICE',
      staleTime: staleMs,
      queryFn: ({ signal }) => loadLimits(client, entity.id, key, signal),
    })
}

async function loadLimits(client: Client, deviceId: string, key: string, signal: AbortSignal): Promise<ValueLimits> {
  const limitsOf = await loadDeviceLimits(client, deviceId, signal)
  return limitsOf(key)
}

/** Loads the device and its profile; the returned function finds the limits of a key. */
export async function loadDeviceLimits(
  client: Client,
  deviceId: string,
  signal: AbortSignal,
): Promise<(key: string) => Promise<ValueLimits>> {
  const quiet = { signal, ignoreErrors: true, ignoreLoading: true }
  const device = await client.devices.get(deviceId, quiet)
  const profile = await client.deviceProfiles.get(device.deviceProfileId.id, quiet)
  const entities: Readonly<Record<RuleValueSource, EntityId | null>> = {
    CURRENT_DEVICE: device.id,
    CURRENT_CUSTOMER: device.customerId && device.customerId.id !== NIL_UUID ? device.customerId : null,
    CURRENT_TENANT: device.tenantId,
  }
  /** Numeric value of the most recent attribute with the name, in any scope. */
  async function numberOf(entity: EntityId | null, attribute: string): Promise<number | null> {
    if (!entity) return null
    const found = await client.telemetry.attributes(entity, null, [attribute], quiet)
    const [newest] = found.toSorted((a, b) => b.lastUpdateTs - a.lastUpdateTs)
    return newest === undefined ? null : parseNumber(String(newest.value))
  }
  async function limitOf({ from, value }: RuleLimit): Promise<number> {
    if (!from) return value
    for (const source of sourcesOf(from)) {
      const number = await numberOf(entities[source], from.attribute)
      if (number !== null) return number
    }
    return value
  }
  return async (key) => ({
    profile: { id: profile.id.id, name: profile.name },
    limits: await Promise.all(
      limitsOfRules(profile.profileData.alarms ?? [], key).map(async (limit) => ({
        alarmType: limit.alarmType,
        severity: limit.severity,
        side: limit.side,
        isInclusive: limit.isInclusive,
        value: await limitOf(limit),
      })),
    ),
  })
}
