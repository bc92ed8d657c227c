/**
 * The border between the platform and its stores.
 *
 * Everything that changes goes through `transact`: one transaction, grouped with its neighbours into one fsync.
 * When its promise resolves the change is on disk and readable by every read that starts afterwards.
 * Reads never wait for writes.
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

/** One point to be stored; a later write of the same entity, key and ts replaces it. */
export interface PointWrite {
  readonly tenantId: string
  readonly entity: EntityId
  readonly key: string
  /** Epoch ms. */
  readonly ts: number
  readonly type: ValueType
  readonly value: RawValue
  /** 0: kept for ever. */
  readonly ttlSeconds: number
  /** The entity's, whose usage it counts for too; absent or NIL_UUID: none. */
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

/** What others want to know of a changed entity; published once, after commit. */
export interface EntityChange {
  readonly kind: 'created' | 'updated' | 'deleted'
  readonly entity: EntityId
  readonly tenantId: string
  readonly customerId: string
  /** What about it changed, where a listener cares: `credentials`, `assignment`, `ruleChain` … */
  readonly aspect?: string
}

/** Changes of what an entity has, not of its own fields. An entity may get many of each. */
const aspectsBeside: ReadonlySet<string | undefined> = new Set(['alarm', 'relation', 'sessions'])

/** Whether the fields of the entity may have changed; not with its alarms, its relations and a user's sessions. */
export const changesFields = ({ aspect }: EntityChange): boolean => !aspectsBeside.has(aspect)

/** Points of one entity to be deleted. */
export interface SeriesDeletion {
  readonly tenantId: string
  readonly entity: EntityId
  /** null: all that the entity has. */
  readonly keys: readonly string[] | null
  /** [startTs, endTs), epoch ms; null: all of the keys. */
  readonly range: { readonly startTs: number; readonly endTs: number } | null
  /** A latest value inside goes too; this puts the newest older point in its place. */
  readonly rewriteLatest: boolean
}

/** A latest value that went with a deletion. */
export interface DeletedLatest {
  readonly tenantId: string
  readonly entity: EntityId
  readonly key: string
  /** What took its place. */
  readonly latest: Point | null
}

export interface Transaction {
  /** For the rule engine: written to the journal; run after the commit. */
  readonly messages?: readonly Message[]
  /** Its messages do not wait for room: who sent them has waited, or they follow from a message that was accepted. */
  readonly isAdmitted?: true
  /** Journal positions whose outcome this transaction is. */
  readonly done?: readonly number[]
  /** Done before the points of the same transaction are stored. */
  readonly deletions?: readonly SeriesDeletion[]
  readonly points?: readonly PointWrite[]
  readonly attributes?: readonly AttributeWrite[]
  readonly statements?: readonly Statement[]
  /** Carried out after the statements. */
  readonly records?: readonly RecordWrite[]
  readonly changes?: readonly EntityChange[]
  /** What it deletes does not go to the trash. */
  readonly isFinal?: boolean
  /** Its points and alarms are the server's own: they count for nobody's limit. */
  readonly isUncounted?: true
  /**
   * It is stored although the disk is full, from what is kept for that: it takes rights away, or somebody needs it to do
   * so. It holds a few rows and no points.
   */
  readonly cannotWait?: true
  /** For the audit log; it makes statements of them. */
  readonly audit?: readonly AuditNote[]
}

export interface TransactionResult {
  /** The messages with their journal positions, in the order given. */
  readonly messages: readonly JournalledMessage[]
  /** Rows changed, one per statement; then one per record. */
  readonly rowsChanged: readonly number[]
  /** Latest values that went with the deletions, where there were any. */
  readonly deletedLatest?: readonly DeletedLatest[]
}

export interface StorageStats {
  /** Messages in the journal that are not processed yet yet. */
  readonly journalLag: number
  readonly commits: number
  readonly points: number
  /** Of the points, those in no chunk yet. */
  readonly hotPoints: number
  readonly chunks: number
  /** Of the chunks' bodies. */
  readonly chunkBytes: number
  /** Of the database. */
  readonly bytes: number
}

/** What is cheap to know at any moment. */
export interface StoreSizes {
  readonly databaseBytes: number
  /** Unused pages inside the database. */
  readonly freeBytes: number
  /** Of the write-ahead log. */
  readonly logBytes: number
  /** On the disk of the data folder. */
  readonly diskFreeBytes: number
  /** Rows of points that are in no chunk yet. */
  readonly hotRows: number
  readonly journalMessages: number
  readonly journalBytes: number
}

export interface Storage {
  readonly relational: RelationalStore
  readonly series: SeriesStore
  /** Whether there is room for further telemetry keys and attributes. */
  readonly keyRoom: KeyRoom
  /** How much the entities with most of it have. */
  readonly census: EntityCensus
  /**
   * Commits all of it or nothing.
   *
   * Rejects with `UniqueViolation`, `RowsMismatch` or `KeyLimitReached` (nothing changed), or with `StoreFailed` when the
   * disk refused.
   * While a disk is full every call is refused until there is room again and the store was checked; after any other
   * failed write or fsync, until a restart has checked it.
   */
  transact(transaction: Transaction): Promise<TransactionResult>
  /** What was journalled and not done when the process last stopped, in order. Read once, at start. */
  recover(): Promise<readonly JournalledMessage[]>
  /** Those of `stats` that are known at any moment; `stats` goes over all chunks. */
  readonly journalLag: number
  readonly commits: number
  stats(): Promise<StorageStats>
  /** null: the disk does not answer, or the store is closed. */
  sizes(): StoreSizes | null
  /** Commits what was handed over, then closes the file. */
  close(): Promise<void>
}

/** A unique index refused a statement. */
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

/** A guarded statement changed another number of rows than it had to. */
export class RowsMismatch extends Error {
  override readonly name = 'RowsMismatch'
  readonly statement: number
  constructor(statement: number, expected: number, actual: number) {
    super(`statement ${statement} changed ${actual} rows instead of ${expected}`)
    this.statement = statement
  }
}

/** The store takes no writes; the message is for people and says what to do. */
export class StoreFailed extends Error {
  override readonly name = 'StoreFailed'
  /** Resolves when it is worth another try; null: not before a restart. */
  readonly recovered: Promise<void> | null

  constructor(message: string, recovered: Promise<void> | null = null) {
    super(message)
    this.recovered = recovered
  }
}

export type { EntityType }
