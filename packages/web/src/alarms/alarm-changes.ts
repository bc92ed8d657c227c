/** Tells that alarms of an entity changed: what shows them asks again. */

import type { EntityId } from '@sonde/model/ids'
import { useEffect, useEffectEvent } from 'react'
import { useClient } from '../session/use-session.tsx'

/** Alarms that are watched, newest first: one that is further back is seen to change when the table is refreshed. */
const watchedMax = 100
/** Ms between two tellings. */
const pauseMs = 300

/** `windowMs`: how far back alarms are watched. Where the platform takes no such query, nothing is told. */
export function useAlarmChanges({ entityType, id }: EntityId, windowMs: number, onChange: () => void): void {
  const { live } = useClient()
  const tell = useEffectEvent(onChange)
  useEffect(() => {
    let isFirst = true
    let timer: ReturnType<typeof setTimeout> | undefined
    const changed = () => {
      timer ??= setTimeout(() => {
        timer = undefined
        tell()
      }, pauseMs)
    }
    const stop = live.subscribeAlarmData(
      () => ({
        entityFilter: { type: 'singleEntity', singleEntity: { entityType, id } },
        pageLink: {
          page: 0,
          pageSize: watchedMax,
          timeWindow: windowMs,
          searchPropagatedAlarms: true,
          sortOrder: { key: { type: 'ALARM_FIELD', key: 'createdTime' }, direction: 'DESC' },
        },
      }),
      {
        // The first page is what is shown already; one after a reconnection may not be.
        onPage() {
          if (!isFirst) changed()
          isFirst = false
        },
        onUpdate: changed,
        onError: () => {},
      },
    )
    return () => {
      clearTimeout(timer)
      stop()
    }
  }, [live, entityType, id, windowMs])
}
