/** Active unacknowledged alarms, most severe first: the first few and their total number. */

import { createAlarmCalls } from '@sonde/client/alarms/alarm-calls'
import { useQuery } from '@tanstack/react-query'
import { useClient } from '../session/use-session.tsx'

const shownMax = 6
/** Ms until they are reloaded even without a live update. */
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
