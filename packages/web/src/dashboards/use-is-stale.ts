/** Whether values may have aged because the connection is gone. */

import { useSyncExternalStore } from 'react'
import { useClient } from '../session/use-session.tsx'

/** A connection that comes back at once made nothing old. */
const staleAfterMs = 5_000

/** True some seconds after the connection was lost; false before the first one. */
export function useIsStale(): boolean {
  const { live } = useClient()
  return useSyncExternalStore(
    (listener) => {
      let timer: ReturnType<typeof setTimeout> | undefined
      const stop = live.status.subscribe(() => {
        clearTimeout(timer)
        timer = setTimeout(listener, staleAfterMs + 100)
        listener()
      })
      return () => {
        clearTimeout(timer)
        stop()
      }
    },
    () => {
      const { kind, lastMessageAt } = live.status.get()
      return kind !== 'open' && kind !== 'closed' && lastMessageAt !== null && Date.now() - lastMessageAt > staleAfterMs
    },
  )
}
