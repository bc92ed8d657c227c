/**
 * Validators are compiled at their route's first request: compiling them all would take half of the start's time and
 * leave garbage that the process never gives back.
 */

import AjvCompiler from '@fastify/ajv-compiler'

type Build = ReturnType<typeof AjvCompiler>
type Compile = ReturnType<Build>
type Validate = ReturnType<Compile>

/** Fastify's own compiler, asked late. */
export function lazyValidators(): Build {
  const build = AjvCompiler()
  return (schemas, options) => {
    const compile = build(schemas, options)
    return (route: Parameters<Compile>[0]) => {
      let validate: Validate | undefined
      const validator = (data: unknown) => {
        validate ??= compile(route)
        const result = validate(data)
        Object.assign(validator, { errors: validate.errors })
        return result
      }
      return validator as Validate
    }
  }
}
