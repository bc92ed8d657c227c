/** Limits as text: usage, limit and forecast. Pure. */

import type { AlarmSeverity } from '@sonde/model/alarms/alarm-kinds'
import type { LimitRow } from '@sonde/model/limits/limit-report'
import type { Translate } from '../locale/texts.ts'
import { fileSize } from '../ui/format/file-size.ts'
import type { Format } from '../ui/format/format.ts'
import { shortCount } from '../ui/format/short-count.ts'

/** The user's language and formats; months are UTC. */
export interface Words {
  readonly t: Translate
  readonly intl: string
  readonly format: Format
  readonly utc: Format
  readonly nowMs: number
}

const dayMs = 86_400_000
/** Time before a limit is reached from which it counts as urgent. */
const urgentMs = 3 * dayMs

/** Undefined if no action is needed. */
export function severityOf({ state, forecast }: LimitRow, nowMs: number): AlarmSeverity | undefined {
  if (state === 'reached') return 'CRITICAL'
  if (state !== 'soon') return undefined
  return (forecast.ts ?? 0) - nowMs <= urgentMs ? 'MAJOR' : 'MINOR'
}

/** Compact value, such as `8.8M` or `4 MB`. */
export function amountText({ unit }: Pick<LimitRow, 'unit'>, value: number, { t, intl, format }: Words): string {
  if (unit === 'bytes') return fileSize(value, t, format)
  return unit === 'ms' ? format.number(value, { decimals: 0, unit: 'ms' }) : shortCount(value, intl)
}

/** Value with all digits. */
export function exactText({ unit }: Pick<LimitRow, 'unit'>, value: number, { t, format }: Words): string {
  if (unit === 'bytes') return fileSize(value, t, format)
  return format.number(value, { decimals: 0, ...(unit === 'ms' && { unit: 'ms' }) })
}

export const percentText = (share: number, { format }: Pick<Words, 'format'>): string =>
  `${format.number(share * 100, { decimals: share > 0 && share < 0.01 ? 1 : 0 })}%`

/** Scope of the values: `per month`, `per second`, `in total`, `highest device`. */
export function scopeText({ kind, per, seconds }: LimitRow, { t }: Words): string {
  if (kind === 'month') return t('limits.perMonth')
  if (kind === 'work') return t('limits.perRun', { owner: t(`limits.owner_${per}`) })
  if (kind === 'amount')
    return per === 'tenant' ? t('limits.inTotal') : t('limits.highest', { owner: t(`limits.owner_${per}`) })
  if (seconds === 1) return t('limits.perSecond')
  if (seconds === 60) return t('limits.perMinute')
  return seconds === 3600 ? t('limits.perHour') : t('limits.perSeconds', { seconds: seconds ?? 0 })
}

/** `14 of 10`, `514, no limit`, `Not measured`. */
export function usedText(row: LimitRow, words: Words): string {
  const { t } = words
  if (row.used === null) {
    return row.limit === null
      ? t('limits.unlimited')
      : t('limits.unmeasuredOf', { limit: amountText(row, row.limit, words) })
  }
  const used = amountText(row, row.used, words)
  if (row.limit === null) return t('limits.usedFree', { used })
  return t('limits.usedOf', { used, limit: amountText(row, row.limit, words) })
}

export function forecastText(row: LimitRow, words: Words): string {
  const { t, utc, nowMs } = words
  const { forecast, share } = row
  const date = (ms: number) => utc.date(ms, nowMs)
  switch (forecast.kind) {
    case 'over':
      return t((share ?? 0) > 1 ? 'limits.over' : (share ?? 0) === 1 ? 'limits.atLimit' : 'limits.refusing')
    case 'full':
      return t('limits.fullOn', { date: date(forecast.ts ?? nowMs) })
    case 'share':
      // The end is exclusive: shows the last day of the month.
      return t('limits.shareOn', {
        share: percentText(forecast.share ?? 0, words),
        date: date((forecast.ts ?? nowMs) - 1),
      })
    case 'steady':
      return t(row.kind === 'rate' || row.kind === 'work' ? 'limits.unused' : 'limits.steady')
    case 'peak':
      return t('limits.peak', {
        used: amountText(row, forecast.used ?? 0, words),
        when: whenText(forecast.ts ?? 0, words),
      })
    case 'notEnough':
      return t('limits.notEnough')
    case 'none':
      return t(row.state === 'unlimited' ? 'limits.unlimited' : 'limits.unmeasured')
  }
}

/** `at 08:00` within the last 24 hours, `on Nov 20` before. */
function whenText(ms: number, { t, format, nowMs }: Words): string {
  if (nowMs - ms < dayMs) return t('limits.atTime', { time: format.clock(ms).slice(0, 5) })
  return t('limits.onDate', { date: format.date(ms, nowMs) })
}

/** `14:31`, or the date if it's older than 24 hours. */
export function asOfText(ms: number, { format, nowMs }: Words): string {
  return nowMs - ms < dayMs ? format.clock(ms).slice(0, 5) : format.date(ms, nowMs)
}

/** One sentence with usage, limit and forecast. */
export const summaryText = (row: LimitRow, words: Words): string =>
  words.t('limits.summary', { title: row.title, used: usedText(row, words), forecast: forecastText(row, words) })
