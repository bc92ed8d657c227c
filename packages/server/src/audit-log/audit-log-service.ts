/** Reads the audit log and deletes entries after the retention time. */

import type { AuditLog } from '@sonde/model/audit-log/audit-log'
import { forbidden } from '@sonde/model/errors'
import type { PageData, PageLink } from '@sonde/model/paging'
import type { Scope } from '../access/scope.ts'
import type { Clock } from '../clock.ts'
import type { Storage } from '../storage/storage.ts'
import type { AuditFilter, AuditLogStore } from './audit-log-store.ts'

const dayMs = 24 * 60 * 60 * 1000
export const auditExpiryMs = 60 * 60 * 1000

export type AuditQuestion = Pick<AuditFilter, 'startTime' | 'endTime' | 'actions'>

export interface AuditLogServiceDeps {
  readonly store: AuditLogStore
  readonly storage: Pick<Storage, 'transact'>
  readonly clock: Clock
  /** Value of `SONDE_AUDIT_DAYS`. 0: forever. */
  readonly days: number
}

export type AuditLogService = ReturnType<typeof createAuditLogService>

export function createAuditLogService({ store, storage, clock, days }: AuditLogServiceDeps) {
  /** Lists entries of the caller's tenant, including those of deleted entities. */
  function list(
    scope: Scope,
    of: Pick<AuditFilter, 'entity' | 'userId' | 'customerId'>,
    question: AuditQuestion,
    link: PageLink,
  ): Promise<PageData<AuditLog>> {
    if (scope.authority !== 'TENANT_ADMIN') throw forbidden()
    return store.page({ ...of, ...question, tenantId: scope.tenantId }, link)
  }

  async function removeOld(): Promise<void> {
    if (days > 0) await storage.transact({ statements: [store.removeBefore(clock.nowMs() - days * dayMs)] })
  }

  return { list, removeOld }
}
