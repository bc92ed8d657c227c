/**
 * Relational reads on the main thread's own connection, and the compiling of writes.
 *
 * A read runs at once and is short; what is long belongs into the reader worker.
 */

import type { DatabaseSync, StatementSync } from 'node:sqlite'
import { type Compilable, DummyDriver, Kysely, SqliteAdapter, SqliteIntrospector, SqliteQueryCompiler } from 'kysely'
import type { RelationalStore, SqlValue, Statement } from '../relational.ts'
import type { Schema } from '../schema.ts'

const preparedMax = 500

export function createSqliteRelational(database: DatabaseSync): RelationalStore {
  const build = new Kysely<Schema>({
    dialect: {
      createAdapter: () => new SqliteAdapter(),
      createDriver: () => new DummyDriver(),
      createIntrospector: (db) => new SqliteIntrospector(db),
      createQueryCompiler: () => new SqliteQueryCompiler(),
    },
  })
  const prepared = new Map<string, StatementSync>()

  function prepare(sql: string): StatementSync {
    let statement = prepared.get(sql)
    if (statement) {
      // To the end: the oldest goes first.
      prepared.delete(sql)
    } else {
      if (prepared.size >= preparedMax) prepared.delete(prepared.keys().next().value as string)
      statement = database.prepare(sql)
    }
    prepared.set(sql, statement)
    return statement
  }

  function rows<T>(query: Compilable<T>): T[] {
    const { sql, parameters } = query.compile()
    const statement = prepare(sql)
    const values = parameters.map(sqlValue)
    try {
      return statement.all(...values).map((row) => ({ ...row })) as T[]
    } catch (error) {
      if ((error as { code?: string }).code !== 'ERR_OUT_OF_RANGE') throw error
      return withLargeIntegers(statement, values) as T[]
    }
  }

  return {
    build,
    all: async (query) => rows(query),
    first: async (query) => rows(query)[0],
    statement(query, options): Statement {
      const { sql, parameters } = query.compile()
      const values = parameters.map(sqlValue)
      return options?.expectRows === undefined
        ? { sql, parameters: values }
        : { sql, parameters: values, expectRows: options.expectRows }
    },
  }
}

/** Integers beyond 2^53 come as bigint, all others as number. */
function withLargeIntegers(statement: StatementSync, values: SqlValue[]): unknown[] {
  statement.setReadBigInts(true)
  try {
    return statement
      .all(...values)
      .map((row) =>
        Object.fromEntries(
          Object.entries(row).map(([name, value]) => [
            name,
            typeof value === 'bigint' && Number.isSafeInteger(Number(value)) ? Number(value) : value,
          ]),
        ),
      )
  } finally {
    statement.setReadBigInts(false)
  }
}

function sqlValue(value: unknown): SqlValue {
  switch (typeof value) {
    case 'string':
    case 'number':
    case 'bigint':
      return value
    case 'boolean':
      return value ? 1 : 0
    default:
      if (value === null || value === undefined) return null
      if (value instanceof Uint8Array) return value
      throw new TypeError('A parameter is an object: store its JSON text.')
  }
}
