/** The save nodes fail a message that contains a null value, whereas uploads of devices skip null values. */

/**
 * Whether the payload has a null value at the top level, or in `values` of an entry with `ts`. Nested nulls don't
 * count.
 */
export function hasNullValue(data: string): boolean {
  // Fast path: most payloads don't contain the word.
  if (!data.includes('null')) return false
  const json: unknown = JSON.parse(data)
  const entries: unknown[] = Array.isArray(json) ? json : [json]
  return entries.some((entry) => isObject(entry) && holdsNull(isObject(entry.values) ? entry.values : entry))
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

const holdsNull = (values: Record<string, unknown>): boolean => Object.values(values).includes(null)
