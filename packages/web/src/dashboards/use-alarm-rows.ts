/** React hook for a live page of alarms. */

import { useClient } from '../session/use-session.tsx'
import { useWindowContext } from '../time-windows/window-context.ts'
import { type AlarmRowsQuery, type AlarmRowsState, createAlarmRows } from './alarm-rows.ts'
import { useLivePage } from './use-live-page.ts'

/** `query` null: the query is not known yet. */
export function useAlarmRows(
  query: AlarmRowsQuery | null,
  isSeen: boolean,
): { state: AlarmRowsState; retry: () => void } {
  const { live } = useClient()
  const windowContext = useWindowContext()
  return useLivePage((first: AlarmRowsQuery) => createAlarmRows({ live, windowContext }, first), query, isSeen)
}
