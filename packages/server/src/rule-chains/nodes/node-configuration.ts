/** Reading configurations of nodes: tolerant of keys that nobody knows, strict about those that matter. */

export type NodeConfiguration = Readonly<Record<string, unknown>>

export function configurationOf(configuration: unknown): NodeConfiguration {
  if (typeof configuration === 'object' && configuration !== null && !Array.isArray(configuration)) {
    return configuration as NodeConfiguration
  }
  throw new Error('The configuration must be a JSON object.')
}

/** The body of the node's script. */
export function scriptOf(configuration: unknown): string {
  const { jsScript } = configurationOf(configuration)
  if (typeof jsScript !== 'string' || jsScript.trim() === '') {
    throw new Error('The configuration has no script; write one in "jsScript".')
  }
  return jsScript
}

/** A whole number of at least 0; absent or null is `fallback`. */
export function countOf(configuration: NodeConfiguration, key: string, fallback: number): number {
  const value = configuration[key]
  if (value === undefined || value === null) return fallback
  if (typeof value === 'number' && Number.isSafeInteger(value) && value >= 0) return value
  throw new Error(`"${key}" must be a whole number of at least 0.`)
}

/** A text; absent, null or empty is `fallback`. */
export function textOf(configuration: NodeConfiguration, key: string, fallback: string): string {
  const value = configuration[key]
  if (value === undefined || value === null || value === '') return fallback
  if (typeof value === 'string') return value
  throw new Error(`"${key}" must be a text.`)
}

/** `true` and `"true"`; absent or null is `fallback`. */
export function flagOf(configuration: NodeConfiguration, key: string, fallback: boolean): boolean {
  const value = configuration[key]
  if (value === undefined || value === null) return fallback
  return value === true || String(value).toLowerCase() === 'true'
}
