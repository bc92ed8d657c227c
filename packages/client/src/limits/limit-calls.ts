/** Limits: how much a tenant uses of each; tenant and system administrators only. Sonde's own. */

import type { LimitDetails, LimitReport } from '@sonde/model/limits/limit-report'
import type { TenantLimitKey } from '@sonde/model/limits/profile-limits'
import type { CallOptions, Rest } from '../rest/rest.ts'

const root = '/api/v2/limits'

export type LimitCalls = ReturnType<typeof createLimitCalls>

export function createLimitCalls(rest: Rest) {
  const query = (tenantId: string | undefined) => (tenantId === undefined ? {} : { query: { tenantId } })
  return {
    /** Every limit of a tenant, the most urgent first; of the caller's own tenant when none is named. */
    report: (tenantId?: string, options: CallOptions = {}) =>
      rest.request<LimitReport>('GET', root, { ...options, ...query(tenantId) }),

    /** One limit, with more of those who cause it and the month so far. */
    details: (key: TenantLimitKey, tenantId?: string, options: CallOptions = {}) =>
      rest.request<LimitDetails>('GET', `${root}/${key}`, { ...options, ...query(tenantId) }),
  }
}
