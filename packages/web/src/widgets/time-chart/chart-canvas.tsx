/** Draws a chart model with uPlot: axes, gaps, limits, crosshair, zoom. Independent of widgets. */

import 'uplot/dist/uPlot.min.css'
import { useEffect, useEffectEvent, useRef } from 'react'
import uPlot from 'uplot'
import { paintColor, readableInk } from '../../dashboards/widget-api.ts'
import { timeTicks } from '../../ui/ticks/time-ticks.ts'
import { type ValueTicks, valueTicks } from '../../ui/ticks/value-ticks.ts'
import type { AxisFormatter } from './axis-formatter.ts'
import {
  drawBackground,
  drawGaps,
  drawMoments,
  drawOutline,
  drawSpans,
  drawThresholdSides,
  drawThresholds,
  spanLanePx,
} from './chart-marks.ts'
import type { ChartAxis, ChartModel } from './chart-model.ts'
import { drawBars, drawPoints, hasPoints } from './chart-points.ts'
import { alignedValues, type ChartSeries, lonePoints } from './chart-series.ts'
import type { ChartSettings } from './chart-settings.ts'
import type { PointPaths } from './point-paths.ts'

export interface CursorAt {
  /** Index into `model.times`. */
  readonly index: number
  /** Px from the left edge of the canvas. */
  readonly left: number
  /** Px from the left edge of the window. */
  readonly clientX: number
  /** ID of the visible series that is nearest to the pointer; null: the cursor was moved by time alone. */
  readonly nearest: string | null
}

export interface ChartCanvasProps {
  readonly model: ChartModel
  readonly width: number
  readonly height: number
  readonly zone: string
  readonly locale: string
  readonly settings: ChartSettings
  /** Color scheme; a change reads all colors again. */
  readonly scheme: string
  readonly noDataText: string
  readonly axisText: (value: number, axis: ChartAxis, decimals: number) => string
  /** Texts that replace those of an axis; null: the usual one. */
  readonly axisFormatter: AxisFormatter
  readonly pointPaths: PointPaths
  /** Text at a limit line. `label`: text before the value; empty: a default label. */
  readonly limitText: (value: number, units: string, decimals: number, label: string) => string
  /** Null: the cursor left the chart. */
  readonly onCursor: (at: CursorAt | null) => void
  readonly onZoom: (startMs: number, endMs: number) => void
  readonly onReset: () => void
  /** Index into `model.times` chosen by keyboard; null: the cursor follows the pointer. */
  readonly cursorIndex: number | null
  /** Time selected in another chart of the shared crosshair, epoch ms; null: none. */
  readonly sharedMs: number | null
  /** Minimum widths of the value axes in px, so that several charts align; null: as needed. */
  readonly gutters: { readonly leftPx: number; readonly rightPx: number } | null
}

/** Sizes in px: space above the plot, height of a time axis, minimum length of a drag. */
const plotTop = 12
const timeAxisPx = 24
const dragMinPx = 4
const titlePx = 16
/** Below this height in px, a chart has no time labels. */
const timesFromPx = 64
/** Smallest sizes in px of a chart whose axes have titles. */
const titlesFrom = { width: 260, height: 140 }
const linePx = 1.75

/** Points that no line connects, such as the first value of a new device. */
const lonePointsOf: uPlot.Series.Points.Filter = ({ data }, index) => {
  const lone = lonePoints(data[index] ?? [])
  return lone.length > 0 ? lone : null
}

const noPoints: uPlot.Series.Points.Filter = () => null

