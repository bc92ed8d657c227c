/** Queries of the usage page: the tenant's usage entity, and its counts over a time range. */

import { hourlyKey, type UsageCounter } from '@sonde/model/api-usage/api-usage'
import type { EntityId } from '@sonde/model/ids'
import type { TimeRange } from '@sonde/model/time-windows/quick-intervals'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useClient } from '../session/use-session.tsx'
import { browserZone } from '../time-windows/window-context.ts'
import { type BucketUnit, type Count, unitFor, wholeRange } from './usage-buckets.ts'

const room = 'apiUsage'
const hourMs = 3_600_000
/** Ms until counts are reloaded. */
const refreshMs = 60_000
/**
 * Maximum data points: enough for the hours of the longest hourly or daily range, or the months of any monthly range.
 */
const pointsMax = 5_000

/** null: the tenant has no usage entity. */
export function useUsageEntity() {
  const { entityQuery } = useClient()
  return useQuery({
    queryKey: [room, 'entity'],
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async ({ signal }): Promise<EntityId | null> => {
      const { data } = await entityQuery.find(
        {
          entityFilter: { type: 'apiUsageState' },
          entityFields: [{ type: 'ENTITY_FIELD', key: 'name' }],
          latestValues: [],
          keyFilters: [],
          pageLink: { page: 0, pageSize: 1 },
        },
        { signal, ignoreErrors: true },
      )
      return data[0]?.entityId ?? null
    },
  })
}

export interface UsageRange {
  /** Part of the query key. */
  readonly name: string
  /** Time range, resolved at the current time. */
  readonly range: () => TimeRange
  /** Unit of a bar; absent: chosen by the length of the range. */
  readonly unit?: BucketUnit
}

export interface UsageSeries {
  readonly range: TimeRange
  readonly unit: BucketUnit
  readonly zone: string
  readonly counts: Readonly<Partial<Record<UsageCounter, readonly Count[]>>>
}

/** Telemetry key of a counter for bars of the unit. */
export const seriesKey = (counter: UsageCounter, unit: BucketUnit): string =>
  unit === 'month' ? counter : hourlyKey(counter)

/** `entity`: null while unknown. */
export function useUsageSeries(entity: EntityId | null, counters: readonly UsageCounter[], stretch: UsageRange) {
  const { telemetry } = useClient()
  // The current hour is shown from the live count. When an hour ends, the key changes and its final count is loaded.
  const hour = Math.floor(stretch.range().endMs / hourMs)
  return useQuery({
    queryKey: [room, 'series', entity?.id, stretch.name, counters, hour],
    enabled: entity !== null,
    refetchInterval: refreshMs,
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }): Promise<UsageSeries> => {
      if (entity === null) throw new Error('The usage entity is not known.')
      const zone = browserZone()
      const requested = stretch.range()
      const unit = stretch.unit ?? unitFor(requested)
      const range = wholeRange(requested, unit, zone)
      const byKey = await telemetry.range(
        entity,
        {
          keys: counters.map((counter) => seriesKey(counter, unit)),
          // The estimated server time has fractions of a millisecond.
          startTs: Math.floor(range.startMs),
          endTs: Math.ceil(range.endMs),
          limit: pointsMax,
          agg: 'NONE',
          orderBy: 'ASC',
          useStrictDataTypes: true,
        },
        { signal, ignoreErrors: true },
      )
      const counts = counters.map((counter) => [
        counter,
        (byKey[seriesKey(counter, unit)] ?? []).map(({ ts, value }) => ({ ts, value: Number(value) || 0 })),
      ])
      return { range, unit, zone, counts: Object.fromEntries(counts) }
    },
  })
}
