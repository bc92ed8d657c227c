/** Times in a pattern that a user wrote, such as `yyyy-MM-dd HH:mm:ss`: the letters of Angular's date pipe. */

import { wallTime } from '@sonde/model/time-windows/zone-time'

const token = /'((?:[^']|'')*)'|yyyy|yy|y|MMMM|MMM|MM|M|dd|d|EEEE|EEE|EE|E|HH|H|hh|h|mm|m|ss|s|SSS|a/g

const names: Readonly<Record<string, Intl.DateTimeFormatOptions>> = {
  MMMM: { month: 'long' },
  MMM: { month: 'short' },
  EEEE: { weekday: 'long' },
}

/** `timeZone`: IANA name. Unknown letters and texts in single quotes are kept. */
export function patternedTime(ms: number, pattern: string, timeZone: string, locale: string): string {
  const { year, month, day, hour, minute, second } = wallTime(ms, timeZone)
  const two = (value: number) => String(value).padStart(2, '0')
  const named = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(locale, { ...options, timeZone }).format(ms)
  const hour12 = hour % 12 || 12
  const numbers: Readonly<Record<string, string>> = {
    yyyy: String(year).padStart(4, '0'),
    yy: two(year % 100),
    y: String(year),
    MM: two(month),
    M: String(month),
    dd: two(day),
    d: String(day),
    HH: two(hour),
    H: String(hour),
    hh: two(hour12),
    h: String(hour12),
    mm: two(minute),
    m: String(minute),
    ss: two(second),
    s: String(second),
    SSS: String(((ms % 1000) + 1000) % 1000).padStart(3, '0'),
    a: hour < 12 ? 'AM' : 'PM',
  }
  return pattern.replace(token, (found, quoted: string | undefined) => {
    if (quoted !== undefined) return quoted.replaceAll("''", "'") || "'"
    return numbers[found] ?? named(names[found] ?? { weekday: 'short' })
  })
}
