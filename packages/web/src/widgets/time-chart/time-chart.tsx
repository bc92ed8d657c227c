/** Chart over time: lines, bars or states, with legend, tooltip, limits, gaps and zoom. */

import './chart.css'
import type { DashboardWidget } from '@sonde/model/dashboards/dashboard-configuration'
import type { Figure } from '@sonde/model/dashboards/figures'
import { spacingOf } from '@sonde/model/dashboards/series-column'
import { type TimeWindow, WindowTab } from '@sonde/model/time-windows/time-window'
import { readBarsKey, readTimeseries, readTimeseriesKey } from '@sonde/model/widgets/charts/time-charts'
import { type KeyboardEvent, useCallback, useContext, useMemo, useRef, useState } from 'react'
import {
  type Comparison,
  CrosshairContext,
  type DataRequest,
  limitRequests,
  numberText,
  shortDuration,
  useElementSize,
  usualRequests,
  type WidgetProps,
  type WidgetType,
  widgetType,
} from '../../dashboards/widget-api.ts'
import type { Translate } from '../../locale/texts.ts'
import { useLocale, useText } from '../../locale/use-text.tsx'
import { useClient } from '../../session/use-session.tsx'
import { useFormat } from '../../ui/format/use-format.ts'
import { createObservable, useObservable } from '../../ui/observable.ts'
import { useColorScheme } from '../../ui/theme/color-scheme.ts'
import { SeriesTable } from '../series-table.tsx'
import { useAxisFormatter } from './axis-formatter.ts'
import { ChartCanvas, type CursorAt } from './chart-canvas.tsx'
import { ChartLegend } from './chart-legend.tsx'
import { type ChartModel, chartModel } from './chart-model.ts'
import { type ChartSeries, figureNear } from './chart-series.ts'
import { type ChartKind, chartKeySettings, chartSettings } from './chart-settings.ts'
import { ChartTooltip, shownSeries, stateText } from './chart-tooltip.tsx'
import { labelRequests } from './label-requests.ts'
import { usePointPaths } from './point-paths.ts'
import { useValueFormatter } from './value-formatter.ts'

/** Widget width in px from which the legend is a table. */
const legendTableFromPx = 600

