/** Ticks of a time axis, on natural boundaries of the time zone. */

import { isRepeated, startOfUnit, type Weekday, wallTime, zoneOffsetMs } from '@sonde/model/time-windows/zone-time'

const second = 1000
const minute = 60 * second
const hour = 60 * minute
const day = 24 * hour

const steps = [
  ...[1, 2, 5, 10, 15, 30].map((n) => n * second),
  ...[1, 2, 5, 10, 15, 30].map((n) => n * minute),
  ...[1, 2, 3, 6, 12].map((n) => n * hour),
  ...[1, 2, 7, 14].map((n) => n * day),
  ...[30, 90, 180, 365].map((n) => n * day),
]

/** Space per label, px. Less would make labels touch; more would leave small charts with two ticks. */
const labelSpacePx = 64
/** Maximum number of ticks; more don't improve readability. */
const ticksMax = 8

export interface TimeTick {
  readonly ms: number
  readonly label: string
}

/** Ticks of [startMs, endMs] on `widthPx`, labeled in the time zone. Ticks where the day changes show the date. */
export function timeTicks(
  startMs: number,
  endMs: number,
  widthPx: number,
  { zone, locale, firstDayOfWeek = 1 }: { zone: string; locale: string; firstDayOfWeek?: Weekday },
): TimeTick[] {
  const count = Math.max(1, Math.min(ticksMax, Math.floor(widthPx / labelSpacePx)))
  const least = (endMs - startMs) / count
  const step = steps.find((one) => one >= least) ?? (steps.at(-1) as number)
  const times =
    step >= 30 * day ? monthStarts(startMs, endMs, step, zone) : boundaries(startMs, endMs, step, zone, firstDayOfWeek)
  return labelled(times, step, zone, locale)
}

/** Multiples of the step counted from midnight, or whole days and weeks. Correct across clock changes. */
function boundaries(startMs: number, endMs: number, step: number, zone: string, firstDayOfWeek: Weekday): number[] {
  const times: number[] = []
  const unit = step >= 7 * day ? 'week' : 'day'
  const stride = Math.max(1, Math.round(step / (unit === 'week' ? 7 * day : day)))
  for (let i = 0; times.length < 100; i += stride) {
    const start = startOfUnit(startMs, unit, zone, firstDayOfWeek, i)
    if (start > endMs) break
    if (step >= day) {
      if (start >= startMs) times.push(start)
      continue
    }
    const next = startOfUnit(startMs, unit, zone, firstDayOfWeek, i + 1)
    const first = Math.max(0, Math.ceil((startMs - start) / step))
    for (let ms = start + first * step; ms < next && ms <= endMs && times.length < 100; ms += step) times.push(ms)
  }
  return times
}

function monthStarts(startMs: number, endMs: number, step: number, zone: string): number[] {
  const stride = Math.max(1, Math.round(step / (30 * day)))
  const into = (wallTime(startMs, zone).month - 1) % stride
  const times: number[] = []
  for (let i = -into; times.length < 100; i += stride) {
    const start = startOfUnit(startMs, 'month', zone, 1, i)
    if (start > endMs) break
    if (start >= startMs) times.push(start)
  }
  return times
}

const formats = new Map<string, Intl.DateTimeFormat>()

function formatOf(locale: string, zone: string, kind: 'second' | 'minute' | 'date' | 'month'): Intl.DateTimeFormat {
  const key = `${locale} ${zone} ${kind}`
  const existing = formats.get(key)
  if (existing) return existing
  const clock = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const
  const options: Intl.DateTimeFormatOptions =
    kind === 'second'
      ? { ...clock, second: '2-digit' }
      : kind === 'minute'
        ? clock
        : kind === 'date'
          ? { day: 'numeric', month: 'short' }
          : { month: 'short', year: 'numeric' }
  const made = new Intl.DateTimeFormat(locale, { ...options, timeZone: zone })
  formats.set(key, made)
  return made
}

/** Short offset of a time that the clock repeats: ` +2`. */
function repeatedMark(ms: number, zone: string): string {
  const offsetAt = (at: number) => zoneOffsetMs(at, zone)
  if (!isRepeated(ms, offsetAt)) return ''
  const hours = offsetAt(ms) / hour
  return ` ${hours < 0 ? '−' : '+'}${Math.abs(hours)}`
}

function labelled(times: readonly number[], step: number, zone: string, locale: string): TimeTick[] {
  const date = formatOf(locale, zone, 'date')
  const clock = formatOf(locale, zone, step < minute ? 'second' : 'minute')
  if (step >= 30 * day) return times.map((ms) => ({ ms, label: formatOf(locale, zone, 'month').format(ms) }))
  if (step >= day) return times.map((ms) => ({ ms, label: date.format(ms) }))
  let before = times[0] === undefined ? '' : date.format(times[0])
  return times.map((ms) => {
    const today = date.format(ms)
    const isNewDay = today !== before || ms === startOfUnit(ms, 'day', zone, 1)
    before = today
    return { ms, label: isNewDay ? today : clock.format(ms) + repeatedMark(ms, zone) }
  })
}
