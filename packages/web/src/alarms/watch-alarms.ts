/** Announces that alarms changed: views that show them load again. */

import type { LiveClient } from '@sonde/client/live/live-client'
import type { AlarmDataQuery } from '@sonde/model/entity-query/entity-query'

/** Alarms that are watched, newest first: one that is further back is seen to change when they are asked for again. */
const watchedMax = 100

/** An alarm of the last so many ms may have come after the views were loaded. */
const recentMs = 60_000

export interface AlarmWatch {
  /** Of whom. */
  readonly filter: AlarmDataQuery['entityFilter']
  /** How far back. */
  readonly windowMs: number
  /** Also alarms of others that come up to this one. */
  readonly searchPropagatedAlarms?: boolean
}

/** `pauseMs`: between two tellings, for a storm of alarms. Gives what ends it. */
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
        // The first page shows nothing new, unless an alarm came between the load and the subscription. One after a
        // reconnection may.
        onPage({ data }) {
          if (!isFirst || data.some(({ createdTime }) => createdTime > Date.now() - recentMs)) changed()
          isFirst = false
        },
        onUpdate: changed,
        // Where the platform takes no such query, there are no updates.
        onError: () => {},
      },
    )
  })
  return () => {
    clearTimeout(timer)
    for (const stop of stops) stop()
  }
}
