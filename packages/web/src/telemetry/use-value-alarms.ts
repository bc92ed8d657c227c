/** Live alarms of an entity: when each was raised and cleared. */

import type { AlarmData } from '@sonde/model/entity-query/entity-query'
import type { EntityId } from '@sonde/model/ids'
import type { TimeRange } from '@sonde/model/time-windows/quick-intervals'
import { useEffect, useState } from 'react'
import { useClient } from '../session/use-session.tsx'

export type ValueAlarm = Pick<AlarmData, 'id' | 'type' | 'severity' | 'status' | 'startTs' | 'clearTs'>

/** Maximum number of alarms to subscribe to, newest first. */
const alarmsMax = 100
/** Maximum age of the alarms: one year. */
const backMs = 365 * 86_400_000

const none: readonly ValueAlarm[] = []

/** Alarms, newest first; empty if the user can't read alarms. */
export function useValueAlarms({ entityType, id }: EntityId): readonly ValueAlarm[] {
  const { live } = useClient()
  const [alarms, setAlarms] = useState(none)
  useEffect(() => {
    const known = new Map<string, ValueAlarm>()
    const apply = (found: readonly AlarmData[]) => {
      // Alarms propagated from other entities concern other values.
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

/** Whether the alarm was active at any time within the range. */
export const isWithin = ({ startTs, status, clearTs }: ValueAlarm, { startMs, endMs }: TimeRange): boolean =>
  startTs < endMs && (status.startsWith('ACTIVE') || clearTs >= startMs)
