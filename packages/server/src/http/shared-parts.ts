/**
 * Finds common parts of large schemas, so that they are compiled once: the entity queries share their filters as
 * copies, and compiling a whole validator takes a tenth of a second.
 */

/** Minimum JSON characters of a part for which a separate validation function pays off. */
const partCharactersMin = 200

export interface SharedParts {
  /** Parts by their `$id`, for the compiler. */
  readonly parts: Record<string, object>
  /** Returns the schema with each part replaced by a `$ref`. */
  withReferences(schema: object): object
}

/** Finds repeated parts in `schemas`, including nested ones. Parts are compared by content. */
export function sharedPartsOf(schemas: readonly object[]): SharedParts {
  const found = new Set<string>()
  const repeated = new Set<string>()
  function look(value: unknown): void {
    if (typeof value !== 'object' || value === null) return
    if (isSchema(value)) {
      const text = JSON.stringify(value)
      // The content of a copy was already visited in the original.
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

  // All parts must be known before the first validator is compiled.
  const rewritten = new Map(schemas.map((schema) => [schema, inside(schema)]))
  return { parts, withReferences: (schema) => rewritten.get(schema) ?? schema }
}

/** False for maps of properties and lists of alternatives. */
const isSchema = (value: object): boolean => '~kind' in value
