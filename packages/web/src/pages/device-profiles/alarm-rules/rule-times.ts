/** Times of alarm rules in field format. */

const minuteMs = 60_000

/** `hh:mm` of ms from midnight; with seconds where there are any. */
export function dayTimeText(ms: number): string {
  const two = (n: number) => String(n).padStart(2, '0')
  const inDay = ((Math.trunc(ms) % 86_400_000) + 86_400_000) % 86_400_000
  const seconds = Math.floor(inDay / 1000) % 60
  const text = `${two(Math.floor(inDay / 3_600_000))}:${two(Math.floor(inDay / minuteMs) % 60)}`
  return seconds === 0 ? text : `${text}:${two(seconds)}`
}

/** Ms from midnight. */
export function msOfDayTime(text: string): number {
  const [hours = 0, minutes = 0, seconds = 0] = text.split(':').map(Number)
  return hours * 3_600_000 + minutes * minuteMs + seconds * 1000
}

/** `yyyy-mm-ddThh:mm` of an instant, in the browser's zone. */
export function momentText(epochMs: number): string {
  if (!Number.isFinite(epochMs) || Math.abs(epochMs) > 8.64e15) return ''
  const local = new Date(epochMs - new Date(epochMs).getTimezoneOffset() * minuteMs)
  return local.toISOString().slice(0, 16)
}

/** Epoch ms; NaN when it is no moment. */
export const msOfMoment = (text: string): number => new Date(text).getTime()
