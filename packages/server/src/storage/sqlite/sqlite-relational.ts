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

/** A statement whose rows come as arrays, which takes half the time of objects; `columns` name what is in them. */
interface Prepared {
  readonly statement: StatementSync
  readonly columns: readonly string[]
}

export function createSqliteRelational(database: DatabaseSync): RelationalStore {
  const build = new Kysely<Schema>({
    dialect: {
      createAdapter: () => new SqliteAdapter(),
      createDriver: () => new DummyDriver(),
      createIntrospector: (db) => new SqliteIntrospector(db),
      createQueryCompiler: () => new SqliteQueryCompiler(),
    },
  })
  const prepared = new Map<string, Prepared>()

  function prepare(sql: string): Prepared {
    let found = prepared.get(sql)
    if (found) {
      // To the end: the oldest goes first.
      prepared.delete(sql)
    } else {
      if (prepared.size >= preparedMax) prepared.delete(prepared.keys().next().value as string)
      const statement = database.prepare(sql)
      statement.setReturnArrays(true)
      found = { statement, columns: statement.columns().map(({ name }) => name) }
    }
    prepared.set(sql, found)
    return found
  }

  /** `read` takes the rows that it wants. */
  function rows<T>(query: Compilable<T>, read: (statement: StatementSync, values: readonly SqlValue[]) => Row[]): T[] {
    const { sql, parameters } = query.compile()
    const { statement, columns } = prepare(sql)
    const values = parameters.map(sqlValue)
    let found: Row[]
    try {
      found = read(statement, values)
    } catch (error) {
      if ((error as { code?: string }).code !== 'ERR_OUT_OF_RANGE') throw error
      found = withLargeIntegers(statement, () => read(statement, values))
    }
    return found.map((row) => rowOf(columns, row)) as T[]
  }

  return {
    build,
    all: async (query) => rows(query, allOf),
    first: async (query) => rows(query, firstOf)[0],
    statement(query, options): Statement {
      const { sql, parameters } = query.compile()
      const values = parameters.map(sqlValue)
      return options?.expectRows === undefined
        ? { sql, parameters: values }
        : { sql, parameters: values, expectRows: options.expectRows }
    },
  }
}

type Row = readonly unknown[]

// Read as arrays; the types know of objects alone.
const allOf = (statement: StatementSync, values: readonly SqlValue[]) => statement.all(...values) as unknown as Row[]

function firstOf(statement: StatementSync, values: readonly SqlValue[]): Row[] {
  const row = statement.get(...values) as Row | undefined
  return row ? [row] : []
}

function rowOf(columns: readonly string[], values: Row): Record<string, unknown> {
  const row: Record<string, unknown> = {}
  for (let i = 0; i < columns.length; i++) row[columns[i] as string] = values[i]
  return row
}

/** Integers beyond 2^53 come as bigint, all others as number. */
function withLargeIntegers(statement: StatementSync, read: () => Row[]): Row[] {
  statement.setReadBigInts(true)
  try {
    return read().map((row) =>
      row.map((value) => (typeof value === 'bigint' && Number.isSafeInteger(Number(value)) ? Number(value) : value)),
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
