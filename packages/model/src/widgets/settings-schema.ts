/**
 * Builders for the settings of widget types. A type declares its settings once; the form, the parser of stored JSON,
 * its validation and the static type are derived. A setting without a title is read but not shown in forms.
 */

import type {
  Static,
  TArray,
  TBoolean,
  TEnum,
  TInteger,
  TNumber,
  TObject,
  TProperties,
  TSchema,
  TString,
  TUnsafe,
} from 'typebox'

/** Control for a text in a form, if the schema doesn't determine it; the code languages open an editor. */
export type SettingControl =
  | 'color'
  | 'javascript'
  | 'json'
  | 'css'
  | 'html'
  | 'markdown'
  | 'textarea'
  | 'icon'
  | 'image'

/** Options of a setting in addition to title and default. */
export interface SettingOptions {
  /** Help text: what the setting does, then the empty or zero case. */
  readonly description?: string
  /** Heading of the form group that contains the setting. */
  readonly group?: string
  /** JavaScript expression over `model`; the form hides the setting if it is false. */
  readonly condition?: string
}

export interface NumberOptions extends SettingOptions {
  readonly unit?: string
  readonly minimum?: number
  readonly maximum?: number
}

export interface TextOptions extends SettingOptions {
  readonly control?: SettingControl
}

type Title = string | undefined

/** JSON schema with TypeBox's static type. TypeBox's builders would add 10 KB to each dashboard. */
const schemaOf = <Schema extends TSchema>(json: SettingNode): Schema => json as SettingNode & Schema

export const flag = (title: Title, value: boolean, options?: SettingOptions) =>
  schemaOf<TBoolean>({ type: 'boolean', title, default: value, ...options })

export const number = (title: Title, value: number, options?: NumberOptions) =>
  schemaOf<TNumber>({ type: 'number', title, default: value, ...options })

/** Whole number; fractions are rounded. */
export const wholeNumber = (title: Title, value: number, options?: NumberOptions) =>
  schemaOf<TInteger>({ type: 'integer', title, default: value, ...options })

/** null if it isn't set. */
export const maybeNumber = (title?: string, options?: NumberOptions) =>
  schemaOf<TUnsafe<number | null>>({ type: 'number', title, default: null, ...options })

export const text = (title?: string, value = '', options?: TextOptions) =>
  schemaOf<TString>({ type: 'string', title, default: value, ...options })

export const color = (title: string, options?: SettingOptions) => text(title, '', { ...options, control: 'color' })

/** One of several values, with labels. `unlisted`: values that are read but not shown in the form. */
export const choice = <Value extends string, Unlisted extends string = never>(
  title: Title,
  value: NoInfer<Value>,
  labels: Readonly<Record<Value, string>>,
  { unlisted = [], ...options }: SettingOptions & { readonly unlisted?: readonly Unlisted[] } = {},
) => {
  const values: (Value | Unlisted)[] = [...(Object.keys(labels) as Value[]), ...unlisted]
  return schemaOf<TEnum<(Value | Unlisted)[]>>({ enum: values, title, default: value, labels, ...options })
}

export const list = <Item extends TSchema>(title: Title, item: Item, options?: SettingOptions) =>
  schemaOf<TArray<Item>>({ type: 'array', items: item, title, default: [], ...options })

/** Nested settings object; also all settings of a type. */
export const settingsOf = <Properties extends TProperties>(properties: Properties, title?: string) =>
  schemaOf<TObject<Properties>>({ type: 'object', properties, required: Object.keys(properties), title })

export const noSettings = settingsOf({})

export type SettingsSchema = TObject
export type SettingValues<Schema extends SettingsSchema> = Static<Schema>

/** Declared setting as JSON schema, for code that traverses settings. */
export interface SettingNode {
  readonly type?: 'boolean' | 'number' | 'integer' | 'string' | 'array' | 'object'
  readonly title?: string
  readonly description?: string
  readonly default?: unknown
  readonly enum?: readonly string[]
  readonly labels?: Readonly<Record<string, string>>
  readonly unit?: string
  readonly minimum?: number
  readonly maximum?: number
  readonly control?: SettingControl
  readonly group?: string
  readonly condition?: string
  readonly items?: SettingNode
  readonly required?: readonly string[]
  readonly properties?: Readonly<Record<string, SettingNode>>
}
