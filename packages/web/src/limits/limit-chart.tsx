/**
 * Usage over time with its limit and the forecast, for the current month or the last 7 days. Drawn as SVG, which takes
 * theme colors from CSS variables.
 */

import { ChartLine, Table2 } from 'lucide-react'
import { useState } from 'react'
import { useText } from '../locale/use-text.tsx'
import { IconButton } from '../ui/button/button.tsx'
import { useElementSize } from '../ui/element-size/use-element-size.ts'
import { timeTicks } from '../ui/ticks/time-ticks.ts'
import { valueTicks } from '../ui/ticks/value-ticks.ts'
import { type LimitCurve, pathOf, pointsByDay } from './limit-curve.ts'
import { amountText, exactText, summaryText, type Words } from './limit-words.ts'

interface LimitChartProps {
  readonly title: string
  readonly curve: LimitCurve
  readonly words: Words
}

/** Space around the plot, px. */
const axisPx = 52
const topPx = 14
const timePx = 22
const endPx = 8
/** Width of a date label, px. */
const labelPx = 70

export function LimitChart({ title, curve, words }: LimitChartProps) {
  const t = useText()
  const [isTable, setTable] = useState(false)
  return (
    <section className="sd-limit-chart" aria-label={title}>
      <header>
        <h3>{title}</h3>
        <span className="sd-limit-legend" aria-hidden>
          <i data-line="used" />
          {t('limits.legendUsed')}
          {curve.forecast.length > 1 && (
            <>
              <i data-line="forecast" />
              {t('limits.legendForecast')}
            </>
          )}
        </span>
        <IconButton
          size="sm"
          label={t(isTable ? 'limits.asChart' : 'limits.asTable')}
          icon={isTable ? <ChartLine size={16} strokeWidth={2} /> : <Table2 size={16} strokeWidth={2} />}
          onClick={() => setTable(!isTable)}
        />
      </header>
      <div className="sd-limit-frame">
        {curve.used.length === 0 ? (
          <p className="sd-limit-nothing">{t('limits.nothing')}</p>
        ) : isTable ? (
          <CurveTable title={title} curve={curve} words={words} />
        ) : (
          <Drawing curve={curve} words={words} />
        )}
      </div>
    </section>
  )
}

function Drawing({ curve, words }: Omit<LimitChartProps, 'title'>) {
  const { t, intl, utc, nowMs } = words
  const { row, startMs, endMs, used, forecast, fullMs } = curve
  const [box, { width, height }] = useElementSize<HTMLDivElement>()
  const plotWidth = Math.max(1, width - axisPx - endPx)
  const plotHeight = Math.max(1, height - topPx - timePx)
  const limit = row.limit ?? 0
  const most = Math.max(limit * 1.15, ...used.map(({ value }) => value), 1)
  const values = valueTicks(0, most, plotHeight, { min: 0, max: null, tickSize: null })
  const x = (ms: number) => axisPx + ((ms - startMs) / (endMs - startMs)) * plotWidth
  const y = (value: number) => topPx + plotHeight - (Math.min(value, values.max) / values.max) * plotHeight
  const line = pathOf(used, x, y)
  const last = used.at(-1)
  const first = used[0]
  const isLate = fullMs !== null && x(fullMs) > width - labelPx
  return (
    <div ref={box} className="sd-limit-plot" role="img" aria-label={summaryText(row, words)}>
      {width > 0 && (
        <svg width={width} height={height} aria-hidden>
          {values.ticks.map((tick) => (
            <g key={tick}>
              <line className="sd-limit-grid" x1={axisPx} x2={width - endPx} y1={y(tick)} y2={y(tick)} />
              <text className="sd-limit-axis" x={axisPx - 8} y={y(tick)} dy="0.35em" textAnchor="end">
                {amountText(row, tick, words)}
              </text>
            </g>
          ))}
          {limit > 0 && (
            <>
              <rect
                className="sd-limit-wash"
                x={axisPx}
                y={y(values.max)}
                width={plotWidth}
                height={Math.max(0, y(limit) - y(values.max))}
              />
              <line className="sd-limit-line" x1={axisPx} x2={width - endPx} y1={y(limit)} y2={y(limit)} />
              <text className="sd-limit-line-label" x={axisPx + 6} y={y(limit) - 5}>
                {t('limits.limitLine', { limit: amountText(row, limit, words) })}
              </text>
            </>
          )}
          {timeTicks(startMs, endMs, plotWidth, { zone: 'UTC', locale: intl })
            .filter(({ ms }) => x(ms) > axisPx - 4 && x(ms) < width - 24)
            .map(({ ms, label }) => (
              <text key={ms} className="sd-limit-axis" x={x(ms)} y={height - 5} textAnchor="middle">
                {label}
              </text>
            ))}
          {last && first && (
            <>
              <path className="sd-limit-area" d={`${line}L${x(last.ms)} ${y(0)}L${x(first.ms)} ${y(0)}Z`} />
              <path className="sd-limit-curve" d={line} />
              <circle className="sd-limit-dot" cx={x(last.ms)} cy={y(last.value)} r="3" />
            </>
          )}
          {forecast.length > 1 && <path className="sd-limit-forecast" d={pathOf(forecast, x, y)} />}
          {fullMs !== null && (
            <>
              <circle className="sd-limit-crossing" cx={x(fullMs)} cy={y(limit)} r="4" />
              <text
                className="sd-limit-crossing-label"
                x={x(fullMs) + (isLate ? -9 : 9)}
                // Near the right edge only the space above the line is free.
                y={y(limit) + (isLate ? -8 : 16)}
                textAnchor={isLate ? 'end' : 'start'}
              >
                {utc.date(fullMs, nowMs)}
              </text>
            </>
          )}
        </svg>
      )}
    </div>
  )
}

function CurveTable({ title, curve, words }: LimitChartProps) {
  const { t, utc, nowMs } = words
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so keys must reach it
    <section className="sd-limit-table" tabIndex={0} aria-label={t('limits.tableOf', { title })}>
      <table>
        <thead>
          <tr>
            <th scope="col">{t('limits.day')}</th>
            <th scope="col" className="sd-num">
              {t('limits.used')}
            </th>
          </tr>
        </thead>
        <tbody>
          {pointsByDay(curve.used).map(({ ms, value }) => (
            <tr key={ms}>
              <th scope="row">{utc.date(ms, nowMs)}</th>
              <td className="sd-num">{exactText(curve.row, value, words)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
