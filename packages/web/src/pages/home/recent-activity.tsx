/** What was done last in the tenant, and by whom. */

import type { AuditLog } from '@sonde/model/audit-log/audit-log'
import { Link } from '@tanstack/react-router'
import { ArrowRight } from 'lucide-react'
import { AuditStatus } from '../../audit-log/audit-status.tsx'
import { EntityKindIcon } from '../../entities/entity-kind.tsx'
import { EntityLink } from '../../entities/entity-link.tsx'
import { useNow } from '../../live/use-now.ts'
import { useText } from '../../locale/use-text.tsx'
import { useFormat } from '../../ui/format/use-format.ts'
import { ErrorState, Skeleton } from '../../ui/states/states.tsx'
import { useRecentActivity } from './fleet-queries.ts'

export function RecentActivity() {
  const t = useText()
  const { data, error, refetch } = useRecentActivity()
  return (
    <section className="sd-card sd-home-panel" aria-label={t('home.activity')}>
      <header>
        <h2>{t('home.activity')}</h2>
        <Link to="/auditLogs" search={{}} className="sd-home-more">
          {t('auditLogs.title')}
          <ArrowRight size={16} strokeWidth={2} aria-hidden />
        </Link>
      </header>
      {error && !data ? (
        <ErrorState title={t('home.activityFailed')} error={error} onRetry={() => void refetch()} />
      ) : !data ? (
        <div className="sd-home-waiting" aria-busy>
          <Skeleton width="80%" height={14} />
          <Skeleton width="70%" height={14} />
        </div>
      ) : data.data.length === 0 ? (
        <p className="sd-home-fine">{t('home.noActivity')}</p>
      ) : (
        <ul className="sd-home-activity">
          {data.data.map((entry) => (
            <ActivityLine key={entry.id.id} entry={entry} />
          ))}
        </ul>
      )}
    </section>
  )
}

function ActivityLine({ entry }: { entry: AuditLog }) {
  const t = useText()
  const format = useFormat()
  const nowMs = useNow()
  const { entityId, entityName, actionType, actionStatus, userName, createdTime } = entry
  return (
    <li>
      <EntityKindIcon entityType={entityId.entityType} size={18} />
      <div>
        <span>
          {t(`auditLogs.${actionType}`)}{' '}
          {actionType === 'DELETED' || entityName === '' ? (
            <b>{entityName}</b>
          ) : (
            <EntityLink id={entityId} name={entityName} />
          )}
        </span>
        {/* Signing in, for one, is done by whom it concerns. */}
        {userName !== entityName && <span className="sd-text-3 sd-xs">{userName}</span>}
      </div>
      {actionStatus === 'FAILURE' && <AuditStatus status={actionStatus} />}
      <span className="sd-num sd-text-2 sd-xs" title={format.dateTime(createdTime)}>
        {format.when(createdTime, nowMs)}
      </span>
    </li>
  )
}