function TimeChart({ widget, view, colors, zone, isTable, onZoom, isZoomed }: WidgetProps) {
  const t = useText()
  const format = useFormat(zone)
  const { intl: locale } = useLocale()
  const { scheme } = useColorScheme()
  const { session } = useClient()
  const settings = useMemo(() => chartSettings(widget), [widget])
  const formatted = useValueFormatter(widget, settings)
  const axisFormatter = useAxisFormatter(widget)
  const [box, size] = useElementSize<HTMLDivElement>()
  const [plotBox, plotSize] = useElementSize<HTMLDivElement>()
  /** Series that the user hid (true) or showed (false) in the legend, by ID. */
  const [turned, setTurned] = useState<ReadonlyMap<string, boolean>>(new Map())
  const [cursor, setCursor] = useState<CursorAt | null>(null)
  /** Set while the keyboard moves the cursor; null after the pointer moves. */
  const [keyIndex, setKeyIndex] = useState<number | null>(null)
  const isPointerOver = useRef(false)
  const crosshair = useContext(CrosshairContext)
  const elsewhere = useObservable(crosshair?.at ?? alone)
  const sharedMs = elsewhere && elsewhere.widgetId !== widget.id ? elsewhere.ms : null

  const model = useMemo(
    () =>
      chartModel({
        widget,
        settings,
        series: view.series,
        limits: view.limits,
        latest: view.latest,
        colors,
        nowMs: session.serverNowMs(),
        wordOf: (figure, isBoolean, display) =>
          isBoolean ? (figure === 1 ? t('ui.yes') : t('ui.no')) : numberText(figure, display, format),
        otherWord: t('widgets.otherStates'),
        comparedLabel: (label) => t('widgets.compared', { label, time: comparedWords(settings.comparison, t) }),
        isHidden: (id, byDefault) => turned.get(id) ?? byDefault,
      }),
    [widget, settings, view.series, view.latest, view.limits, colors, turned, session, format, t],
  )

  const pointPaths = usePointPaths(widget, model.series)

  const pick = useCallback(
    (id: string, isToggle: boolean) => {
      setTurned((before) => {
        const hidden = (one: ChartModel['series'][number]) => before.get(one.id) ?? one.settings.hideDataByDefault
        if (isToggle) {
          const one = model.series.find((series) => series.id === id)
          return one ? new Map(before).set(id, !hidden(one)) : before
        }
        const isAlone = model.series.every((one) => hidden(one) === (one.id !== id))
        return new Map(
          model.series.map((one) => [one.id, !isAlone && one.id !== id && !one.settings.disableDataHiding]),
        )
      })
    },
    [model],
  )

  function onKeyDown(event: KeyboardEvent) {
    const last = model.times.length - 1
    if (last < 0 || event.ctrlKey || event.metaKey || event.altKey) return
    const at = keyIndex ?? cursor?.index ?? last + 1
    const next =
      event.key === 'ArrowLeft'
        ? Math.max(0, Math.min(last, at - 1))
        : event.key === 'ArrowRight'
          ? Math.min(last, at + 1)
          : event.key === 'Home'
            ? 0
            : event.key === 'End'
              ? last
              : null
    if (next !== null) {
      event.preventDefault()
      setKeyIndex(next)
    } else if (event.key === 'Escape' && (cursor || isZoomed)) {
      event.stopPropagation()
      if (cursor) leave()
      else onZoom(null)
    }
  }

  function leave() {
    setKeyIndex(null)
    show(null)
  }

  function show(at: CursorAt | null) {
    setCursor(at)
    if (!crosshair) return
    const ms = at ? model.times[at.index] : undefined
    if (at && ms !== undefined) {
      crosshair.at.set({ ms, clientX: at.clientX, widgetId: widget.id })
    } else if (crosshair.at.get()?.widgetId === widget.id) crosshair.at.set(null)
  }

  function onCursor(at: CursorAt | null) {
    // Ignores cursor events from data updates while the crosshair is controlled from another chart.
    if (crosshair && at && !isPointerOver.current && keyIndex === null) return
    if (at || isPointerOver.current || keyIndex === null) show(at)
  }

  if (isTable) return <SeriesTable series={model.series.map((one) => ({ ...one, column: one.received }))} zone={zone} />

  const isWide = size.width >= legendTableFromPx
  const isBeside = isWide && settings.legend.isBeside
  const ms = cursor ? model.times[cursor.index] : undefined
  const toleranceMs = toleranceOf(model)
  const summary = summaryOf(model)

  return (
    <div ref={box} className="chart" data-beside={isBeside || undefined}>
      <div
        ref={plotBox}
        className="chart-plot"
        role="img"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: ← and → read the values at each time
        tabIndex={0}
        aria-label={summary}
        onKeyDown={onKeyDown}
        onBlur={leave}
        onPointerEnter={() => {
          isPointerOver.current = true
          setKeyIndex(null)
        }}
        onPointerLeave={() => {
          isPointerOver.current = false
        }}
      >
        {plotSize.width > 0 && (
          <ChartCanvas
            model={model}
            width={plotSize.width}
            height={plotSize.height}
            zone={zone}
            locale={locale}
            scheme={`${scheme} ${widget.config.backgroundColor}`}
            settings={settings}
            noDataText={t('widgets.noData')}
            axisText={(value, axis, decimals) =>
              axis.words
                ? shortWord(axis.words[value] ?? '')
                : axis.isBoolean
                  ? value === 1
                    ? t('ui.yes')
                    : t('ui.no')
                  : numberText(value, { units: axis.units, decimals: axis.settings.tickDecimals ?? decimals }, format)
            }
            axisFormatter={axisFormatter}
            pointPaths={pointPaths}
            limitText={(value, units, decimals, label) => {
              const number = format.number(value, { decimals, unit: units || undefined })
              return label === '' ? t('widgets.limit', { value: number }) : `${label} ${number}`
            }}
            cursorIndex={keyIndex}
            sharedMs={sharedMs}
            gutters={crosshair}
            onCursor={onCursor}
            onZoom={(startMs, endMs) => onZoom({ startMs, endMs })}
            onReset={() => onZoom(null)}
          />
        )}
        {settings.showTooltip && !crosshair && cursor && ms !== undefined && (
          <ChartTooltip
            model={model}
            ms={ms}
            left={cursor.left}
            width={plotSize.width}
            zone={zone}
            toleranceMs={toleranceMs}
            sums={settings.tooltipCumulative}
            hidesZeros={settings.hideZeros}
            only={settings.tooltipIndividual && keyIndex === null ? cursor.nearest : null}
            textOf={textOf}
          />
        )}
      </div>
      {settings.legend.isShown && (
        <ChartLegend
          series={model.series}
          settings={settings.legend}
          wordOf={lastWord}
          isTable={isWide}
          onPick={pick}
        />
      )}
      <p className="sd-hidden-text" aria-live="polite">
        {keyIndex !== null && ms !== undefined && spoken(ms)}
      </p>
    </div>
  )

  function textOf(series: ChartSeries, value: Figure): string {
    return formatted(series, value) ?? stateText(model, series, value, format, t)
  }

  function spoken(at: number): string {
    const values = shownSeries(model).map((series) => {
      const value = figureNear(series, at, toleranceMs)
      return `${series.label} ${value === null ? t('widgets.noData') : textOf(series, value)}`
    })
    return `${format.dateTime(at)}: ${values.join(', ')}`
  }

  /** Last state of a series whose states are words, or on and off. */
  function lastWord(series: ChartSeries): string | null {
    const axis = model.axes[series.axis]
    const last = series.column.values.at(-1)
    if (model.kind !== 'state' || last === undefined || !(axis?.words || series.isFlags)) return null
    return axis?.words ? (axis.words[last] ?? null) : last === 1 ? t('ui.yes') : t('ui.no')
  }

  /** Accessible summary: title, and last value and trend of up to 4 series. */
  function summaryOf({ series }: ChartModel): string {
    const parts = series.slice(0, 4).flatMap((one) => {
      const { label, statistics, display, column } = one
      const word = lastWord(one)
      if (word !== null) return [`${label} ${word}`]
      if (!statistics) return []
      const first = column.values.find((value) => !Number.isNaN(value)) ?? statistics.last
      const change = statistics.last - first
      const span = statistics.max - statistics.min
      const trend =
        Math.abs(change) < span * 0.1 ? t('widgets.steady') : change > 0 ? t('widgets.rising') : t('widgets.falling')
      return [t('widgets.lastAndTrend', { label, value: numberText(statistics.figures.last, display, format), trend })]
    })
    const rest = series.length - 4
    return t('widgets.chartSummary', {
      title: widget.config.title || widget.title,
      series: parts.join('; ') + (rest > 0 ? `; ${t('widgets.moreSeries', { count: rest })}` : ''),
    })
  }
}

