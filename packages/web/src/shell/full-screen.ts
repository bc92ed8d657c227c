/** The browser's full-screen mode. */

import { useSyncExternalStore } from 'react'

function subscribe(listener: () => void) {
  document.addEventListener('fullscreenchange', listener)
  return () => document.removeEventListener('fullscreenchange', listener)
}

/** Whether the browser supports full-screen mode here. */
export const canFillScreen = (): boolean => document.fullscreenEnabled === true

export const useIsFullScreen = (): boolean => useSyncExternalStore(subscribe, () => Boolean(document.fullscreenElement))

export function toggleFullScreen(): void {
  if (document.fullscreenElement) void document.exitFullscreen()
  else void document.documentElement.requestFullscreen()
}
