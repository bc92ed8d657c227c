/** Acknowledges several alarms as one bulk run, confirmed by one toast that offers undo. */

import { createAlarmCalls } from '@sonde/client/alarms/alarm-calls'
import type { CallOptions } from '@sonde/client/rest/rest'
import { useQueryClient } from '@tanstack/react-query'
import { runBulk, type UndoRow } from '../bulk/run-bulk.ts'
import { useText } from '../locale/use-text.tsx'
import { useClient } from '../session/use-session.tsx'
import { useToasts } from '../ui/toast/toast-stack.tsx'

/** A failure is shown in a toast; the other alarms are acknowledged. */
export function useAcknowledgeAll(): (ids: readonly string[]) => Promise<void> {
  const t = useText()
  const { rest } = useClient()
  const toasts = useToasts()
  const queries = useQueryClient()
  const refresh = () => queries.invalidateQueries({ queryKey: ['alarms'] })

  async function revert(undo: readonly UndoRow[]) {
    const { failures } = await runBulk(undo, (one, how) => one(how))
    const [first] = failures
    if (first) {
      toasts.show({ kind: 'error', text: t('ui.bulkUndoFailed', { count: failures.length, why: first.message }) })
    }
    await refresh()
  }

  return async (ids) => {
    const alarms = createAlarmCalls(rest)
    const { done, failures, undo } = await runBulk(ids, async (id, how) => {
      await alarms.acknowledge(id, how)
      return (undoing: CallOptions) => alarms.unacknowledge(id, undoing)
    })
    if (done.length > 0) {
      toasts.show({
        kind: 'success',
        text: t('alarms.acknowledgedMany', { count: done.length }),
        action: { label: t('ui.undo'), onSelect: () => void revert(undo) },
      })
    }
    const [first] = failures
    if (first) {
      toasts.show({
        kind: 'error',
        text: t('alarms.acknowledgeFailed', { count: failures.length, why: first.message }),
      })
    }
    await refresh()
  }
}