/** Placeholder for charts without a shared crosshair. */
const alone = createObservable<null>(null)

const comparedKeys = {
  day: 'widgets.dayBefore',
  week: 'widgets.weekBefore',
  month: 'widgets.monthBefore',
  year: 'widgets.yearBefore',
} as const

/** Description of the compared period, such as `a day before`. */
function comparedWords(comparison: Comparison | null, t: Translate): string {
  switch (comparison?.kind) {
    case 'calendar':
      return t(comparedKeys[comparison.unit])
    case 'custom':
      return t('widgets.timeBefore', { interval: shortDuration(comparison.ms) })
    default:
      return t('widgets.previousPeriod')
  }
}

const wordLengthMax = 18

/** A word that fits beside the plot; the tooltip and the legend have all of it. */
const shortWord = (word: string): string =>
  word.length <= wordLengthMax ? word : `${word.slice(0, wordLengthMax - 1)}…`

/** Maximum age in ms of a point that is shown at a time where only another series has a point. */
function toleranceOf({ kind, series, range }: ChartModel): number {
  if (kind === 'state') return Number.POSITIVE_INFINITY
  if (kind === 'bar') return 0
  const widest = Math.max(0, ...series.map(({ column }) => spacingOf(column)))
  return widest > 0 ? widest * 1.5 : range.endMs - range.startMs
}

/** Requests for the series, their comparisons, attribute limits and values in labels. */
function requests(widget: DashboardWidget, window: TimeWindow): DataRequest[] {
  const settings = chartSettings(widget)
  const { kind, comparison, labelKeys } = settings
  const usual = usualRequests(widget, window).map((request): DataRequest => {
    const { mode } = request
    return kind === 'state' && mode.kind === 'series' ? { ...request, mode: { ...mode, isStateData: true } } : request
  })
  const compared = usual.flatMap((request): DataRequest[] => {
    const { mode, datasource } = request
    if (!comparison || mode.kind !== 'series' || window.selectedTab !== WindowTab.HISTORY) return []
    const keyIndices = request.keyIndices.filter((index) => {
      const key = datasource.dataKeys[index]
      return key && chartKeySettings(key, settings).comparisonSettings.showValuesForComparison
    })
    return keyIndices.length === 0
      ? []
      : [{ ...request, role: 'comparison', mode: { ...mode, comparison }, keyIndices }]
  })
  const keys = widget.config.datasources.flatMap(({ dataKeys }) => dataKeys)
  const limits = keys.flatMap((key) => chartKeySettings(key, settings).thresholds.map(({ limit }) => limit))
  return [...usual, ...compared, ...limitRequests(widget, limits), ...labelRequests(usual, labelKeys)]
}

/** The widget type of a kind of chart. */
export const timeChartType = (kind: ChartKind): WidgetType =>
  widgetType(TimeChart, {
    requests,
    settings: ({ config }) => readTimeseries(config.settings),
    runs: ['tooltipValueFormatter', 'ticksFormatter', 'axisTicksFormatter', 'pointShapeFormatter', 'funcBody'],
    keySettings: ({ settings }) => (kind === 'bar' ? readBarsKey : readTimeseriesKey)(settings),
  })
