/**
 * Names of the shapes in the OpenAPI document: a shape that many calls share is written once there, under its name.
 *
 * Shapes are compared by content, not by identity: schemas of optional fields are copies.
 */

import type { TSchema } from 'typebox'
import { namedSchemas } from './openapi-names.ts'

type Json = null | boolean | number | string | Json[] | { [key: string]: Json }

export interface Components {
  /** The schema with each named shape in it replaced by a reference. */
  use(schema: TSchema): Json
  /** The named shapes that were used so far, and those that they use, by name. */
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
      // Kept before it is walked, so that the order is that of first use.
      used.set(name, null)
      used.set(name, inside(value))
    }
    return { $ref: `#/components/schemas/${name}` }
  }

  const inside = (value: { [key: string]: Json }): Json =>
    Object.fromEntries(Object.entries(value).map(([key, each]) => [key, use(each)]))

  return {
    // What is left of a schema as text is what validators see of it.
    use: (schema) => use(JSON.parse(JSON.stringify(schema)) as Json),
    used: () => Object.fromEntries([...used].sort(([one], [other]) => (one < other ? -1 : 1))),
  }
}
