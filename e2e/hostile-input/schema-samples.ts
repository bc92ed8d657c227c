/**
 * Values generated from schemas: a valid one, invalid ones, and the places in a body that requests can make invalid.
 */

import type { TSchema } from 'typebox'
import Value from 'typebox/value'
import type { Ids } from './hostile-world.ts'

/** Supported part of a schema. */
export interface SchemaView {
  readonly type?: string
  readonly const?: unknown
  readonly enum?: readonly unknown[]
  readonly anyOf?: readonly SchemaView[]
  readonly properties?: Readonly<Record<string, SchemaView>>
  readonly required?: readonly string[]
  readonly items?: SchemaView
  readonly minItems?: number
  readonly minimum?: number
  readonly pattern?: string
  readonly contentSchema?: SchemaView
  readonly contentMediaType?: string
}

export const fits = (schema: SchemaView, value: unknown): boolean => Value.Check(schema as TSchema, value)

const words = ['text', '0', 'a@b.example', 'http://localhost', 'localhost', '+4912345678', 'textOfSixteenOrMore']
const unknownId = '00000000-0000-4000-8000-000000000001'

/** Minimal valid value of the schema. Ids are from `ids` if the type determines the entity. */
export function sampleOf(schema: SchemaView, ids: Ids): unknown {
  if (schema.const !== undefined) return schema.const
  if (schema.enum) return schema.enum[0]
  if (schema.anyOf) return sampleOf(schema.anyOf.find(({ type }) => type !== 'null') ?? {}, ids)
  switch (schema.type) {
    case 'string':
      return [unknownId, ...words].findLast((word) => fits(schema, word)) ?? ''
    case 'integer':
    case 'number':
      return schema.minimum ?? 0
    case 'boolean':
      return false
    case 'array':
      return schema.minItems ? [sampleOf(schema.items ?? {}, ids)] : []
    case 'object':
      return sampleObject(schema, ids)
    case 'null':
      return null
    default:
      return {}
  }
}

/** RPC calls to devices wait for a response until this time. */
const hurry = 'expirationTime'

function sampleObject({ properties = {}, required = [] }: SchemaView, ids: Ids): unknown {
  const { entityType, id } = properties
  if (entityType && id) {
    const type = String(entityType.const ?? 'DEVICE')
    return { entityType: type, id: ids[`${camel(type)}Id`] ?? unknownId }
  }
  const names = Object.keys(properties).filter((name) => required.includes(name) || name === hurry)
  return Object.fromEntries(names.map((name) => [name, sampleOf(properties[name] ?? {}, ids)]))
}

/** Converts `RULE_CHAIN` to `ruleChain`. */
const camel = (constant: string): string =>
  constant.toLowerCase().replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase())

/** Place in a body: its path and its schema. */
export interface Place {
  readonly path: readonly (string | number)[]
  readonly schema: SchemaView
}

/** Maximum depth of places, because schemas nest recursively. */
const placeDepthMax = 5

/** All fields of a body, including nested ones. */
export function placesOf(schema: SchemaView, path: Place['path'] = []): Place[] {
  if (path.length >= placeDepthMax) return []
  const branches = schema.anyOf ?? [schema]
  // For a union, the sample uses the first variant.
  const branch = branches.find(({ type }) => type === 'object' || type === 'array')
  if (branch?.type === 'array' && branch.items) {
    const at = [...path, 0]
    return [{ path: at, schema: branch.items }, ...placesOf(branch.items, at)]
  }
  return Object.entries(branch?.properties ?? {}).flatMap(([name, each]) => {
    const at = [...path, name]
    return [{ path: at, schema: each }, ...placesOf(each, at)]
  })
}

/** Sample body with `value` at a place; missing parents are created. */
export function spoiled(schema: SchemaView, ids: Ids, path: Place['path'], value: unknown): unknown {
  const [step, ...rest] = path
  if (step === undefined) return value
  const branch = (schema.anyOf ?? [schema]).find(({ type }) => type === 'object' || type === 'array') ?? {}
  if (typeof step === 'number') return [spoiled(branch.items ?? {}, ids, rest, value)]
  const around = sampleOf(branch, ids) as Record<string, unknown>
  return { ...around, [step]: spoiled(branch.properties?.[step] ?? {}, ids, rest, value) }
}

const kinds: readonly unknown[] = [true, 'text with spaces', 7.5, -1, null, [], ['x'], {}, { x: 1 }]
const wrongMax = 4

/** Invalid values for the schema, of different types. */
export const wrongFor = (schema: SchemaView): unknown[] =>
  kinds.filter((kind) => !fits(schema, kind)).slice(0, wrongMax)
