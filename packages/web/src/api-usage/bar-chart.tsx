/**
 * Bar chart of counts over time, starting at zero, with the axes and grid of dashboard charts. Drawn as SVG, which
 * takes its colors from CSS; the number of bars is small.
 */

import '../ui/chart-tooltip/chart-tooltip.css'
import { type KeyboardEvent, type PointerEvent, useState } from 'react'
import { useLocale } from '../locale/use-text.tsx'
import { useElementSize } from '../ui/element-size/use-element-size.ts'
import { shortCount } from '../ui/format/short-count.ts'
import { useFormat } from '../ui/format/use-format.ts'
import { timeTicks } from '../ui/ticks/time-ticks.ts'
import { valueTicks } from '../ui/ticks/value-ticks.ts'
import type { Bucket, BucketUnit } from './usage-buckets.ts'
import { bucketWords } from './usage-words.ts'

interface BarChartProps {
  readonly buckets: readonly Bucket[]
  readonly unit: BucketUnit
  readonly zone: string
  /** Accessible description in one sentence: content, last value, trend. */
  readonly summary: string
}

/** Space around the plot, px. */
const axisPx = 44
const topPx = 10
const timePx = 24
const endPx = 8
/** Fraction of a bar's slot that stays empty; minimum and maximum bar width. */
const gapPart = 0.25
const barMinPx = 1.5
const barMaxPx = 40
const tooltipGapPx = 12

export function BarChart({ buckets, unit, zone, summary }: BarChartProps) {
  const { intl } = useLocale()
  const format = useFormat(zone)
  const [box, { width, height }] = useElementSize<HTMLDivElement>()
  /** Bar under the pointer or selected by keyboard. */
  const [at, setAt] = useState<{ readonly index: number; readonly byKey: boolean } | null>(null)

  const startMs = buckets[0]?.startMs ?? 0
  const endMs = buckets.at(-1)?.endMs ?? 1
  const plotWidth = Math.max(1, width - axisPx - endPx)
  const plotHeight = Math.max(1, height - topPx - timePx)
  const most = Math.max(0, ...buckets.map(({ value }) => value))
  // Counts are integers: no ticks between 0 and 1.
  const values = valueTicks(0, Math.max(1, most), plotHeight, { min: 0, max: null, tickSize: most <= 4 ? 1 : null })
  const x = (ms: number) => axisPx + ((ms - startMs) / (endMs - startMs)) * plotWidth
  const y = (value: number) => topPx + plotHeight - (value / values.max) * plotHeight
  const words = bucketWords(unit, zone, intl)
  /** Hour labels mark the start of a bar; day and month labels are centered below it. */
  const labelShift = unit === 'hour' ? 0 : plotWidth / Math.max(1, buckets.length) / 2
  const chosen = at === null ? undefined : buckets[at.index]
  const countOf = (bucket: Bucket) => format.number(bucket.value, { decimals: 0 })

  function onKeyDown(event: KeyboardEvent) {
    const last = buckets.length - 1
    if (last < 0 || event.ctrlKey || event.metaKey || event.altKey) return
    const now = at?.index ?? last + 1
    const next = { ArrowLeft: Math.max(0, now - 1), ArrowRight: Math.min(last, now + 1), Home: 0, End: last }[event.key]
    if (next === undefined) return
    event.preventDefault()
    setAt({ index: next, byKey: true })
  }

  function onPointerMove(event: PointerEvent<HTMLDivElement>) {
    const left = event.clientX - event.currentTarget.getBoundingClientRect().left
    const ms = startMs + ((left - axisPx) / plotWidth) * (endMs - startMs)
    const index = buckets.findIndex((bucket) => ms >= bucket.startMs && ms < bucket.endMs)
    setAt(index < 0 ? null : { index, byKey: false })
  }

  return (
    <>
      <div
        ref={box}
        className="sd-usage-plot"
        role="img"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: ← and → read the bars
        tabIndex={0}
        aria-label={summary}
        onKeyDown={onKeyDown}
        onBlur={() => setAt(null)}
        onPointerMove={onPointerMove}
        onPointerLeave={() => setAt(null)}
      >
        {width > 0 && (
          <svg className="sd-usage-drawing" width={width} height={height} aria-hidden>
            {values.ticks.map((tick) => (
              <g key={tick}>
                <line className="sd-usage-grid" x1={axisPx} x2={width - endPx} y1={y(tick)} y2={y(tick)} />
                <text className="sd-usage-axis" x={axisPx - 8} y={y(tick)} dy="0.35em" textAnchor="end">
                  {shortCount(tick, intl)}
                </text>
              </g>
            ))}
            {timeTicks(startMs, endMs, plotWidth, { zone: unit === 'month' ? 'UTC' : zone, locale: intl })
              // Labels at the right edge would be cut off.
              .filter(({ ms }) => x(ms) + labelShift < width - 28)
              .map(({ ms, label }) => (
                <text key={ms} className="sd-usage-axis" x={x(ms) + labelShift} y={height - 6} textAnchor="middle">
                  {label}
                </text>
              ))}
            {chosen && (
              <rect
                className="sd-usage-chosen"
                x={x(chosen.startMs)}
                y={topPx}
                width={x(chosen.endMs) - x(chosen.startMs)}
                height={plotHeight}
              />
            )}
            {buckets.map((bucket) => {
              const room = x(bucket.endMs) - x(bucket.startMs)
              const barWidth = Math.min(barMaxPx, Math.max(barMinPx, room * (1 - gapPart)))
              const top = y(bucket.value)
              return (
                bucket.value > 0 && (
                  <rect
                    key={bucket.startMs}
                    className="sd-usage-bar-of-time"
                    x={x(bucket.startMs) + (room - barWidth) / 2}
                    // Small counts keep a minimum height.
                    y={Math.min(top, topPx + plotHeight - 1)}
                    width={barWidth}
                    height={Math.max(1, topPx + plotHeight - top)}
                    rx={Math.min(2, barWidth / 2)}
                  />
                )
              )
            })}
          </svg>
        )}
        {chosen && (
          <div className="chart-tooltip" style={besideOf(x((chosen.startMs + chosen.endMs) / 2), width)} aria-hidden>
            <div className="sd-text-2">{words(chosen)}</div>
            <b>{countOf(chosen)}</b>
          </div>
        )}
      </div>
      <p className="sd-hidden-text" aria-live="polite">
        {at?.byKey && chosen && `${words(chosen)}: ${countOf(chosen)}`}
      </p>
    </>
  )
}

/** Positions the tooltip on the side with more space. */
const besideOf = (left: number, width: number) =>
  left < width / 2 ? { left: left + tooltipGapPx } : { right: width - left + tooltipGapPx }