export function ChartCanvas(props: ChartCanvasProps) {
  const { model, width, height, settings, scheme, cursorIndex, sharedMs, gutters } = props
  const host = useRef<HTMLDivElement>(null)
  const plot = useRef<uPlot | null>(null)
  const latest = useRef(props)
  latest.current = props
  const moved = useEffectEvent(props.onCursor)
  const zoomed = useEffectEvent(props.onZoom)
  const reset = useEffectEvent(props.onReset)
  // Changes of these values recreate the uPlot instance; others only update its data.
  const shape = JSON.stringify([
    scheme,
    model.series.map(
      ({ id, color, dash, isStepped, axis, settings: { fillLines, showPoints, showLines, lineWidth } }) => [
        id,
        color,
        dash,
        isStepped,
        axis,
        fillLines,
        showPoints,
        showLines,
        lineWidth,
      ],
    ),
    model.kind,
    hasTitles(props),
    hasTimes(props),
    [settings.smoothLines, settings.colors, settings.fontPx, settings.outlinePx, settings.grid, settings.xaxis],
    settings.xaxisSecond,
    model.axes.map(({ settings, side, units, isBoolean }) => [settings, side, units, isBoolean]),
    model.series.map(({ id }) => model.stack.get(id)?.below),
    model.comparedMs === null,
    model.spans.length > 0,
    gutters && [gutters.leftPx, gutters.rightPx],
  ])

  // biome-ignore lint/correctness/useExhaustiveDependencies: `shape` holds what the options are made of
  useEffect(() => {
    const element = host.current
    if (!element) return
    const events = {
      onCursor: (at: CursorAt | null) => moved(at),
      onZoom: (startMs: number, endMs: number) => zoomed(startMs, endMs),
      onReset: () => reset(),
    }
    const made = new uPlot(
      optionsOf(element, () => latest.current, events),
      dataOf(latest.current.model),
      element,
    )
    plot.current = made
    return () => {
      plot.current = null
      made.destroy()
    }
  }, [shape])

  useEffect(() => {
    const made = plot.current
    if (!made) return
    if (made.width !== width || made.height !== height) made.setSize({ width, height })
    made.batch(() => {
      for (const [index, series] of model.series.entries()) {
        if (made.series[index + 1]?.show === series.isHidden) made.setSeries(index + 1, { show: !series.isHidden })
      }
      made.setData(dataOf(model))
    })
  }, [model, width, height])

  const { drawnKey } = props.axisFormatter
  const { pointPaths } = props
  // biome-ignore lint/correctness/useExhaustiveDependencies: they change with what functions made of axes and points
  useEffect(() => plot.current?.redraw(false, true), [drawnKey, pointPaths])

  useEffect(() => {
    const made = plot.current
    const ms = cursorIndex === null ? undefined : model.times[cursorIndex]
    if (!made || ms === undefined) return
    made.setCursor({ left: made.valToPos(ms, 'x'), top: 0 })
  }, [cursorIndex, model])

  // Moves the cursor out of the plot when keyboard control ends; otherwise new data would report it again.
  const isByIndex = cursorIndex !== null
  useEffect(() => {
    if (!isByIndex) return
    return () => plot.current?.setCursor({ left: -10, top: -10 })
  }, [isByIndex])

  useEffect(() => {
    const made = plot.current
    if (!made || sharedMs === null) return
    made.setCursor({ left: made.valToPos(sharedMs, 'x'), top: 0 }, false)
    return () => {
      if (plot.current === made) made.setCursor({ left: -10, top: -10 }, false)
    }
  }, [sharedMs])

  return <div ref={host} className="chart-canvas" aria-hidden />
}

function dataOf(model: ChartModel): uPlot.AlignedData {
  const columns = model.series.map((series) => model.stack.get(series.id)?.values ?? alignedValues(series, model.times))
  return [model.times, ...columns] as unknown as uPlot.AlignedData
}

const hasTimes = ({ height, settings }: ChartCanvasProps): boolean => height >= timesFromPx && settings.xaxis.showLabels

const hasTitles = ({ width, height }: ChartCanvasProps): boolean =>
  width >= titlesFrom.width && height >= titlesFrom.height

const scaleOf = (axis: number) => `y${axis}`

