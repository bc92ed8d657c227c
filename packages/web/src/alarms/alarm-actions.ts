/** Acknowledging and clearing an alarm: done at once, told, and everything that shows alarms asks again. */

import { createAlarmCalls } from '@sonde/client/alarms/alarm-calls'
import { useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useText } from '../locale/use-text.tsx'
import { useClient } from '../session/use-session.tsx'
import { useToasts } from '../ui/toast/toast-stack.tsx'

export function useAlarmActions() {
  const t = useText()
  const { rest } = useClient()
  const toasts = useToasts()
  const queries = useQueryClient()
  return useMemo(() => {
    const alarms = createAlarmCalls(rest)
    const refresh = () => queries.invalidateQueries({ queryKey: ['alarms'] })
    // A refusal is told by the toast of the call.
    return {
      alarms,
      refresh,
      async acknowledge(alarmId: string) {
        await alarms.acknowledge(alarmId)
        toasts.show({ kind: 'success', text: t('alarms.acknowledged') })
        await refresh()
      },
      async clear(alarmId: string) {
        await alarms.clear(alarmId)
        toasts.show({ kind: 'success', text: t('alarms.cleared') })
        await refresh()
      },
    }
  }, [rest, queries, toasts, t])
}
