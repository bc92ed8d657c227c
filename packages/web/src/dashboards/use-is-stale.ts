/** Detects that displayed values may be stale because the live connection is lost. */

import { useSyncExternalStore } from 'react'
import { useClient } from '../session/use-session.tsx'

/** Grace period: a short interruption does not make values stale. */
const staleAfterMs = 5_000

/** True while disconnected and the last message is more than 5 s old; false before the first message. */
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
