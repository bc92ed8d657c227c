/** Audit log of the tenant: user, entity, action and result of each entry. */

import AuditLogs from '../../audit-log/audit-logs.tsx'
import { useText } from '../../locale/use-text.tsx'
import { isPhone, useWidth } from '../../ui/theme/use-width.ts'

export function AuditLogsPage() {
  const t = useText()
  const onPhone = useWidth(isPhone)
  return (
    <div className="sd-page sd-entity-page" data-phone={onPhone || undefined}>
      {onPhone ? (
        <h1 className="sd-hidden-text">{t('auditLogs.title')}</h1>
      ) : (
        <div className="sd-page-head">
          <h1>{t('auditLogs.title')}</h1>
        </div>
      )}
      <section className="sd-card sd-table-card" aria-label={t('auditLogs.title')}>
        <AuditLogs of={null} />
      </section>
    </div>
  )
}
