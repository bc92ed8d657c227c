/**
 * The interface between the server and its stores.
 *
 * All changes go through `transact`: one transaction, committed together with concurrent ones in a single fsync. When
 * its promise resolves, the change is on disk and visible to every read that starts afterwards. Reads never wait for
 * writes.
 */

import type { EntityId, EntityType } from '@sonde/model/ids'
import type { AttributeScope, Point, RawValue, ValueType } from '@sonde/model/telemetry/values'
import type { AuditNote } from '../messages/audit-note.ts'
import type { JournalledMessage, Message } from '../messages/message.ts'
import type { EntityCensus } from './entity-census.ts'
import type { KeyRoom } from './key-limits.ts'
import type { RecordWrite } from './record-writes.ts'
import type { RelationalStore, Statement } from './relational.ts'
import type { SeriesStore } from './series.ts'

/** A point to store; a later write with the same entity, key and ts replaces it. */
export interface PointWrite {
  readonly tenantId: string
  readonly entity: EntityId
  readonly key: string
  /** Epoch ms. */
  readonly ts: number
  readonly type: ValueType
  readonly value: RawValue
  /** 0: never expires. */
  readonly ttlSeconds: number
  /** Customer of the entity, whose usage the point counts for too; absent or NIL_UUID: none. */
  readonly customerId?: string
}

export interface AttributeWrite {
  readonly tenantId: string
  readonly entity: EntityId
  readonly scope: AttributeScope
  readonly key: string
  /** Epoch ms. */
  readonly lastUpdateTs: number
  /** null: the attribute is deleted. */
  readonly value: { readonly type: ValueType; readonly value: RawValue } | null
  /** Whether the device's sessions are notified (shared attributes only). */
  readonly notifyDevice: boolean
}

/** A change of an entity, published to listeners once, after the commit. */
export interface EntityChange {
  readonly kind: 'created' | 'updated' | 'deleted'
  readonly entity: EntityId
  readonly tenantId: string
  readonly customerId: string
  /** Part of the entity that changed, if listeners distinguish it: `credentials`, `assignment`, `ruleChain` … */
  readonly aspect?: string
}

/** Aspects outside of the entity's own fields. An entity may have many changes of each. */
const aspectsBeside: ReadonlySet<string | undefined> = new Set(['alarm', 'relation', 'sessions'])

/** Whether the entity's fields may have changed: false for changes of its alarms, relations or sessions. */
export const changesFields = ({ aspect }: EntityChange): boolean => !aspectsBeside.has(aspect)

/** Deletes points of one entity. */
export interface SeriesDeletion {
  readonly tenantId: string
  readonly entity: EntityId
  /** null: all keys of the entity. */
  readonly keys: readonly string[] | null
  /** [startTs, endTs), epoch ms; null: all points of the keys. */
  readonly range: { readonly startTs: number; readonly endTs: number } | null
  /** A latest value in the range is deleted too. true: the newest older point replaces it. */
  readonly rewriteLatest: boolean
}

/** A latest value that was removed by a deletion. */
export interface DeletedLatest {
  readonly tenantId: string
  readonly entity: EntityId
  readonly key: string
  /** The new latest value; null: none. */
  readonly latest: Point | null
}

export interface Transaction {
  /** Messages for the rule engine: written to the journal and processed after the commit. */
  readonly messages?: readonly Message[]
  /**
   * The messages don't wait for queue space: the sender has already waited, or they result from an accepted message.
   */
  readonly isAdmitted?: true
  /** Journal positions of the messages that this transaction completes. */
  readonly done?: readonly number[]
  /** Applied before the points of the same transaction are stored. */
  readonly deletions?: readonly SeriesDeletion[]
  readonly points?: readonly PointWrite[]
  readonly attributes?: readonly AttributeWrite[]
  readonly statements?: readonly Statement[]
  /** Applied after the statements. */
  readonly records?: readonly RecordWrite[]
  readonly changes?: readonly EntityChange[]
  /** Deleted entities don't go to the trash. */
  readonly isFinal?: boolean
  /** Points and alarms come from the server itself and don't count toward any limit. */
  readonly isUncounted?: true
  /**
   * Stored even when the disk is full, using reserved space: it revokes access, or is needed by a user to do so. Must
   * be a few rows without points.
   */
  readonly cannotWait?: true
  /** Notes for the audit log, which turns them into statements. */
  readonly audit?: readonly AuditNote[]
}

