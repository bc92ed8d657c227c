/** Loads alarms again when they changed: those of an entity, or of the whole fleet. */

import type { LiveClient } from '@sonde/client/live/live-client'
import { sourceTypes } from '@sonde/model/entities/entity-kinds'
import type { EntityId } from '@sonde/model/ids'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useClient } from '../session/use-session.tsx'
import { type AlarmWatch, watchAlarms } from './watch-alarms.ts'

/** Ms; default time range, the last 30 days. */
export const alarmWindowMs = 30 * 86_400_000

/** Ms between two loads: a storm of alarms causes no more. */
const pauseMs = 300
/** Of what shows the alarms of all. */
const fleetPauseMs = 1_000

/** Of the details of one alarm, while they are open: what others write and decide is not announced. */
export const openAlarmRefreshMs = 5_000

/** Alarms are watched by what raises them. */
const fleetAlarms: readonly AlarmWatch[] = sourceTypes.map((entityType) => ({
  filter: { type: 'entityType', entityType },
  windowMs: alarmWindowMs,
}))

const refresh = (queries: QueryClient) => void queries.invalidateQueries({ queryKey: ['alarms'] })

/** `entity`: null for all that the user sees. Where the server accepts no such query, there are no updates. */
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
