/**
 * The relational store: entities, relations, attributes.
 *
 * `build` is Kysely without a driver: it builds queries for the current dialect and never runs them. Read with `all`,
 * `first` and `scan`. Writes are compiled statements passed to `Storage.transact`.
 */

import type { Compilable, Kysely } from 'kysely'
import type { Turns } from '../turns/turns.ts'
import type { Dialect } from './dialect.ts'
import type { Schema } from './schema.ts'

export type SqlValue = string | number | bigint | null | Uint8Array

/** A compiled write statement. */
export interface Statement {
  readonly sql: string
  readonly parameters: readonly SqlValue[]
  /** Expected number of changed rows. With any other number, the transaction is rolled back with `RowsMismatch`. */
  readonly expectRows?: number
}

export interface RelationalStore {
  readonly build: Kysely<Schema>
  /** SQL fragments that depend on the database. */
  readonly dialect: Dialect
  /** The scheduler whose time slices scans use to read rows; other work on many rows should use it too. */
  readonly turns: Turns
  all<T>(query: Compilable<T>): Promise<T[]>
  first<T>(query: Compilable<T>): Promise<T | undefined>
  /** Reads the first rows up to this total size, at least one: for jobs that process a table in batches. */
  upTo<T>(query: Compilable<T>, bytesMax: number): Promise<T[]>
  /**
   * For reads that may return or examine many rows. Returns the rows, each converted by `of`. Other work continues: a
   * long read runs off the main thread, and rows are converted in time slices of the caller. Throws when the result
   * exceeds the size limit of a response.
   */
  scan<T>(query: Compilable<T>): Promise<T[]>
  scan<T, R>(query: Compilable<T>, of: (row: T) => R): Promise<R[]>
  /** Compiles a write for `transact`. Booleans become 0 and 1; objects are rejected: store their JSON text. */
  statement(query: Compilable<unknown>, options?: { expectRows?: number }): Statement
}
