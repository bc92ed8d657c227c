/** Detects attributes and telemetry whose value is a time in epoch ms. */

/** Sep 2001 to Feb 2103: numbers outside this range are rarely times. */
const startMs = 1_000_000_000_000
const endMs = 4_200_000_000_000

/** Names of the server's own times, and other names that suggest a time. */
const timeKey = /(?:Time|Ts|Date|Timestamp|_time|_ts|_at)$|^(?:time|ts|timestamp)$/

export const mayBeTime = (value: unknown): value is number =>
  typeof value === 'number' && Number.isInteger(value) && value >= startMs && value < endMs

/** Whether the key suggests a time: shown as a time unless the user switches to the number. */
export const isNamedTime = (key: string): boolean => timeKey.test(key)

/** Epoch ms of a telemetry value, which the server gives as text; null: the value isn't shown as a time. */
export function timeOf(key: string, text: string): number | null {
  const value = /^\d+$/.test(text) ? Number(text) : null
  return mayBeTime(value) && isNamedTime(key) ? value : null
}
