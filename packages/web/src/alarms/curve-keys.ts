/** Telemetry keys of an originator that an alarm is about. */

import type { AlarmCause, ExplainedAlarm } from '@sonde/model/alarms/alarm-cause'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useClient } from '../session/use-session.tsx'

/** Keys to offer as curves, most relevant first: keys compared by the rule, keys in the alarm's details, all others. */
export function curveKeys(cause: AlarmCause | null, details: unknown, keys: readonly string[]): readonly string[] {
  const existing = new Set(keys)
  const compared = (cause?.comparisons ?? [])
    .filter(({ keyType, value }) => keyType === 'TIME_SERIES' && typeof value !== 'string')
    .map(({ key }) => key)
  const named = new Set((JSON.stringify(details) ?? '').split(/[^\p{L}\p{N}_.-]+/u))
  return [
    ...new Set([...compared.filter((key) => existing.has(key)), ...keys.filter((key) => named.has(key)), ...keys]),
  ]
}

/** `data`: latest data points by key. `keys`: undefined while loading. */
export function useCurveKeys({ originator, cause, details }: ExplainedAlarm) {
  const { telemetry } = useClient()
  const { data, error, isPending, failureCount, refetch } = useQuery({
    queryKey: ['alarmCurve', originator.entityType, originator.id],
    queryFn: ({ signal }) => telemetry.latest(originator, null, false, { signal, ignoreErrors: true }),
  })
  const keys = useMemo(() => data && curveKeys(cause, details, Object.keys(data).sort()), [data, cause, details])
  return { data, keys, error, isPending, failureCount, refetch }
}
