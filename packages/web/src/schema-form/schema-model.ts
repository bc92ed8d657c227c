/**
 * Forms that a widget type declares: a schema of its settings and a layout. `read-form.ts` reads them, this file
 * interprets them, `schema-form.tsx` renders them.
 */

import type { JsonObject } from '@sonde/model/dashboards/dashboard-configuration'
import { withMember, withoutMembers } from '@sonde/model/dashboards/editing/json-path'
import { objectOf } from '@sonde/model/dashboards/json-parts'
import { own } from '@sonde/model/own'

export type SchemaType = 'string' | 'number' | 'integer' | 'boolean' | 'array' | 'object' | 'date'

export interface SchemaNode {
  readonly type?: SchemaType | readonly SchemaType[]
  readonly title?: string
  readonly description?: string
  readonly default?: unknown
  readonly enum?: readonly unknown[]
  readonly minimum?: number
  readonly maximum?: number
  readonly exclusiveMinimum?: boolean | number
  readonly exclusiveMaximum?: boolean | number
  readonly minLength?: number
  readonly maxLength?: number
  readonly readonly?: boolean
  readonly required?: readonly string[]
  readonly properties?: Readonly<Record<string, SchemaNode>>
  readonly items?: SchemaNode
}

/** An entry of the layout: a key, optionally with display options. */
export interface FormEntry {
  /** Dotted; `labels[].font` inside arrays. */
  readonly key?: string
  readonly type?: string
  readonly title?: string
  readonly condition?: string
  readonly items?: readonly (FormEntry | FormChoice | string)[]
  readonly readonly?: boolean
  readonly description?: string
  readonly placeholder?: string
  readonly multiple?: boolean
  readonly allowClear?: boolean
  readonly tags?: boolean
  readonly titleMap?: readonly FormChoice[]
}

export interface FormChoice {
  readonly value: unknown
  readonly label?: string
  readonly name?: string
}

export interface JsonFormData {
  readonly schema: SchemaNode
  /** Default: all properties. With `groupInfoes`, one list per group. */
  readonly form?: readonly unknown[]
  readonly groupInfoes?: readonly { readonly formIndex: number; readonly GroupTitle: string }[]
}

export type Path = readonly (string | number)[]

/** Control that renders an entry. */
export type FieldKind =
  | 'text'
  | 'password'
  | 'textarea'
  | 'number'
  | 'checkbox'
  | 'select'
  | 'radios'
  | 'checkboxes'
  | 'tags'
  | 'date'
  | 'image'
  | 'color'
  | 'icon'
  | 'code'
  | 'array'
  | 'fieldset'
  | 'help'

type CodeKind = 'javascript' | 'json' | 'css' | 'markdown' | 'text'

export interface FormField {
  readonly kind: FieldKind
  /** Inside arrays, relative to one item; empty for entries without a value. */
  readonly path: Path
  readonly schema: SchemaNode
  readonly label: string
  readonly entry: FormEntry
  readonly isRequired: boolean
  readonly isReadOnly: boolean
  readonly choices: readonly { readonly value: unknown; readonly label: string }[]
  /** Child fields of fieldsets; for arrays, the fields of one item, with paths relative to the item. */
  readonly fields: readonly FormField[]
  /** Language of a `code` field. */
  readonly language?: CodeKind
}

export interface FormGroup {
  /** Null: not grouped. */
  readonly title: string | null
  readonly fields: readonly FormField[]
}

const typeOf = ({ type, properties, items }: SchemaNode): SchemaType =>
  (typeof type === 'string' ? type : type?.find((one) => (one as string) !== 'null')) ??
  (properties ? 'object' : items ? 'array' : 'string')

const pathOf = (key: string): Path =>
  key
    .split('.')
    .flatMap((part) => (part.endsWith('[]') ? [part.slice(0, -2), '[]'] : [part]))
    .filter((part) => part !== '')

/** Schema at a path; `[]` is an item of an array. */
function schemaAt(schema: SchemaNode, path: Path): SchemaNode | undefined {
  let at: SchemaNode | undefined = schema
  for (const part of path) at = part === '[]' ? at?.items : own(at?.properties ?? {}, String(part))
  return at
}

const codeKinds: Readonly<Record<string, CodeKind>> = {
  javascript: 'javascript',
  json: 'json',
  css: 'css',
  markdown: 'markdown',
  html: 'text',
}
const namedKinds: ReadonlySet<string> = new Set<FieldKind>([
  'text',
  'password',
  'textarea',
  'number',
  'checkbox',
  'select',
  'radios',
  'date',
  'image',
  'color',
  'icon',
  'array',
  'fieldset',
  'help',
])

function kindOf(entry: FormEntry, schema: SchemaNode): FieldKind {
  const named = entry.type ?? ''
  if (own(codeKinds, named)) return 'code'
  if (named === 'rc-select') return entry.tags ? 'tags' : entry.multiple ? 'checkboxes' : 'select'
  if (namedKinds.has(named)) return named as FieldKind
  const type = typeOf(schema)
  if (type === 'boolean') return 'checkbox'
  if (type === 'number' || type === 'integer') return schema.enum ? 'select' : 'number'
  if (type === 'array') return schema.items?.enum ? 'checkboxes' : 'array'
  if (type === 'object') return 'fieldset'
  if (type === 'date') return 'date'
  return schema.enum ? 'select' : 'text'
}

function choicesOf(entry: FormEntry, schema: SchemaNode): FormField['choices'] {
  const named = [...(entry.titleMap ?? []), ...(entry.items ?? [])].filter(
    (one): one is FormChoice => typeof one === 'object' && 'value' in one,
  )
  if (named.length > 0) return named.map(({ value, label, name }) => ({ value, label: label ?? name ?? String(value) }))
  return (schema.enum ?? schema.items?.enum ?? []).map((value) => ({ value, label: String(value) }))
}

