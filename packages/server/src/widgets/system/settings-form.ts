/** The settings of a system type as the wire describes them to forms (widgets.md §1.6): a JSON schema as text. */

type Json = string | number | boolean | readonly Json[] | { readonly [key: string]: Json }

export interface SettingField {
  readonly title: string
  /** Says the type too; for a text without a default the empty one, which is left out. */
  readonly start: string | number | boolean | readonly string[]
  /** What may be chosen: value and label. */
  readonly options?: Readonly<Record<string, string>>
  /** How the form shows it where the type does not say. */
  readonly shownAs?: 'color'
}

export const flag = (title: string, start: boolean): SettingField => ({ title, start })
export const text = (title: string, start = ''): SettingField => ({ title, start })
export const number = (title: string, start: number): SettingField => ({ title, start })
export const color = (title: string): SettingField => ({ title, start: '', shownAs: 'color' })
export const colors = (title: string): SettingField => ({ title, start: [], shownAs: 'color' })
export const choice = (title: string, start: string, options: Readonly<Record<string, string>>): SettingField => ({
  title,
  start,
  options,
})

export type SettingFields = Readonly<Record<string, SettingField>>

/** Keys of fields may be dotted: `xaxis.showLabels` lies in the object `xaxis`. `preset` starts them otherwise. */
export function settingsForm(
  title: string,
  fields: SettingFields,
  preset: Readonly<Record<string, unknown>> = {},
): string {
  const properties: Record<string, Json> = {}
  for (const [key, field] of Object.entries(fields)) {
    const [outer = '', inner] = key.split('.')
    const property = propertyOf(field, preset[key])
    if (inner === undefined) properties[outer] = property
    else {
      const object = (properties[outer] ?? { type: 'object', properties: {} }) as { properties: Record<string, Json> }
      object.properties[inner] = property
      properties[outer] = object as unknown as Json
    }
  }
  const form = Object.entries(fields).map(([key, field]) => entryOf(key, field))
  return JSON.stringify({ schema: { type: 'object', title, properties, required: [] }, form })
}

/** A type without settings. */
export const noSettings = JSON.stringify({ schema: { type: 'object', properties: {}, required: [] }, form: [] })

function propertyOf({ title, start }: SettingField, preset: unknown): Json {
  if (Array.isArray(start)) return { title, type: 'array', items: { title, type: 'string' } }
  const value = (preset ?? start) as string | number | boolean
  return { title, type: typeof value, ...(value === '' ? {} : { default: value }) }
}

function entryOf(key: string, { start, options, shownAs }: SettingField): Json {
  if (options) {
    const items = Object.entries(options).map(([value, label]) => ({ value, label }))
    return { key, type: 'rc-select', multiple: false, items }
  }
  if (shownAs && Array.isArray(start)) return { key, items: [{ key: `${key}[]`, type: shownAs }] }
  return shownAs ? { key, type: shownAs } : key
}
