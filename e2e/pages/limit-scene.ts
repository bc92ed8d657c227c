/** Server responses with the limits of a busy tenant at a fixed time, for pages that must not depend on history. */

import type { LimitCauser, LimitDetails, LimitReport, LimitRow } from '@sonde/model/limits/limit-report'
import type { TenantLimitKey } from '@sonde/model/limits/profile-limits'
import type { Page, Route } from 'playwright-core'
import { limitRow } from '../../packages/web/src/limits/limit-row-testing.ts'

const hourMs = 3_600_000
const nowMs = Date.UTC(2026, 10, 22, 14, 31)
const periodStartTs = Date.UTC(2026, 10, 1)
const periodEndTs = Date.UTC(2026, 11, 1)
const trendStart = Date.UTC(2026, 10, 15, 15)

type Given = Partial<Omit<LimitRow, 'key' | 'causers' | 'trend'>> & {
  readonly causers?: readonly (readonly [entityType: string, name: string, share: number, factor?: number])[]
  /** Usage seven days ago. */
  readonly from?: number
}

/** UUID derived from a name. */
const idOf = (name: string) =>
  `00000000-0000-4000-8000-${[...name]
    .reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 1e12, 7)
    .toFixed(0)
    .padStart(12, '0')}`

const causer = ([entityType, name, share, factor]: readonly [string, string, number, number?]): LimitCauser => ({
  entityType,
  id: idOf(name),
  name,
  ruleChainId: entityType === 'RULE_NODE' ? idOf('chain') : null,
  share,
  change: factor === undefined ? null : { factor, sinceTs: Date.UTC(2026, 10, 19) },
})

function row(key: TenantLimitKey, { causers = [], from, ...given }: Given): LimitRow {
  const used = given.used ?? null
  const limit = given.limit ?? null
  const begin = from ?? (used ?? 0) * 0.7
  const hasTrend = used !== null && limit !== null
  return limitRow(key, {
    usedTs: nowMs,
    forecast: { kind: 'none' },
    trend: hasTrend
      ? {
          startTs: trendStart,
          stepMs: hourMs,
          used: Array.from({ length: 168 }, (_, hour) => Math.round(begin + ((used - begin) * hour) / 167)),
          refused: Array.from({ length: 168 }, () => 0),
        }
      : null,
    ...given,
    used,
    limit,
    causers: causers.map(causer),
  })
}

export const busyTenant: LimitReport = {
  ts: nowMs,
  tenantId: idOf('tenant'),
  tenantTitle: 'Riverside plant',
  profile: { id: idOf('profile'), name: 'Standard' },
  periodStartTs,
  periodEndTs,
  warnShare: 0.8,
  limits: [
    row('transportDeviceMsgRateLimit', {
      used: 14,
      limit: 10,
      seconds: 1,
      state: 'reached',
      refused: { today: 4_120, week: 9_800, lastTs: nowMs - 4_000 },
      forecast: { kind: 'over' },
      from: 3,
      causers: [['DEVICE', 'Meter M-06', 0.97]],
    }),
    row('maxTransportMessages', {
      used: 8_840_000,
      limit: 10_000_000,
      state: 'soon',
      forecast: { kind: 'full', ts: Date.UTC(2026, 10, 25, 9) },
      causers: [
        ['DEVICE', 'Gateway G-01', 0.41, 2.18],
        ['DEVICE', 'Meter M-06', 0.09, 14],
        ['DEVICE', 'Van V-03', 0.04],
        ['DEVICE', 'Pump P-05', 0.03, 0.4],
      ],
    }),
    row('maxEmails', {
      used: 388,
      limit: 500,
      state: 'soon',
      forecast: { kind: 'full', ts: Date.UTC(2026, 10, 29, 12) },
      causers: [['RULE_NODE', 'Shift alarm mail', 0.91]],
    }),
    row('maxTransportDataPoints', {
      used: 31_200_000,
      limit: 50_000_000,
      forecast: { kind: 'share', ts: periodEndTs, share: 0.85 },
      causers: [['DEVICE', 'Gateway G-01', 0.38]],
    }),
    row('maxREExecutions', {
      used: 19_600_000,
      limit: 40_000_000,
      forecast: { kind: 'share', ts: periodEndTs, share: 0.67 },
      causers: [['RULE_CHAIN', 'Riverside ingest', 0.88]],
    }),
    row('maxJSExecutions', {
      used: 2_100_000,
      limit: 5_000_000,
      forecast: { kind: 'share', ts: periodEndTs, share: 0.57 },
      causers: [['RULE_NODE', 'kPa to bar', 0.64]],
    }),
    row('tenantRestRequests', {
      used: 212,
      limit: 600,
      seconds: 60,
      forecast: { kind: 'peak', ts: Date.UTC(2026, 10, 22, 8), used: 410 },
      causers: [['USER', 'tom.becker@riverside.example', 0.52]],
    }),
    row('maxDevices', {
      used: 514,
      limit: 600,
      from: 514,
      forecast: { kind: 'steady' },
      causers: [['USER', 'ana.ruiz@riverside.example', 0.93]],
    }),
    row('telemetryKeys', { used: 41, limit: 10_000, from: 40, isStale: true, usedTs: Date.UTC(2026, 10, 22, 14, 5) }),
    row('maxResourcesInBytes', { used: 3 * 1024 * 1024, limit: 64 * 1024 * 1024, forecast: { kind: 'notEnough' } }),
    row('nodeVisits', { limit: 1_000, state: 'unmeasured' }),
    row('maxAssets', { used: 38, state: 'unlimited' }),
  ],
}

function detailsOf(key: string): LimitDetails {
  const limit = busyTenant.limits.find((each) => each.key === key) ?? (busyTenant.limits[0] as LimitRow)
  const hours = Math.floor((nowMs - periodStartTs) / hourMs)
  const used = limit.used ?? 0
  const month =
    limit.kind === 'month'
      ? Array.from({ length: hours }, (_, hour) => ({
          ts: periodStartTs + (hour + 1) * hourMs,
          used: Math.round(used * ((hour + 1) / hours) ** 1.2),
        }))
      : null
  return { ts: nowMs, limit, month }
}

/** Replaces the server's responses from now on. */
export async function showLimits(page: Page, report: LimitReport = busyTenant): Promise<void> {
  await page.route('**/api/v2/limits**', (route: Route) => {
    const key = /\/limits\/(\w+)/.exec(new URL(route.request().url()).pathname)?.[1]
    return route.fulfill({ json: key === undefined ? report : detailsOf(key) })
  })
}
