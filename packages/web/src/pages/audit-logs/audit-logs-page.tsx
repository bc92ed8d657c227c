/** Audit log of the tenant: user, entity, action and result of each entry. */

import AuditLogs from '../../audit-log/audit-logs.tsx'
import { TablePage } from '../../entity-pages/table-page.tsx'

export function AuditLogsPage() {
  return (
    <TablePage title="auditLogs.title">
      <AuditLogs of={null} />
    </TablePage>
  )
}
