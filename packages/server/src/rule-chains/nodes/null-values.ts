/** A null value fails the whole message in the save nodes, where devices' uploads skip it. */

/** Whether a value of the payload is null: at the top, or in `values` beside `ts`. Nested ones do not count. */
export function hasNullValue(data: string): boolean {
  // Most payloads do not hold the word at all.
  if (!data.includes('null')) return false
  const json: unknown = JSON.parse(data)
  const entries: unknown[] = Array.isArray(json) ? json : [json]
  return entries.some((entry) => isObject(entry) && holdsNull(isObject(entry.values) ? entry.values : entry))
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

const holdsNull = (values: Record<string, unknown>): boolean => Object.values(values).includes(null)
