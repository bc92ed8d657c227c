/** Monthly usage of the tenant: two metrics, messages over time, and warnings about limits. */

import '../../api-usage/usage.css'
import { hourlyKey, type UsageCounter, usageFeatures } from '@sonde/model/api-usage/api-usage'
import type { EntityId } from '@sonde/model/ids'
import { Link } from '@tanstack/react-router'
import { Activity, TriangleAlert, Workflow } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { counterUse, stateIn, usageCardIds, usageCards, watchedKeys } from '../../api-usage/usage-cards.ts'
import { UsageChart } from '../../api-usage/usage-chart.tsx'
import { nextMonth } from '../../api-usage/usage-words.ts'
import { useUsageEntity, useUsageSeries } from '../../api-usage/use-usage.ts'
import type { LiveValues } from '../../live/live-values.ts'
import { useLatestTelemetry } from '../../live/use-live.ts'
import { useLocale, useText } from '../../locale/use-text.tsx'
import { useClient } from '../../session/use-session.tsx'
import { shortCount } from '../../ui/format/short-count.ts'
import { useFormat } from '../../ui/format/use-format.ts'
import { Segmented } from '../../ui/segmented/segmented.tsx'
import { ErrorState } from '../../ui/states/states.tsx'
import { KpiCard } from './kpi-card.tsx'

const dayMs = 86_400_000
const messages: UsageCounter = 'transportMsgCount'
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
  const days = Math.ceil((nextMonth(session.serverNowMs()) - session.serverNowMs()) / dayMs)
  return (
    <>
      <CounterCard
        icon={<Activity size={18} strokeWidth={1.75} aria-hidden />}
        title={t('home.messages')}
        counter={messages}
        usage={usage}
        note={t('home.resetsIn', { days })}
      />
      <CounterCard
        icon={<Workflow size={18} strokeWidth={1.75} aria-hidden />}
        title={t('home.executions')}
        counter="ruleEngineExecutionCount"
        usage={usage}
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
  readonly note: string
}

function CounterCard({ icon, title, counter, usage, note }: CounterCardProps) {
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

/** Chart of messages received from devices, per hour or day. */
export function MessagesChart({ entity, values }: { entity: EntityId | null; values: LiveValues | undefined }) {
  const t = useText()
  const { session } = useClient()
  const [range, setRange] = useState<RangeSpec>('day')
  const { data, error, refetch } = useUsageSeries(entity, [messages], {
    name: `home ${range}`,
    range: () => {
      // The estimated server clock has fractions of a millisecond.
      const endMs = Math.round(session.serverNowMs())
      return { startMs: endMs - ranges[range], endMs }
    },
  })
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
