/** The data of a message as an object. */

export type DataObject = Readonly<Record<string, unknown>>

/** Null for texts of other JSON, and for what is no JSON. Null members are there. */
export function objectOf(data: string): DataObject | null {
  try {
    const value: unknown = JSON.parse(data)
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as DataObject) : null
  } catch {
    return null
  }
}
