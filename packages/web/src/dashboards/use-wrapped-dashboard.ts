/**
 * A dashboard within an app that shows it (dashboards.md §10): the app is told which state is open and whether it has a
 * second layout, and turns from one layout to the other by a message.
 */

import { useEffect, useState } from 'react'
import { isWrapped, tellDashboardLoaded, tellLayout, tellStateName, wrapperMessage } from '../session/wrapper-bridge.ts'

export interface WrappedDashboard {
  /** States are navigated by the app, which shows their names; files are not written there. */
  readonly isWrapped: boolean
  /** Where there is room for one: the second layout instead of the first. */
  readonly isRightOpen: boolean
}

export function useWrappedDashboard(stateId: string, stateName: string, hasRight: boolean): WrappedDashboard {
  const isApp = isWrapped()
  const [open, setOpen] = useState<string | null>(null)
  const isRightOpen = open === stateId

  // biome-ignore lint/correctness/useExhaustiveDependencies: another state is another, whatever it is called
  useEffect(() => {
    if (!isApp) return
    setOpen(null)
    tellStateName(stateName)
    tellDashboardLoaded(hasRight, false)
  }, [isApp, stateId, stateName, hasRight])

  useEffect(() => {
    if (!isApp || !hasRight) return
    function onMessage({ data }: MessageEvent<unknown>) {
      if (wrapperMessage(data)?.kind !== 'toggleLayout') return
      setOpen(isRightOpen ? null : stateId)
      tellLayout(!isRightOpen)
    }
    window.addEventListener('message', onMessage)
    return () => window.removeEventListener('message', onMessage)
  }, [isApp, hasRight, isRightOpen, stateId])

  return { isWrapped: isApp, isRightOpen }
}
