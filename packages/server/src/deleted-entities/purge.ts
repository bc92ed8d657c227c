/**
 * Deletes the data that deleted entities leave behind: points, attributes, events, versions of dashboards.
 *
 * Runs in the background in small commits, so that a tenant with many devices doesn't block other work. Data that still
 * arrives after the deletion (messages in flight) is deleted in a second round later; then the entity's tombstone is
 * deleted too. Entities that exist again or were moved elsewhere are skipped, and so are entities in the trash until
 * they expire there.
 */

import { setTimeout as pause } from 'node:timers/promises'
import { type EntityType, entityId } from '@sonde/model/ids'
import type { EntityOwners } from '../access/entity-owners.ts'
import type { Clock } from '../clock.ts'
import type { Commit } from '../journal/commit.ts'
import type { RelationalStore, Statement } from '../storage/relational.ts'
import type { SeriesStore } from '../storage/series.ts'
import type { SeriesDeletion } from '../storage/storage.ts'
import { createDeletedEntityStore, type Note } from './deleted-entity-store.ts'

/** Delay between the first and the second round, ms. */
export const settleMs = 600_000
export const purgeEveryMs = 60_000
/** Tombstones per read. */
const notesPerRead = 200
/** Maximum series and points per commit. */
const seriesPerCommit = 200
const pointsPerStep = 20_000
/** Maximum rows that one statement deletes. */
const rowsPerStatement = 2_000
/** Pause between two commits, which leaves most of the time to other work. */
const breathMs = 5

export interface PurgeDeps {
  readonly relational: RelationalStore
  readonly series: Pick<SeriesStore, 'keys' | 'range'>
  readonly owners: EntityOwners
  readonly commit: Commit
  readonly clock: Clock
  /** Creates tombstones of what expired in the trash. Absent: there is no trash. */
  readonly expireTrash?: () => Promise<unknown>
}

export interface Purge {
  /** Deletes what is due now; ends early when the signal is aborted. */
  run(signal?: AbortSignal): Promise<void>
}

const neverAborted = new AbortController().signal

export function createPurge({ relational, series, owners, commit, clock, expireTrash }: PurgeDeps): Purge {
  const store = createDeletedEntityStore(relational)

  async function run(signal: AbortSignal = neverAborted): Promise<void> {
    for (let isWanted = true; isWanted && !signal.aborted; ) {
      isWanted = false
      await expireTrash?.()
      // New tombstones first, then those that are due for the second round.
      while (!signal.aborted && (await someOf(null, signal))) isWanted = true
      while (!signal.aborted && (await someOf(clock.nowMs() - settleMs, signal))) isWanted = true
    }
  }

  /**
   * Processes some tombstones: new ones (null), or those whose first round was before a time. Returns false when there
   * were none.
   */
  async function someOf(purgedBefore: number | null, signal: AbortSignal): Promise<boolean> {
    const notes = await store.some(purgedBefore, notesPerRead)
    let batch = emptyBatch()
    for (const note of notes) {
      if (signal.aborted) return false
      if (await isThere(note)) batch.there.push(note.entity_id)
      else await gather(note, batch, signal)
      if (batch.series >= seriesPerCommit || batch.points >= pointsPerStep) {
        await finish(batch)
        batch = emptyBatch()
      }
    }
    if (notes.length > 0) await finish(batch)
    return notes.length > 0
  }

  const isThere = async ({ entity_type, entity_id }: Note): Promise<boolean> =>
    (await owners.find(entityId(entity_type as EntityType, entity_id))) !== undefined

  /** Deletes most points of a large entity directly and leaves the rest to the batch. */
  async function gather(note: Note, batch: Batch, signal: AbortSignal): Promise<void> {
    const entity = entityId(note.entity_type as EntityType, note.entity_id)
    const keys = await series.keys(entity.id)
    const limit = Math.max(1, Math.floor(pointsPerStep / Math.max(1, keys.length)))
    for (let left = keys; left.length > 0 && !signal.aborted; ) {
      const points = await series.range({
        entityId: entity.id,
        keys: left,
        startTs: Number.MIN_SAFE_INTEGER,
        endTs: Number.MAX_SAFE_INTEGER,
        limit,
        order: 'ASC',
        aggregation: 'NONE',
        intervalMs: 0,
        timesOnly: true,
      })
      const deletions: SeriesDeletion[] = []
      for (const [key, found] of points) {
        batch.points += found.length
        const endTs = found[limit - 1]?.ts
        if (endTs === undefined) continue
        const range = { startTs: Number.MIN_SAFE_INTEGER, endTs: endTs + 1 }
        deletions.push({ tenantId: note.tenant_id, entity, keys: [key], range, rewriteLatest: false })
      }
      if (deletions.length === 0) break
      await write({ deletions })
      batch.points = 0
      left = deletions.flatMap((deletion) => deletion.keys ?? [])
    }
    await removeRows(note, signal)
    batch.gone.push(note)
    batch.series += Math.max(1, keys.length)
  }

  /** Deletes the events of the entity; for a tenant, all events with its ID. */
  async function removeRows({ entity_id, entity_type }: Note, signal: AbortSignal): Promise<void> {
    const column = entity_type === 'TENANT' ? 'tenant_id' : 'entity_id'
    if (await store.hasEvents(column, entity_id)) {
      await untilNone(store.removeEvents(column, entity_id, rowsPerStatement), signal)
    }
  }

  async function untilNone(statement: Statement, signal: AbortSignal): Promise<void> {
    while (!signal.aborted && ((await write({ statements: [statement] })).rowsChanged[0] ?? 0) === rowsPerStatement);
  }

  /** Deletes the remaining data of the gathered entities and updates or deletes their tombstones. */
  async function finish({ gone, there }: Batch): Promise<void> {
    const ids = gone.map((note) => note.entity_id)
    const first = gone.filter(({ purged_time }) => purged_time === null).map((note) => note.entity_id)
    const done = [...there, ...gone.filter(({ purged_time }) => purged_time !== null).map((note) => note.entity_id)]
    const statements = store.purged({ ids, first, done }, clock.nowMs())
    const deletions = gone.map((note): SeriesDeletion => {
      const entity = entityId(note.entity_type as EntityType, note.entity_id)
      return { tenantId: note.tenant_id, entity, keys: null, range: null, rewriteLatest: false }
    })
    await write({ deletions, statements })
  }

  async function write(transaction: Parameters<Commit>[0]) {
    const result = await commit(transaction)
    await pause(breathMs)
    return result
  }

  return { run }
}

interface Batch {
  gone: Note[]
  /** IDs of entities that exist again. */
  there: string[]
  series: number
  points: number
}

const emptyBatch = (): Batch => ({ gone: [], there: [], series: 0, points: 0 })
