/** Boolean keys over the last 24 h as raw values, since the server aggregates numbers only. Repeated periodically. */

import type { EntityId } from '@sonde/model/ids'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { LiveValues } from '../live/live-values.ts'
import { useClient } from '../session/use-session.tsx'

export const dayMs = 24 * 3600 * 1000
const refreshMs = 5 * 60 * 1000
/** Maximum number of keys with a step line. */
const keysMax = 10
/** Maximum data points per key; older ones aren't drawn. */
const pointsMax = 1000

export interface BooleanPoint {
  readonly ts: number
  readonly isOn: boolean
}

export interface StepLines {
  /** Start of the lines, epoch ms. */
  readonly startTs: number
  /** Oldest first. */
  readonly points: ReadonlyMap<string, readonly BooleanPoint[]>
}

export const isBooleanText = (value: string): boolean => value === 'true' || value === 'false'

export function useStepLines(entity: EntityId, values: LiveValues | undefined): StepLines | undefined {
  const client = useClient()
  const keys = useMemo(
    () =>
      [...(values ?? [])]
        .filter(([, { value }]) => isBooleanText(value))
        .map(([key]) => key)
        .sort()
        .slice(0, keysMax),
    [values],
  )
  const { data } = useQuery({
    queryKey: ['telemetry', 'daySteps', entity.entityType, entity.id, keys],
    enabled: keys.length > 0,
    staleTime: refreshMs,
    refetchInterval: refreshMs,
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) => {
      const endTs = Math.round(client.session.serverNowMs())
      const startTs = endTs - dayMs
      const found = await client.telemetry.range(
        entity,
        { keys, startTs, endTs, agg: 'NONE', limit: pointsMax, orderBy: 'DESC' },
        { signal, ignoreErrors: true, ignoreLoading: true },
      )
      return { startTs, found }
    },
  })
  return useMemo(() => {
    if (!data) return undefined
    const points = new Map<string, readonly BooleanPoint[]>()
    for (const [key, all] of Object.entries(data.found)) {
      const own = all.flatMap(({ ts, value }) =>
        isBooleanText(String(value)) ? [{ ts, isOn: String(value) === 'true' }] : [],
      )
      points.set(
        key,
        own.sort((a, b) => a.ts - b.ts),
      )
    }
    return { startTs: data.startTs, points }
  }, [data])
}
