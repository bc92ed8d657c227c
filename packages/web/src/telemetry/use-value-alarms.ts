/** Live alarms of entities: when each was raised and cleared. */

import type { AlarmData } from '@sonde/model/entity-query/entity-query'
import type { EntityId, EntityType } from '@sonde/model/ids'
import type { TimeRange } from '@sonde/model/time-windows/quick-intervals'
import { useEffect, useMemo, useState } from 'react'
import { useClient } from '../session/use-session.tsx'

export type ValueAlarm = Pick<
  AlarmData,
  'id' | 'type' | 'severity' | 'status' | 'startTs' | 'clearTs' | 'originator' | 'originatorName'
>

/** Maximum number of alarms to subscribe to per entity type, newest first. */
const alarmsMax = 100
/** Maximum age of the alarms: one year. */
const backMs = 365 * 86_400_000

const none: readonly ValueAlarm[] = []

/** Alarms, newest first; empty if the user can't read alarms. */
export function useValueAlarms(entity: EntityId): readonly ValueAlarm[] {
  const { entityType, id } = entity
  return useAlarmsOf(useMemo(() => [{ entityType, id }], [entityType, id]))
}

/** Alarms of several entities, newest first: one subscription per entity type. `entities` must be stable. */
export function useAlarmsOf(entities: readonly EntityId[]): readonly ValueAlarm[] {
  const { live } = useClient()
  const [alarms, setAlarms] = useState(none)
  useEffect(() => {
    const known = new Map<EntityType, Map<string, ValueAlarm>>()
    const stops = [...Map.groupBy(entities, ({ entityType }) => entityType)].map(([entityType, own]) => {
      const ids = new Set(own.map(({ id }) => id))
      const apply = (found: readonly AlarmData[], isAll: boolean) => {
        const before = isAll ? undefined : known.get(entityType)
        const next = new Map(before)
        // Alarms propagated from other entities concern other values.
        for (const alarm of found) if (ids.has(alarm.originator.id)) next.set(alarm.id.id, alarm)
        known.set(entityType, next)
        setAlarms([...known.values()].flatMap((one) => [...one.values()]).sort((a, b) => b.startTs - a.startTs))
      }
      return live.subscribeAlarmData(
        () => ({
          entityFilter: { type: 'entityList', entityType, entityList: [...ids] },
          pageLink: {
            page: 0,
            pageSize: alarmsMax,
            timeWindow: backMs,
            sortOrder: { key: { type: 'ALARM_FIELD', key: 'createdTime' }, direction: 'DESC' },
          },
        }),
        { onPage: ({ data }) => apply(data, true), onUpdate: (found) => apply(found, false), onError: () => {} },
      )
    })
    return () => {
      for (const stop of stops) stop()
      setAlarms(none)
    }
  }, [live, entities])
  return alarms
}

/** Whether the alarm was active at any time within the range. */
export const isWithin = ({ startTs, status, clearTs }: ValueAlarm, { startMs, endMs }: TimeRange): boolean =>
  startTs < endMs && (status.startsWith('ACTIVE') || clearTs >= startMs)
