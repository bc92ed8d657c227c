/** Active alarms of the entities of a list. */

import { createAlarmCalls } from '@sonde/client/alarms/alarm-calls'
import { type ActiveAlarms, activeAlarmOriginatorsMax } from '@sonde/model/alarms/active-alarms'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useClient } from '../session/use-session.tsx'

/** Polling interval in ms, in addition to reloads after live updates of alarms. */
const refreshMs = 60_000

const none: ReadonlyMap<string, ActiveAlarms> = new Map()

/** By originator id; entities without active alarms are absent. Empty until loaded, and if the request fails. */
export function useActiveAlarms(originatorIds: readonly string[]): ReadonlyMap<string, ActiveAlarms> {
  const { rest } = useClient()
  const ids = originatorIds.slice(0, activeAlarmOriginatorsMax)
  const { data } = useQuery({
    queryKey: ['alarms', 'active', ids],
    enabled: ids.length > 0,
    refetchInterval: refreshMs,
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => createAlarmCalls(rest).active(ids, { signal, ignoreErrors: true, ignoreLoading: true }),
  })
  return useMemo(() => (data ? byOriginator(data) : none), [data])
}

export const byOriginator = (all: readonly ActiveAlarms[]): ReadonlyMap<string, ActiveAlarms> =>
  new Map(all.map((one) => [one.originatorId, one]))
