/** Card with the usage of a feature compared with its monthly limit, and its state. */

import { type UsageCounter, type UsageState, worstState } from '@sonde/model/api-usage/api-usage'
import { Link } from '@tanstack/react-router'
import { CircleCheck, OctagonX, TriangleAlert } from 'lucide-react'
import {
  countersOf,
  counterUse,
  stateIn,
  statisticsView,
  type UsageCardId,
  usageCards,
} from '../../api-usage/usage-cards.ts'
import type { LiveValues } from '../../live/live-values.ts'
import { useLocale, useText } from '../../locale/use-text.tsx'
import { shortCount } from '../../ui/format/short-count.ts'
import { useFormat } from '../../ui/format/use-format.ts'
import { Skeleton } from '../../ui/states/states.tsx'

const stateIcons = { ENABLED: CircleCheck, WARNING: TriangleAlert, DISABLED: OctagonX } as const

function StateMark({ state }: { readonly state: UsageState }) {
  const t = useText()
  const Icon = stateIcons[state]
  return (
    <span className="sd-usage-state" data-state={state}>
      <Icon size={16} strokeWidth={2} aria-hidden />
      {t(`usage.${state}`)}
    </span>
  )
}

interface UsageCardProps {
  readonly id: UsageCardId
  /** Undefined while loading. */
  readonly values: LiveValues | undefined
  /** The card is on its details page: omits the link to it. */
  readonly isAlone?: boolean
}

export function UsageCard({ id, values, isAlone = false }: UsageCardProps) {
  const t = useText()
  const features = usageCards[id]
  const stopped = values ? features.filter((feature) => stateIn(values, feature) === 'DISABLED') : []
  return (
    <section className="sd-card sd-usage-card" aria-label={t(`usage.${id}`)}>
      <header>
        <h2>{t(`usage.${id}`)}</h2>
        {values && <StateMark state={worstState(features.map((feature) => stateIn(values, feature)))} />}
      </header>
      {countersOf(id).map((counter) =>
        values ? (
          <CounterBar key={counter} counter={counter} values={values} />
        ) : (
          <div key={counter} className="sd-usage-counter">
            <div>
              <Skeleton width="60%" />
            </div>
            <Skeleton height={6} />
          </div>
        ),
      )}
      {stopped.map((feature) => (
        <p key={feature} className="sd-usage-stopped">
          {t(`usage.stopped${feature}`)}
        </p>
      ))}
      {(!isAlone || id === 'ruleEngine') && (
        <p className="sd-usage-more">
          {!isAlone && (
            <Link to="/usage" search={{ feature: id }}>
              {t('usage.details')}
              <span className="sd-hidden-text"> {t(`usage.${id}`)}</span>
            </Link>
          )}
          {id === 'ruleEngine' && (
            <Link to="/usage" search={{ feature: statisticsView }}>
              {t('usage.statistics')}
            </Link>
          )}
        </p>
      )}
    </section>
  )
}

function CounterBar({ counter, values }: { readonly counter: UsageCounter; readonly values: LiveValues }) {
  const t = useText()
  const format = useFormat()
  const { intl } = useLocale()
  const { used, limit, part } = counterUse(values, counter)
  const whole = (value: number) => format.number(value, { decimals: 0 })
  const label = t(`usage.${counter}`)
  const percent = limit ? format.number(part * 100, { decimals: 2, fixed: true, unit: '%' }) : null
  const exact = limit
    ? t('usage.usedOf', { used: whole(used), limit: whole(limit) })
    : limit === null
      ? t('usage.usedFree', { used: whole(used) })
      : whole(used)
  const short = limit
    ? t('usage.usedOf', { used: shortCount(used, intl), limit: shortCount(limit, intl) })
    : limit === null
      ? t('usage.usedFree', { used: shortCount(used, intl) })
      : shortCount(used, intl)
  return (
    <div className="sd-usage-counter">
      <div>
        <span>{label}</span>
        <span className="sd-num" title={exact}>
          <b>{short}</b>
          {percent && <span className="sd-text-3">{percent}</span>}
        </span>
      </div>
      {/* Hidden from screen readers, since the numbers above have the same information. */}
      <div className="sd-usage-bar" data-unlimited={!limit || undefined} aria-hidden>
        <i style={{ width: `${part * 100}%` }} data-state={part >= 1 ? 'DISABLED' : undefined} />
      </div>
    </div>
  )
}
