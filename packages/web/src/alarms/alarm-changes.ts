/** Reloads alarms when they change: those of an entity, or all alarms visible to the user. */

import type { LiveClient } from '@sonde/client/live/live-client'
import { sourceTypes } from '@sonde/model/entities/entity-kinds'
import type { EntityId } from '@sonde/model/ids'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useClient } from '../session/use-session.tsx'
import { type AlarmWatch, watchAlarms } from './watch-alarms.ts'

/** Default time range, ms: the last 30 days. */
export const alarmWindowMs = 30 * 86_400_000

/** Minimum ms between two reloads, also during an alarm storm. */
const pauseMs = 300
/** Minimum ms between two reloads of all visible alarms. */
const fleetPauseMs = 1_000

/** Polling interval of the details of an open alarm, ms: comments and assignments of other users aren't pushed. */
export const openAlarmRefreshMs = 5_000

/** One subscription per type of entity that can raise alarms. */
const fleetAlarms: readonly AlarmWatch[] = sourceTypes.map((entityType) => ({
  filter: { type: 'entityType', entityType },
  windowMs: alarmWindowMs,
}))

const refresh = (queries: QueryClient) => void queries.invalidateQueries({ queryKey: ['alarms'] })

/** `entity`: null for all alarms visible to the user. If the server rejects the subscription, there are no updates. */
export function useAlarmRefresh(entity: EntityId | null): void {
  const { live } = useClient()
  const queries = useQueryClient()
  const { entityType, id } = entity ?? {}
  useEffect(() => {
    if (!entityType || !id) return watchFleet(live, queries)
    const filter = { type: 'singleEntity', singleEntity: { entityType, id } } as const
    const watch = { filter, windowMs: alarmWindowMs, searchPropagatedAlarms: true }
    return watchAlarms(live, [watch], pauseMs, () => refresh(queries))
  }, [live, queries, entityType, id])
}

/** The bell, the home page and the alarms page share one subscription. */
const fleetWatches = new WeakMap<LiveClient, { users: number; readonly stop: () => void }>()

function watchFleet(live: LiveClient, queries: QueryClient): () => void {
  const watch = fleetWatches.get(live) ?? {
    users: 0,
    stop: watchAlarms(live, fleetAlarms, fleetPauseMs, () => refresh(queries)),
  }
  fleetWatches.set(live, watch)
  watch.users++
  return () => {
    watch.users--
    if (watch.users > 0) return
    watch.stop()
    fleetWatches.delete(live)
  }
}
