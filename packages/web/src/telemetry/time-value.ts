/** Attributes that hold a time as epoch ms. */

/** Sep 2001 to Feb 2103: numbers outside are seldom times. */
const startMs = 1_000_000_000_000
const endMs = 4_200_000_000_000

/** Of the server, and names that say what they hold. */
const timeKey = /(?:Time|Ts|Date|Timestamp|_time|_ts|_at)$|^(?:time|ts|timestamp)$/

export const mayBeTime = (value: unknown): value is number =>
  typeof value === 'number' && Number.isInteger(value) && value >= startMs && value < endMs

/** Shown as a time unless the user asks for the number. */
export const isNamedTime = (key: string): boolean => timeKey.test(key)
