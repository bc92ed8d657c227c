/**
 * Reads a settings schema as widget types store it: JSON or JSON text, written by people and other products. Parts of
 * a wrong type are left out.
 */

import type { JsonObject } from '@sonde/model/dashboards/dashboard-configuration'
import { isJsonObject, listOf, objectOf, textOf } from '@sonde/model/dashboards/json-parts'
import type { FormChoice, FormEntry, JsonFormData, SchemaNode, SchemaType } from './schema-model.ts'

export type ReadForm =
  /** The type has no settings. */
  | { readonly kind: 'none' }
  | { readonly kind: 'form'; readonly data: JsonFormData }
  /** Not JSON, or not a schema. */
  | { readonly kind: 'broken' }

/** Nesting that is read; schemas that refer to themselves can't be written in JSON. */
const depthMax = 20

export function readForm(json: unknown): ReadForm {
  if (json === undefined || json === null || json === '') return { kind: 'none' }
  const value = typeof json === 'string' ? parsed(json) : json
  if (!isJsonObject(value)) return { kind: 'broken' }
  if (Object.keys(value).length === 0) return { kind: 'none' }
  if (!isJsonObject(value.schema)) return { kind: 'broken' }
  const schema = nodeOf(value.schema, 0)
  const form = Array.isArray(value.form) ? value.form : undefined
  if (Object.keys(schema.properties ?? {}).length === 0 && !form?.length) return { kind: 'none' }
  const groups = listOf(value.groupInfoes).flatMap((one) => {
    const { formIndex, GroupTitle } = objectOf(one)
    return typeof formIndex === 'number' ? [{ formIndex, GroupTitle: textOf(GroupTitle) ?? '' }] : []
  })
  const isGrouped = groups.length > 0 && form?.some(Array.isArray)
  const entries = isGrouped
    ? form?.map((group) => entriesOf(listOf(group)))
    : form && entriesOf(form.flatMap((one: unknown) => one))
  return { kind: 'form', data: { schema, form: entries, ...(isGrouped && { groupInfoes: groups }) } }
}

function parsed(text: string): unknown {
  try {
    return text.trim() === '' ? {} : JSON.parse(text)
  } catch {
    return undefined
  }
}

const types: readonly unknown[] = ['string', 'number', 'integer', 'boolean', 'array', 'object', 'date', 'null']
const isType = (one: unknown): one is SchemaType => types.includes(one)

function nodeOf(json: unknown, depth: number): SchemaNode {
  if (depth > depthMax) return {}
  const { type, title, description, enum: choices, required, properties, items, readonly: isReadOnly } = objectOf(json)
  const { default: preset } = objectOf(json)
  return {
    ...(isType(type) && { type }),
    ...(Array.isArray(type) && { type: type.filter(isType) }),
    ...textsIn({ title, description }),
    ...(preset !== undefined && { default: preset }),
    ...(Array.isArray(choices) && choices.length > 0 && { enum: choices }),
    ...boundsOf(objectOf(json)),
    ...(isReadOnly === true && { readonly: true }),
    required: listOf(required).filter((one) => typeof one === 'string'),
    ...(isJsonObject(properties) && {
      properties: Object.fromEntries(Object.entries(properties).map(([name, one]) => [name, nodeOf(one, depth + 1)])),
    }),
    ...(isJsonObject(items) && { items: nodeOf(items, depth + 1) }),
  }
}

const boundNames = ['minimum', 'maximum', 'minLength', 'maxLength'] as const
const edgeNames = ['exclusiveMinimum', 'exclusiveMaximum'] as const

const boundsOf = (json: JsonObject): Partial<SchemaNode> => ({
  ...Object.fromEntries(boundNames.flatMap((name) => (typeof json[name] === 'number' ? [[name, json[name]]] : []))),
  ...Object.fromEntries(
    edgeNames.flatMap((name) => (['number', 'boolean'].includes(typeof json[name]) ? [[name, json[name]]] : [])),
  ),
})

/** The members that are texts. */
const textsIn = (json: JsonObject): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(json).filter((entry): entry is [string, string] => typeof entry[1] === 'string'))

const entriesOf = (list: readonly unknown[], depth = 0): readonly (FormEntry | string)[] =>
  list.flatMap((one): (FormEntry | string)[] =>
    typeof one === 'string' ? [one] : isJsonObject(one) ? [entryOf(one, depth)] : [],
  )

function entryOf(json: JsonObject, depth: number): FormEntry {
  const { key, type, title, condition, description, placeholder } = json
  const items = depth > depthMax ? [] : listOf(json.items)
  return {
    ...textsIn({ key, type, title, condition, description, placeholder }),
    ...(typeof json.readonly === 'boolean' && { readonly: json.readonly }),
    ...flagsIn(json),
    items: items.flatMap(
      (one): NonNullable<FormEntry['items']> => (isChoice(one) ? [choiceOf(one)] : entriesOf([one], depth + 1)),
    ),
    titleMap: listOf(json.titleMap).filter(isChoice).map(choiceOf),
  }
}

const flagNames = ['multiple', 'allowClear', 'tags'] as const
const flagsIn = (json: JsonObject): Partial<FormEntry> =>
  Object.fromEntries(flagNames.map((name) => [name, json[name] === true]))

const isChoice = (one: unknown): one is JsonObject => isJsonObject(one) && 'value' in one

const choiceOf = ({ value, label, name }: JsonObject): FormChoice => ({ value, ...textsIn({ label, name }) })
