/**
 * Settings of a rule node type, declared once. The JSON schema for forms and clients, the configuration of a new node
 * and the parser of stored configurations are derived from the declaration.
 *
 * Parsing is as tolerant as ThingsBoard: unknown keys are ignored, a missing or null field gets its fallback, and flags
 * may be texts. Any other invalid value is a problem that names its field.
 */

import Type, { type Static, type TObject, type TSchema } from 'typebox'
import Value from 'typebox/value'
import type { EntityType } from '../ids.ts'
import { uuidPattern } from '../schema-parts.ts'

export interface Setting<T = unknown> {
  /** JSON Schema; `title`, `description`, `unit`, `language`, `entityType` and `whenMissing` are for forms. */
  readonly schema: TSchema
  /** Value in the configuration of a new node; null: the user must choose. */
  readonly initial: unknown
  /** Value if the configuration has none; undefined: the field is required. */
  readonly fallback: T | undefined
  /** Error message for an invalid value, with the fix. */
  problem(key: string, value: unknown): string
  /** Converts client input to the form that the schema describes. */
  read(value: unknown): unknown
}

interface About<T> {
  readonly title: string
  readonly description?: string
  readonly initial: T
  /** Fallback if it differs from `initial`. */
  readonly fallback?: T
}

type Fields = Readonly<Record<string, Setting>>

export type SettingValues<F extends Fields> = { readonly [K in keyof F]: F[K] extends Setting<infer T> ? T : never }

export interface NodeSettings<F extends Fields = Fields> {
  readonly fields: F
  readonly schema: TObject
  /** Configuration of a new node. */
  readonly initial: Readonly<Record<string, unknown>>
}

export interface SettingProblem {
  /** Key of the field; null: the whole configuration. */
  readonly field: string | null
  /** Sentence that describes the problem and names the field. */
  readonly message: string
}

/** Invalid configuration. */
export class SettingsError extends Error {
  readonly field: string | null

  constructor({ field, message }: SettingProblem) {
    super(message)
    this.field = field
  }
}

export function nodeSettings<F extends Fields>(fields: F): NodeSettings<F> {
  const properties: Record<string, TSchema> = {}
  const initial: Record<string, unknown> = {}
  for (const [key, setting] of Object.entries(fields)) {
    properties[key] = setting.fallback === undefined ? setting.schema : Type.Optional(setting.schema)
    initial[key] = setting.initial
  }
  return { fields, schema: Type.Object(properties), initial }
}

/** All problems of a configuration; empty: a node can run with it. */
export function settingProblems({ fields }: NodeSettings, configuration: unknown): readonly SettingProblem[] {
  const problems: SettingProblem[] = []
  read(fields, configuration, (problem) => problems.push(problem))
  return problems
}

/** Throws `SettingsError` with the first problem. */
export function readSettings<F extends Fields>({ fields }: NodeSettings<F>, configuration: unknown): SettingValues<F> {
  const values = read(fields, configuration, (problem) => {
    throw new SettingsError(problem)
  })
  return values as SettingValues<F>
}

function read(fields: Fields, configuration: unknown, report: (problem: SettingProblem) => void) {
  const values: Record<string, unknown> = {}
  if (Object.keys(fields).length === 0) return values
  if (typeof configuration !== 'object' || configuration === null || Array.isArray(configuration)) {
    report({ field: null, message: 'The configuration must be a JSON object.' })
    return values
  }
  const given = configuration as Readonly<Record<string, unknown>>
  for (const [key, { schema, fallback, read, problem }] of Object.entries(fields)) {
    const raw = given[key]
    const value = raw === undefined || raw === null ? fallback : (read(raw) ?? fallback)
    if (value !== undefined && Value.Check(schema, value)) values[key] = value
    else report({ field: key, message: problem(key, raw) })
  }
  return values
}

/** Field with an arbitrary schema. `S` determines the type that nodes receive. */
export function setting<S extends TSchema>(
  schema: S,
  {
    initial,
    fallback,
    problem,
    read = (value) => value,
  }: Omit<Setting<Static<S>>, 'schema' | 'read'> & Partial<Pick<Setting, 'read'>>,
): Setting<Static<S>> {
  return { schema, initial, fallback, problem, read }
}

/** Boolean. The API also accepts "true" and "false"; any other value is false. */
export function flag({ initial, fallback = initial, ...about }: About<boolean>): Setting<boolean> {
  return setting(Type.Boolean({ ...about, ...defaults(initial, fallback) }), {
    initial,
    fallback,
    read: (value) => value === true || String(value).toLowerCase() === 'true',
    problem: (key) => `"${key}" must be true or false.`,
  })
}

