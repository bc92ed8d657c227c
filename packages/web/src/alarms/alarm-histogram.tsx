/** Histogram of raised alarms by severity, above the list of all alarms. It uses the list's search and filters. */

import './alarm-histogram.css'
import { createAlarmCalls } from '@sonde/client/alarms/alarm-calls'
import type { AlarmHistogram } from '@sonde/model/alarms/alarm-histogram'
import { type AlarmSeverity, alarmSeverities } from '@sonde/model/alarms/alarm-kinds'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { TableRange } from '../entity-pages/tab-table/table-window.ts'
import type { TabTableState } from '../entity-pages/tab-table/use-tab-table.ts'
import type { Translate } from '../locale/texts.ts'
import { useText } from '../locale/use-text.tsx'
import { useClient } from '../session/use-session.tsx'
import { durationWords } from '../time-windows/time-window-words.ts'
import { useFormat } from '../ui/format/use-format.ts'
import { useMinuteText } from '../ui/format/use-minute-text.ts'
import { SeverityGlyph } from '../ui/severity/severity-glyph.tsx'
import { Skeleton } from '../ui/states/states.tsx'
import { type AlarmBar, barsOf, histogramBars, severityTotals } from './alarm-bars.ts'
import { type ListedAlarm, searchOf, statusOf, statusParam } from './alarm-table.tsx'

export interface ShownHistogram {
  readonly range: TableRange
  readonly histogram: AlarmHistogram
}

/** Undefined while loading. The severity filter isn't applied. */
export function useAlarmHistogram(table: TabTableState<ListedAlarm>, userId: string, isWanted: boolean) {
  const { rest } = useClient()
  const { [statusParam]: status, ...filters } = table.filters
  const { severities: _, ...narrowed } = searchOf(filters, userId)
  const { textSearch, filters: requested } = table.query
  return useQuery({
    // The window as in the URL: its time range moves with the clock and isn't part of the key.
    queryKey: ['alarms', 'histogram', textSearch, status, narrowed, requested.window],
    enabled: isWanted,
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }): Promise<ShownHistogram> => {
      const range = table.range() ?? { startTime: 0, endTime: Date.now() }
      const bars = histogramBars(range.endTime - range.startTime)
      const filter = { ...narrowed, ...statusOf(status), ...(textSearch && { textSearch }) }
      const histogram = await createAlarmCalls(rest).histogram({ ...range, bars }, filter, {
        signal,
        ignoreErrors: true,
        ignoreLoading: true,
      })
      return { range, histogram }
    },
  }).data
}

/** Number of alarms of a severity; empty while loading. */
export function SeverityTotal({
  shown,
  severity,
}: {
  readonly shown: ShownHistogram | undefined
  readonly severity: AlarmSeverity
}) {
  const format = useFormat()
  return (
    <span className="sd-alarm-count">
      {shown && format.number(severityTotals(shown.histogram)[severity], { decimals: 0 })}
    </span>
  )
}

interface SeverityChipsProps {
  readonly shown: ShownHistogram | undefined
  /** Undefined: any severity. */
  readonly value: AlarmSeverity | undefined
  readonly onChange: (severity: AlarmSeverity | undefined) => void
}

/** Choice of a severity where there is little room: icons with counts. The chosen one is chosen again to remove it. */
export function SeverityChips({ shown, value, onChange }: SeverityChipsProps) {
  const t = useText()
  return (
    <fieldset className="sd-severity-chips" aria-label={t('alarms.severityFilter')}>
      {alarmSeverities.map((severity) => (
        <button
          key={severity}
          type="button"
          aria-pressed={severity === value}
          title={t(`alarms.${severity}`)}
          onClick={() => onChange(severity === value ? undefined : severity)}
        >
          <SeverityGlyph of={severity} />
          <span className="sd-hidden-text">{t(`alarms.${severity}`)}</span>
          <SeverityTotal shown={shown} severity={severity} />
        </button>
      ))}
    </fieldset>
  )
}

interface AlarmHistogramChartProps {
  readonly shown: ShownHistogram | undefined
  /** Choice of a severity, with the number of alarms of each. */
  readonly severities: ReactNode
  /** Limits the list to the time range of a bar. */
  readonly onZoom: (range: TableRange) => void
}

export function AlarmHistogramChart({ shown, severities, onZoom }: AlarmHistogramChartProps) {
  const t = useText()
  const format = useFormat()
  const minuteText = useMinuteText()
  if (!shown) {
    return (
      <div className="sd-alarm-histogram">
        <div className="sd-alarm-histogram-head">{severities}</div>
        <Skeleton height={84} />
      </div>
    )
  }
  const { range, histogram } = shown
  const timeText = (ms: number) =>
    histogram.intervalMs < dayMs ? minuteText(ms, range.endTime) : format.date(ms, range.endTime)
  const bars = barsOf(histogram, range)
  const most = Math.max(1, ...bars.map(({ total }) => total))
  const totals = severityTotals(histogram)
  const words = alarmSeverities
    .filter((severity) => totals[severity] > 0)
    .map((severity) => `${t(`alarms.${severity}`)}: ${format.number(totals[severity], { decimals: 0 })}`)
  return (
    <section className="sd-alarm-histogram" aria-label={t('alarms.histogram')}>
      <p className="sd-hidden-text">{words.length > 0 ? words.join(', ') : t('alarms.emptyTitle')}</p>
      <div className="sd-alarm-histogram-head">
        {severities}
        <span className="sd-xs sd-text-2 sd-num">
          {t('alarms.raisedPer', { interval: intervalWords(histogram.intervalMs, t), count: most })}
        </span>
      </div>
      <div className="sd-alarm-bars" aria-hidden>
        {bars.map((bar, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the times move on with the clock, the bars stay
          <Bar key={at} bar={bar} most={most} onZoom={onZoom} />
        ))}
      </div>
      <div className="sd-alarm-histogram-head sd-xs sd-text-3 sd-num" aria-hidden>
        <span>{timeText(range.startTime)}</span>
        <span>{timeText(range.endTime)}</span>
      </div>
    </section>
  )
}

const dayMs = 86_400_000

/** Rounds intervals: if a range doesn't divide evenly, its intervals are a few ms longer than the intended value. */
const roundMs = (ms: number): number => (ms < 60_000 ? ms : Math.round(ms / 60_000) * 60_000)

function intervalWords(ms: number, t: Translate): string {
  const rounded = roundMs(ms)
  if (rounded === 3_600_000) return t('alarms.perHour')
  return rounded === 86_400_000 ? t('alarms.perDay') : durationWords(rounded, t)
}

interface BarProps {
  readonly bar: AlarmBar
  readonly most: number
  readonly onZoom: (range: TableRange) => void
}

/** Clickable by pointer only: the time window offers the same by keyboard. */
function Bar({ bar, most, onZoom }: BarProps) {
  const t = useText()
  const format = useFormat()
  const { startTime, endTime, total, parts } = bar
  if (total === 0) return <span />
  const title = [
    `${format.dateTime(startTime)} – ${format.dateTime(endTime)}`,
    ...parts.map(({ severity, count }) => `${t(`alarms.${severity}`)}: ${count}`),
  ].join('\n')
  return (
    <button type="button" tabIndex={-1} title={title} onClick={() => onZoom({ startTime, endTime })}>
      {parts.map(({ severity, count }) => (
        <i key={severity} data-severity={severity} style={{ height: `${(count / most) * 100}%` }} />
      ))}
    </button>
  )
}
