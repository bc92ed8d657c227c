/** Server time, updated once a second while the page is visible: for ages such as "2 s ago". */

import { useSyncExternalStore } from 'react'
import { useClient } from '../session/use-session.tsx'

const tickMs = 1000
const listeners = new Set<() => void>()
let timer: ReturnType<typeof setInterval> | undefined
let tick = Date.now()

function subscribe(listener: () => void) {
  listeners.add(listener)
  timer ??= setInterval(() => {
    tick = Date.now()
    if (document.visibilityState === 'visible') for (const one of [...listeners]) one()
  }, tickMs)
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    clearInterval(timer)
    timer = undefined
  }
}

/** Server time, epoch ms. */
export function useNow(): number {
  const { session } = useClient()
  useSyncExternalStore(subscribe, () => tick)
  return session.serverNowMs()
}
