/**
 * Numbers and times in the user's format: the only module that knows locale and time zone.
 *
 * Uses a true minus (−) and a no-break space before units, none before %. Times are relative under an hour, a clock
 * time today, a date before that.
 */

import type { Figure } from '@sonde/model/dashboards/figures'
import { isRepeated, offsetText, zoneOffsetMs } from '@sonde/model/time-windows/zone-time'

export interface Format {
  /**
   * With separators; at most `decimals` fraction digits (default 2), exactly that many when `fixed`. A number with more
   * digits than a double holds is given as text.
   */
  number(value: Figure, options?: { decimals?: number; fixed?: boolean; unit?: string }): string
  /** `20 Nov 2026, 14:02:11`; with `UTC+02:00` in an hour that the clock repeats. */
  dateTime(ms: number): string
  /** `14:02:11`; with the offset in an hour that the clock repeats. */
  clock(ms: number): string
  /** `20 Nov 2026`; without the year if it's the current one. */
  date(ms: number, nowMs: number): string
  /** `2 s ago`, `12 min ago`, `09:30:00`, `12 Nov`. */
  when(ms: number, nowMs: number): string
  /** Duration: `42 s`, `3 min`, `2 h`, `5 d`. */
  span(ms: number): string
}

/** No-break space: keeps a number and its unit on one line. A narrow one would read as one word in tables. */
const unitSpace = '\u00a0'
/** Units that follow a number without a space. */
const isJoined = /^[%‰°]$/

const second = 1000
const minute = 60 * second
const hour = 60 * minute
const day = 24 * hour

const known = new Map<string, Format>()

/** Cached by arguments: creating a format takes longer than all formatting on one page. */
export function formatFor(locale: string, timeZone: string | undefined, language: string): Format {
  const key = `${locale} ${timeZone ?? ''} ${language}`
  const format = known.get(key) ?? createFormat(locale, timeZone, language)
  known.set(key, format)
  return format
}

/** Created on first use: most pages format few kinds of dates. */
function dateFormatter(locale: string, options: Intl.DateTimeFormatOptions): (ms: number) => string {
  let format: Intl.DateTimeFormat | undefined
  return (ms) => {
    format ??= new Intl.DateTimeFormat(locale, options)
    return format.format(ms)
  }
}

/** Maximum number of days of which is known whether the clock is set back. */
const daysMax = 2_000

/** Offset of the time zone as text in an hour that the clock repeats, otherwise empty. */
function repeatedOffset(zone: string): (ms: number) => string {
  const offsetAt = (ms: number) => zoneOffsetMs(ms, zone)
  /** By day; reading an offset takes longer than formatting a time. */
  const changes = new Map<number, boolean>()
  return (ms) => {
    const at = Math.floor(ms / day)
    let isChange = changes.get(at)
    if (isChange === undefined) {
      isChange = offsetAt((at - 1) * day) !== offsetAt((at + 2) * day)
      if (changes.size >= daysMax) changes.clear()
      changes.set(at, isChange)
    }
    return isChange && isRepeated(ms, offsetAt) ? ` ${offsetText(offsetAt(ms))}` : ''
  }
}

/** `language`: for words next to the numbers; default: the locale's own. */
export function createFormat(locale: string, timeZone?: string, language = locale): Format {
  const numbers = new Map<string, Intl.NumberFormat>()
  const plainDateTime = dateFormatter(locale, {
    timeZone,
    year: 'numeric',
    month: 'short',
    day: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    hourCycle: 'h23',
  })
  const plainClock = dateFormatter(locale, {
    timeZone,
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    hourCycle: 'h23',
  })
  const dayAndMonth = dateFormatter(locale, { timeZone, day: 'numeric', month: 'short' })
  const dayMonthAndYear = dateFormatter(locale, {
    timeZone,
    day: 'numeric',
    month: 'short',
    year: 'numeric',
  })
  const offsetOf = repeatedOffset(timeZone ?? Intl.DateTimeFormat().resolvedOptions().timeZone)
  const withOffset = (format: (ms: number) => string) => (ms: number) => format(ms) + offsetOf(ms)
  const [dateTime, clock] = [withOffset(plainDateTime), withOffset(plainClock)]
  const dayKey = dateFormatter('en-CA', { timeZone, dateStyle: 'short' })
  let ago: Intl.RelativeTimeFormat | undefined
  const isEnglish = language.startsWith('en')

  function numberFormat(decimals: number, fixed: boolean): Intl.NumberFormat {
    const key = `${decimals}${fixed}`
    const existing = numbers.get(key)
    if (existing) return existing
    const made = new Intl.NumberFormat(locale, {
      minimumFractionDigits: fixed ? decimals : 0,
      maximumFractionDigits: decimals,
    })
    numbers.set(key, made)
    return made
  }

  function number(value: Figure, { decimals = 2, fixed = false, unit }: Parameters<Format['number']>[1] = {}): string {
    const text = numberFormat(decimals, fixed)
      .format(value as Intl.StringNumericLiteral | number)
      .replace('-', '−')
    if (!unit) return text
    return isJoined.test(unit) ? text + unit : `${text}${unitSpace}${unit}`
  }

  function span(ms: number): string {
    const [value, unit]: [number, string] =
      ms < minute
        ? [ms / second, 's']
        : ms < hour
          ? [ms / minute, 'min']
          : ms < day
            ? [ms / hour, 'h']
            : [ms / day, 'd']
    return number(Math.floor(value), { decimals: 0, unit })
  }

  function relative(ms: number): string {
    if (isEnglish) return `${span(ms)} ago`
    ago ??= new Intl.RelativeTimeFormat(language, { style: 'narrow', numeric: 'always' })
    return ms < minute ? ago.format(-Math.floor(ms / second), 'second') : ago.format(-Math.floor(ms / minute), 'minute')
  }

  function date(ms: number, nowMs: number): string {
    const sameYear = new Date(ms).getUTCFullYear() === new Date(nowMs).getUTCFullYear()
    return (sameYear ? dayAndMonth : dayMonthAndYear)(ms)
  }

  return {
    number,
    dateTime,
    clock,
    date,
    when(ms, nowMs) {
      const age = Math.max(0, nowMs - ms)
      if (age < hour) return relative(age)
      return dayKey(ms) === dayKey(nowMs) ? clock(ms) : date(ms, nowMs)
    },
    span,
  }
}
