/** Limits of a tenant and their usage; tenant and system administrators only. Sonde API. */

import type { LimitDetails, LimitReport } from '@sonde/model/limits/limit-report'
import type { TenantLimitKey } from '@sonde/model/limits/profile-limits'
import type { CallOptions, Rest } from '../rest/rest.ts'

const root = '/api/v2/limits'

export type LimitCalls = ReturnType<typeof createLimitCalls>

export function createLimitCalls(rest: Rest) {
  const query = (tenantId: string | undefined) => (tenantId === undefined ? {} : { query: { tenantId } })
  return {
    /** All limits of a tenant, most urgent first; default: the caller's tenant. */
    report: (tenantId?: string, options: CallOptions = {}) =>
      rest.request<LimitReport>('GET', root, { ...options, ...query(tenantId) }),

    /** One limit, with more of its causes and the current month. */
    details: (key: TenantLimitKey, tenantId?: string, options: CallOptions = {}) =>
      rest.request<LimitDetails>('GET', `${root}/${key}`, { ...options, ...query(tenantId) }),
  }
}