/** Empty for a key that isn't in the schema. */
function fieldOf(raw: unknown, root: SchemaNode, base: Path): readonly FormField[] {
  const entry: FormEntry = typeof raw === 'string' ? { key: raw } : ((raw ?? {}) as FormEntry)
  const path = entry.key === undefined ? [] : pathOf(entry.key).slice(base.length)
  const schema = entry.key === undefined ? { type: 'object' as const } : schemaAt(root, path)
  if (!schema) return []
  const parent = schemaAt(root, path.slice(0, -1))
  const name = String(path.at(-1) ?? '')
  const kind = kindOf(entry, schema)
  const inner = (entry.items ?? []).filter((one) => typeof one === 'string' || !('value' in one))
  const fields =
    kind === 'fieldset'
      ? entry.key === undefined || inner.length > 0
        ? inner.flatMap((one) => fieldOf(one, root, base))
        : fieldsOf(schema, undefined, []).map((field) => ({ ...field, path: [...path, ...field.path] }))
      : kind === 'array'
        ? itemFields(entry, schema, inner, base, path)
        : []
  return [
    {
      kind,
      path,
      schema,
      label: entry.title ?? schema.title ?? name,
      entry,
      isRequired: parent?.required?.includes(name) ?? false,
      isReadOnly: entry.readonly ?? schema.readonly ?? false,
      choices: choicesOf(entry, schema),
      fields,
      language: own(codeKinds, entry.type ?? ''),
    },
  ]
}

/** Fields of one item: layout entries inside the array, else all properties. */
function itemFields(
  entry: FormEntry,
  schema: SchemaNode,
  inner: readonly unknown[],
  base: Path,
  path: Path,
): readonly FormField[] {
  const item = schema.items ?? {}
  if (typeOf(item) !== 'object') {
    const of = inner.find((one): one is FormEntry => typeof one === 'object')
    return fieldOf(
      { ...of, key: 'item', title: of?.title ?? item.title ?? entry.title ?? schema.title },
      { properties: { item } },
      [],
    ).map((field) => ({ ...field, path: [] }))
  }
  const within: Path = [...base, ...path, '[]']
  return inner.length > 0 ? inner.flatMap((one) => fieldOf(one, item, within)) : fieldsOf(item, undefined, [])
}

function fieldsOf(schema: SchemaNode, form: readonly unknown[] | undefined, base: Path): readonly FormField[] {
  const entryOf = (name: string): FormEntry => ({ key: [...base, name].join('.') })
  const names = Object.keys(schema.properties ?? {})
  const listed = new Set((form ?? []).map((one) => (typeof one === 'string' ? one : (one as FormEntry).key)))
  const entries = (form ?? ['*']).flatMap((one) =>
    one === '*' ? names.filter((name) => !listed.has(name)).map(entryOf) : [one],
  )
  return entries.flatMap((entry) => fieldOf(entry, schema, base))
}

/** Fields to render, by group. */
export function groupsOf({ schema, form, groupInfoes }: JsonFormData): readonly FormGroup[] {
  if (!groupInfoes?.length) return [{ title: null, fields: fieldsOf(schema, form, []) }]
  return groupInfoes.map(({ formIndex, GroupTitle }) => {
    const entries = form?.[formIndex]
    return { title: GroupTitle, fields: fieldsOf(schema, Array.isArray(entries) ? entries : [], []) }
  })
}

export function valueAt(model: unknown, path: Path): unknown {
  let at = model
  for (const part of path) at = memberOf(at, String(part))
  return at
}

/**
 * Returns the stored value with only the value at a path replaced; the same value if nothing changed. An empty text
 * removes it. `model`: the value with defaults, where a changed item of a list takes the others from.
 */
export function withEdited(value: unknown, model: unknown, [first, ...rest]: Path, next: unknown): unknown {
  if (first === undefined) return next === '' ? undefined : next
  const before = valueAt(value, [first])
  const inner = withEdited(before, valueAt(model, [first]), rest, next)
  if (Object.is(before, inner)) return value
  if (typeof first === 'number') {
    const items: readonly unknown[] = Array.isArray(value) ? value : Array.isArray(model) ? model : []
    return items.map((one, index) => (index === first ? (inner ?? '') : one))
  }
  const object = objectOf(value)
  return inner === undefined ? withoutMembers(object, [first]) : withMember(object, first, inner)
}

const memberOf = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? own(value as JsonObject, name) : undefined

/** Adds missing defaults; converts or replaces values that don't match the schema's types, where possible. */
export function sanitised(schema: SchemaNode, value: unknown): unknown {
  const type = typeOf(schema)
  if (value === undefined || value === null || value === '') {
    if (schema.default !== undefined) return schema.default
    return type === 'object' && schema.properties ? sanitised(schema, {}) : undefined
  }
  if (type === 'object') {
    if (typeof value !== 'object' || Array.isArray(value)) return sanitised(schema, undefined)
    if (!schema.properties) return value
    const own = Object.entries(schema.properties).map(
      ([key, of]) => [key, sanitised(of, memberOf(value, key))] as const,
    )
    return { ...value, ...Object.fromEntries(own.filter(([, one]) => one !== undefined)) }
  }
  if (type === 'array') {
    return Array.isArray(value) ? value.map((one) => sanitised(schema.items ?? {}, one) ?? one) : schema.default
  }
  if (type === 'boolean') return typeof value === 'boolean' ? value : value === 'true'
  if ((type === 'number' || type === 'integer') && typeof value === 'string') {
    return Number.isFinite(Number(value)) ? Number(value) : value
  }
  return value
}
