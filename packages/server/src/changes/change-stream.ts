/**
 * The change stream publishes commits, in commit order and with a position.
 *
 * Sockets, caches and counters follow it instead of polling a store. `process-change-stream.ts` is the implementation
 * for a
 * server that is a single process. `change-stream.test.ts` specifies the guarantees of every implementation.
 */

import type { AttributeWrite, DeletedLatest, EntityChange, PointWrite } from '../storage/storage.ts'

export interface Committed {
  /** Published before the points, because the same commit may have written deleted values again. */
  readonly deletedLatest?: readonly DeletedLatest[]
  readonly points: readonly PointWrite[]
  readonly attributes: readonly AttributeWrite[]
  readonly changes: readonly EntityChange[]
}

/** Listeners are called in the order of their subscription and must return quickly, without waiting. */
export interface ChangeListener {
  /** Latest values that were removed with deleted points, and their replacements. */
  deletedLatest?(deleted: readonly DeletedLatest[]): void
  points?(points: readonly PointWrite[]): void
  attributes?(attributes: readonly AttributeWrite[]): void
  change?(change: EntityChange): void
}

export interface ChangeStream {
  /**
   * Publishes a commit that is on disk. Called in commit order, once per commit. When it returns and `lagMs` is 0, all
   * listeners have been called.
   */
  publish(committed: Committed): void
  /**
   * Position of the commit that is being delivered or was delivered last. Increases by one per commit; 0: none yet. A
   * read
   * that starts now sees all commits up to this position, and a listening cache is valid up to it.
   */
  readonly position: number
  /** How far listeners lag behind, ms. Always 0 if publisher and listeners are in the same process. */
  readonly lagMs: number
  /** Subscribes to changes of one entity. Returns a function that unsubscribes. */
  watchEntity(entityId: string, listener: ChangeListener): () => void
  /**
   * Subscribes to all changes, for services that hold sessions or caches. Called before the listeners of single
   * entities.
   */
  watchAll(listener: ChangeListener): () => void
  /** Number of listeners, for the metrics. */
  readonly listenerCount: number
}

/** The part of the change stream that a cache depends on. */
export type ChangePosition = Pick<ChangeStream, 'position' | 'lagMs'>
