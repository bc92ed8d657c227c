/** Monthly usage of the tenant: two metrics, messages over time, and warnings about limits. */

import '../../api-usage/usage.css'
import { hourlyKey, type UsageCounter, usageFeatures } from '@sonde/model/api-usage/api-usage'
import type { EntityId } from '@sonde/model/ids'
import { Link } from '@tanstack/react-router'
import { Activity, TriangleAlert, Workflow } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { bucketsOf } from '../../api-usage/usage-buckets.ts'
import { counterUse, stateIn, usageCardIds, usageCards, watchedKeys } from '../../api-usage/usage-cards.ts'
import { UsageChart } from '../../api-usage/usage-chart.tsx'
import { nextMonth } from '../../api-usage/usage-words.ts'
import { type UsageSeries, useUsageEntity, useUsageSeries } from '../../api-usage/use-usage.ts'
import type { LiveValues } from '../../live/live-values.ts'
import { useLatestTelemetry } from '../../live/use-live.ts'
import { useLocale, useText } from '../../locale/use-text.tsx'
import { useClient } from '../../session/use-session.tsx'
import { Sparkline } from '../../telemetry/sparkline.tsx'
import { shortCount } from '../../ui/format/short-count.ts'
import { useFormat } from '../../ui/format/use-format.ts'
import { Segmented } from '../../ui/segmented/segmented.tsx'
import { ErrorState } from '../../ui/states/states.tsx'
import { KpiCard } from './kpi-card.tsx'

const dayMs = 86_400_000
const messages: UsageCounter = 'transportMsgCount'
const executions: UsageCounter = 'ruleEngineExecutionCount'
/** Counters over time, loaded together: the chart shows the first, the metrics a line of each. */
const drawn = [messages, executions] as const
const ranges = { day: dayMs, week: 7 * dayMs } as const
type RangeSpec = keyof typeof ranges

export interface TenantUsage {
  readonly entity: EntityId | null | undefined
  readonly values: LiveValues | undefined
  readonly error: Error | null
  readonly refetch: () => void
}

/** Live usage values of the tenant. */
export function useTenantUsage(): TenantUsage {
  const { data: entity, error, refetch } = useUsageEntity()
  const live = useLatestTelemetry(entity ?? null, watchedKeys)
  return { entity, values: live.values, error: error ?? live.error ?? null, refetch: () => void refetch() }
}

export function UsageCards({ usage }: { usage: TenantUsage }) {
  const t = useText()
  const { session } = useClient()
  const { data: day } = useHomeSeries(usage.entity ?? null, 'day')
  const days = Math.ceil((nextMonth(session.serverNowMs()) - session.serverNowMs()) / dayMs)
  return (
    <>
      <CounterCard
        icon={<Activity size={18} strokeWidth={1.75} aria-hidden />}
        title={t('home.messages')}
        counter={messages}
        usage={usage}
        day={day}
        note={t('home.resetsIn', { days })}
      />
      <CounterCard
        icon={<Workflow size={18} strokeWidth={1.75} aria-hidden />}
        title={t('home.executions')}
        counter={executions}
        usage={usage}
        day={day}
        note={t('home.resetsIn', { days })}
      />
    </>
  )
}

interface CounterCardProps {
  readonly icon: ReactNode
  readonly title: string
  readonly counter: UsageCounter
  readonly usage: TenantUsage
  /** Undefined while loading. */
  readonly day: UsageSeries | undefined
  readonly note: string
}

