/** Acknowledges several alarms, confirmed by one toast. */

import { createAlarmCalls } from '@sonde/client/alarms/alarm-calls'
import { useQueryClient } from '@tanstack/react-query'
import { useText } from '../locale/use-text.tsx'
import { useClient } from '../session/use-session.tsx'
import { useToasts } from '../ui/toast/toast-stack.tsx'

/** A failed request shows its error; the alarms acknowledged before stay acknowledged. */
export function useAcknowledgeAll(): (ids: readonly string[]) => Promise<void> {
  const t = useText()
  const { rest } = useClient()
  const toasts = useToasts()
  const queries = useQueryClient()
  return async (ids) => {
    const alarms = createAlarmCalls(rest)
    let count = 0
    try {
      for (const id of ids) {
        await alarms.acknowledge(id)
        count++
      }
    } catch {
      // The request has shown its error.
    }
    if (count > 0) toasts.show({ kind: 'success', text: t('alarms.acknowledgedMany', { count }) })
    await queries.invalidateQueries({ queryKey: ['alarms'] })
  }
}
