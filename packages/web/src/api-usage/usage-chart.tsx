/** Counts over a time range: sum, bar chart, and the same values as a table. */

import type { UsageCounter } from '@sonde/model/api-usage/api-usage'
import { ChartColumn, Table2 } from 'lucide-react'
import { useState } from 'react'
import { useLocale, useText } from '../locale/use-text.tsx'
import { IconButton } from '../ui/button/button.tsx'
import { useFormat } from '../ui/format/use-format.ts'
import { Skeleton } from '../ui/states/states.tsx'
import { BarChart } from './bar-chart.tsx'
import { type Bucket, bucketsOf, type Count, withLatest } from './usage-buckets.ts'
import { bucketWords } from './usage-words.ts'
import type { UsageSeries } from './use-usage.ts'

interface UsageChartProps {
  readonly counter: UsageCounter
  /** Text such as "the last 24 hours". */
  readonly range: string
  /** Undefined while loading. */
  readonly series: UsageSeries | undefined
  /** Live count of the current hour or month. */
  readonly latest: Count | undefined
}

export function UsageChart({ counter, range, series, latest }: UsageChartProps) {
  const t = useText()
  const format = useFormat()
  const [isTable, setTable] = useState(false)
  const title = t(`usage.${counter}`)
  const whole = (value: number) => format.number(value, { decimals: 0 })
  const buckets = series
    ? bucketsOf(withLatest(series.counts[counter] ?? [], latest), series.range, series.unit, series.zone)
    : []
  const total = buckets.reduce((sum, { value }) => sum + value, 0)
  return (
    <section className="sd-card sd-usage-chart" aria-label={t('usage.chartOf', { title, stretch: range })}>
      <header>
        <div>
          <h3>{title}</h3>
          <p className="sd-num">
            {series ? t('usage.totalIn', { total: whole(total), stretch: range }) : <Skeleton width={120} />}
          </p>
        </div>
        <IconButton
          size="sm"
          label={t(isTable ? 'usage.asChart' : 'usage.asTable')}
          icon={isTable ? <ChartColumn size={16} strokeWidth={2} /> : <Table2 size={16} strokeWidth={2} />}
          onClick={() => setTable(!isTable)}
        />
      </header>
      <div className="sd-usage-frame">
        {!series ? (
          <Skeleton height="100%" />
        ) : total === 0 ? (
          <p className="sd-usage-nothing">{t('usage.nothing', { stretch: range })}</p>
        ) : isTable ? (
          <BucketTable buckets={buckets} series={series} title={title} />
        ) : (
          <BarChart
            buckets={buckets}
            unit={series.unit}
            zone={series.zone}
            summary={t('usage.summary', {
              title,
              stretch: range,
              total: whole(total),
              last: whole(buckets.at(-1)?.value ?? 0),
              trend: t(`usage.${trendOf(buckets)}`),
            })}
          />
        )}
      </div>
    </section>
  )
}

/** Compares the later half with the earlier one; the incomplete last bar is ignored. */
export function trendOf(buckets: readonly Bucket[]): 'rising' | 'falling' | 'steady' {
  const ended = buckets.slice(0, -1).map(({ value }) => value)
  const middle = Math.floor(ended.length / 2)
  const sum = (values: readonly number[]) => values.reduce((all, value) => all + value, 0)
  const [before, after] = [sum(ended.slice(0, middle)), sum(ended.slice(ended.length - middle))]
  if (Math.abs(after - before) <= 0.1 * Math.max(before, after)) return 'steady'
  return after > before ? 'rising' : 'falling'
}

interface BucketTableProps {
  readonly buckets: readonly Bucket[]
  readonly series: UsageSeries
  readonly title: string
}

function BucketTable({ buckets, series, title }: BucketTableProps) {
  const t = useText()
  const { intl } = useLocale()
  const format = useFormat()
  const words = bucketWords(series.unit, series.zone, intl)
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so keys must reach it
    <section className="sd-usage-table" tabIndex={0} aria-label={t('usage.tableOf', { title })}>
      <table>
        <thead>
          <tr>
            <th scope="col">{t(`usage.per_${series.unit}`)}</th>
            <th scope="col" className="sd-num">
              {title}
            </th>
          </tr>
        </thead>
        <tbody>
          {[...buckets].reverse().map((bucket) => (
            <tr key={bucket.startMs}>
              <th scope="row">{words(bucket)}</th>
              <td className="sd-num">{format.number(bucket.value, { decimals: 0 })}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
