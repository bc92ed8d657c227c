/**
 * What the commands of an operator need of a store: its figures, whether it is whole, a copy, a compaction, and the door
 * to it beside the server or instead of it. `storeMaintenance` in open-storage.ts is that of the database in use.
 */

import type { Clock } from '../clock.ts'
import type { RelationalStore, Statement } from './relational.ts'

export interface StoreMaintenance {
  /** The database's path. Throws `MaintenanceError` when there is no store. */
  requireStore(dataFolder: string): string
  /** Throws `MaintenanceError` for a schema that this version does not know. */
  requireKnownSchema(version: number, path: string): void
  /** Reads only, also while the server writes. Throws `MaintenanceError` when there is no store that can be read. */
  open(dataFolder: string): ReadStore
  /**
   * Checks and opens a database that nobody else has open. Throws `MaintenanceError` when it is damaged or none of
   * ours, under the name of what it is `of`.
   */
  openCopy(path: string, of: string): CopiedStore
  /**
   * A consistent copy of the database while the server goes on writing. Leaves nothing behind when it throws. Must not run
   * in the server's own process.
   */
  copy(options: CopyOptions): Promise<{ readonly bytes: number }>
  /**
   * `use` has the store of a stopped server for itself. Throws `MaintenanceError`, worded as a fault while `doing`, or
   * `DataFolderError`.
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
  /** What there is to check, one after the other. Throws `MaintenanceError` for the schema of an older version. */
  checks(report: CheckReport, breathe: Breathe): readonly CheckArea[]
}

export interface OwnStore {
  readonly relational: RelationalStore
  /** All of them or none. */
  write(statements: readonly Statement[]): void
  /** With all of the log taken into the database. */
  size(): { readonly bytes: number; readonly chunks: number }
  /** Merges all chunks and brings roll-ups up to date. Stopped at any time, the store is whole. */
  mergeChunks(clock: Clock, signal: AbortSignal | undefined): Promise<void>
  /** What giving free pages back takes of the disk. */
  shrinkingBytes(): number
  /** Gives free pages back. */
  shrink(): void
}

export interface CopyOptions {
  readonly databasePath: string
  /** Where the copy goes; must not exist. Files named after it lie beside it while it is made. */
  readonly to: string
  readonly signal?: AbortSignal
  readonly progress?: (bytes: number, ofBytes: number) => void
}

/** Takes what a check finds. */
export interface CheckReport {
  /** Something is not as it has to be. */
  found(kind: string, what: string): void
  /** So many of these were looked at. */
  looked(count: number, one: string, many?: string): void
}

/** Lets others run and throws when the check is stopped. `done` of `all`, of what is being looked at. */
export type Breathe = (what: string, done: number, all: number) => Promise<void>

export type CheckArea = readonly [name: string, look: () => Promise<void> | void]

export interface StoreFigures {
  readonly schemaVersion: number
  /** Of the database file, of it unused, and of the write-ahead log beside it. */
  readonly databaseBytes: number
  readonly freeBytes: number
  readonly logBytes: number
  readonly diskFreeBytes: number
  readonly series: number
  /** All points, and of them those that are in no chunk yet. */
  readonly points: number
  readonly hotPoints: number
  readonly chunks: number
  readonly pointsPerChunk: number
  /** Chunks, their headers, indexes and roll-ups, divided by the points in chunks. 0: there are none. */
  readonly bytesPerPoint: number
  readonly journal: {
    readonly messages: number
    readonly bytes: number
    /** Messages whose outcome is not stored. */
    readonly lag: number
    /** Since the oldest of them was accepted. */
    readonly lagMs: number
  }
  /** Bytes of each table and index, the largest first. */
  readonly tables: readonly { readonly name: string; readonly bytes: number }[]
}
