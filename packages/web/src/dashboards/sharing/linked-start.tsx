/** Starts a dashboard as a link describes it: with its time window, and a notice if the link isn't readable. */

import type { TimeWindow } from '@sonde/model/time-windows/time-window'
import { type ReactNode, useEffect, useMemo } from 'react'
import { useText } from '../../locale/use-text.tsx'
import { isTimeWindowParam, timeWindowOfParam } from '../../time-windows/time-window-param.ts'
import { useWindowContext } from '../../time-windows/window-context.ts'
import { useToasts } from '../../ui/toast/toast-stack.tsx'

interface LinkedStartProps {
  /** Parameter of the link; undefined: it has none. */
  readonly window: string | undefined
  readonly isStateUnreadable: boolean
  /** Configured time window: for parts that the link doesn't have, and for one that isn't readable. */
  readonly configured: TimeWindow
  readonly render: (window?: TimeWindow) => ReactNode
}

export function LinkedStart({ window, isStateUnreadable, configured, render }: LinkedStartProps) {
  const t = useText()
  const toasts = useToasts()
  const windowContext = useWindowContext()
  const isWindowUnreadable = window !== undefined && !isTimeWindowParam(window)
  const linked = useMemo(
    () =>
      window === undefined || isWindowUnreadable ? undefined : timeWindowOfParam(window, configured, windowContext()),
    [window, isWindowUnreadable, configured, windowContext],
  )
  const notice = isStateUnreadable
    ? t('dashboardSharing.stateUnreadable')
    : isWindowUnreadable
      ? t('dashboardSharing.windowUnreadable')
      : null
  useEffect(() => {
    if (notice) toasts.show({ kind: 'error', text: notice })
  }, [notice, toasts])
  return render(linked)
}
