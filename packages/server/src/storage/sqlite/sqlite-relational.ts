/**
 * Relational reads, and compilation of writes.
 *
 * Short reads run immediately on the main thread's connection. A scan runs there too if it was quick for the same
 * tenant before; otherwise the row reader runs it (scan-times.ts). All rows that a caller reads count against its
 * budget.
 */

import type { DatabaseSync, StatementSync } from 'node:sqlite'
import { type Compilable, DummyDriver, Kysely, SqliteAdapter, SqliteIntrospector, SqliteQueryCompiler } from 'kysely'
import { type Budget, createTurns, type Turns } from '../../turns/turns.ts'
import type { RelationalStore, SqlValue, Statement } from '../relational.ts'
import type { Schema } from '../schema.ts'
import { addDialectFunctions } from './dialect-functions.ts'
import { bytesOf, eachRow, firstRow, type Row } from './read-rows.ts'
import { type RowReader, RowsTooLarge } from './row-reader.ts'
import { createScanTimes, nearMsMax } from './scan-times.ts'
import { sqliteDialect } from './sqlite-dialect.ts'
import { workedMs } from './thread-priority.ts'

const preparedMax = 500

/** A statement that returns rows as arrays, which takes half the time of objects; `columns` are their names. */
interface Prepared {
  readonly statement: StatementSync
  readonly columns: readonly string[]
}

/** Number of rows between two checks of a scan's duration. */
const rowsPerLook = 32

export interface SqliteRelationalDeps {
  readonly database: DatabaseSync
  /** `turns` and `rowReader` are absent in maintenance commands, where no other work has to be considered. */
  readonly turns?: Turns
  readonly rowReader?: Pick<RowReader, 'read'>
}

export function createSqliteRelational(deps: SqliteRelationalDeps): RelationalStore {
  const { database, turns = createTurns(), rowReader } = deps
  addDialectFunctions(database)
  const build = new Kysely<Schema>({
    dialect: {
      createAdapter: () => new SqliteAdapter(),
      createDriver: () => new DummyDriver(),
      createIntrospector: (db) => new SqliteIntrospector(db),
      createQueryCompiler: () => new SqliteQueryCompiler(),
    },
  })
  const prepared = new Map<string, Prepared>()
  const times = createScanTimes()

  function prepare(sql: string): Prepared {
    let found = prepared.get(sql)
    if (found) {
      // Reinserted at the end, because the oldest entry is evicted first.
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

  function first<T>(query: Compilable<T>): T | undefined {
    const { sql, parameters } = query.compile()
    const { statement, columns } = prepare(sql)
    const row = firstRow(statement, parameters.map(sqlValue))
    if (!row) return undefined
    turns.budget?.spend(bytesOf(row))
    return rowOf(columns, row) as T
  }

  function rows<T>(query: Compilable<T>): T[] {
    const { sql, parameters } = query.compile()
    const { statement, columns } = prepare(sql)
    const values = parameters.map(sqlValue)
    const { budget } = turns
    const found: T[] = []
    const take = (row: Row) => {
      budget?.spend(bytesOf(row))
      found.push(rowOf(columns, row) as T)
      return true
    }
    if (budget) eachRow(statement, values, take)
    else for (const row of allRows(statement, values)) take(row)
    return found
  }

  function rowsUpTo<T>(query: Compilable<T>, bytesMax: number): T[] {
    const { sql, parameters } = query.compile()
    const { statement, columns } = prepare(sql)
    const found: T[] = []
    let bytes = 0
    eachRow(statement, parameters.map(sqlValue), (row) => {
      bytes += bytesOf(row)
      if (bytes <= bytesMax || found.length === 0) found.push(rowOf(columns, row) as T)
      return bytes < bytesMax
    })
    return found
  }

  /** Scans on the main thread. null: aborted because it takes too long. */
  function near({ statement }: Prepared, values: readonly SqlValue[], budget: Budget | undefined): Row[] | null {
    const started = performance.now()
    const found: Row[] = []
    let bytes = 0
    let isQuick = true
    eachRow(statement, values, (row) => {
      found.push(row)
      if (budget) {
        bytes += bytesOf(row)
        if (bytes > budget.left) budget.spend(bytes)
      }
      isQuick = found.length % rowsPerLook > 0 || performance.now() - started < nearMsMax
      return isQuick
    })
    if (!isQuick) return null
    budget?.spend(bytes)
    return found
  }

  async function scan<T, R>(query: Compilable<T>, of: (row: T) => R): Promise<R[]> {
    const { sql, parameters } = query.compile()
    const values = parameters.map(sqlValue)
    const { owner, budget } = turns
    const statement = prepare(sql)
    const { columns } = statement
    const time = times.of(owner?.tenantId, sql, values)
    const made: R[] = []
    const take = async (some: readonly Row[]) => {
      for (const row of some) {
        if (turns.isOver) await turns.next()
        made.push(of(rowOf(columns, row) as T))
      }
    }
    if (!rowReader) {
      await take(allRows(statement.statement, values))
      return made
    }
    if (time.isQuick) {
      const started = workedMs()
      const found = near(statement, values, budget)
      time.recordNear(workedMs() - started)
      if (found) {
        await take(found)
        return made
      }
    }
    // The size of the rows is only known after the read.
    const recordRead = (ms: number, bytes: number) => {
      time.recordFar(ms)
      budget?.spend(bytes)
    }
    try {
      const { isSlow } = time
      const bytesMax = budget?.left ?? Number.POSITIVE_INFINITY
      for await (const some of rowReader.read({ owner, sql, values, bytesMax, isSlow, recordRead })) {
        await budget?.place()
        await take(some)
      }
    } catch (error) {
      if (error instanceof RowsTooLarge && budget) budget.spend(budget.left + 1)
      throw error
    }
    return made
  }

  return {
    build,
    dialect: sqliteDialect,
    turns,
    all: async (query) => rows(query),
    first: async (query) => first(query),
    upTo: async (query, bytesMax) => rowsUpTo(query, bytesMax),
    scan: <T, R>(query: Compilable<T>, of: (row: T) => T | R = (row) => row) => scan(query, of),
    statement(query, options): Statement {
      const { sql, parameters } = query.compile()
      const values = parameters.map(sqlValue)
      return options?.expectRows === undefined
        ? { sql, parameters: values }
        : { sql, parameters: values, expectRows: options.expectRows }
    },
  }
}

/** Faster than reading row by row; used when rows aren't counted against a budget. */
function allRows(statement: StatementSync, values: readonly SqlValue[]): Row[] {
  try {
    // Rows are arrays; the type declarations only know objects.
    return statement.all(...values) as unknown as Row[]
  } catch (error) {
    if ((error as { code?: string }).code !== 'ERR_OUT_OF_RANGE') throw error
    const found: Row[] = []
    eachRow(statement, values, (row) => found.push(row) > 0)
    return found
  }
}

function rowOf(columns: readonly string[], values: Row): Record<string, unknown> {
  const row: Record<string, unknown> = {}
  for (let i = 0; i < columns.length; i++) row[columns[i] as string] = values[i]
  return row
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
