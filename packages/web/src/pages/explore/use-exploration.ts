/**
 * Reads and changes the exploration in the URL. Each change adds an entry to the browser's history; undo and redo cover
 * the changes since the page was opened.
 */

import type { TimeWindow } from '@sonde/model/time-windows/time-window'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useCallback, useEffect, useEffectEvent, useMemo, useState } from 'react'
import { emptyBoard } from '../../explore/explore-dashboard.ts'
import {
  chartCount,
  type Exploration,
  explorationOfText,
  hasNewChart,
  nameOfParam,
  textOfExploration,
} from '../../explore/explore-state.ts'
import { redone, startLog, type UndoLog, undone, withState } from '../../explore/undo-log.ts'
import { paramOfTimeWindow, timeWindowOfParam } from '../../time-windows/time-window-param.ts'
import { browserZone, useWindowContext } from '../../time-windows/window-context.ts'
import { isTyping } from '../../ui/shortcuts/shortcuts.ts'

export interface ExplorationState {
  readonly series: Exploration
  /** An empty chart stays until a series gets a new chart. */
  readonly setSeries: (series: Exploration) => void
  /** There is an empty chart below the others, which the next series joins. */
  readonly hasNewChart: boolean
  readonly setNewChart: (hasNewChart: boolean) => void
  readonly window: TimeWindow
  readonly setWindow: (window: TimeWindow) => void
  /** Empty: no name. */
  readonly name: string
  readonly setName: (name: string) => void
  /** Null: nothing to undo. */
  readonly undo: (() => void) | null
  readonly redo: (() => void) | null
}

/** The exploration's search parameters. */
interface Params {
  readonly series: string | undefined
  readonly window: string | undefined
  readonly name: string | undefined
}

const isSame = (a: Params, b: Params): boolean => a.series === b.series && a.window === b.window && a.name === b.name

export function useExploration(): ExplorationState {
  const { series: text, window: windowText, name } = useSearch({ strict: false })
  const navigate = useNavigate()
  const context = useWindowContext()
  const series = useMemo(() => explorationOfText(text), [text])
  const isNew = hasNewChart(text, series)
  const window = useMemo(() => {
    const now = context()
    return timeWindowOfParam(windowText, emptyBoard(now.nowMs).timewindow, now)
  }, [windowText, context])
  const change = useCallback(
    (part: Partial<Params>) => void navigate({ to: '.', search: (now) => ({ ...now, ...part }) }),
    [navigate],
  )
  const setText = useCallback(
    (next: string | undefined) => {
      // A change to the same is no step to undo.
      if (next !== textOfExploration(series, isNew)) change({ series: next })
    },
    [change, series, isNew],
  )
  const params = useMemo(() => ({ series: text, window: windowText, name }), [text, windowText, name])
  return {
    series,
    setSeries: useCallback(
      (next) => setText(textOfExploration(next, isNew && chartCount(next) <= chartCount(series))),
      [setText, series, isNew],
    ),
    hasNewChart: isNew,
    setNewChart: useCallback((next) => setText(textOfExploration(series, next)), [setText, series]),
    window,
    setWindow: useCallback((next) => change({ window: paramOfTimeWindow(next, browserZone()) }), [change]),
    name: nameOfParam(name),
    setName: useCallback((next) => change({ name: nameOfParam(next) || undefined }), [change]),
    ...useUndo(params, change),
  }
}

/** Undo and redo, also by Ctrl+Z and Ctrl+Shift+Z or Ctrl+Y. A step back in the browser's history is a change too. */
function useUndo(params: Params, change: (params: Params) => void): Pick<ExplorationState, 'undo' | 'redo'> {
  const [log, setLog] = useState(() => startLog(params))
  useEffect(() => setLog((before) => withState(before, params, isSame)), [params])
  const step = (move: (log: UndoLog<Params>) => UndoLog<Params>) => {
    const next = move(log)
    if (next === log) return
    setLog(next)
    change(next.present)
  }
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const key = event.key.toLowerCase()
    if (!(event.ctrlKey || event.metaKey) || event.altKey || event.defaultPrevented || isTyping(event.target)) return
    if (key !== 'z' && key !== 'y') return
    event.preventDefault()
    step(key === 'z' && !event.shiftKey ? undone : redone)
  })
  useEffect(() => {
    const listener = (event: KeyboardEvent) => onKey(event)
    document.addEventListener('keydown', listener)
    return () => document.removeEventListener('keydown', listener)
  }, [])
  return {
    undo: log.past.length > 0 ? () => step(undone) : null,
    redo: log.future.length > 0 ? () => step(redone) : null,
  }
}
