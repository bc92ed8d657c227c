/**
 * Store functions for the operator's commands: statistics, integrity check, copy, compaction, and access to the store
 * while the server runs or is stopped. `storeMaintenance` in open-storage.ts is the implementation for the current
 * database.
 */

import type { Clock } from '../clock.ts'
import type { RelationalStore, Statement } from './relational.ts'

export interface StoreMaintenance {
  /** Returns the database's path. Throws `MaintenanceError` when there is no store. */
  requireStore(dataFolder: string): string
  /** Throws `MaintenanceError` for a schema version that this release doesn't know. */
  requireKnownSchema(version: number, path: string): void
  /**
   * Opens the store read-only, even while the server writes. Throws `MaintenanceError` if there is no readable store.
   */
  open(dataFolder: string): ReadStore
  /**
   * Checks and opens a database that no other process uses. Throws `MaintenanceError` when it is damaged or not a Sonde
   * database; `of` names it in the message.
   */
  openCopy(path: string, of: string): CopiedStore
  /**
   * Makes a consistent copy of the database while the server keeps writing. Removes its files when it throws. Must not
   * run in the server's own process.
   */
  copy(options: CopyOptions): Promise<{ readonly bytes: number }>
  /**
   * Calls `use` with exclusive access to the store of a stopped server. Throws `MaintenanceError`, whose message says
   * what failed `doing`, or `DataFolderError`.
   */
  own<T>(dataFolder: string, doing: string, use: (store: OwnStore) => Promise<T>): Promise<T>
}

export interface CopiedStore {
  readonly schema: number
  readonly relational: RelationalStore
  close(): void
}

export interface ReadStore extends CopiedStore {
  readonly path: string
  /** Reads all pages of the database once. */
  figures(nowMs: number): StoreFigures
  /** Checks to run one after the other. Throws `MaintenanceError` for the schema of an older version. */
  checks(report: CheckReport, breathe: Breathe): readonly CheckArea[]
}

export interface OwnStore {
  readonly relational: RelationalStore
  /** Runs all statements or none. */
  write(statements: readonly Statement[]): void
  /** Size after the write-ahead log has been written into the database. */
  size(): { readonly bytes: number; readonly chunks: number }
  /** Merges all chunks and updates roll-ups. Can be stopped at any time without damage. */
  mergeChunks(clock: Clock, signal: AbortSignal | undefined): Promise<void>
  /** Disk space that `shrink` needs temporarily. */
  shrinkingBytes(): number
  /** Returns free pages to the file system. */
  shrink(): void
}

export interface CopyOptions {
  readonly databasePath: string
  /** Path of the copy; must not exist. Temporary files with this name as prefix are created next to it. */
  readonly to: string
  readonly signal?: AbortSignal
  readonly progress?: (bytes: number, ofBytes: number) => void
}

/** Receives the results of a check. */
export interface CheckReport {
  /** Reports a defect. */
  found(kind: string, what: string): void
  /** Reports how many items were checked. */
  looked(count: number, one: string, many?: string): void
}

/** Yields to other work and throws when the check was stopped. `done` of `all` items of `what` are checked. */
export type Breathe = (what: string, done: number, all: number) => Promise<void>

export type CheckArea = readonly [name: string, look: () => Promise<void> | void]

export interface StoreFigures {
  readonly schemaVersion: number
  /** Size of the database file, of its unused pages and of the write-ahead log. */
  readonly databaseBytes: number
  readonly freeBytes: number
  readonly logBytes: number
  readonly diskFreeBytes: number
  readonly series: number
  /** All points, and those of them that aren't in a chunk yet. */
  readonly points: number
  readonly hotPoints: number
  readonly chunks: number
  readonly pointsPerChunk: number
  /** Bytes of chunks, headers, indexes and roll-ups divided by the number of points in chunks. 0: no chunks. */
  readonly bytesPerPoint: number
  readonly journal: {
    readonly messages: number
    readonly bytes: number
    /** Messages whose outcome is not stored. */
    readonly lag: number
    /** Age of the oldest of them. */
    readonly lagMs: number
  }
  /** Bytes of each table and index, largest first. */
  readonly tables: readonly { readonly name: string; readonly bytes: number }[]
}