export interface TransactionResult {
  /** The messages with their journal positions, in the order of the transaction. */
  readonly messages: readonly JournalledMessage[]
  /** Number of changed rows: one entry per statement, then one per record. */
  readonly rowsChanged: readonly number[]
  /** Latest values that the deletions removed; absent if none. */
  readonly deletedLatest?: readonly DeletedLatest[]
}

export interface StorageStats {
  /** Messages in the journal that aren't processed yet. */
  readonly journalLag: number
  readonly commits: number
  readonly points: number
  /** Points that aren't in a chunk yet. */
  readonly hotPoints: number
  readonly chunks: number
  /** Total size of the chunk bodies. */
  readonly chunkBytes: number
  /** Size of the database. */
  readonly bytes: number
}

/** Figures that are cheap to read at any time. */
export interface StoreSizes {
  readonly databaseBytes: number
  /** Unused pages inside the database. */
  readonly freeBytes: number
  /** Size of the write-ahead log. */
  readonly logBytes: number
  /** Free space on the disk of the data folder. */
  readonly diskFreeBytes: number
  /** Rows of points that aren't in a chunk yet. */
  readonly hotRows: number
  readonly journalMessages: number
  readonly journalBytes: number
}

export interface Storage {
  readonly relational: RelationalStore
  readonly series: SeriesStore
  /** Checks whether further telemetry keys and attributes are allowed. */
  readonly keyRoom: KeyRoom
  /** Highest counts per tenant, such as telemetry keys of one entity. */
  readonly census: EntityCensus
  /**
   * Commits the whole transaction or nothing.
   *
   * Rejects with `UniqueViolation`, `RowsMismatch` or `KeyLimitReached` (nothing changed), or with `StoreFailed` when a
   * disk write failed. While a disk is full, every call is rejected until space is available and the store has been
   * checked. After any other failed write or fsync, every call is rejected until a restart has checked the store.
   */
  transact(transaction: Transaction): Promise<TransactionResult>
  /** Journaled messages that weren't completed when the process last stopped, in order. Call once, at startup. */
  recover(): Promise<readonly JournalledMessage[]>
  /** The values of `stats` that are available at any time; `stats` reads all chunks. */
  readonly journalLag: number
  readonly commits: number
  stats(): Promise<StorageStats>
  /** null: the disk doesn't respond, or the store is closed. */
  sizes(): StoreSizes | null
  /** Commits the pending transactions, then closes the file. */
  close(): Promise<void>
}

/** A statement violated a unique index. */
export class UniqueViolation extends Error {
  override readonly name = 'UniqueViolation'
  readonly table: string
  readonly columns: readonly string[]
  constructor(table: string, columns: readonly string[]) {
    super(`${table}: ${columns.join(', ')} must be unique`)
    this.table = table
    this.columns = columns
  }
}

/** A statement with `expectRows` changed a different number of rows. */
export class RowsMismatch extends Error {
  override readonly name = 'RowsMismatch'
  readonly statement: number
  constructor(statement: number, expected: number, actual: number) {
    super(`statement ${statement} changed ${actual} rows instead of ${expected}`)
    this.statement = statement
  }
}

/** The store doesn't accept writes; the message is for users and says what to do. */
export class StoreFailed extends Error {
  override readonly name = 'StoreFailed'
  /** Resolves when a retry makes sense; null: only after a restart. */
  readonly recovered: Promise<void> | null

  constructor(message: string, recovered: Promise<void> | null = null) {
    super(message)
    this.recovered = recovered
  }
}

export type { EntityType }
