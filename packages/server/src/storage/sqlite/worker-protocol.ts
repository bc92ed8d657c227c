/** Messages between the main thread, the storage worker and the reader worker. */

import type { MessagePort } from 'node:worker_threads'
import type { SqlValue, Statement } from '../relational.ts'
import type { Columns } from '../series/columns.ts'
import type { ArraysForm, ArrayText } from '../series/range-arrays.ts'
import type { JsonForm } from '../series/range-json.ts'
import type { LatestAfter, SegmentDeletion } from '../series/series-deletion.ts'
import type { HeadCopy } from '../series/series-merge.ts'
import type { SeriesRange } from '../series/series-range.ts'
import type { StorageStats } from '../storage.ts'
import type { CommitNote } from './commit-marker.ts'

export interface NewSeries {
  readonly series: number
  readonly tenant: string
  readonly entity: string
  readonly key: string
}

/** Positional parameters of the attribute upsert, or of the delete. */
export type AttributeRow = readonly SqlValue[]

/** Several transactions without statements and deletions, or a single one with them. */
export interface Segment {
  readonly messages: Uint8Array | null
  readonly messageCount: number
  readonly points: Uint8Array | null
  readonly done: Uint8Array | null
  readonly attributes: readonly AttributeRow[]
  /** Applied before the segment's points are stored. */
  readonly deletions: readonly SegmentDeletion[] | null
  /** null: the segment can't be rejected. */
  readonly statements: readonly Statement[] | null
}

export interface Group {
  readonly kind: 'group'
  readonly number: number
  /** Number of the writer's recoveries, as known to the sender; a group from before a recovery isn't written. */
  readonly life: number
  readonly nowMs: number
  /** Series without points; their rows are deleted before the new ones are added. */
  readonly removedSeries: readonly number[]
  readonly newSeries: readonly NewSeries[]
  readonly segments: readonly Segment[]
  /** Latest values to write to the table, as a batch of points. */
  readonly latest: Uint8Array | null
  /** After this group, the table contains the latest values of all groups up to this number. */
  readonly latestThrough: number
  /** A new checkpoint of the positions that aren't done, as of the groups before this one. */
  readonly checkpoint: Uint8Array | null
  /** Messages before this position are done. */
  readonly lowWater: number
}

export interface SegmentFailure {
  readonly kind: 'unique' | 'rows' | 'other'
  readonly message: string
  readonly table?: string
  readonly columns?: readonly string[]
  readonly statement?: number
  readonly expected?: number
  readonly actual?: number
}

export interface SegmentResult {
  /** Journal position of the first message. */
  readonly firstSeq: number
  readonly rowsChanged: readonly number[]
  /** Per deletion, for each of its series. */
  readonly latestAfter: readonly (readonly LatestAfter[])[] | null
  readonly failure: SegmentFailure | null
}

export interface GroupCommitted {
  readonly kind: 'committed'
  readonly number: number
  readonly segments: readonly SegmentResult[]
  /** The worker has maintenance work left and needs another group, even an empty one. */
  readonly moreToDo: boolean
  /** The worker waits for the latest values of groups up to this number. */
  readonly latestWanted: number
}

/** Writing has stopped; may be sent without a request. */
export interface WriteFailed {
  readonly kind: 'failed'
  /** Whether the writer resumes by itself when there is space again (`WriterRecovered`). */
  readonly isTemporary: boolean
  readonly message: string
}

/** The store was checked and reopened; its state is that of the last answered group. */
export interface WriterRecovered {
  readonly kind: 'recovered'
  readonly nextSeq: number
  /** Number of journal positions that aren't done. */
  readonly undoneCount: number
  /** The disk is still full: until `WriterRoomy`, only transactions that can't wait are written, to reserved space. */
  readonly isOnReserve: boolean
}

/** The disk has space for all writes again. */
export interface WriterRoomy {
  readonly kind: 'roomy'
}

/** Range request to the storage worker, which adds copies of the heads and forwards it to the reader. */
export interface ReadRange {
  readonly kind: 'range'
  readonly read: number
  /** Tenant of the caller; the reader alternates between tenants. */
  readonly tenantId: string
  readonly series: readonly number[]
  /** Each range is read from each series. */
  readonly ranges: readonly SeriesRange[]
  /** One range as text in pieces; or all ranges in one response, as texts or (null) as columns. */
  readonly form: JsonForm | ArraysForm | null
  /** Maximum number of points in a single response; with more, it is null. */
  readonly pointsMax: number
  /** Maximum number of text characters in a single response; with more, the read fails. */
  readonly charactersMax: number
}

export interface ReadRangeWithHeads extends ReadRange {
  readonly heads: readonly (HeadCopy | undefined)[]
}

export interface ReadStats {
  readonly kind: 'stats'
  readonly read: number
  readonly headPoints: number
}

/** Messages of the main thread directly to the reader, which only creates the pieces that are requested. */
export type ToReader =
  /** Requests another piece and returns the memory of the written one. */
  | { readonly kind: 'more'; readonly read: number; readonly spare: ArrayBuffer }
  /** The rest isn't needed. */
  | { readonly kind: 'end'; readonly read: number }
  | { readonly kind: 'close' }

export type SeriesStats = Pick<StorageStats, 'points' | 'hotPoints' | 'chunks' | 'chunkBytes' | 'bytes'>

export type ReaderAnswer =
  /** Columns per range, for each series; null: too many points. */
  | { readonly kind: 'range'; readonly read: number; readonly columns: readonly (readonly Columns[])[] | null }
  /** Text of each series; null: too many points. */
  | { readonly kind: 'texts'; readonly read: number; readonly found: readonly ArrayText[] | null }
  | { readonly kind: 'piece'; readonly read: number; readonly bytes: Uint8Array<ArrayBuffer>; readonly isLast: boolean }
  | ({ readonly kind: 'stats'; readonly read: number } & SeriesStats)
  /** The texts exceed `charactersMax`. */
  | { readonly kind: 'tooLarge'; readonly read: number }
  | { readonly kind: 'failed'; readonly read: number; readonly message: string }

export interface WriterReady {
  readonly kind: 'ready'
  readonly nextSeries: number
  readonly nextSeq: number
  /** Journal positions that are not done, ascending. */
  readonly undone: Float64Array
  /** The database was empty. */
  readonly isNew: boolean
  /** The last commit before this opening. */
  readonly lastCommit: CommitNote | null
  readonly databaseBytes: number
}

export interface WriterRejected {
  readonly kind: 'refused'
  /** Whether the data folder is the cause (`DataFolderError`). */
  readonly folder: boolean
  readonly message: string
}

/** A new reader, and the port on which it receives its requests. */
export interface ReaderStarted {
  readonly kind: 'reader'
  readonly port: MessagePort
}

export type ToWriter = Group | ReadRange | ReadStats | ReaderStarted | { readonly kind: 'close' }
export type FromWriter =
  | WriterReady
  | WriterRejected
  | GroupCommitted
  | WriteFailed
  | WriterRecovered
  | WriterRoomy
  | { readonly kind: 'closed' }

/** First request to a worker, and first request after it has closed a store. */
export interface OpenStore {
  readonly kind: 'open'
  readonly options: WriterOptions
}

export interface WriterOptions {
  readonly databasePath: string
  readonly journalHours: number
  readonly journalBytes: number
}
