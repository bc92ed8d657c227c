/** Conversion of alarm rule times from and to the format of input fields. */

const minuteMs = 60_000

/** Formats ms since midnight as `hh:mm`, or as `hh:mm:ss` if the seconds aren't zero. */
export function dayTimeText(ms: number): string {
  const two = (n: number) => String(n).padStart(2, '0')
  const inDay = ((Math.trunc(ms) % 86_400_000) + 86_400_000) % 86_400_000
  const seconds = Math.floor(inDay / 1000) % 60
  const text = `${two(Math.floor(inDay / 3_600_000))}:${two(Math.floor(inDay / minuteMs) % 60)}`
  return seconds === 0 ? text : `${text}:${two(seconds)}`
}

/** Ms since midnight of `hh:mm` or `hh:mm:ss`. */
export function msOfDayTime(text: string): number {
  const [hours = 0, minutes = 0, seconds = 0] = text.split(':').map(Number)
  return hours * 3_600_000 + minutes * minuteMs + seconds * 1000
}

/** Formats epoch ms as `yyyy-mm-ddThh:mm` in the browser's time zone; empty if out of range. */
export function momentText(epochMs: number): string {
  if (!Number.isFinite(epochMs) || Math.abs(epochMs) > 8.64e15) return ''
  const local = new Date(epochMs - new Date(epochMs).getTimezoneOffset() * minuteMs)
  return local.toISOString().slice(0, 16)
}

/** Epoch ms of a date and time; NaN if invalid. */
export const msOfMoment = (text: string): number => new Date(text).getTime()
