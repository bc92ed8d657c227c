/**
 * The relational store: entities, relations, attributes.
 *
 * `build` is Kysely without a driver: it builds queries for the dialect in use and never runs them. Reads run through
 * `all` and `first`; writes are compiled statements handed to `Storage.transact`.
 */

import type { Compilable, Kysely } from 'kysely'
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
  all<T>(query: Compilable<T>): Promise<T[]>
  first<T>(query: Compilable<T>): Promise<T | undefined>
  /** Compiles a write of `build` for `transact`. Booleans become 0 and 1; objects are refused: store their JSON text. */
  statement(query: Compilable<unknown>, options?: { expectRows?: number }): Statement
}
