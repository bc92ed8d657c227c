/** Form of a settings schema in ThingsBoard's format: a JSON schema and the layout of its fields. */

import type { SettingNode, SettingsSchema } from './settings-schema.ts'

type Json = string | number | boolean | undefined | readonly Json[] | { readonly [key: string]: Json }

export interface SettingsForm {
  readonly schema: { readonly [key: string]: Json }
  /** With `groupInfoes`: one list per group. */
  readonly form: readonly Json[]
  readonly groupInfoes?: readonly { readonly formIndex: number; readonly GroupTitle: string }[]
}

/** `title`: used if the schema has none. `preset`: initial values that replace the defaults. */
export function settingsForm(
  schema: SettingsSchema,
  title: string,
  preset: Readonly<Record<string, unknown>> = {},
): SettingsForm {
  const node = schema as SettingNode
  const properties = propertiesOf(node, preset)
  const isEmpty = Object.keys(properties).length === 0
  return {
    schema: { type: 'object', ...(!isEmpty && { title: node.title ?? title }), properties, required: [] },
    ...layoutOf(entriesOf(node, ''), node.title ?? title),
  }
}

const isOffered = ({ title, properties }: SettingNode): boolean =>
  title !== undefined || Object.values(properties ?? {}).some(isOffered)

const offered = (node: SettingNode): [string, SettingNode][] =>
  Object.entries(node.properties ?? {}).filter(([, property]) => isOffered(property))

const propertiesOf = (node: SettingNode, preset: Readonly<Record<string, unknown>>): Record<string, Json> =>
  Object.fromEntries(offered(node).map(([key, property]) => [key, propertyOf(property, preset[key])]))

function propertyOf(node: SettingNode, preset: unknown): Json {
  const { title, description, minimum, maximum } = node
  switch (node.type) {
    case 'object':
      return { type: 'object', properties: propertiesOf(node, {}) }
    case 'array':
      return {
        title,
        type: 'array',
        items: propertyOf({ ...node.items, title: node.items?.title ?? title }, undefined),
      }
    default: {
      const value = (preset ?? node.default) as string | number | boolean | null | undefined
      return {
        title: node.unit ? `${title} (${node.unit})` : title,
        type: node.enum ? 'string' : (node.type ?? 'string'),
        ...(value !== '' && value !== null && value !== undefined && { default: value }),
        ...(description !== undefined && { description }),
        ...(minimum !== undefined && { minimum }),
        ...(maximum !== undefined && { maximum }),
      }
    }
  }
}

interface Entry {
  readonly group: string | undefined
  readonly json: Json
}

/** `base`: dotted path of the node, with a trailing dot. */
function entriesOf(node: SettingNode, base: string): Entry[] {
  return offered(node).flatMap(([name, property]): Entry[] => {
    const key = base + name
    if (property.type === 'object') return entriesOf(property, `${key}.`)
    return [{ group: property.group, json: entryOf(property, key) }]
  })
}

/** Only the key if the type determines the control. */
function entryOf(node: SettingNode, key: string): Json {
  const more = { ...fieldOf(node, key), ...(node.condition !== undefined && { condition: node.condition }) }
  return Object.keys(more).length === 0 ? key : { key, ...more }
}

function fieldOf({ labels, control, type, items }: SettingNode, key: string): { readonly [key: string]: Json } {
  if (labels) {
    const choices = Object.entries(labels).map(([value, label]) => ({ value, label }))
    return { type: 'rc-select', multiple: false, items: choices }
  }
  if (type !== 'array') return control ? { type: control } : {}
  if (items?.properties) return { items: entriesOf(items, `${key}[].`).map(({ json }) => json) }
  return items?.control ? { items: [{ key: `${key}[]`, type: items.control }] } : {}
}

/** Settings without a group come first. */
function layoutOf(entries: readonly Entry[], title: string): Pick<SettingsForm, 'form' | 'groupInfoes'> {
  const groups = new Map<string, Json[]>()
  for (const { group = title, json } of entries) groups.set(group, [...(groups.get(group) ?? []), json])
  if (entries.every(({ group }) => group === undefined)) return { form: entries.map(({ json }) => json) }
  return {
    form: [...groups.values()],
    groupInfoes: [...groups.keys()].map((GroupTitle, formIndex) => ({ formIndex, GroupTitle })),
  }
}
