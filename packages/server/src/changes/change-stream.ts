/**
 * The change stream: what was committed, in the order of the commits, with a position.
 *
 * Sockets, caches and counters follow it; nothing polls a store. `process-change-stream.ts` is the stream of a server
 * that is one process. `change-stream.test.ts` says what every implementation keeps.
 */

import type { AttributeWrite, DeletedLatest, EntityChange, PointWrite } from '../storage/storage.ts'

export interface Committed {
  /** Before the points: what was deleted may have been written again by the same commit. */
  readonly deletedLatest?: readonly DeletedLatest[]
  readonly points: readonly PointWrite[]
  readonly attributes: readonly AttributeWrite[]
  readonly changes: readonly EntityChange[]
}

/** Listeners are called in the order of their subscription; they note what they need and return. */
export interface ChangeListener {
  /** Latest values that went with deleted points, and what took their place. */
  deletedLatest?(deleted: readonly DeletedLatest[]): void
  points?(points: readonly PointWrite[]): void
  attributes?(attributes: readonly AttributeWrite[]): void
  change?(change: EntityChange): void
}

export interface ChangeStream {
  /**
   * Publishes a commit that is on disk. Commits are published in the order in which the store took them, each once.
   * When this returns and `lagMs` is 0, every listener has been called.
   */
  publish(committed: Committed): void
  /**
   * Of the commit that listeners are called with, or were called with last. Grows by one with each; 0: none yet. A read
   * that starts now finds everything up to this position, and a cache that listens is valid up to it.
   */
  readonly position: number
  /** How long ago listeners were up to date, ms. Always 0 while publisher and listeners are one process. */
  readonly lagMs: number
  /** Listens to the changes of one entity. Returns the way to stop. */
  watchEntity(entityId: string, listener: ChangeListener): () => void
  /** Listens to everything: for parts that keep sessions or caches. Called before the listeners of single entities. */
  watchAll(listener: ChangeListener): () => void
  /** How many listeners there are, for the metrics. */
  readonly listenerCount: number
}

/** What a cache needs to know of the stream that it follows. */
export type ChangePosition = Pick<ChangeStream, 'position' | 'lagMs'>
