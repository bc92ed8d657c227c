/** Toggles full-screen mode of an element. */

import { type RefObject, useCallback, useSyncExternalStore } from 'react'

function subscribe(listener: () => void) {
  document.addEventListener('fullscreenchange', listener)
  return () => document.removeEventListener('fullscreenchange', listener)
}

export interface FullScreen {
  readonly isPossible: boolean
  readonly isOn: boolean
  readonly toggle: () => void
}

export function useFullScreen(element: RefObject<HTMLElement | null>): FullScreen {
  const isOn = useSyncExternalStore(
    subscribe,
    () => element.current !== null && document.fullscreenElement === element.current,
  )
  const toggle = useCallback(() => {
    // A rejection by the browser is ignored: the view stays as it is.
    const done =
      document.fullscreenElement === element.current ? document.exitFullscreen() : element.current?.requestFullscreen()
    done?.catch(() => {})
  }, [element])
  return { isPossible: document.fullscreenEnabled === true, isOn, toggle }
}
