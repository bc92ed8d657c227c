/** Reads and changes the exploration in the URL. Each change adds an entry to the browser's history. */

import type { TimeWindow } from '@sonde/model/time-windows/time-window'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useCallback, useMemo } from 'react'
import { emptyBoard } from '../../explore/explore-dashboard.ts'
import { type Exploration, explorationOfText, textOfExploration } from '../../explore/explore-state.ts'
import { paramOfTimeWindow, timeWindowOfParam } from '../../time-windows/time-window-param.ts'
import { browserZone, useWindowContext } from '../../time-windows/window-context.ts'

export interface ExplorationState {
  readonly series: Exploration
  readonly setSeries: (series: Exploration) => void
  readonly window: TimeWindow
  readonly setWindow: (window: TimeWindow) => void
}

export function useExploration(): ExplorationState {
  const { series: text, window: windowText } = useSearch({ strict: false })
  const navigate = useNavigate()
  const context = useWindowContext()
  const series = useMemo(() => explorationOfText(text), [text])
  const window = useMemo(() => {
    const now = context()
    return timeWindowOfParam(windowText, emptyBoard(now.nowMs).timewindow, now)
  }, [windowText, context])
  const change = useCallback(
    (part: Readonly<Record<string, string | undefined>>) =>
      void navigate({ to: '.', search: (now) => ({ ...now, ...part }) }),
    [navigate],
  )
  return {
    series,
    setSeries: useCallback((next) => change({ series: textOfExploration(next) }), [change]),
    window,
    setWindow: useCallback((next) => change({ window: paramOfTimeWindow(next, browserZone()) }), [change]),
  }
}
