/** Details of a limit: usage over time and forecast, causers, rejected requests. */

import type { LimitCauser, LimitReport, LimitRow } from '@sonde/model/limits/limit-report'
import { Link } from '@tanstack/react-router'
import { Info } from 'lucide-react'
import { useText } from '../locale/use-text.tsx'
import { useAccount } from '../session/use-session.tsx'
import { Button } from '../ui/button/button.tsx'
import { Skeleton } from '../ui/states/states.tsx'
import { CauserIcon, CauserName } from './limit-causer.tsx'
import { LimitChart } from './limit-chart.tsx'
import { curveOf } from './limit-curve.ts'
import { amountText, asOfText, percentText, type Words } from './limit-words.ts'
import { useLimitDetails } from './use-limits.ts'

interface LimitDetailsProps {
  readonly row: LimitRow
  readonly report: LimitReport
  /** Absent: the current user's tenant. */
  readonly tenantId: string | undefined
  readonly words: Words
}

export function LimitDetails({ row, report, tenantId, words }: LimitDetailsProps) {
  const t = useText()
  const { data, error, refetch } = useLimitDetails(row.key, tenantId)
  const hasChart = row.limit !== null && row.used !== null
  return (
    <div className="sd-limit-details" data-alone={!hasChart || undefined}>
      {hasChart &&
        (data ? (
          <LimitChart
            title={t(data.month ? 'limits.monthTitle' : 'limits.weekTitle', { title: row.title })}
            curve={curveOf(data, report)}
            words={words}
          />
        ) : error ? (
          <p className="sd-limit-nothing" role="alert">
            {t('limits.detailsFailed')}{' '}
            <Button size="sm" onClick={() => void refetch()}>
              {t('ui.retryNow')}
            </Button>
          </p>
        ) : (
          <Skeleton height={180} />
        ))}
      <div className="sd-limit-side">
        {hasChart && <Causers causers={data?.limit.causers ?? row.causers} words={words} />}
        <Notes row={row} words={words} />
      </div>
    </div>
  )
}

/** From this factor on, a change is shown as a multiple. */
const manifold = 3
/** Maximum number of causers listed. */
const causersMax = 8

function Causers({ causers, words }: { readonly causers: readonly LimitCauser[]; readonly words: Words }) {
  const t = useText()
  const isTenants = useAccount()?.auth.authority === 'TENANT_ADMIN'
  const areDevices = causers.some(({ entityType }) => entityType === 'DEVICE')
  return (
    <>
      <header>
        <h3>{t('limits.causersTitle')}</h3>
        {isTenants && areDevices && (
          <Link to="/devices" search={{}}>
            {t('limits.allDevices')}
          </Link>
        )}
      </header>
      {causers.length === 0 ? (
        <p className="sd-text-3">{t('limits.noCausers')}</p>
      ) : (
        <ul className="sd-limit-causers" data-causer>
          {causers.slice(0, causersMax).map((causer, at) => (
            // Entities that the user can’t read have no ID.
            <li key={causer.id ?? `hidden ${at}`}>
              <CauserIcon causer={causer} />
              <CauserName causer={causer} />
              <span className="sd-limit-bar" aria-hidden>
                <i style={{ width: `${causer.share * 100}%` }} />
              </span>
              <b className="sd-num">{percentText(causer.share, words)}</b>
              <Change causer={causer} words={words} />
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

function Change({ causer: { change }, words }: { readonly causer: LimitCauser; readonly words: Words }) {
  const { t, utc, nowMs } = words
  if (change === null) return <span className="sd-text-3">{t('limits.steadyCauser')}</span>
  const date = utc.date(change.sinceTs, nowMs)
  const percent = percentText(Math.abs(change.factor - 1), words)
  if (change.factor >= manifold) {
    const factor = words.format.number(change.factor, { decimals: 0 })
    return <span className="sd-limit-grown">{t('limits.times', { factor, date })}</span>
  }
  return change.factor > 1 ? (
    <span className="sd-limit-grown">{t('limits.more', { percent, date })}</span>
  ) : (
    <span className="sd-text-3">{t('limits.less', { percent, date })}</span>
  )
}

function Notes({ row, words }: { readonly row: LimitRow; readonly words: Words }) {
  const t = useText()
  const { atLimit, advice, limit, refused: rejected, rates } = row
  const last = rejected.lastTs === null ? [] : [t('limits.refusedLast', { time: asOfText(rejected.lastTs, words) })]
  const facts = [
    t('limits.refusedToday', { count: rejected.today }),
    t('limits.refusedWeek', { count: rejected.week }),
    ...last,
  ]
  const value = rates?.includes(',') ? rates : limit === null ? '' : amountText(row, limit, words)
  return (
    <div className="sd-limit-notes">
      <p>
        <Info size={14} strokeWidth={2} aria-hidden />
        {limit === null
          ? t('limits.unlimitedNote')
          : row.used === null
            ? t('limits.unmeasuredNote', { atLimit })
            : t('limits.atLimitNote', { limit: value, atLimit, advice })}
      </p>
      {limit !== null && <p className="sd-num">{facts.join(', ')}</p>}
    </div>
  )
}
