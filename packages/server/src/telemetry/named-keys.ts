/**
 * Keys that a request names. The API separates them by commas, but a key may contain commas itself: text that is the
 * whole name of an existing key means that key, and nothing else. Requests can also name each key separately.
 */

import { keyLengthMax } from '@sonde/model/telemetry/payload'

export interface NamedKeys {
  readonly each: readonly string[]
  /** The undivided text if it has commas, and may thus be a single key; else null. */
  readonly whole: string | null
}

/**
 * `text`: names separated by commas. `separate`: names as they are, which replace the text. Null: no keys are named.
 */
export function namedKeys(text: string | null | undefined, separate?: readonly string[]): NamedKeys | null {
  const isDivided = !separate && Boolean(text?.includes(','))
  const names = separate ?? (isDivided ? (text as string).split(',') : text ? [text] : [])
  const each = [...new Set(names)].filter((name) => name !== '')
  const whole = isDivided && (text as string).length <= keyLengthMax ? (text as string) : null
  return each.length > 0 || whole !== null ? { each, whole } : null
}

/** Names to read: what exists is chosen from the result by `chosenOf`. */
export const namesToRead = (named: NamedKeys | null): readonly string[] | null =>
  named && named.whole !== null ? [...named.each, named.whole] : (named?.each ?? null)

/** Those of the read values that the request means. */
export function chosenOf<T extends { readonly key: string }>(
  named: NamedKeys | null,
  read: readonly T[],
): readonly T[] {
  const whole = named?.whole
  if (whole === undefined || whole === null) return read
  const exact = read.filter(({ key }) => key === whole)
  return exact.length > 0 ? exact : read
}

/** The keys that the request means. */
export async function resolveKeys(
  { each, whole }: NamedKeys,
  exists: (key: string) => Promise<boolean>,
): Promise<readonly string[]> {
  return whole !== null && (await exists(whole)) ? [whole] : each
}
