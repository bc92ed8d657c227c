/** Counts in compact notation. */

/** Formatters by locale: creating one is slower than formatting all numbers of a page. */
const shortCounts = new Map<string, Intl.NumberFormat>()

/** Compact notation of the locale: `940`, `1.2K`, `3M`. */
export function shortCount(value: number, intl: string): string {
  const format = shortCounts.get(intl) ?? new Intl.NumberFormat(intl, { notation: 'compact', maximumFractionDigits: 1 })
  shortCounts.set(intl, format)
  return format.format(value)
}
