/**
 * The store for Prometheus: the figures of `npm run sonde -- stats`, from what is cheap to know.
 *
 * Sizes, journal and hot rows are read from the ends of their tables at every scrape. Points and chunks have to be
 * counted; the reader thread does it when a scrape finds them old, for a hundredth of its time at most, and the scrape
 * after that shows them.
 */

import { statfsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { Counter, Gauge, type Registry } from 'prom-client'
import type { Storage, StorageStats } from '../storage/storage.ts'

export interface StoreMetricsParts {
  readonly storage: Pick<Storage, 'stats' | 'journalLag' | 'commits'>
  readonly dataFolder: string
}

/** Counting again is not worth it before. */
const countedMsMin = 30_000
const countingShareMax = 0.01
const sameScrapeMs = 100

interface Figures {
  readonly databaseBytes: number
  readonly freeBytes: number
  readonly logBytes: number
  readonly diskFreeBytes: number
  readonly hotRows: number
  readonly journalMessages: number
  readonly journalBytes: number
}

/** Registers them. `close` before the store is closed. */
export function registerStoreMetrics(registry: Registry, { storage, dataFolder }: StoreMetricsParts) {
  const figures = openFigures(dataFolder)
  let isClosed = false
  let counted: StorageStats | null = null
  let counting: Promise<void> | null = null
  let countAgainAt = 0

  function count(): Promise<void> {
    const started = performance.now()
    return storage.stats().then(
      (stats) => {
        counted = stats
        const now = performance.now()
        countAgainAt = now + Math.max(countedMsMin, (now - started) / countingShareMax)
        counting = null
      },
      () => {
        // The store does not answer; /health says so.
        counted = null
        counting = null
      },
    )
  }

  async function lastCount(): Promise<StorageStats | null> {
    if (!isClosed && performance.now() >= countAgainAt) counting ??= count()
    // The first scrape waits: it would have nothing to show.
    if (counted === null) await counting
    return counted
  }

  const gauge = (name: string, help: string, read: () => number | undefined | Promise<number | undefined>) =>
    new Gauge({
      name,
      help,
      registers: [registry],
      async collect() {
        this.reset()
        const value = await read()
        if (value === undefined) this.remove()
        else this.set(value)
      },
    })
  const cheap = (name: string, help: string, field: keyof Figures) =>
    gauge(name, help, () => (isClosed ? undefined : figures.read()?.[field]))
  const ofCount = (name: string, help: string, read: (stats: StorageStats) => number) =>
    gauge(name, help, async () => {
      const stats = await lastCount()
      return stats ? read(stats) : undefined
    })

  ofCount('sonde_store_points', 'Points of telemetry that are stored', ({ points }) => points)
  ofCount('sonde_store_hot_points', 'Of them, points that are in no chunk yet', ({ hotPoints }) => hotPoints)
  ofCount('sonde_store_chunks', 'Compressed chunks', ({ chunks }) => chunks)
  ofCount('sonde_store_chunk_bytes', 'Bytes of the bodies of chunks', ({ chunkBytes }) => chunkBytes)
  ofCount(
    'sonde_store_bytes_per_point',
    'Bytes of the bodies of chunks for each point in them',
    ({ chunkBytes, points, hotPoints }) => (points > hotPoints ? chunkBytes / (points - hotPoints) : 0),
  )
  cheap('sonde_store_hot_rows', 'Rows of points that are not in chunks, carried forward until they are', 'hotRows')
  cheap('sonde_store_database_bytes', 'Size of the database', 'databaseBytes')
  cheap('sonde_store_free_bytes', 'Unused pages inside the database', 'freeBytes')
  cheap('sonde_store_log_bytes', 'Size of the write-ahead log', 'logBytes')
  cheap('sonde_disk_free_bytes', 'Free room on the disk of the data folder', 'diskFreeBytes')
  cheap('sonde_journal_messages', 'Messages in the journal, done ones included', 'journalMessages')
  cheap('sonde_journal_bytes', 'Bytes of the messages in the journal', 'journalBytes')
  gauge('sonde_journal_lag_messages', 'Journalled messages whose outcome is not stored', () => storage.journalLag)
  new Counter({
    name: 'sonde_store_commits_total',
    help: 'Transactions of the store, each one sync of the disk',
    registers: [registry],
    collect() {
      this.reset()
      this.inc(storage.commits)
    },
  })

  return {
    close() {
      isClosed = true
      figures.close()
    },
  }
}

/** Its own connection, so that a scrape never waits for a read of somebody else. */
function openFigures(dataFolder: string) {
  const path = join(dataFolder, 'sonde.db')
  const database = new DatabaseSync(path, { readOnly: true, timeout: 100 })
  const pages = database.prepare(
    'select page_count * page_size as used, freelist_count * page_size as free from pragma_page_count, pragma_page_size, pragma_freelist_count',
  )
  const hot = database.prepare('select (select max(id) from hot) - (select min(id) from hot) + 1 as rows')
  const journalEnd = (order: string) =>
    database.prepare(`select id, count, bytes_before, length(batch) as bytes from journal order by id ${order} limit 1`)
  const first = journalEnd('asc')
  const last = journalEnd('desc')
  type Row = { id: number; count: number; bytes_before: number; bytes: number }
  let known: { at: number; figures: Figures | undefined } = { at: Number.NEGATIVE_INFINITY, figures: undefined }

  function look(): Figures | undefined {
    try {
      const { used, free } = pages.get() as { used: number; free: number }
      const [oldest, newest] = [first.get() as Row | undefined, last.get() as Row | undefined]
      const { bavail, bsize } = statfsSync(dataFolder)
      return {
        databaseBytes: used,
        freeBytes: free,
        logBytes: statSync(`${path}-wal`, { throwIfNoEntry: false })?.size ?? 0,
        diskFreeBytes: bavail * bsize,
        hotRows: (hot.get()?.rows as number | null) ?? 0,
        journalMessages: oldest && newest ? newest.id + newest.count - oldest.id : 0,
        journalBytes: oldest && newest ? newest.bytes_before + newest.bytes - oldest.bytes_before : 0,
      }
    } catch {
      // A disk that fails shows in /health; the other figures are still wanted.
      return undefined
    }
  }

  return {
    /** One look for all gauges of a scrape. */
    read(): Figures | undefined {
      const now = performance.now()
      if (now - known.at > sameScrapeMs) known = { at: now, figures: look() }
      return known.figures
    },
    close: () => database.close(),
  }
}
