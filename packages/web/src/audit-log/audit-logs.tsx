/** Audit log of an entity or of the whole tenant, with the details of an entry. */

import { createAuditLogCalls } from '@sonde/client/audit-log/audit-log-calls'
import type { AuditLog } from '@sonde/model/audit-log/audit-log'
import type { EntityId } from '@sonde/model/ids'
import { useMemo } from 'react'
import { TabTable } from '../entity-pages/tab-table/tab-table.tsx'
import { useTabTable } from '../entity-pages/tab-table/use-tab-table.ts'
import { useText } from '../locale/use-text.tsx'
import { useClient } from '../session/use-session.tsx'
import { AuditLogDialog } from './audit-log-dialog.tsx'
import { auditLogTable } from './audit-log-table.tsx'

/** `of`: null for the whole tenant, shown as a page. */
export default function AuditLogs({ of }: { of: EntityId | null }) {
  const t = useText()
  const { rest } = useClient()
  const description = useMemo(() => auditLogTable(createAuditLogCalls(rest), of, t), [rest, of, t])
  const table = useTabTable<AuditLog>(description)
  return (
    <>
      <TabTable table={table} isPage={of === null} />
      {table.openRow && <AuditLogDialog entry={table.openRow} onClose={table.close} />}
    </>
  )
}
