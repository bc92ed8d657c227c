/** All limits of a tenant: three cards, then a row per limit; as a page, and as a tab of a tenant's details. */

import './limits.css'
import type { LimitReport } from '@sonde/model/limits/limit-report'
import { Gauge } from 'lucide-react'
import { useState } from 'react'
import { useLocale, useText } from '../locale/use-text.tsx'
import { useElementSize } from '../ui/element-size/use-element-size.ts'
import { useFormat } from '../ui/format/use-format.ts'
import { EmptyState, ErrorState, Skeleton } from '../ui/states/states.tsx'
import { LimitActions } from './limit-actions.tsx'
import { LimitCards } from './limit-cards.tsx'
import { LimitRows } from './limit-rows.tsx'
import { type LimitSort, urgentFirst } from './limit-sort.ts'
import type { Words } from './limit-words.ts'
import { useLimits } from './use-limits.ts'

/** Number of placeholder rows while loading. */
const skeletonRows = 8

/** Texts and formats at the time of the report, or at the current time. */
export function useLimitWords(report: LimitReport | undefined): Words {
  const t = useText()
  const { intl } = useLocale()
  const format = useFormat()
  const utc = useFormat('UTC')
  return { t, intl, format, utc, nowMs: report?.ts ?? Date.now() }
}

interface LimitsViewProps {
  /** Absent: the current user's tenant. */
  readonly tenantId?: string
  readonly sort: LimitSort
  readonly onSort: (sort: LimitSort) => void
}

export function LimitsView({ tenantId, sort, onSort }: LimitsViewProps) {
  const t = useText()
  const { data, error, refetch } = useLimits(tenantId, true)
  const words = useLimitWords(data)
  const [box, { width }] = useElementSize<HTMLDivElement>()
  return (
    <div ref={box} className="sd-limits-view">
      {error && data && (
        <p className="sd-limits-stale" role="status">
          {t('limits.stale')}
        </p>
      )}
      {data ? (
        data.limits.length === 0 ? (
          <EmptyState
            icon={<Gauge size={24} strokeWidth={1.75} />}
            title={t('limits.emptyTitle')}
            text={t('limits.emptyText')}
          />
        ) : (
          <>
            <LimitCards report={data} words={words} />
            {width > 0 && (
              <LimitRows report={data} tenantId={tenantId} words={words} sort={sort} onSort={onSort} widthPx={width} />
            )}
          </>
        )
      ) : error ? (
        <div className="sd-card">
          <ErrorState title={t('limits.failed')} error={error} onRetry={() => void refetch()} />
        </div>
      ) : (
        <Loading />
      )}
    </div>
  )
}

function Loading() {
  return (
    <>
      <div className="sd-limit-cards" aria-hidden>
        {[0, 1, 2].map((card) => (
          <div key={card} className="sd-card">
            <Skeleton width="60%" height={36} />
          </div>
        ))}
      </div>
      <div className="sd-card sd-limits-loading" aria-busy>
        {Array.from({ length: skeletonRows }, (_, row) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: all alike
          <Skeleton key={row} width={`${90 - (row % 3) * 10}%`} />
        ))}
      </div>
    </>
  )
}

/** Details tab of a tenant, for system administrators. */
export default function TenantLimits({ tenantId }: { readonly tenantId: string }) {
  const [sort, setSort] = useState<LimitSort>(urgentFirst)
  const { data } = useLimits(tenantId, true)
  const words = useLimitWords(data)
  return (
    <div className="sd-tenant-limits">
      <LimitActions report={data} words={words} />
      <LimitsView tenantId={tenantId} sort={sort} onSort={setSort} />
    </div>
  )
}
