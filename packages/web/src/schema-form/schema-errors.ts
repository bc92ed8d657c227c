/** Validation errors of a model according to its schema, as texts by path. */

import type { Translate } from '../locale/texts.ts'
import { type Path, type SchemaNode, valueAt } from './schema-model.ts'

/** Errors by path, joined with dots. */
export type SchemaErrors = ReadonlyMap<string, string>

export const pathKey = (path: Path): string => path.join('.')

export function schemaErrors(schema: SchemaNode, model: unknown, t: Translate): SchemaErrors {
  const fieldErrors = new Map<string, string>()
  check(schema, model, [], false, fieldErrors, t)
  return fieldErrors
}

function check(
  schema: SchemaNode,
  value: unknown,
  path: Path,
  isRequired: boolean,
  fieldErrors: Map<string, string>,
  t: Translate,
): void {
  const fieldError = valueError(schema, value, isRequired, t)
  if (fieldError !== undefined) fieldErrors.set(pathKey(path), fieldError)
  if (schema.properties && typeof value === 'object' && value !== null) {
    for (const [key, of] of Object.entries(schema.properties)) {
      const inner = valueAt(value, [key])
      check(of, inner, [...path, key], schema.required?.includes(key) ?? false, fieldErrors, t)
    }
  }
  if (schema.items && Array.isArray(value)) {
    for (const [index, item] of value.entries()) check(schema.items, item, [...path, index], true, fieldErrors, t)
  }
}

/** Error of the value itself, not of its properties or items. */
export function valueError(schema: SchemaNode, value: unknown, isRequired: boolean, t: Translate): string | undefined {
  if (value === undefined || value === null || value === '') return isRequired ? t('schemaForm.required') : undefined
  if (schema.enum && !schema.enum.includes(value)) return t('schemaForm.notOffered')
  const type = typeof schema.type === 'string' ? schema.type : schema.type?.[0]
  if (type === 'number' || type === 'integer') return numberError(schema, value, type, t)
  if (type !== 'string') return undefined
  if (typeof value !== 'string') return t('schemaForm.notText')
  const { length } = value
  const { minLength = 0, maxLength = Number.POSITIVE_INFINITY } = schema
  if (length < minLength) return t('schemaForm.tooShort', { min: minLength })
  return length > maxLength ? t('ui.textTooLong', { length, max: maxLength }) : undefined
}

function numberError(
  { minimum, maximum, exclusiveMinimum, exclusiveMaximum }: SchemaNode,
  value: unknown,
  type: 'number' | 'integer',
  t: Translate,
): string | undefined {
  if (typeof value !== 'number' || !Number.isFinite(value)) return t('schemaForm.notNumber')
  if (type === 'integer' && !Number.isInteger(value)) return t('schemaForm.notWhole')
  // JSON Schema draft 4 uses `true` together with the bound; later drafts use the bound itself.
  const above = typeof exclusiveMinimum === 'number' ? exclusiveMinimum : exclusiveMinimum ? minimum : undefined
  const below = typeof exclusiveMaximum === 'number' ? exclusiveMaximum : exclusiveMaximum ? maximum : undefined
  if (above !== undefined && value <= above) return t('schemaForm.notAbove', { min: above })
  if (below !== undefined && value >= below) return t('schemaForm.notBelow', { max: below })
  if (minimum !== undefined && value < minimum) return t('schemaForm.tooSmall', { min: minimum })
  return maximum !== undefined && value > maximum ? t('schemaForm.tooLarge', { max: maximum }) : undefined
}
