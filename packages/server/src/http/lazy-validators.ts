/**
 * Validators are compiled at their route's first request: compiling them all would take half of the start's time and
 * leave garbage that the process never gives back. The few that take long are compiled once the server listens, so that
 * no call has to wait for one.
 */

import { setTimeout as pause } from 'node:timers/promises'
import AjvCompiler from '@fastify/ajv-compiler'

type Build = ReturnType<typeof AjvCompiler>
type Compile = ReturnType<Build>
type Validate = ReturnType<Compile>

/** Characters of a schema whose validator takes tens of milliseconds. */
const largeSchemaCharacters = 10_000
/** Between two of them others go on, ms. */
const pauseMs = 50

export interface LazyValidators {
  /** Fastify's own compiler, asked late. */
  readonly build: Build
  /** Compiles those of large schemas, with pauses. */
  prepareLarge(): Promise<void>
}

export function lazyValidators(): LazyValidators {
  const build = AjvCompiler()
  const large: (() => void)[] = []
  return {
    build(schemas, options) {
      const compile = build(schemas, options)
      return (route: Parameters<Compile>[0]) => {
        let validate: Validate | undefined
        const prepare = () => {
          validate ??= compile(route)
          return validate
        }
        if (JSON.stringify((route as { schema?: unknown }).schema ?? null).length > largeSchemaCharacters)
          large.push(prepare)
        const validator = (data: unknown) => {
          const prepared = prepare()
          const result = prepared(data)
          Object.assign(validator, { errors: prepared.errors })
          return result
        }
        return validator as Validate
      }
    },
    async prepareLarge() {
      for (const prepare of large.splice(0)) {
        await pause(pauseMs, undefined, { ref: false })
        prepare()
      }
    },
  }
}