function CounterCard({ icon, title, counter, usage, day, note }: CounterCardProps) {
  const t = useText()
  const { intl } = useLocale()
  const format = useFormat()
  // A tenant without a usage entity has no usage yet.
  const values = usage.values ?? (usage.entity === null ? new Map() : undefined)
  const use = values && counterUse(values, counter)
  const { used = 0, limit, part = 0 } = use ?? {}
  return (
    <KpiCard
      icon={icon}
      title={title}
      value={use && shortCount(used, intl)}
      aside={<Sparkline isFromZero values={lineOf(day, counter)} label={t('home.lastDayLine', { title })} />}
      parts={limit ? [{ id: 'used', value: part, color: part >= 1 ? 'var(--sd-error)' : 'var(--sd-chart-1)' }] : []}
      whole={1}
      error={usage.error}
      onRetry={usage.refetch}
    >
      <Link to="/usage" search={{}} className="sd-num">
        {limit
          ? t('home.ofLimit', {
              percent: format.number(part * 100, { decimals: 1, unit: '%' }),
              limit: shortCount(limit, intl),
            })
          : t('home.noLimit')}
      </Link>
      <span className="sd-text-3">{note}</span>
    </KpiCard>
  )
}

/** Lists features that are near their limit or stopped; renders nothing if there are none. */
export function UsageWarnings({ values }: { values: LiveValues | undefined }) {
  const t = useText()
  if (!values) return null
  const concerned = usageCardIds.flatMap((card) =>
    usageCards[card].flatMap((feature) => {
      const state = stateIn(values, feature)
      return state === 'ENABLED' ? [] : [{ card, feature, state }]
    }),
  )
  if (concerned.length === 0) return null
  return (
    <ul className="sd-home-warnings" aria-label={t('usage.title')}>
      {concerned.map(({ card, feature, state }) => (
        <li key={feature} data-state={state}>
          <TriangleAlert size={16} strokeWidth={2} aria-hidden />
          <span>
            <b>{t(`usage.${usageFeatures[feature].counters[0]}`)}</b>{' '}
            {t(state === 'DISABLED' ? `usage.stopped${feature}` : `usage.${state}`)}
          </span>
          <Link to="/usage" search={{ feature: card }}>
            {t('usage.details')}
          </Link>
        </li>
      ))}
    </ul>
  )
}

/** Counts of messages and executions; the chart and the metrics share the request. */
function useHomeSeries(entity: EntityId | null, range: RangeSpec) {
  const { session } = useClient()
  return useUsageSeries(entity, drawn, {
    name: `home ${range}`,
    range: () => {
      // The estimated server clock has fractions of a millisecond.
      const endMs = Math.round(session.serverNowMs())
      return { startMs: endMs - ranges[range], endMs }
    },
  })
}

/** Counts of the complete hours, oldest first; none if all are 0. */
function lineOf(day: UsageSeries | undefined, counter: UsageCounter): readonly number[] {
  if (!day) return []
  const values = bucketsOf(day.counts[counter] ?? [], day.range, day.unit, day.zone)
    .slice(0, -1)
    .map(({ value }) => value)
  return values.some((value) => value > 0) ? values : []
}

/** Chart of messages received from devices, per hour or day. */
export function MessagesChart({ entity, values }: { entity: EntityId | null; values: LiveValues | undefined }) {
  const t = useText()
  const [range, setRange] = useState<RangeSpec>('day')
  const { data, error, refetch } = useHomeSeries(entity, range)
  const latest = values?.get(hourlyKey(messages))
  return (
    <div className="sd-home-chart" data-failed={(error && !data) || undefined}>
      <div className="sd-home-chart-choice">
        <Segmented
          label={t('home.stretch')}
          size="sm"
          options={[
            { value: 'day', label: t('home.lastDay') },
            { value: 'week', label: t('home.lastWeek') },
          ]}
          value={range}
          onChange={setRange}
        />
      </div>
      {error && !data ? (
        <section className="sd-card">
          <ErrorState title={t('home.chartFailed')} error={error} onRetry={() => void refetch()} />
        </section>
      ) : (
        <UsageChart
          counter={messages}
          range={t(range === 'day' ? 'home.dayByHour' : 'home.weekByDay')}
          series={data}
          latest={latest && { ts: latest.ts, value: Number(latest.value) || 0 }}
        />
      )}
    </div>
  )
}
