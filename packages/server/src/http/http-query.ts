/**
 * Converts query and path values from text to the types of the route's schema. Only these are converted; bodies are
 * used as sent.
 */

import { isUtf8 } from 'node:buffer'
import { badRequest } from '@sonde/model/errors'
import { checksumAlgorithms } from '@sonde/model/ota-packages/ota-package'
import { sortDirections } from '@sonde/model/paging'
import { uuid } from '@sonde/model/schema-parts'
import type { TSchema } from 'typebox'
import { rejectHostileText } from './http-body.ts'

/** Maximum number of parameters in a query. */
export const queryPartsMax = 2_000

/** Parses a query string; a repeated name becomes a list. Returns no parameters when there are too many. */
export function parseQuery(text: string): Record<string, string | string[]> {
  const query: Record<string, string | string[]> = Object.create(null)
  if (hasManyParts(text)) return query
  for (const [name, value] of new URLSearchParams(text)) {
    const before = query[name]
    if (Array.isArray(before)) before.push(value)
    else query[name] = before === undefined ? value : [before, value]
  }
  return query
}

function hasManyParts(query: string): boolean {
  let parts = 1
  for (let at = query.indexOf('&'); at >= 0; at = query.indexOf('&', at + 1)) {
    if (++parts > queryPartsMax) return true
  }
  return false
}

/**
 * Throws 400 when the query of a URL has too many parameters or isn't valid UTF-8: parsing would repair it and change
 * the meaning of a name.
 */
export function checkQueryText(url: string): void {
  const at = url.indexOf('?')
  if (at < 0) return
  if (hasManyParts(url.slice(at + 1))) throw badRequest(`The query has more than ${queryPartsMax} parameters.`)
  if (!/%[89a-f][0-9a-f]|[\x80-\xff]/i.test(url)) return
  const query = url.slice(at + 1)
  const bytes = query.replace(/%([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
  if (!isUtf8(Buffer.from(bytes, 'latin1'))) throw badRequest('The query isn’t valid UTF-8.')
}

const uuidPattern = (uuid as { readonly pattern?: string }).pattern

interface PropertySchema {
  readonly type?: string
  readonly enum?: readonly unknown[]
  readonly pattern?: string
  readonly anyOf?: readonly PropertySchema[]
  readonly items?: PropertySchema
  /** The parameter is repeated for each item: an item may contain commas. */
  readonly 'x-repeated'?: boolean
}

/**
 * Converts values that the schema describes; a value that doesn't match stays unchanged and fails validation. Throws
 * 400 for text that cannot be stored, except in the parameters `unchecked`.
 */
export function coerceText(
  values: unknown,
  schema: TSchema | undefined,
  unchecked: readonly string[] = [],
): Record<string, unknown> {
  const properties = (schema as { properties?: Record<string, PropertySchema> } | undefined)?.properties ?? {}
  const coerced: Record<string, unknown> = Object.create(null)
  for (const [name, value] of Object.entries(values as Record<string, string | string[]>)) {
    if (!unchecked.includes(name))
      for (const text of Array.isArray(value) ? value : [value]) rejectHostileText(text, name)
    const property = Object.hasOwn(properties, name) ? properties[name] : undefined
    const converted = property ? convert(value, property) : value
    if (converted !== undefined) coerced[name] = converted
  }
  return coerced
}

/** Enums that the API also accepts in lower case: `asc` as well as `ASC`. */
const namesInAnyCase: readonly (readonly string[])[] = [sortDirections, checksumAlgorithms]

const isInAnyCase = ({ enum: values }: PropertySchema): boolean =>
  values !== undefined &&
  namesInAnyCase.some((names) => values.length === names.length && names.every((each) => values.includes(each)))

function convert(value: string | string[], schema: PropertySchema): unknown {
  if (schema.type === 'array') {
    const given = Array.isArray(value) ? value : schema['x-repeated'] ? [value] : value.split(',')
    const items = given.filter((item) => item !== '')
    return schema.items ? items.map((item) => convert(item, schema.items as PropertySchema)) : items
  }
  const text = Array.isArray(value) ? value.join(',') : value
  // API clients send empty values for options that weren't chosen.
  if (text === '' && (schema.type !== 'string' || schema.enum)) return undefined
  if (isInAnyCase(schema)) return text.toUpperCase()
  switch (schema.type) {
    case 'integer':
    case 'number':
      return /^[+-]?\d+(\.\d+)?(e[+-]?\d+)?$/i.test(text) ? Number(text) : text
    case 'boolean':
      return /^(true|yes|on|1)$/i.test(text) ? true : /^(false|no|off|0)$/i.test(text) ? false : text
    case 'string':
      // IDs are stored in lower case.
      return schema.pattern === uuidPattern ? text.toLowerCase() : text
    default: {
      const inner = schema.anyOf?.find((each) => each.type !== 'null')
      return inner ? convert(text, inner) : text
    }
  }
}
