/** Alarms of an entity, live: when each was raised and cleared. */

import type { AlarmData } from '@sonde/model/entity-query/entity-query'
import type { EntityId } from '@sonde/model/ids'
import type { TimeRange } from '@sonde/model/time-windows/quick-intervals'
import { useEffect, useState } from 'react'
import { useClient } from '../session/use-session.tsx'

export type ValueAlarm = Pick<AlarmData, 'id' | 'type' | 'severity' | 'status' | 'startTs' | 'clearTs'>

/** Alarms that are followed, newest first. */
const alarmsMax = 100
/** How far back an alarm can have been raised that is still shown: a year. */
const backMs = 365 * 86_400_000

const none: readonly ValueAlarm[] = []

/** Newest first. Nothing where the user may not read alarms. */
export function useValueAlarms({ entityType, id }: EntityId): readonly ValueAlarm[] {
  const { live } = useClient()
  const [alarms, setAlarms] = useState(none)
  useEffect(() => {
    const known = new Map<string, ValueAlarm>()
    const apply = (found: readonly AlarmData[]) => {
      // Those that others passed on belong to other values.
      for (const alarm of found) if (alarm.originator.id === id) known.set(alarm.id.id, alarm)
      setAlarms([...known.values()].sort((a, b) => b.startTs - a.startTs))
    }
    const stop = live.subscribeAlarmData(
      () => ({
        entityFilter: { type: 'singleEntity', singleEntity: { entityType, id } },
        pageLink: {
          page: 0,
          pageSize: alarmsMax,
          timeWindow: backMs,
          sortOrder: { key: { type: 'ALARM_FIELD', key: 'createdTime' }, direction: 'DESC' },
        },
      }),
      {
        onPage({ data }) {
          known.clear()
          apply(data)
        },
        onUpdate: apply,
        onError: () => {},
      },
    )
    return () => {
      stop()
      setAlarms(none)
    }
  }, [live, entityType, id])
  return alarms
}

/** Whether the alarm was active at some time of the range. */
export const isWithin = ({ startTs, status, clearTs }: ValueAlarm, { startMs, endMs }: TimeRange): boolean =>
  startTs < endMs && (status.startsWith('ACTIVE') || clearTs >= startMs)
