/** Parses the data of a message as an object. */

export type DataObject = Readonly<Record<string, unknown>>

/** Null if the text isn't valid JSON or isn't a JSON object. Members with the value null are kept. */
export function objectOf(data: string): DataObject | null {
  try {
    const value: unknown = JSON.parse(data)
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as DataObject) : null
  } catch {
    return null
  }
}
