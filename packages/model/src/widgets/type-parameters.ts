/** What a widget type accepts as data: how many datasources and keys, and whether it needs any. */

import type { JsonObject } from '../dashboards/dashboard-configuration.ts'
import { isJsonObject, textOf } from '../dashboards/json-parts.ts'

export interface TypeParameters {
  /** -1: any number. */
  readonly maxDatasources: number
  /** Of all datasources together; -1: any number. */
  readonly maxDataKeys: number
  readonly datasourcesOptional: boolean
  readonly dataKeysOptional: boolean
  /** Shows only the first entity of its datasource. */
  readonly singleEntity: boolean
  /** Needs no datasources: it loads its data alone. */
  readonly useCustomDatasources: boolean
}

const defaults: TypeParameters = {
  maxDatasources: -1,
  maxDataKeys: -1,
  datasourcesOptional: false,
  dataKeysOptional: false,
  singleEntity: false,
  useCustomDatasources: false,
}

/** Parameters of types that show one value of one entity. */
export const oneValue = { maxDatasources: 1, maxDataKeys: 1, singleEntity: true } satisfies Partial<TypeParameters>

/**
 * Reads the parameters of a type's descriptor. Types of the system declare them as `typeParameters`; those that were
 * written elsewhere return them from a function of their script, which is read as text and never run.
 */
export function typeParametersOf(descriptor: JsonObject): TypeParameters {
  const script = textOf(descriptor.controllerScript) ?? ''
  const declared = isJsonObject(descriptor.typeParameters) ? descriptor.typeParameters : {}
  return {
    ...defaults,
    ...fitting({ ...parametersIn(script), ...declared }),
    ...(isTrueIn(script) && { useCustomDatasources: true }),
  }
}

/** Members of the parameters' names that have the type of their default. */
const fitting = (json: JsonObject): Partial<TypeParameters> =>
  Object.fromEntries(
    Object.entries(defaults).flatMap(([name, value]) =>
      typeof json[name] === typeof value ? [[name, json[name]]] : [],
    ),
  )

const words: Readonly<Record<string, boolean>> = { true: true, false: false }
const pair = /["']?(\w+)["']?\s*:\s*(-?\d+|true|false)\b/g

/** Parameters with literal values in `self.typeParameters = function() { return { maxDatasources: 1 } }`. */
function parametersIn(script: string): JsonObject {
  const text = /\bself\.typeParameters\s*=[^{]*(?:\{[^{}]*)?\{([^{}]*)\}/.exec(script)?.[1] ?? ''
  return Object.fromEntries(
    [...text.matchAll(pair)].map(([, name = '', value = '']) => [name, words[value] ?? Number(value)]),
  )
}

/** Older types declare it with a function of its own. */
const isTrueIn = (script: string): boolean => /\bself\.useCustomDatasources\s*=[^{]*\{\s*return\s+true\b/.test(script)
