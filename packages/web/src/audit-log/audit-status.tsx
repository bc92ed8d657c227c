/** Status of an audit log entry: icon and text for success or failure. */

import './audit-log.css'
import type { AuditLog } from '@sonde/model/audit-log/audit-log'
import { CircleCheck, CircleX } from 'lucide-react'
import { useText } from '../locale/use-text.tsx'

export function AuditStatus({ status, hidesText }: { status: AuditLog['actionStatus']; hidesText?: boolean }) {
  const t = useText()
  const hasFailed = status === 'FAILURE'
  const Icon = hasFailed ? CircleX : CircleCheck
  return (
    <span className="sd-audit-status" data-failed={hasFailed || undefined}>
      <Icon size={hidesText ? 16 : 14} strokeWidth={2} aria-hidden />
      <span className={hidesText ? 'sd-hidden-text' : undefined}>{t(`auditLogs.${status}`)}</span>
    </span>
  )
}
