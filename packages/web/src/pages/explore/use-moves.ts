/**
 * Moving series and charts of an exploration. After a move by menu, the focus follows what was moved to its new place,
 * and its place is announced.
 */

import { type DragEvent, type RefObject, useEffect, useRef, useState } from 'react'
import {
  chartCount,
  type Exploration,
  type ExploreSeries,
  idOf,
  isSameSeries,
  type SeriesKey,
  textOfExploration,
  withChartAt,
  withSeriesAt,
} from '../../explore/explore-state.ts'
import { useText } from '../../locale/use-text.tsx'

type Dragged =
  | { readonly kind: 'series'; readonly one: ExploreSeries; readonly name: string }
  | { readonly kind: 'chart'; readonly chart: number; readonly name: string }

/** Where the dragged would be dropped: before or after a part of the list, or into a chart. */
export interface DropMark {
  readonly id: string
  readonly side: 'before' | 'after' | 'into'
}

export const gripOfChart = (chart: number): string => `chart ${chart}`

/** What a part of the list needs to be a drop target. */
export interface DropTarget {
  readonly 'data-mark': DropMark['side'] | undefined
  readonly onDragOver: (event: DragEvent<HTMLElement>) => void
  readonly onDrop: (event: DragEvent<HTMLElement>) => void
}

export interface Moves {
  readonly dragged: Dragged | null
  readonly drag: (dragged: Dragged) => void
  readonly endDrag: () => void
  readonly seriesTarget: (one: ExploreSeries) => DropTarget
  readonly chartTarget: (chart: number) => DropTarget
  /** By menu: `next` is the exploration after the move. */
  readonly moveSeries: (next: Exploration, moved: SeriesKey, name: string) => void
  readonly moveChart: (from: number, to: number, name: string) => void
  /** Announcement of the last move; empty: none. */
  readonly said: string
  readonly list: RefObject<HTMLDivElement | null>
}

export function useMoves(series: Exploration, onSeries: (series: Exploration) => void): Moves {
  const t = useText()
  const list = useRef<HTMLDivElement>(null)
  const [dragged, setDragged] = useState<Dragged | null>(null)
  const [mark, setMark] = useState<DropMark | null>(null)
  const [said, setSaid] = useState('')
  /** Handle that gets the focus once the series are in their new order. */
  const focused = useRef<string | null>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a move ends when the series have changed
  useEffect(() => {
    const id = focused.current
    focused.current = null
    const grip = id === null ? undefined : gripsIn(list.current).find((one) => one.dataset.grip === id)
    grip?.focus()
  }, [series])

  function move(next: Exploration, grip: string | null, text: string) {
    if (textOfExploration(next) === textOfExploration(series)) return
    focused.current = grip
    setSaid(text)
    onSeries(next)
  }

  function moveSeries(next: Exploration, moved: SeriesKey, name: string, isByMenu = true) {
    const own = next.find((one) => isSameSeries(one, moved))
    const all = next.filter(({ chart }) => chart === own?.chart)
    const place = all.findIndex((one) => isSameSeries(one, moved)) + 1
    const text = t('explore.movedTo', { name, chart: (own?.chart ?? 0) + 1, place, count: all.length })
    move(next, isByMenu ? idOf(moved) : null, text)
  }

  function moveChart(from: number, to: number, name: string, isByMenu = true) {
    const text = t('explore.chartMovedTo', { name, chart: to + 1, count: chartCount(series) })
    move(withChartAt(series, from, to), isByMenu ? gripOfChart(to) : null, text)
  }

  function endDrag() {
    setDragged(null)
    setMark(null)
  }

  function drop(place: DropMark, chart: number, one: ExploreSeries | null) {
    endDrag()
    if (dragged?.kind === 'series') {
      const own = series.filter((each) => each.chart === chart)
      const at = one ? own.findIndex((each) => isSameSeries(each, one)) : own.length
      const before = one ? (own[place.side === 'before' ? at : at + 1] ?? null) : null
      // Dropped right above the one that follows it: it stays.
      if (before && isSameSeries(before, dragged.one)) return
      moveSeries(withSeriesAt(series, dragged.one, { chart, before }), dragged.one, dragged.name, false)
    }
    if (dragged?.kind === 'chart') {
      const over = place.side === 'after' ? chart + 1 : chart
      moveChart(dragged.chart, over > dragged.chart ? over - 1 : over, dragged.name, false)
    }
  }

  const target = (
    id: string,
    chart: number,
    one: ExploreSeries | null,
    markOf: (event: DragEvent<HTMLElement>) => DropMark | null,
  ): DropTarget => ({
    'data-mark': mark?.id === id ? mark.side : undefined,
    onDragOver: (event) => {
      const next = markOf(event)
      if (!next) return
      event.preventDefault()
      event.stopPropagation()
      setMark((before) => (before?.id === next.id && before.side === next.side ? before : next))
    },
    onDrop: (event) => {
      const place = markOf(event)
      if (!place) return
      event.preventDefault()
      event.stopPropagation()
      drop(place, chart, one)
    },
  })

  return {
    dragged,
    drag: setDragged,
    endDrag,
    seriesTarget: (one) =>
      target(idOf(one), one.chart, one, (event) =>
        dragged?.kind === 'series' ? { id: idOf(one), side: sideOf(event) } : null,
      ),
    chartTarget: (chart) => {
      const id = gripOfChart(chart)
      return target(id, chart, null, (event) => {
        if (dragged?.kind === 'series') return { id, side: 'into' }
        return dragged?.kind === 'chart' && chart < chartCount(series) ? { id, side: sideOf(event) } : null
      })
    },
    moveSeries,
    moveChart,
    said,
    list,
  }
}

const gripsIn = (list: HTMLElement | null): HTMLElement[] => [
  ...(list?.querySelectorAll<HTMLElement>('[data-grip]') ?? []),
]

function sideOf(event: DragEvent<HTMLElement>): 'before' | 'after' {
  const { top, height } = event.currentTarget.getBoundingClientRect()
  return event.clientY > top + height / 2 ? 'after' : 'before'
}
