/** Actions of a user on an alarm: performed at once, then all alarm queries are reloaded. A toast
 * offers undo. */

import { createAlarmCalls } from '@sonde/client/alarms/alarm-calls'
import type { ShelfInput } from '@sonde/model/alarms/alarm-history'
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
    const undo = (onSelect: () => Promise<unknown>) => ({
      label: t('ui.undo'),
      onSelect: () => void onSelect().then(refresh, () => {}),
    })
    // Failed requests show their error in a toast.
    return {
      alarms,
      async acknowledge(alarmId: string) {
        await alarms.acknowledge(alarmId)
        const action = undo(() => alarms.unacknowledge(alarmId))
        toasts.show({ kind: 'success', text: t('alarms.acknowledgedMany', { count: 1 }), action })
        await refresh()
      },
      async clear(alarmId: string) {
        await alarms.clear(alarmId)
        const action = undo(() => alarms.reopen(alarmId))
        toasts.show({ kind: 'success', text: t('alarms.clearedMany', { count: 1 }), action })
        await refresh()
      },
      async comment(alarmId: string, text: string) {
        await alarms.comment(alarmId, text)
        await refresh()
      },
      async changeComment(alarmId: string, commentId: string, text: string) {
        await alarms.changeComment(alarmId, commentId, text)
        await refresh()
      },
      async deleteComment(alarmId: string, commentId: string) {
        await alarms.deleteComment(alarmId, commentId)
        await refresh()
      },
      async restoreComment(alarmId: string, commentId: string) {
        await alarms.restoreComment(alarmId, commentId)
        await refresh()
      },
      async assign(alarmId: string, userId: string | null) {
        await alarms.assign(alarmId, userId)
        await refresh()
      },
      async shelve(alarmId: string, shelf: ShelfInput) {
        await alarms.shelve(alarmId, shelf)
        toasts.show({ kind: 'success', text: t('alarms.shelved'), action: undo(() => alarms.unshelve(alarmId)) })
        await refresh()
      },
      async unshelve(alarmId: string) {
        await alarms.unshelve(alarmId)
        toasts.show({ kind: 'success', text: t('alarms.unshelved') })
        await refresh()
      },
    }
  }, [rest, queries, toasts, t])
}
