/** Loads the keys of an entity or of a profile's devices, with their limits and the titles of existing dashboards. */

import type { KeyLimit } from '@sonde/model/dashboards/entity-dashboard/dashboard-keys'
import type { EntityId } from '@sonde/model/ids'
import { useQuery } from '@tanstack/react-query'
import type { Client } from '../session/page-client.ts'
import { useClient } from '../session/use-session.tsx'
import { loadDeviceLimits } from '../telemetry/use-value-limits.ts'
import { limitsOfRules } from '../telemetry/value-limits.ts'
import { severityColors } from '../ui/theme/severity-colors.ts'
import { type FoundKey, mergedKeys } from './found-keys.ts'

export type Subject =
  | {
      readonly kind: 'entity'
      readonly entity: EntityId
      readonly name: string
      /** Name of a device's profile; undefined for other entities. */
      readonly profile: string | undefined
    }
  | { readonly kind: 'profile'; readonly id: string; readonly name: string }

/** Devices of a profile whose keys are looked at. */
const devicesMax = 10
/** Dashboards with a similar title that are looked at. */
const titlesMax = 100

export interface LoadedKeys {
  readonly keys: readonly FoundKey[]
  readonly limits: ReadonlyMap<string, readonly KeyLimit[]>
  /** Titles of dashboards that contain the name. */
  readonly titles: readonly string[]
}

export function useLoadedKeys(subject: Subject) {
  const client = useClient()
  return useQuery({
    queryKey: ['entityDashboard', subject],
    // What the device has sent since the dialog was last open belongs to it.
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: ({ signal }) => load(client, subject, signal),
  })
}

async function load(client: Client, subject: Subject, signal: AbortSignal): Promise<LoadedKeys> {
  const quiet = { signal, ignoreErrors: true, ignoreLoading: true }
  const entities = subject.kind === 'entity' ? [subject.entity] : await devicesOf(client, subject.name, signal)
  const [lists, limitsOf, titles] = await Promise.all([
    Promise.all(entities.map((entity) => keysOf(client, entity, signal))),
    loadLimits(client, subject, signal),
    client.dashboards.list({ page: 0, pageSize: titlesMax, textSearch: subject.name }, {}, quiet),
  ])
  const keys = mergedKeys(lists)
  const names = [...new Set(keys.filter(({ type }) => type === 'timeseries').map(({ name }) => name))]
  const limits = await Promise.all(names.map(async (name) => [name, await limitsOf(name)] as const))
  return { keys, limits: new Map(limits), titles: titles.data.map(({ title }) => title) }
}

/** The devices that were active last. */
async function devicesOf({ entityQuery }: Client, profile: string, signal: AbortSignal): Promise<readonly EntityId[]> {
  const found = await entityQuery.find(
    {
      entityFilter: { type: 'deviceType', deviceType: profile, deviceNameFilter: '' },
      entityFields: [{ type: 'ENTITY_FIELD', key: 'name' }],
      latestValues: [],
      pageLink: {
        page: 0,
        pageSize: devicesMax,
        sortOrder: { key: { type: 'ATTRIBUTE', key: 'lastActivityTime' }, direction: 'DESC' },
      },
    },
    { signal, ignoreErrors: true, ignoreLoading: true },
  )
  return found.data.map(({ entityId }) => entityId)
}

async function keysOf({ telemetry }: Client, entity: EntityId, signal: AbortSignal): Promise<readonly FoundKey[]> {
  const quiet = { signal, ignoreErrors: true, ignoreLoading: true }
  const [series, attributes] = await Promise.all([
    telemetry.latest(entity, null, true, quiet),
    telemetry.attributes(entity, null, null, quiet),
  ])
  return [
    ...Object.entries(series).map(([name, [point]]): FoundKey => {
      const { value = null, ts = 0 } = point ?? {}
      return { name, type: 'timeseries', value, ts: value === null ? 0 : ts }
    }),
    ...attributes.map(
      ({ key, value, lastUpdateTs }): FoundKey => ({ name: key, type: 'attribute', value, ts: lastUpdateTs }),
    ),
  ]
}

/** Limits of a profile have the values of its rules: attributes that replace them differ between its devices. */
async function loadLimits(
  client: Client,
  subject: Subject,
  signal: AbortSignal,
): Promise<(key: string) => Promise<readonly KeyLimit[]>> {
  if (subject.kind === 'profile') {
    const { profileData } = await client.deviceProfiles.get(subject.id, {
      signal,
      ignoreErrors: true,
      ignoreLoading: true,
    })
    return async (key) => limitsOfRules(profileData.alarms ?? [], key).map(keyLimit)
  }
  if (subject.entity.entityType !== 'DEVICE') return async () => []
  const limitsOf = await loadDeviceLimits(client, subject.entity.id, signal)
  return async (key) => (await limitsOf(key)).limits.map(keyLimit)
}

const keyLimit = ({
  value,
  side,
  severity,
}: Pick<ReturnType<typeof limitsOfRules>[number], 'value' | 'side' | 'severity'>): KeyLimit => ({
  value,
  side,
  color: severityColors[severity],
})
