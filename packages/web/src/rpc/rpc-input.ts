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

/** Ms of a time-out typed in seconds. */
export function timeoutMsOf(text: string): number | undefined {
  const seconds = Number(text)
  const isInRange = text.trim() !== '' && seconds >= timeoutSecondsMin && seconds <= timeoutSecondsMax
  return isInRange ? Math.round(seconds * 1000) : undefined
}
