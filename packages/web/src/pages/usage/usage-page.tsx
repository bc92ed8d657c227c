/** Usage of the tenant: compared with its limits, and over time. */

import '../../api-usage/usage.css'
import type { UsageCounter } from '@sonde/model/api-usage/api-usage'
import type { EntityId } from '@sonde/model/ids'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { ArrowLeft, Gauge } from 'lucide-react'
import { lazy, Suspense } from 'react'
import {
  allCounters,
  cardOf,
  countersOf,
  statisticsView,
  type UsageCardId,
  usageCardIds,
  watchedKeys,
} from '../../api-usage/usage-cards.ts'
import { UsageChart } from '../../api-usage/usage-chart.tsx'
import { nextMonth } from '../../api-usage/usage-words.ts'
import { seriesKey, type UsageRange, useUsageEntity, useUsageSeries } from '../../api-usage/use-usage.ts'
import { paramOfWindow, rangeOfWindow, windowOfParam } from '../../entity-pages/tab-table/table-window.ts'
import { LimitActions } from '../../limits/limit-actions.tsx'
import { paramOfSort, sortOfParam } from '../../limits/limit-sort.ts'
import { asOfText } from '../../limits/limit-words.ts'
import { LimitsView, useLimitWords } from '../../limits/limits-view.tsx'
import { staleMs, useLimits } from '../../limits/use-limits.ts'
import type { LiveValues } from '../../live/live-values.ts'
import { useLatestTelemetry, useLiveStatus } from '../../live/use-live.ts'
import { useText } from '../../locale/use-text.tsx'
import { TimeWindowTrigger } from '../../time-windows/time-window-trigger.tsx'
import { formatWindow } from '../../time-windows/time-window-words.ts'
import { browserZone, useWindowContext } from '../../time-windows/window-context.ts'
import { useFormat } from '../../ui/format/use-format.ts'
import { Segmented } from '../../ui/segmented/segmented.tsx'
import { EmptyState, ErrorState, LiveBadge, Skeleton } from '../../ui/states/states.tsx'
import { isPhone, useWidth } from '../../ui/theme/use-width.ts'
import { UsageCard } from './usage-card.tsx'

const dayMs = 86_400_000
/** Values of the URL parameter `view`. */
const limitsView = 'limits'
const chartsView = 'charts'

/** Loaded lazily, because it includes the chart code, which the page itself doesn't need. */
const QueueStatistics = lazy(() => import('./queue-statistics.tsx'))

export function UsagePage() {
  const { feature, view } = useSearch({ strict: false })
  return (
    <div className="sd-page sd-usage">
      {feature === statisticsView ? (
        <Suspense fallback={<Skeleton width="30%" height={20} />}>
          <QueueStatistics />
        </Suspense>
      ) : view === limitsView && cardOf(feature) === null ? (
        <LimitsOfTenant />
      ) : (
        <UsageOfMonth />
      )}
    </div>
  )
}

function UsageOfMonth() {
  const t = useText()
  const { data: entity, error, refetch } = useUsageEntity()
  return (
    <>
      {entity ? (
        <Usage entity={entity} />
      ) : entity === null ? (
        <EmptyState
          icon={<Gauge size={24} strokeWidth={1.75} />}
          title={t('usage.emptyTitle')}
          text={t('usage.emptyText')}
        />
      ) : error ? (
        <div className="sd-card">
          <ErrorState isPage title={t('usage.failed')} error={error} onRetry={() => void refetch()} />
        </div>
      ) : (
        <Skeleton width="30%" height={20} />
      )}
    </>
  )
}

function Usage({ entity }: { readonly entity: EntityId }) {
  const t = useText()
  const format = useFormat('UTC')
  const onPhone = useWidth(isPhone)
  const search = useSearch({ strict: false })
  const isLive = useLiveStatus() === 'open'
  const { values, error } = useLatestTelemetry(entity, watchedKeys)
  const nowMs = useWindowContext()().nowMs
  const card = cardOf(search.feature)
  const title = card ? t(`usage.${card}`) : t('usage.title')
  return (
    <>
      <div className="sd-page-head">
        {card && (
          <Link to="/usage" search={{}} className="sd-icon-button" aria-label={t('usage.back')} title={t('usage.back')}>
            <ArrowLeft size={18} strokeWidth={1.75} aria-hidden />
          </Link>
        )}
        {/* On phones, the toolbar already shows the page's title, but not a single feature's. */}
        <h1 className={onPhone && !card ? 'sd-hidden-text' : undefined}>{title}</h1>
        <LiveBadge isLive={isLive} />
        {!card && <Views />}
        <span className="sd-spacer" />
        {!card && <WindowChoice />}
      </div>
      <p className="sd-usage-note">{t('usage.note', { date: format.date(nextMonth(nowMs), nowMs) })}</p>
      {error ? (
        <div className="sd-card">
          <ErrorState title={t('usage.valuesFailed')} error={error} />
        </div>
      ) : (
        <div className="sd-usage-cards">
          {(card ? [card] : usageCardIds).map((id) => (
            <UsageCard key={id} id={id} values={values} isAlone={card !== null} />
          ))}
        </div>
      )}
      {card ? (
        <CardCharts entity={entity} card={card} values={values} />
      ) : (
        <AllCharts entity={entity} values={values} />
      )}
    </>
  )
}