function optionsOf(
  element: HTMLElement,
  now: () => ChartCanvasProps,
  events: {
    onCursor: ChartCanvasProps['onCursor']
    onZoom: ChartCanvasProps['onZoom']
    onReset: () => void
  },
): uPlot.Options {
  const { model, width, height, settings, gutters } = now()
  const plotColor = settings.colors.background
  const paint = (color: string) =>
    // Marks that stand out by the color behind them.
    paintColor(color === 'var(--sd-surface)' && plotColor ? plotColor : color, element)
  const { fontFamily } = getComputedStyle(element)
  const font = `11px ${fontFamily}`
  const axisFont = `${settings.fontPx}px ${fontFamily}`
  const surface = paintColor('var(--sd-surface)', element)
  /** A text color that a user chose, as far as it can be read on the widget; else the theme's. */
  const inkOf = (color: string | null): string =>
    color === null ? paint('var(--sd-chart-axis)') : readableInk(paint(color), surface)
  const lineColor = paint('var(--sd-border-strong)')
  const gridColor = paint(settings.colors.grid ?? 'var(--sd-chart-grid)')
  const timeColor = inkOf(settings.colors.times)
  const isTitled = hasTitles(now())
  const hasLabels = hasTimes(now())
  const timeSize = timeAxisPx + Math.max(0, settings.fontPx - 11)
  const axesPx = () =>
    (hasLabels ? timeSize : 6) + (isTitled && settings.xaxis.title !== '' ? titlePx : 0) + secondPx + lanePx
  const ticksOf = (index: number): ValueTicks => ticksFor(now().model, index, now().height - plotTop - axesPx())
  const secondTimes = settings.xaxisSecond
  /** Title of an axis, if it is set and the chart is large enough. */
  const titled = (title: string, color: string): Partial<uPlot.Axis> =>
    isTitled && title !== ''
      ? { label: title, labelSize: titlePx, labelGap: 0, labelFont: `500 ${axisFont}`, stroke: color }
      : { stroke: color }
  const lanePx = model.spans.length > 0 ? spanLanePx : 0
  const hasSecond = hasLabels && secondTimes.showLabels && model.comparedMs !== null
  const secondPx = hasSecond ? timeSize + (isTitled && secondTimes.title !== '' ? titlePx : 0) : 0
  const indexOf = (id: string | null | undefined) => model.series.findIndex((one) => one.id === id)

  /** Fill below a line. The lowest layer of a stack is filled to zero; the layers above are filled by bands. */
  function fillOf({ id, settings, isStepped, color, axis }: ChartSeries): Partial<uPlot.Series> {
    const fill = translucent(paint(color))
    const layer = model.stack.get(id)
    if (layer) return layer.below === null ? { fill, fillTo: 0 } : {}
    if (isStepped && !settings.fillLines) return {}
    if (model.kind === 'bar' || !settings.showLines) return {}
    if (settings.fillLines) return { fill }
    // A single line has a filled area only if zero is in view: on a cut axis, an area exaggerates.
    return model.series.length === 1 && model.kind === 'line'
      ? { fill: (self) => (holdsZero(self.scales[scaleOf(axis)]) ? fill : 'transparent') }
      : {}
  }

  /** Second time axis with the times of the compared series, at the top or bottom. */
  function secondAxis(isTop: boolean): uPlot.Axis {
    const earlier = (self: uPlot) => {
      const { zone, locale, model: own } = now()
      const offset = own.comparedMs ?? 0
      const { startMs, endMs } = own.range
      return timeTicks(startMs - offset, endMs - offset, self.bbox.width / devicePixelRatio, { zone, locale }).map(
        ({ ms, label }) => ({ at: ms + offset, label }),
      )
    }
    return {
      scale: 'x',
      side: isTop ? 0 : 2,
      size: timeSize,
      gap: 4,
      font: axisFont,
      ...titled(secondTimes.title, timeColor),
      grid: { show: false },
      border: { show: isTop, stroke: lineColor, width: 1 },
      ticks: { stroke: lineColor, width: 1, size: 4 },
      splits: (self) => earlier(self).map(({ at }) => at),
      values: (self) => earlier(self).map(({ label }) => label),
    }
  }

  return {
    width,
    height,
    padding: [plotTop, gutters && !model.axes.some(({ side }) => side === 'right') ? gutters.rightPx : 18, 0, 0],
    legend: { show: false },
    cursor: {
      x: true,
      y: false,
      drag: { x: true, y: false, setScale: false, dist: dragMinPx },
      points: {
        show: model.kind !== 'bar',
        size: 9,
        width: 2,
        fill: (_, index) => paint(now().model.series[index - 1]?.color ?? ''),
        stroke: () => paint('var(--sd-surface)'),
      },
      bind: {
        dblclick: () => () => {
          events.onReset()
          return null
        },
      },
    },
    scales: {
      x: { time: false, range: () => [now().model.range.startMs, now().model.range.endMs] },
      ...Object.fromEntries(
        model.axes.map((_, index) => [
          scaleOf(index),
          {
            range: (): [number, number] => {
              const { min, max } = ticksOf(index)
              return [min, max]
            },
          },
        ]),
      ),
    },
    axes: [
      {
        scale: 'x',
        size: (hasLabels ? timeSize : 6) + lanePx,
        gap: 4 + lanePx,
        font: axisFont,
        ...titled(settings.xaxis.title, timeColor),
        grid: { show: settings.grid.verticalLines, stroke: gridColor, width: 1 },
        border: { show: true, stroke: lineColor, width: 1 },
        ticks: { stroke: lineColor, width: 1, size: 4 },
        splits: (self, _, min, max) => {
          const { zone, locale } = now()
          return timeTicks(min, max, self.bbox.width / devicePixelRatio, { zone, locale }).map(({ ms }) => ms)
        },
        values: (self) => {
          const { zone, locale, model: own } = now()
          if (!hasLabels) return []
          const { startMs, endMs } = own.range
          return timeTicks(startMs, endMs, self.bbox.width / devicePixelRatio, { zone, locale }).map(
            ({ label }) => label,
          )
        },
      },
      ...(hasSecond ? [secondAxis(secondTimes.axisPosition === 'top')] : []),
      ...model.axes.map(
        (axis, index): uPlot.Axis => ({
          scale: scaleOf(index),
          side: axis.side === 'right' ? 1 : 3,
          gap: 6,
          font: axisFont,
          ...titled(axis.settings.title, inkOf(axis.settings.color)),
          grid: { show: settings.grid.horizontalLines && index === 0, stroke: gridColor, width: 1 },
          ticks: { show: false },
          splits: () => [...ticksOf(index).ticks],
          values: (_, splits) => {
            const { decimals } = ticksOf(index)
            const current = now().model.axes[index] ?? axis
            if (!current.settings.showLabels) return splits.map(() => '')
            const own = now().axisFormatter.textsOf(index, current.settings, splits)
            // Shows the unit only on the top tick.
            return splits.map(
              (value, i) =>
                own[i] ??
                now().axisText(value, i === splits.length - 1 ? current : { ...current, units: '' }, decimals),
            )
          },
          size: (self, values) => {
            const longest = Math.max(0, ...(values ?? []).map((text) => measure(self, axisFont, text)))
            const least = gutters ? (axis.side === 'right' ? gutters.rightPx - 18 : gutters.leftPx) : 0
            return Math.max(least, Math.ceil(longest) + 14)
          },
        }),
      ),
    ],
    series: [
      {},
      ...model.series.map(
        (series): uPlot.Series => ({
          scale: scaleOf(series.axis),
          show: !series.isHidden,
          stroke: paint(series.color),
          width: lineWidthOf(series),
          ...(series.dash && { dash: [...series.dash] }),
          ...fillOf(series),
          paths: pathsOf(series, settings.smoothLines),
          points: {
            show: false,
            size: 5,
            filter: model.kind === 'line' && !hasPoints(model, series) ? lonePointsOf : noPoints,
          },
          spanGaps: false,
          // No pixel alignment, which would draw slowly rising lines as steps.
          pxAlign: 0,
        }),
      ),
    ],
    // Fills between a layer of the stack and the layer below it.
    bands: model.series.flatMap(({ id, color }, index): uPlot.Band[] => {
      const below = indexOf(model.stack.get(id)?.below)
      return below < 0 ? [] : [{ series: [index + 1, below + 1], fill: translucent(paint(color)) }]
    }),
    hooks: {
      drawClear: [
        (self) => {
          if (plotColor) drawBackground(self, paint(plotColor))
        },
      ],
      drawAxes: [
        (self) => {
          drawThresholdSides(self, now().model, paint, scaleOf)
          // Below the lines, which bars may have too.
          drawBars(self, now().model, paint, scaleOf)
        },
      ],
      draw: [
        (self) => {
          drawPoints(self, now().model, paint, scaleOf, now().pointPaths)
          if (settings.outlinePx > 0)
            drawOutline(self, paint(settings.colors.outline ?? 'var(--sd-border-strong)'), settings.outlinePx)
          drawGaps(self, now().model, paint, scaleOf, font, now().noDataText)
          drawThresholds(self, now().model, paint, scaleOf, font, now().limitText)
          drawMoments(self, now().model, paint, font)
          drawSpans(self, now().model, paint)
        },
      ],
      setCursor: [
        (self) => {
          const { idx, left } = self.cursor
          if (typeof idx !== 'number' || left === undefined || left < 0) return events.onCursor(null)
          const ms = self.data[0][idx]
          if (ms === undefined) return events.onCursor(null)
          const inCanvas = self.valToPos(ms, 'x') + self.bbox.left / devicePixelRatio
          const clientX = element.getBoundingClientRect().left + inCanvas
          events.onCursor({ index: idx, left: inCanvas, clientX, nearest: nearestTo(self, now().model, idx) })
        },
      ],
      setSelect: [
        (self) => {
          const { left, width: selected } = self.select
          if (selected < dragMinPx) return
          const startMs = Math.round(self.posToVal(left, 'x'))
          const endMs = Math.round(self.posToVal(left + selected, 'x'))
          self.setSelect({ left: 0, top: 0, width: 0, height: 0 }, false)
          if (endMs - startMs >= 1000) events.onZoom(startMs, endMs)
        },
      ],
    },
  }
}

