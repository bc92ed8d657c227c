/** Active alarms that wait for someone, most severe first: few of them, and how many there are. */

import { createAlarmCalls } from '@sonde/client/alarms/alarm-calls'
import { useQuery } from '@tanstack/react-query'
import { useClient } from '../session/use-session.tsx'

const shownMax = 6
/** Ms after which they load again even if the live connection reports no change. */
const refreshMs = 60_000

export function useUnacknowledgedAlarms() {
  const { rest } = useClient()
  return useQuery({
    queryKey: ['alarms', 'fleet', 'unacknowledged'],
    refetchInterval: refreshMs,
    queryFn: ({ signal }) =>
      createAlarmCalls(rest).search(
        { page: 0, pageSize: shownMax, sortProperty: 'severityRank', sortOrder: 'ASC' },
        { status: 'ACTIVE_UNACK', shelved: false },
        { signal, ignoreErrors: true, ignoreLoading: true },
      ),
  })
}
