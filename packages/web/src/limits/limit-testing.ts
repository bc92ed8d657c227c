/** Limits for tests, in the format of the server's response. */

import type { LimitReport, LimitRow } from '@sonde/model/limits/limit-report'
import { englishTexts } from '../testing/render-page.tsx'
import { createFormat } from '../ui/format/format.ts'
import { nowMs } from './limit-row-testing.ts'
import type { Words } from './limit-words.ts'

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
