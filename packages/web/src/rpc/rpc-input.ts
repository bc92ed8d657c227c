/** Parses the form input of an RPC call. */

import { parseJson } from '@sonde/model/exact-json'

/** Minimum time-out of the server and maximum of this form, seconds. */
const timeoutSecondsMin = 5
const timeoutSecondsMax = 600

/** Parses the parameters; empty text is an empty object. Undefined: invalid JSON. */
export function paramsOf(text: string): { value: unknown } | undefined {
  if (text.trim() === '') return { value: {} }
  try {
    return { value: parseJson(text) as unknown }
  } catch {
    return undefined
  }
}

const hourMs = 3_600_000
/** Maximum expiry of a persistent call in this form, hours; the server has its own limit. */
const expiryHoursMax = 8_760
/** The server's maximum number of retries. */
const retriesMax = 5

/** Expiry in ms, typed in hours; undefined if invalid. */
export function expiryMsOf(text: string): number | undefined {
  const hours = Number(text)
  return text.trim() !== '' && hours > 0 && hours <= expiryHoursMax ? Math.round(hours * hourMs) : undefined
}

export function retriesOf(text: string): number | undefined {
  const count = Number(text)
  return text.trim() !== '' && Number.isInteger(count) && count >= 0 && count <= retriesMax ? count : undefined
}

/** Time-out in ms, typed in seconds; undefined if invalid. */
export function timeoutMsOf(text: string): number | undefined {
  const seconds = Number(text)
  const isInRange = text.trim() !== '' && seconds >= timeoutSecondsMin && seconds <= timeoutSecondsMax
  return isInRange ? Math.round(seconds * 1000) : undefined
}
