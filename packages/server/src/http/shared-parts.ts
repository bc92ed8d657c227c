/**
 * What large schemas have in common, compiled once: the queries over entities share their filters, each a copy, and a
 * validator of the whole takes a tenth of a second to make.
 */

/** Characters of a part's JSON that are worth a call of their own. */
const partCharactersMin = 200

export interface SharedParts {
  /** The parts by their `$id`, for the compiler. */
  readonly parts: Record<string, object>
  /** The schema with a `$ref` in place of each part. */
  withReferences(schema: object): object
}

/** Finds what occurs more than once in `schemas`, parts within parts too. Parts are compared by content. */
export function sharedPartsOf(schemas: readonly object[]): SharedParts {
  const found = new Set<string>()
  const repeated = new Set<string>()
  function look(value: unknown): void {
    if (typeof value !== 'object' || value === null) return
    if (isSchema(value)) {
      const text = JSON.stringify(value)
      // What is inside a copy is inside the first one.
      if (found.has(text)) return void repeated.add(text)
      if (text.length >= partCharactersMin) found.add(text)
    }
    for (const each of Object.values(value)) look(each)
  }
  look(schemas)

  const parts: Record<string, object> = {}
  const idByText = new Map<string, string>()
  function use(value: unknown): unknown {
    if (typeof value !== 'object' || value === null) return value
    if (Array.isArray(value)) return value.map(use)
    const text = isSchema(value) ? JSON.stringify(value) : ''
    if (!repeated.has(text)) return inside(value)
    const known = idByText.get(text)
    if (known) return { $ref: known }
    const id = `part-${idByText.size + 1}`
    idByText.set(text, id)
    parts[id] = { $id: id, ...inside(value) }
    return { $ref: id }
  }
  const inside = (value: object): object =>
    Object.fromEntries(Object.entries(value).map(([key, each]) => [key, use(each)]))

  // All parts are known before the first validator is asked for.
  const rewritten = new Map(schemas.map((schema) => [schema, inside(schema)]))
  return { parts, withReferences: (schema) => rewritten.get(schema) ?? schema }
}

/** Maps of properties and lists of choices are none. */
const isSchema = (value: object): boolean => '~kind' in value
