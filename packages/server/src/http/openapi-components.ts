/**
 * Named schemas of the OpenAPI document: a schema used by several calls is written once and referenced by its name.
 *
 * Schemas are compared by content, not by identity, because schemas of optional fields are copies.
 */

import type { TSchema } from 'typebox'
import { namedSchemas } from './openapi-names.ts'

type Json = null | boolean | number | string | Json[] | { [key: string]: Json }

export interface Components {
  /** Returns the schema with each named schema in it replaced by a reference. */
  use(schema: TSchema): Json
  /** Named schemas used so far, including nested ones, by name. */
  used(): Record<string, Json>
}

const nameByText = new Map(Object.entries(namedSchemas).map(([name, schema]) => [JSON.stringify(schema), name]))

export function createComponents(): Components {
  const used = new Map<string, Json>()

  function use(value: Json): Json {
    if (typeof value !== 'object' || value === null) return value
    if (Array.isArray(value)) return value.map(use)
    const name = nameByText.get(JSON.stringify(value))
    if (name === undefined) return inside(value)
    if (!used.has(name)) {
      // Inserted before its content is processed, so that the order is that of first use.
      used.set(name, null)
      used.set(name, inside(value))
    }
    return { $ref: `#/components/schemas/${name}` }
  }

  const inside = (value: { [key: string]: Json }): Json =>
    Object.fromEntries(Object.entries(value).map(([key, each]) => [key, use(each)]))

  return {
    // Conversion through JSON removes everything that validators don't see.
    use: (schema) => use(JSON.parse(JSON.stringify(schema)) as Json),
    used: () => Object.fromEntries([...used].sort(([one], [other]) => (one < other ? -1 : 1))),
  }
}