const straight = uPlot.paths.linear?.()
const smooth = uPlot.paths.spline?.()
const stepped = uPlot.paths.stepped?.({ align: 1 })
const noPath: uPlot.Series.PathBuilder = () => null

function pathsOf({ isStepped, settings }: ChartSeries, isSmooth: boolean): uPlot.Series.PathBuilder | undefined {
  if (!settings.showLines) return noPath
  return isStepped ? stepped : isSmooth ? smooth : straight
}

/** Width in px. ThingsBoard's editor always writes its default of 1. */
const lineWidthOf = ({ settings: { lineWidth } }: ChartSeries): number =>
  lineWidth === null || lineWidth === 1 ? linePx : lineWidth

/** Series whose point is nearest to the pointer, by height. */
function nearestTo(self: uPlot, { series }: ChartModel, index: number): string | null {
  const { top } = self.cursor
  if (top === undefined || top <= 0) return null
  let nearest: string | null = null
  let least = Number.POSITIVE_INFINITY
  for (const [at, { id, axis, isHidden }] of series.entries()) {
    // The last point at or before the cursor, as in the tooltip.
    const values = self.data[at + 1] ?? []
    let point = index
    while (point > 0 && values[point] === undefined) point--
    const value = values[point]
    if (isHidden || typeof value !== 'number') continue
    const distance = Math.abs(self.valToPos(value, scaleOf(axis)) - top)
    if (distance >= least) continue
    least = distance
    nearest = id
  }
  return nearest
}

