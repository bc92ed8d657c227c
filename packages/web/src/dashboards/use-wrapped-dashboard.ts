/**
 * A dashboard inside a mobile app: notifies the app which state is open and whether it has a right layout; the app's
 * messages switch between main and right layout.
 */

import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import {
  isFromOutside,
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
  /** Shows the right layout of the state that opens next. */
  readonly openRightNext: () => void
}

/** `isEmbedded`: the state is shown within another one, which the app doesn't know. */
export function useWrappedDashboard(
  stateId: string,
  stateName: string,
  hasRight: boolean,
  isEmbedded = false,
): WrappedDashboard {
  const isApp = isInMobileApp() && !isEmbedded
  /** Identity of the open state. A new object after each state change, which closes the right layout. */
  const shown = useMemo(() => ({ stateId, stateName, hasRight }), [stateId, stateName, hasRight])
  const [open, setOpen] = useState<typeof shown | null>(null)
  const isRightOpen = open === shown

  const opensRight = useRef(false)

  useEffect(() => {
    if (!isApp) return
    const isRight = opensRight.current && shown.hasRight
    opensRight.current = false
    if (isRight) setOpen(shown)
    sendStateName(shown.stateName)
    notifyDashboardLoaded(shown.hasRight, isRight)
  }, [isApp, shown])

  useEffect(() => {
    if (!isApp || !hasRight) return
    function onMessage(event: MessageEvent<unknown>) {
      if (!isFromOutside(event) || wrapperMessage(event.data)?.kind !== 'toggleLayout') return
      setOpen(isRightOpen ? null : shown)
      sendLayout(!isRightOpen)
    }
    window.addEventListener('message', onMessage)
    return () => window.removeEventListener('message', onMessage)
  }, [isApp, hasRight, isRightOpen, shown])

  const openRightNext = useCallback(() => {
    opensRight.current = true
  }, [])
  return { isInMobileApp: isApp, isRightOpen, openRightNext }
}
