/**
 * Compiles validators at the first request of their route: compiling all of them would take half of the startup time
 * and leave memory that the process never returns. The few slow ones are compiled after the server listens, so that no
 * call has to wait for them.
 *
 * Validation stops at the first fault, because collecting all faults of a large body would take seconds and hundreds of
 * megabytes. All faults are collected only for small values, so that a message can name several fields.
 */

import { setTimeout as pause } from 'node:timers/promises'
import AjvCompiler from '@fastify/ajv-compiler'
import { longIntegersToDoubles } from '@sonde/model/exact-json'
import { type SharedParts, sharedPartsOf } from './shared-parts.ts'

type Build = ReturnType<typeof AjvCompiler>
type Compile = ReturnType<Build>
type BuildOptions = NonNullable<Parameters<Build>[1]>
type Validate = ReturnType<Compile>
type Route = Omit<Parameters<Compile>[0], 'schema'> & { readonly schema: object }

/** Schemas with more characters of JSON take tens of milliseconds to compile. */
const largeSchemaCharacters = 10_000
/** Maximum number of values, including lists and objects, for which all faults are collected. */
export const allFaultsPartsMax = 1_000
/** Pause between two compilations, during which other work runs, ms. */
const pauseMs = 50

export interface LazyValidators {
  /** Fastify's own compiler, called lazily. */
  readonly build: Build
  /** Compiles the validators of large schemas, with pauses in between. */
  prepareLarge(): Promise<void>
}

export function lazyValidators(): LazyValidators {
  const build = AjvCompiler()
  const large = new Map<object, () => void>()
  let shared: SharedParts | undefined
  return {
    build(schemas, options) {
      /** A large schema refers to its shared parts; they are compiled once instead of being inlined. */
      const compile = (route: Route, more: object = {}): Validate => {
        const customOptions = { ...options?.customOptions, ...more }
        if (!large.has(route.schema)) return build(schemas, { ...options, customOptions } as BuildOptions)(route)
        shared ??= sharedPartsOf([...large.keys()])
        const referring = { ...options, customOptions: { ...customOptions, inlineRefs: false } } as BuildOptions
        const { schema, ...rest } = route
        return build(shared.parts, referring)({ ...rest, schema: shared.withReferences(schema) })
      }
      return (asked: Parameters<Compile>[0]) => {
        const route = asked as Route
        let validate: Validate | undefined
        let validateAll: Validate | undefined
        const prepare = () => {
          validate ??= compile(route)
          return validate
        }
        if (JSON.stringify(route.schema).length > largeSchemaCharacters) large.set(route.schema, prepare)
        const validator = (data: unknown) => {
          let prepared = prepare()
          let result = prepared(data)
          // In a number field, a whole number may be too long to be exact.
          if (result === false && longIntegersToDoubles(data)) result = prepared(data)
          if (result === false && hasFewParts(data)) {
            validateAll ??= compile(route, { allErrors: true })
            prepared = validateAll
            result = prepared(data)
          }
          Object.assign(validator, { errors: prepared.errors })
          return result
        }
        return validator as Validate
      }
    },
    async prepareLarge() {
      for (const prepare of large.values()) {
        await pause(pauseMs, undefined, { ref: false })
        prepare()
      }
    },
  }
}

/** Stops at the limit. */
function hasFewParts(value: unknown): boolean {
  let left = allFaultsPartsMax
  const isCounted = (part: unknown): boolean => {
    if (--left < 0) return false
    if (typeof part !== 'object' || part === null) return true
    for (const key in part) if (!isCounted((part as Record<string, unknown>)[key])) return false
    return true
  }
  return isCounted(value)
}
