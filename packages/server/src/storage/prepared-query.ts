/**
 * Queries that are built once and run with different values each time, for frequent requests: building and compiling a
 * query takes longer than reading a row.
 */

import { type Compilable, type CompiledQuery, type RawBuilder, sql } from 'kysely'
import type { SqlValue } from './relational.ts'

type Values = Readonly<Record<string, SqlValue>>

/** Placeholder in a query for the value of this name. */
export type Parameter<V extends Values> = <Name extends keyof V & string>(name: Name) => RawBuilder<V[Name]>

class Placeholder {
  readonly name: string
  constructor(name: string) {
    this.name = name
  }
}

/**
 * `build` writes the query with `parameter('name')` in place of each value. It is called once, at first use; its result
 * must not depend on the values.
 */
export function preparedQuery<T, V extends Values>(
  build: (parameter: Parameter<V>) => Compilable<T>,
): (values: V) => Compilable<T> {
  let compiled: CompiledQuery<T> | undefined
  return (values) => {
    compiled ??= build((name) => sql`${new Placeholder(name)}`).compile()
    const query = {
      ...compiled,
      parameters: compiled.parameters.map((each) => (each instanceof Placeholder ? values[each.name] : each)),
    }
    return { compile: () => query }
  }
}
