/**
 * A dashboard inside a mobile app: notifies the app which state is open and whether it has a right layout; the app's
 * messages switch between main and right layout.
 */

import { useEffect, useMemo, useState } from 'react'
import {
  isInMobileApp,
  notifyDashboardLoaded,
  sendLayout,
  sendStateName,
  wrapperMessage,
} from '../session/mobile-bridge.ts'

export interface WrappedDashboard {
  /** The app shows state names and navigation itself; saving files is not possible. */
  readonly isInMobileApp: boolean
  /** Shows the right layout instead of the main one. */
  readonly isRightOpen: boolean
}

export function useWrappedDashboard(stateId: string, stateName: string, hasRight: boolean): WrappedDashboard {
  const isApp = isInMobileApp()
  /** Identity of the open state. A new object after each state change, which closes the right layout. */
  const shown = useMemo(() => ({ stateId, stateName, hasRight }), [stateId, stateName, hasRight])
  const [open, setOpen] = useState<typeof shown | null>(null)
  const isRightOpen = open === shown

  useEffect(() => {
    if (!isApp) return
    sendStateName(shown.stateName)
    notifyDashboardLoaded(shown.hasRight, false)
  }, [isApp, shown])

  useEffect(() => {
    if (!isApp || !hasRight) return
    function onMessage({ data }: MessageEvent<unknown>) {
      if (wrapperMessage(data)?.kind !== 'toggleLayout') return
      setOpen(isRightOpen ? null : shown)
      sendLayout(!isRightOpen)
    }
    window.addEventListener('message', onMessage)
    return () => window.removeEventListener('message', onMessage)
  }, [isApp, hasRight, isRightOpen, shown])

  return { isInMobileApp: isApp, isRightOpen }
}
