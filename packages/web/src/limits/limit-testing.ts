/** Limits for tests, in the format of the server's response. */

import type { LimitReport, LimitRow } from '@sonde/model/limits/limit-report'
import { describedLimit, type TenantLimitKey } from '@sonde/model/limits/profile-limits'
import { englishTexts } from '../testing/render-page.tsx'
import { createFormat } from '../ui/format/format.ts'
import type { Words } from './limit-words.ts'

/** In the local time of the machine that runs the tests: texts contain the time of day. */
export const nowMs = new Date(2026, 10, 22, 14, 31).getTime()
export const hourMs = 3_600_000

export const words: Words = {
  t: englishTexts().current.t,
  intl: 'en-US',
  format: createFormat('en-US', 'UTC'),
  utc: createFormat('en-US', 'UTC'),
  nowMs,
}

/** Properties of a rate limit that is currently exceeded. */
export const overLimit = {
  used: 14,
  limit: 10,
  seconds: 1,
  state: 'reached',
  forecast: { kind: 'over' },
} as const satisfies Partial<LimitRow>

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

export const limitReport = (limits: LimitRow[]): LimitReport => ({
  ts: nowMs,
  tenantId: '00000000-0000-4000-8000-000000000001',
  tenantTitle: 'Acme',
  profile: { id: '00000000-0000-4000-8000-000000000002', name: 'Standard' },
  periodStartTs: Date.UTC(2026, 10, 1),
  periodEndTs: Date.UTC(2026, 11, 1),
  warnShare: 0.8,
  limits,
})
