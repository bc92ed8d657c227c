/**
 * Queries that are built once and run with other values each time, for what many requests ask: building and compiling
 * one takes longer than reading a row.
 */

import { type Compilable, type CompiledQuery, type RawBuilder, sql } from 'kysely'
import type { SqlValue } from './relational.ts'

/** Stands in a query for a value that comes later. */
class Parameter {
  readonly name: string
  constructor(name: string) {
    this.name = name
  }
}

/**
 * `build` writes the query with `parameter('name')` where a value goes. It runs with the first use; what it returns may
 * not depend on the values.
 */
export function preparedQuery<T, Values extends Readonly<Record<string, SqlValue>>>(
  build: (parameter: <Name extends keyof Values & string>(name: Name) => RawBuilder<Values[Name]>) => Compilable<T>,
): (values: Values) => Compilable<T> {
  let compiled: CompiledQuery<T> | undefined
  return (values) => {
    compiled ??= build((name) => sql`${new Parameter(name)}`).compile()
    const query = {
      ...compiled,
      parameters: compiled.parameters.map((each) => (each instanceof Parameter ? values[each.name] : each)),
    }
    return { compile: () => query }
  }
}
