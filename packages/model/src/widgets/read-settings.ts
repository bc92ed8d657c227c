/**
 * Reads a widget's stored settings according to its schema. Dashboards may be written by people and other products:
 * unknown keys are retained, invalid values are replaced by their defaults and reported.
 */

import type { JsonObject } from '../dashboards/dashboard-configuration.ts'
import { isJsonObject, numberOf } from '../dashboards/json-parts.ts'
import type { SettingNode, SettingsSchema, SettingValues } from './settings-schema.ts'

/** `range`: the nearest bound is used. `choice`: not an allowed value. */
export type SettingProblem = 'boolean' | 'number' | 'text' | 'list' | 'object' | 'choice' | 'range'

export interface SettingFault {
  /** Path of the value: `yaxis.min`, `thresholds[0].color`. */
  readonly path: string
  readonly problem: SettingProblem
}

export interface ReadSettings<Values> {
  readonly values: Values & JsonObject
  readonly faults: readonly SettingFault[]
}

export type SettingsReader<Values> = (json: JsonObject) => ReadSettings<Values>

type Report = (path: string, problem: SettingProblem) => void

/** `preset`: initial values that replace the defaults. Results are memoized per JSON object. */
export function settingsReader<Schema extends SettingsSchema>(
  schema: Schema,
  preset: JsonObject = {},
): SettingsReader<SettingValues<Schema>> {
  const known = new WeakMap<JsonObject, ReadSettings<SettingValues<Schema>>>()
  return (json) => {
    const before = known.get(json)
    if (before) return before
    const faults: SettingFault[] = []
    const report: Report = (path, problem) => void faults.push({ path, problem })
    const values = objectOf(schema as SettingNode, json, '', report, preset) as SettingValues<Schema> & JsonObject
    const result = { values, faults }
    known.set(json, result)
    return result
  }
}

function objectOf(node: SettingNode, json: JsonObject, path: string, report: Report, preset: JsonObject): JsonObject {
  const values: Record<string, unknown> = { ...json }
  for (const [key, property] of Object.entries(node.properties ?? {})) {
    const at = path === '' ? key : `${path}.${key}`
    values[key] = settingOf(property, json[key], at, report) ?? preset[key] ?? defaultOf(property)
  }
  return values
}

function defaultOf(node: SettingNode): unknown {
  return node.type === 'object' ? objectOf(node, {}, '', () => {}, {}) : node.default
}

/** undefined if the setting is missing or invalid. */
function settingOf(node: SettingNode, json: unknown, path: string, report: Report): unknown {
  if (json === undefined || json === null || json === '') return undefined
  if (node.enum) return node.enum.find((one) => one === json) ?? wrong('choice')
  switch (node.type) {
    case 'boolean':
      return typeof json === 'boolean' ? json : wrong('boolean')
    case 'number':
    case 'integer':
      return boundedNumber(node, json, path, report)
    case 'string':
      return typeof json === 'string' ? json : typeof json === 'number' ? String(json) : wrong('text')
    case 'array':
      return Array.isArray(json) ? json.flatMap(itemOf) : wrong('list')
    case 'object':
      return isJsonObject(json) ? objectOf(node, json, path, report, {}) : wrong('object')
  }

  function wrong(problem: SettingProblem): undefined {
    report(path, problem)
  }

  /** Invalid items are left out. */
  function itemOf(item: unknown, index: number): unknown[] {
    const value = settingOf(node.items ?? {}, item, `${path}[${index}]`, report)
    return value === undefined ? [] : [value]
  }
}

function boundedNumber(node: SettingNode, json: unknown, path: string, report: Report): number | undefined {
  const number = numberOf(json)
  if (number === null) {
    report(path, 'number')
    return undefined
  }
  const { minimum = -Infinity, maximum = Infinity } = node
  const bounded = Math.min(maximum, Math.max(minimum, node.type === 'integer' ? Math.round(number) : number))
  if (number < minimum || number > maximum) report(path, 'range')
  return bounded
}
