/** Audit log: user, action, time and success; tenant administrators only. */

import type { AuditAction, AuditLog } from '@sonde/model/audit-log/audit-log'
import type { EntityId } from '@sonde/model/ids'
import type { PageData } from '@sonde/model/paging'
import { type TimePageLink, timePageQuery } from '../rest/page-query.ts'
import type { CallOptions, Rest } from '../rest/rest.ts'

export interface AuditLogFilter {
  /** Absent: all. */
  readonly actionTypes?: readonly AuditAction[]
  /** Actions to leave out, unless `actionTypes` is set. */
  readonly withoutActionTypes?: readonly AuditAction[]
}

export type AuditLogCalls = ReturnType<typeof createAuditLogCalls>

export function createAuditLogCalls(rest: Rest) {
  const page = (below: string, link: TimePageLink, filter: AuditLogFilter, options: CallOptions) =>
    rest.request<PageData<AuditLog>>('GET', `/api/audit/logs${below}`, {
      ...options,
      query: { ...timePageQuery(link), ...filter },
    })

  return {
    /** Actions in the tenant. */
    list: (link: TimePageLink, filter: AuditLogFilter = {}, options: CallOptions = {}) =>
      page('', link, filter, options),

    /** Actions on entities of a customer. */
    ofCustomer: (customerId: string, link: TimePageLink, filter: AuditLogFilter = {}, options: CallOptions = {}) =>
      page(`/customer/${customerId}`, link, filter, options),

    /** Actions of a user. */
    ofUser: (userId: string, link: TimePageLink, filter: AuditLogFilter = {}, options: CallOptions = {}) =>
      page(`/user/${userId}`, link, filter, options),

    /** Actions on an entity. */
    ofEntity: (entity: EntityId, link: TimePageLink, filter: AuditLogFilter = {}, options: CallOptions = {}) =>
      page(`/entity/${entity.entityType}/${entity.id}`, link, filter, options),
  }
}
