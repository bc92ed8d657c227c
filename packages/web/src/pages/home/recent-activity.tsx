/** Recent activity in the tenant: actions and their users. */

import type { AuditLog } from '@sonde/model/audit-log/audit-log'
import { Link } from '@tanstack/react-router'
import { ArrowRight } from 'lucide-react'
import { AuditStatus } from '../../audit-log/audit-status.tsx'
import { EntityKindIcon } from '../../entities/entity-kind.tsx'
import { EntityLink } from '../../entities/entity-link.tsx'
import { useNow } from '../../live/use-now.ts'
import { useText } from '../../locale/use-text.tsx'
import { useFormat } from '../../ui/format/use-format.ts'
import { useRecentActivity } from './fleet-queries.ts'
import { ListPanel } from './list-panel.tsx'

export function RecentActivity() {
  const t = useText()
  return (
    <ListPanel
      title={t('home.activity')}
      beside={
        <Link to="/auditLogs" search={{}} className="sd-home-more">
          {t('auditLogs.title')}
          <ArrowRight size={16} strokeWidth={2} aria-hidden />
        </Link>
      }
      query={useRecentActivity()}
      failed={t('home.activityFailed')}
      empty={t('home.noActivity')}
      kind="activity"
    >
      {(entry) => <ActivityLine key={entry.id.id} entry={entry} />}
    </ListPanel>
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
            <b>{entityName || t(`entityTypes.${entityId.entityType}`)}</b>
          ) : (
            <EntityLink id={entityId} name={entityName} />
          )}
        </span>
        {/* Omitted if the user is the entity, such as for sign-in. */}
        {userName !== entityName && <span className="sd-text-3 sd-xs">{userName}</span>}
      </div>
      {actionStatus === 'FAILURE' && <AuditStatus status={actionStatus} />}
      <span className="sd-num sd-text-2 sd-xs" title={format.dateTime(createdTime)}>
        {format.when(createdTime, nowMs)}
      </span>
    </li>
  )
}
