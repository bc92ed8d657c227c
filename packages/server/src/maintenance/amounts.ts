/** Formats amounts for humans. */

/** Decimal units, as used for disks and in docs/benchmarks.md. */
export function bytesText(bytes: number): string {
  const units = ['B', 'KB', 'MB', 'GB', 'TB']
  let unit = 0
  let amount = bytes
  while (amount >= 999.5 && unit < units.length - 1) {
    amount /= 1000
    unit++
  }
  return `${unit === 0 || amount >= 99.5 ? amount.toFixed(0) : amount.toFixed(1)} ${units[unit]}`
}

export const countText = (count: number): string => count.toLocaleString('en')

/** `1 chunk`, `2 chunks`. */
export const manyText = (count: number, one: string, many = `${one}s`): string =>
  `${countText(count)} ${count === 1 ? one : many}`

export function durationText(ms: number): string {
  const seconds = ms / 1000
  if (seconds < 60) return `${seconds.toFixed(1)} s`
  if (seconds < 3600) return `${Math.floor(seconds / 60)} min ${Math.round(seconds % 60)} s`
  return `${Math.floor(seconds / 3600)} h ${Math.round((seconds % 3600) / 60)} min`
}

/** Returns a function that adds an amount and reports the running sum. */
export function summing(report: (sum: number) => void): (more: number) => void {
  let sum = 0
  return (more) => {
    sum += more
    report(sum)
  }
}
