/**
 * The relational store: entities, relations, attributes.
 *
 * `build` is Kysely without a driver: it builds queries for the dialect in use and never runs them. Reads run through
 * `all`, `first` and `scan`; writes are compiled statements handed to `Storage.transact`.
 */

import type { Compilable, Kysely } from 'kysely'
import type { Turns } from '../turns/turns.ts'
import type { Dialect } from './dialect.ts'
import type { Schema } from './schema.ts'

export type SqlValue = string | number | bigint | null | Uint8Array

/** A compiled write. */
export interface Statement {
  readonly sql: string
  readonly parameters: readonly SqlValue[]
  /** Rolls the transaction back with `RowsMismatch` when another number of rows changes. */
  readonly expectRows?: number
}

export interface RelationalStore {
  readonly build: Kysely<Schema>
  /** What queries of `build` leave to the database. */
  readonly dialect: Dialect
  /** The turns in which scans read rows; work on many rows uses the same turns. */
  readonly turns: Turns
  all<T>(query: Compilable<T>): Promise<T[]>
  first<T>(query: Compilable<T>): Promise<T | undefined>
  /** The first rows, as many as hold so many bytes, one at least: for work on the store that takes some after the other. */
  upTo<T>(query: Compilable<T>, bytesMax: number): Promise<T[]>
  /**
   * Reads what may be many rows, or may have to look at many, and what `of` makes of each. Others go on meanwhile: a read
   * that takes long runs beside the main thread, and rows are taken in the turns of the caller. Throws when they are more
   * than an answer may hold.
   */
  scan<T>(query: Compilable<T>): Promise<T[]>
  scan<T, R>(query: Compilable<T>, of: (row: T) => R): Promise<R[]>
  /** Compiles a write of `build` for `transact`. Booleans become 0 and 1; objects are refused: store their JSON text. */
  statement(query: Compilable<unknown>, options?: { expectRows?: number }): Statement
}
