/** What is typed for a command, read. */

/** Seconds that the platform waits at least and, here, at most. */
const timeoutSecondsMin = 5
const timeoutSecondsMax = 600

/** The parameters; nothing typed is an empty object. Undefined: no valid JSON. */
export function paramsOf(text: string): { value: unknown } | undefined {
  if (text.trim() === '') return { value: {} }
  try {
    return { value: JSON.parse(text) as unknown }
  } catch {
    return undefined
  }
}

const hourMs = 3_600_000
/** Hours that a persistent call waits at most, here; the server has its own limit. */
const expiryHoursMax = 8_760
/** Times that the server sends a call again at most. */
const retriesMax = 5

/** Ms of an expiry typed in hours. */
export function expiryMsOf(text: string): number | undefined {
  const hours = Number(text)
  return text.trim() !== '' && hours > 0 && hours <= expiryHoursMax ? Math.round(hours * hourMs) : undefined
}

export function retriesOf(text: string): number | undefined {
  const count = Number(text)
  return text.trim() !== '' && Number.isInteger(count) && count >= 0 && count <= retriesMax ? count : undefined
}

/** Ms of a time-out typed in seconds. */
export function timeoutMsOf(text: string): number | undefined {
  const seconds = Number(text)
  const isInRange = text.trim() !== '' && seconds >= timeoutSecondsMin && seconds <= timeoutSecondsMax
  return isInRange ? Math.round(seconds * 1000) : undefined
}