/** Switch between charts and limits, with the number of limits. */
function Views() {
  const t = useText()
  const navigate = useNavigate()
  const onPhone = useWidth(isPhone)
  const { view } = useSearch({ strict: false })
  const { data } = useLimits(undefined, false)
  const count = data?.limits.filter(({ limit }) => limit !== null).length
  return (
    <Segmented
      label={t('limits.views')}
      value={view === limitsView ? limitsView : chartsView}
      options={[
        { value: chartsView, label: t('limits.charts') },
        // No count on phones: the row is full, so a count that loads later would wrap it.
        { value: limitsView, label: t('limits.tab'), count: onPhone ? undefined : count },
      ]}
      onChange={(next) =>
        void navigate({ to: '/usage', search: next === limitsView ? { view: limitsView } : {}, replace: true })
      }
    />
  )
}

function LimitsOfTenant() {
  const t = useText()
  const navigate = useNavigate()
  const { sort } = useSearch({ strict: false })
  const onPhone = useWidth(isPhone)
  const { data, error, dataUpdatedAt } = useLimits(undefined, true)
  const words = useLimitWords(data)
  const isOld = data !== undefined && (error !== null || Date.now() - dataUpdatedAt > staleMs)
  return (
    <>
      <div className="sd-page-head">
        <h1 className={onPhone ? 'sd-hidden-text' : undefined}>{t('usage.title')}</h1>
        {isOld ? (
          <span className="sd-live" data-off>
            {t('limits.asOf', { time: asOfText(data.ts, words) })}
          </span>
        ) : (
          <LiveBadge isLive={data !== undefined} />
        )}
        <Views />
        <span className="sd-spacer" />
        <LimitActions report={data} words={words} />
      </div>
      <p className="sd-usage-note sd-num">
        {data &&
          t('limits.note', {
            from: words.utc.date(data.periodStartTs, data.ts),
            to: words.utc.date(data.periodEndTs, data.ts),
            time: asOfText(data.ts, words),
          })}
      </p>
      <LimitsView
        sort={sortOfParam(sort)}
        onSort={(next) =>
          void navigate({ to: '.', search: (now) => ({ ...now, sort: paramOfSort(next) }), replace: true })
        }
      />
    </>
  )
}

/** Time window from the URL; default: the last day. */
function usePageWindow() {
  const search = useSearch({ strict: false })
  const context = useWindowContext()
  return { text: search.window, window: windowOfParam(search.window, dayMs, context().nowMs), context }
}

function WindowChoice() {
  const navigate = useNavigate()
  const { window } = usePageWindow()
  return (
    <TimeWindowTrigger
      value={window}
      isHistoryOnly
      onChange={(next) =>
        void navigate({ to: '.', search: (now) => ({ ...now, window: paramOfWindow(next, dayMs) }), replace: true })
      }
    />
  )
}

interface ChartsProps {
  readonly entity: EntityId
  readonly values: LiveValues | undefined
}

function AllCharts({ entity, values }: ChartsProps) {
  const t = useText()
  const format = useFormat()
  const { text, window, context } = usePageWindow()
  const range = () => {
    const { startTime, endTime } = rangeOfWindow(window, context())
    return { startMs: startTime, endMs: endTime }
  }
  return (
    <Charts
      entity={entity}
      values={values}
      counters={allCounters}
      range={{ name: text ?? 'day', range }}
      words={formatWindow(window, browserZone(), t, format)}
    />
  )
}

/** Charts of one feature: the last 30 days by day and the last year by month. */
function CardCharts({ entity, values, card }: ChartsProps & { readonly card: UsageCardId }) {
  const t = useText()
  const context = useWindowContext()
  const last = (days: number) => () => {
    const endMs = context().nowMs
    return { startMs: endMs - days * dayMs, endMs }
  }
  const parts = { entity, values, counters: countersOf(card) }
  return (
    <>
      <Charts {...parts} range={{ name: 'days', range: last(30), unit: 'day' }} words={t('usage.last30Days')} />
      <Charts {...parts} range={{ name: 'months', range: last(365), unit: 'month' }} words={t('usage.lastYear')} />
    </>
  )
}

interface RangeProps extends ChartsProps {
  readonly counters: readonly UsageCounter[]
  readonly range: UsageRange
  readonly words: string
}

function Charts({ entity, values, counters, range, words }: RangeProps) {
  const t = useText()
  const { data, error, refetch, isPlaceholderData } = useUsageSeries(entity, counters, range)
  if (error && !data) {
    return (
      <div className="sd-card">
        <ErrorState title={t('usage.chartsFailed')} error={error} onRetry={() => void refetch()} />
      </div>
    )
  }
  const latestOf = (counter: UsageCounter) => {
    const point = data && values?.get(seriesKey(counter, data.unit))
    return point && { ts: point.ts, value: Number(point.value) || 0 }
  }
  return (
    <>
      {error && (
        <p className="sd-usage-note" role="status">
          {t('usage.stale')}
        </p>
      )}
      <div className="sd-usage-charts" aria-busy={isPlaceholderData || undefined}>
        {counters.map((counter) => (
          <UsageChart key={counter} counter={counter} range={words} series={data} latest={latestOf(counter)} />
        ))}
      </div>
    </>
  )
}
