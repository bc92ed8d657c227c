/** Counts as short as they can be read. */

/** By locale: making one takes longer than a page's use of it. */
const shortCounts = new Map<string, Intl.NumberFormat>()

/** `940`, `1.2K`, `3M`: short, as the reader's language has it. */
export function shortCount(value: number, intl: string): string {
  const format = shortCounts.get(intl) ?? new Intl.NumberFormat(intl, { notation: 'compact', maximumFractionDigits: 1 })
  shortCounts.set(intl, format)
  return format.format(value)
}