/** Whole number within bounds. */
export function count({
  initial,
  fallback = initial,
  minimum = 0,
  maximum = Number.MAX_SAFE_INTEGER,
  ...about
}: About<number> & { readonly unit?: string; readonly minimum?: number; readonly maximum?: number }): Setting<number> {
  const bounds = maximum === Number.MAX_SAFE_INTEGER ? `of at least ${minimum}` : `from ${minimum} to ${maximum}`
  return setting(Type.Integer({ ...about, minimum, maximum, ...defaults(initial, fallback) }), {
    initial,
    fallback,
    problem: (key) => `"${key}" must be a whole number ${bounds}.`,
  })
}

/** Text; an empty text counts as missing. */
export function text({ initial, fallback = initial, ...about }: About<string>): Setting<string> {
  return setting(Type.String({ ...about, ...defaults(initial, fallback) }), {
    initial,
    fallback,
    read: emptyAsMissing,
    problem: (key) => `"${key}" must be text.`,
  })
}

/** Optional text. */
export function nullableText({ initial, ...about }: Omit<About<string | null>, 'fallback'>): Setting<string | null> {
  return setting(Type.Union([Type.String(), Type.Null()], { ...about, default: initial }), {
    initial,
    fallback: null,
    read: emptyAsMissing,
    problem: (key) => `"${key}" must be a text.`,
  })
}

/** Optional number. */
export function nullableNumber({ initial, ...about }: Omit<About<number | null>, 'fallback'>): Setting<number | null> {
  return setting(Type.Union([Type.Number(), Type.Null()], { ...about, default: initial }), {
    initial,
    fallback: null,
    problem: (key) => `"${key}" must be a number.`,
  })
}

/** One of several texts. */
export function choice<const T extends string>({
  initial,
  fallback = initial,
  options,
  ...about
}: About<T> & { readonly options: readonly T[] }): Setting<T> {
  const unknown = (value: unknown) =>
    `The ${about.title.toLowerCase()} "${String(value)}" is unknown. Use ${options.join(', ')}.`
  return {
    schema: Type.Enum([...options], { ...about, ...defaults(initial, fallback) }),
    initial,
    fallback,
    read: emptyAsMissing,
    problem: (key, value) => (typeof value === 'string' ? unknown(value) : `"${key}" must be text.`),
  }
}

/** List of texts, required unless there is a fallback. */
export function texts({ initial, fallback, ...about }: About<readonly string[]>): Setting<readonly string[]> {
  return setting(Type.Array(Type.String(), { ...about, default: [...initial] }), {
    initial,
    fallback: fallback && [...fallback],
    problem: (key) => `"${key}" must be a list of texts.`,
  })
}

/** Required list with some of several texts. */
export function choices<const T extends string>({
  initial,
  options,
  ...about
}: Omit<About<readonly T[]>, 'fallback'> & { readonly options: readonly T[] }): Setting<readonly T[]> {
  return {
    schema: Type.Array(Type.Enum([...options]), { ...about, default: [...initial] }),
    initial,
    fallback: undefined,
    read: (value) => value,
    problem: (key) => `"${key}" must be a list of these: ${options.join(', ')}.`,
  }
}

/** Required map of texts, with at least one entry. */
export function mapping({
  initial,
  ...about
}: Omit<About<Readonly<Record<string, string>>>, 'fallback'>): Setting<Readonly<Record<string, string>>> {
  return setting(Type.Record(Type.String(), Type.String(), { ...about, minProperties: 1, default: { ...initial } }), {
    initial,
    fallback: undefined,
    problem: (key) => `"${key}" must be an object of texts with at least one entry.`,
  })
}

/** Required body of a script function. */
export function script({ initial, ...about }: Omit<About<string>, 'fallback'>): Setting<string> {
  return setting(Type.String({ ...about, pattern: '\\S', language: 'javascript', default: initial }), {
    initial,
    fallback: undefined,
    problem: (key) => `The configuration has no script. Enter one in "${key}".`,
  })
}

/** Required ID of an entity. */
export function reference(
  entityType: EntityType,
  { choose, ...about }: Omit<About<never>, 'initial' | 'fallback'> & { readonly choose: string },
): Setting<string> {
  return setting(Type.String({ ...about, pattern: uuidPattern, format: 'uuid', entityType }), {
    initial: null,
    fallback: undefined,
    read: (value) => (typeof value === 'string' ? value.toLowerCase() : value),
    problem: () => choose,
  })
}

/** Settings of node types without any: every configuration is accepted; a new one has a version, as in ThingsBoard. */
export const noSettings: NodeSettings<Record<never, Setting>> = { ...nodeSettings({}), initial: { version: 0 } }

/** Defaults for forms: for a new node, and for a node without a value. */
const defaults = <T>(initial: T, fallback: T) => ({
  default: initial,
  ...(fallback !== initial && { whenMissing: fallback }),
})

const emptyAsMissing = (value: unknown): unknown => (value === '' ? undefined : value)
