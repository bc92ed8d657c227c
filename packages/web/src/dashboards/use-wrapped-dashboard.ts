/**
 * A dashboard inside a mobile app: notifies the app which state is open and whether it has a right layout; the app's
 * messages switch between main and right layout.
 */

import { useEffect, useState } from 'react'
import {
  isInMobileApp,
  tellDashboardLoaded,
  tellLayout,
  tellStateName,
  wrapperMessage,
} from '../session/mobile-bridge.ts'

export interface WrappedDashboard {
  /** The app navigates states and shows their names; files can't be saved. */
  readonly isInMobileApp: boolean
  /** Where only one layout fits: shows the right one instead of the main one. */
  readonly isRightOpen: boolean
}

export function useWrappedDashboard(stateId: string, stateName: string, hasRight: boolean): WrappedDashboard {
  const isApp = isInMobileApp()
  const [open, setOpen] = useState<string | null>(null)
  const isRightOpen = open === stateId

  // biome-ignore lint/correctness/useExhaustiveDependencies: a state change counts even if the name is the same
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

  return { isInMobileApp: isApp, isRightOpen }
}
