/** What the main thread, the storage worker and the reader worker say to one another. */

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

/** A run of transactions without statements and deletions, or one with them. */
export interface Segment {
  readonly messages: Uint8Array | null
  readonly messageCount: number
  readonly points: Uint8Array | null
  readonly done: Uint8Array | null
  readonly attributes: readonly AttributeRow[]
  /** Done before the segment's points are stored. */
  readonly deletions: readonly SegmentDeletion[] | null
  /** null: nothing in it can be refused. */
  readonly statements: readonly Statement[] | null
}

export interface Group {
  readonly kind: 'group'
  readonly number: number
  /** How often the writer has recovered, as its sender knows it; a group of an earlier life is not written. */
  readonly life: number
  readonly nowMs: number
  /** Series without a point: their rows go, before the new ones come. */
  readonly removedSeries: readonly number[]
  readonly newSeries: readonly NewSeries[]
  readonly segments: readonly Segment[]
  /** Latest values for the table, as a batch of points. */
  readonly latest: Uint8Array | null
  /** With this group, the latest values of all groups up to this number are in the table. */
  readonly latestThrough: number
  /** A new checkpoint of what is not done, as of the groups before this one. */
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
  /** By deletion, for each of its series. */
  readonly latestAfter: readonly (readonly LatestAfter[])[] | null
  readonly failure: SegmentFailure | null
}

export interface GroupCommitted {
  readonly kind: 'committed'
  readonly number: number
  readonly segments: readonly SegmentResult[]
  /** The worker has more to tidy and would like a group, also an empty one. */
  readonly moreToDo: boolean
  /** It waits for the latest values of groups up to this number. */
  readonly latestWanted: number
}

/** Nothing more is written; also said unasked. */
export interface WriteFailed {
  readonly kind: 'failed'
  /** Whether the writer goes on by itself when there is room again (`WriterRecovered`). */
  readonly isTemporary: boolean
  readonly message: string
}

/** The store was checked and opened again: its state is that of the last answered group. */
export interface WriterRecovered {
  readonly kind: 'recovered'
  readonly nextSeq: number
  /** Journal positions that are not done. */
  readonly undoneCount: number
  /** The disk is still full: only what cannot wait may be written, into what was kept for it, until `WriterRoomy`. */
  readonly isOnReserve: boolean
}

/** There is room again for everything. */
export interface WriterRoomy {
  readonly kind: 'roomy'
}

/** Asks the storage worker for heads; it hands them to the reader with the rest. */
export interface ReadRange {
  readonly kind: 'range'
  readonly read: number
  /** Who asks; tenants take turns. */
  readonly tenantId: string
  readonly series: readonly number[]
  /** Each is read of each series. */
  readonly ranges: readonly SeriesRange[]
  /** One range as text in pieces; all of them as texts, or (null) as columns, in one answer. */
  readonly form: JsonForm | ArraysForm | null
  /** One answer of more points than this is not given. */
  readonly pointsMax: number
  /** Nor one whose texts have more characters. */
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

/** What the main thread says to the reader itself; it makes pieces only as they are asked for. */
export type ToReader =
  /** With the memory of the piece that was written. */
  | { readonly kind: 'more'; readonly read: number; readonly spare: ArrayBuffer }
  /** Nobody wants the rest. */
  | { readonly kind: 'end'; readonly read: number }
  | { readonly kind: 'close' }

export type SeriesStats = Pick<StorageStats, 'points' | 'hotPoints' | 'chunks' | 'chunkBytes' | 'bytes'>

export type ReaderAnswer =
  /** By range, for each series; null: too many points. */
  | { readonly kind: 'range'; readonly read: number; readonly columns: readonly (readonly Columns[])[] | null }
  /** For each series; null: too many points. */
  | { readonly kind: 'texts'; readonly read: number; readonly found: readonly ArrayText[] | null }
  | { readonly kind: 'piece'; readonly read: number; readonly bytes: Uint8Array<ArrayBuffer>; readonly isLast: boolean }
  | ({ readonly kind: 'stats'; readonly read: number } & SeriesStats)
  /** Its texts are too large. */
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
  /** Before this opening. */
  readonly lastCommit: CommitNote | null
  readonly databaseBytes: number
}

export interface WriterRejected {
  readonly kind: 'refused'
  /** Whether it is the folder's fault (`DataFolderError`). */
  readonly folder: boolean
  readonly message: string
}

/** A new reader, and where it hears what it is to read. */
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

/** The first request, and again after a store was closed. */
export interface OpenStore {
  readonly kind: 'open'
  readonly options: WriterOptions
}

export interface WriterOptions {
  readonly databasePath: string
  readonly journalHours: number
  readonly journalBytes: number
}
