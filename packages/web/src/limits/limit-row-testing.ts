/** Limit of a report for tests of components and of pages, in the format of the server's response. */

import type { LimitRow } from '@sonde/model/limits/limit-report'
import { describedLimit, type TenantLimitKey } from '@sonde/model/limits/profile-limits'

/** In the local time of the machine that runs the tests: texts contain the time of day. */
export const nowMs = new Date(2026, 10, 22, 14, 31).getTime()

/** A limit of which 40 % are used, now and in future, unless `change` says otherwise. */
export function limitRow(key: TenantLimitKey, change: Partial<LimitRow> = {}): LimitRow {
  const { used = 40, limit = 100 } = change
  return {
    ...describedLimit(key),
    seconds: null,
    rates: null,
    usedTs: nowMs,
    isStale: false,
    share: used === null || limit === null ? null : used / limit,
    state: 'fine',
    refused: { today: 0, week: 0, lastTs: null },
    forecast: { kind: 'steady' },
    trend: null,
    causers: [],
    ...change,
    used,
    limit,
  }
}
