/** Numeric keys over the last 24 h: one request for all of them, repeated periodically. */

import { parseNumber } from '@sonde/model/dashboards/series-column'
import type { EntityId } from '@sonde/model/ids'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { LiveValues } from '../live/live-values.ts'
import { useClient } from '../session/use-session.tsx'

const dayMs = 24 * 3600 * 1000
const bucketMs = 30 * 60 * 1000
const refreshMs = 5 * 60 * 1000
/** Maximum number of keys with a sparkline. */
const keysMax = 40

export const isNumericText = (value: string): boolean => parseNumber(value) !== null

export function useSparklines(
  entity: EntityId,
  values: LiveValues | undefined,
): ReadonlyMap<string, readonly number[]> {
  const client = useClient()
  const keys = useMemo(
    () =>
      [...(values ?? [])]
        .filter(([, { value }]) => isNumericText(value))
        .map(([key]) => key)
        .sort()
        .slice(0, keysMax),
    [values],
  )
  const { data } = useQuery({
    queryKey: ['telemetry', 'day', entity.entityType, entity.id, keys],
    enabled: keys.length > 0,
    staleTime: refreshMs,
    refetchInterval: refreshMs,
    placeholderData: (previous) => previous,
    queryFn: ({ signal }) => {
      const endTs = Math.round(client.session.serverNowMs())
      const range = {
        keys,
        startTs: endTs - dayMs,
        endTs,
        agg: 'AVG',
        interval: bucketMs,
        limit: 100,
      } as const
      return client.telemetry.range(
        entity,
        { ...range, orderBy: 'ASC' },
        { signal, ignoreErrors: true, ignoreLoading: true },
      )
    },
  })
  return useMemo(() => {
    const lines = new Map<string, readonly number[]>()
    for (const [key, points] of Object.entries(data ?? {})) {
      const sorted = [...points].sort((a, b) => a.ts - b.ts).map((point) => Number(point.value))
      lines.set(key, sorted.filter(Number.isFinite))
    }
    return lines
  }, [data])
}
