/** Tells that alarms of an entity changed: what shows them asks again. */

import type { EntityId } from '@sonde/model/ids'
import { useEffect, useEffectEvent } from 'react'
import { useClient } from '../session/use-session.tsx'
import { watchAlarms } from './watch-alarms.ts'

/** Ms between two tellings. */
const pauseMs = 300

/** `windowMs`: how far back alarms are watched. Where the platform takes no such query, nothing is told. */
export function useAlarmChanges({ entityType, id }: EntityId, windowMs: number, onChange: () => void): void {
  const { live } = useClient()
  const tell = useEffectEvent(onChange)
  useEffect(() => {
    const filter = { type: 'singleEntity', singleEntity: { entityType, id } } as const
    return watchAlarms(live, [{ filter, windowMs, searchPropagatedAlarms: true }], pauseMs, () => tell())
  }, [live, entityType, id, windowMs])
}