/** Height of a word on the axis, px. */
const wordPx = 18
/** Whole numbers up to this range have a tick each on the axis of states. */
const statesWithTicks = 6

function ticksFor({ axes, kind }: ChartModel, index: number, height: number): ValueTicks {
  const axis = axes[index]
  if (!axis) return { ticks: [0, 1], min: 0, max: 1, decimals: 0 }
  if (axis.words) return wordTicks(axis.words.length, height)
  if (axis.isBoolean) return { ticks: [0, 1], min: -0.1, max: 1.1, decimals: 0 }
  const { min, max, tickSize } = axis.settings
  const low = axis.low ?? 0
  const high = axis.high ?? 1
  const isCount = kind === 'state' && Number.isInteger(low) && Number.isInteger(high)
  const step = isCount && high - low > 0 && high - low <= statesWithTicks ? 1 : null
  return valueTicks(low, high, height, { min, max, tickSize: tickSize ?? step })
}

/** A tick for each word, or for every second, third … as far as there is space. */
function wordTicks(count: number, height: number): ValueTicks {
  const every = Math.max(1, Math.ceil((count * wordPx) / Math.max(wordPx, height)))
  const ticks = Array.from({ length: Math.ceil(count / every) }, (_, i) => i * every)
  return { ticks, min: -0.4, max: count - 0.6, decimals: 0 }
}

function measure(self: uPlot, font: string, text: string): number {
  const { ctx } = self
  const before = ctx.font
  ctx.font = font
  const { width } = ctx.measureText(text)
  ctx.font = before
  return width
}

const holdsZero = (scale: uPlot.Scale | undefined): boolean => (scale?.min ?? 1) <= 0 && (scale?.max ?? -1) >= 0

const translucent = (color: string): string => (/^#[0-9a-f]{6}$/i.test(color) ? `${color}1a` : 'transparent')
