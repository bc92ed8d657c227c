/** Live counts of devices and alarms. */

import { Link } from '@tanstack/react-router'
import { BellRing, Cpu } from 'lucide-react'
import { useNow } from '../../live/use-now.ts'
import { useText } from '../../locale/use-text.tsx'
import { useFormat } from '../../ui/format/use-format.ts'
import { SeverityGlyph } from '../../ui/severity/severity-glyph.tsx'
import { Skeleton } from '../../ui/states/states.tsx'
import { severityColors } from '../../ui/theme/severity-colors.ts'
import { useActiveAlarms, useDeviceCounts } from './fleet-queries.ts'
import { KpiCard } from './kpi-card.tsx'
import { severityCounts } from './severity-counts.ts'

const icon = { size: 18, strokeWidth: 1.75, 'aria-hidden': true } as const
const whole = { decimals: 0 } as const
const hourMs = 3_600_000

export function DeviceCard() {
  const t = useText()
  const format = useFormat()
  const { data: counts, error, refetch } = useDeviceCounts()
  const active = counts?.active ?? 0
  const inactive = (counts?.total ?? 0) - active
  return (
    <KpiCard
      icon={<Cpu {...icon} />}
      title={t('shell.devices')}
      value={counts && format.number(counts.total, whole)}
      parts={[
        { id: 'active', value: active, color: 'var(--sd-active)' },
        { id: 'inactive', value: inactive, color: 'var(--sd-inactive)' },
      ]}
      error={error}
      onRetry={() => void refetch()}
    >
      <Link to="/devices" search={{ active: 'true' }} className="sd-activity sd-num">
        <i aria-hidden />
        {t('home.active', { count: active })}
      </Link>
      <Link to="/devices" search={{ active: 'false' }} className="sd-activity sd-num" data-off>
        <i aria-hidden />
        {t('home.inactive', { count: inactive })}
      </Link>
    </KpiCard>
  )
}

export function AlarmCard() {
  const t = useText()
  const format = useFormat()
  const { data, error, refetch } = useActiveAlarms()
  const counts = data ? severityCounts(data.data, data.totalElements) : []
  const nowMs = useNow()
  const added = data?.data.filter(({ createdTime }) => createdTime > nowMs - hourMs).length ?? 0
  return (
    <KpiCard
      icon={<BellRing {...icon} />}
      title={t('home.activeAlarms')}
      aside={added > 0 && <span className="sd-kpi-added sd-num">{t('home.raisedLastHour', { count: added })}</span>}
      value={data && format.number(data.totalElements, whole)}
      parts={counts.map(({ severity, count }) => ({ id: severity, value: count, color: severityColors[severity] }))}
      whole={data?.totalElements}
      error={error}
      onRetry={() => void refetch()}
    >
      {counts.length === 0 ? (
        <span>{t('home.noAlarms')}</span>
      ) : (
        <>
          <ul className="sd-kpi-severities">
            {counts.map(({ severity, count, isAtLeast }) => (
              <li key={severity} className="sd-num" title={t(`alarms.${severity}`)}>
                <SeverityGlyph of={severity} />
                <span className="sd-hidden-text">{t(`alarms.${severity}`)}</span>
                {format.number(count, whole)}
                {isAtLeast && '+'}
              </li>
            ))}
          </ul>
          <Link to="/alarms" search={{ status: 'ACTIVE' }}>
            {t('home.reviewAlarms')}
            <span className="sd-hidden-text"> {t('home.activeAlarms')}</span>
          </Link>
        </>
      )}
    </KpiCard>
  )
}

/** One line below the page title: devices and alarms that need attention. */
export function FleetSummary() {
  const t = useText()
  const { data: counts } = useDeviceCounts()
  const { data } = useActiveAlarms()
  return (
    <span className="sd-text-2 sd-home-summary">
      {!counts || !data ? (
        <Skeleton width={200} />
      ) : (
        t('home.summary', { alarms: data.totalElements, inactive: counts.total - counts.active })
      )}
    </span>
  )
}
