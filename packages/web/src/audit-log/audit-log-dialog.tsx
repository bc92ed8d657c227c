/** Details of an audit log entry: the action, its data, and the error if it failed. */

import type { AuditLog } from '@sonde/model/audit-log/audit-log'
import { EntityKind } from '../entities/entity-kind.tsx'
import { EntityLink } from '../entities/entity-link.tsx'
import { HelpButton } from '../help/help-button.tsx'
import { useText } from '../locale/use-text.tsx'
import { CodeBlock } from '../ui/copy/code-block.tsx'
import { CopyIconButton } from '../ui/copy/copy-button.tsx'
import { FactsDialog } from '../ui/dialog/facts-dialog.tsx'
import { useFormat } from '../ui/format/use-format.ts'
import { AuditStatus } from './audit-status.tsx'

export function AuditLogDialog({ entry, onClose }: { readonly entry: AuditLog; readonly onClose: () => void }) {
  const t = useText()
  const format = useFormat()
  const { entityId, entityName, actionType, actionData, actionStatus, actionFailureDetails } = entry
  const actingUser = actingUserOf(actionData)
  return (
    <FactsDialog
      help={<HelpButton page="details/audit-log" />}
      title={t(`auditLogs.${actionType}`)}
      onClose={onClose}
      facts={
        <>
          <dt>{t('auditLogs.time')}</dt>
          <dd className="sd-num">{format.dateTime(entry.createdTime)}</dd>
          <dt>{t('auditLogs.status')}</dt>
          <dd>
            <AuditStatus status={actionStatus} />
          </dd>
          <dt>{t('auditLogs.user')}</dt>
          <dd>{entry.userName || t('ui.none')}</dd>
          {actingUser !== undefined && (
            <>
              <dt>{t('auditLogs.actingUser')}</dt>
              <dd>{actingUser}</dd>
            </>
          )}
          <dt>{t('auditLogs.entityName')}</dt>
          <dd>
            {entityName !== '' && actionType !== 'DELETED' ? (
              <EntityLink id={entityId} name={entityName} />
            ) : (
              entityName || t('ui.none')
            )}
            <span className="sd-xs sd-text-3">
              <EntityKind entityType={entityId.entityType} />
            </span>
          </dd>
          <dt>{t('auditLogs.id')}</dt>
          <dd>
            <span className="sd-mono">{entityId.id}</span>
            <CopyIconButton text={entityId.id} label={t('ui.copyId')} />
          </dd>
        </>
      }
    >
      {actionFailureDetails !== '' && (
        <section>
          <h3 className="sd-dialog-section">{t('auditLogs.failureDetails')}</h3>
          <CodeBlock text={actionFailureDetails} />
        </section>
      )}
      {actionData !== null && actionData !== undefined && (
        <section>
          <h3 className="sd-dialog-section">{t('auditLogs.actionData')}</h3>
          <CodeBlock text={JSON.stringify(actionData, null, 2)} />
        </section>
      )}
    </FactsDialog>
  )
}

/** Email of the administrator who was signed in as the user; undefined if the user acted. */
function actingUserOf(actionData: unknown): string | undefined {
  const { actingUser } = Object(actionData) as { readonly actingUser?: { readonly userName?: unknown } | null }
  return typeof actingUser?.userName === 'string' ? actingUser.userName : undefined
}
