/** Subscribes to alarm changes, so that views can reload. */

import type { LiveClient } from '@sonde/client/live/live-client'
import type { AlarmDataQuery } from '@sonde/model/entity-query/entity-query'

/** Number of alarms per subscription, newest first. Changes of older alarms become visible only on the next reload. */
const watchedMax = 100

/** An alarm created within this many ms before the first page may be missing in the loaded views. */
const recentMs = 60_000

export interface AlarmWatch {
  /** Entities whose alarms are watched. */
  readonly filter: AlarmDataQuery['entityFilter']
  /** Time range up to now, ms. */
  readonly windowMs: number
  /** Includes alarms propagated to these entities. */
  readonly searchPropagatedAlarms?: boolean
}

/**
 * `pauseMs`: minimum interval between two `onChange` calls, also during an alarm storm. Returns the unsubscribe
 * function.
 */
export function watchAlarms(
  live: LiveClient,
  watches: readonly AlarmWatch[],
  pauseMs: number,
  onChange: () => void,
): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  const changed = () => {
    timer ??= setTimeout(() => {
      timer = undefined
      onChange()
    }, pauseMs)
  }
  const stops = watches.map(({ filter, windowMs, searchPropagatedAlarms }) => {
    let isFirst = true
    return live.subscribeAlarmData(
      () => ({
        entityFilter: filter,
        pageLink: {
          page: 0,
          pageSize: watchedMax,
          timeWindow: windowMs,
          searchPropagatedAlarms,
          sortOrder: { key: { type: 'ALARM_FIELD', key: 'createdTime' }, direction: 'DESC' },
        },
      }),
      {
        // The first page is what the views have already loaded, unless an alarm was created in between. Pages after a
        // reconnect may contain changes.
        onPage({ data }) {
          if (!isFirst || data.some(({ createdTime }) => createdTime > Date.now() - recentMs)) changed()
          isFirst = false
        },
        onUpdate: changed,
        // If the server rejects the subscription, there are no updates.
        onError: () => {},
      },
    )
  })
  return () => {
    clearTimeout(timer)
    for (const stop of stops) stop()
  }
}
