/**
 * Prometheus metrics of the store: the values of `npm run sonde -- stats`, as far as they are cheap to read.
 *
 * Sizes, journal and hot rows are read from the ends of their tables at every scrape. Points and chunks must be
 * counted: the reader thread does this when a scrape finds old counts, for at most 1 % of its time, and the next
 * scrape shows them.
 */

import { Counter, Gauge, type Registry } from 'prom-client'
import type { Storage, StorageStats, StoreSizes } from '../storage/storage.ts'

export interface StoreMetricsDeps {
  readonly storage: Pick<Storage, 'stats' | 'sizes' | 'journalLag' | 'commits'>
}

/** Minimum interval between two counts. */
const countedMsMin = 30_000
const countingShareMax = 0.01
const sameScrapeMs = 100

/** Registers the metrics. Call `close` before the store is closed. */
export function registerStoreMetrics(registry: Registry, { storage }: StoreMetricsDeps) {
  const sizes = ofScrape(storage.sizes)
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
        // The store doesn't respond, which /health reports.
        counted = null
        counting = null
      },
    )
  }

  async function lastCount(): Promise<StorageStats | null> {
    if (!isClosed && performance.now() >= countAgainAt) counting ??= count()
    // Only the first scrape waits, because there are no counts yet.
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
  const cheap = (name: string, help: string, field: keyof StoreSizes) =>
    gauge(name, help, () => (isClosed ? undefined : sizes()?.[field]))
  const ofCount = (name: string, help: string, read: (stats: StorageStats) => number) =>
    gauge(name, help, async () => {
      const stats = await lastCount()
      return stats ? read(stats) : undefined
    })

  ofCount('sonde_store_points', 'Stored data points', ({ points }) => points)
  ofCount('sonde_store_hot_points', 'Data points that are not in a chunk yet', ({ hotPoints }) => hotPoints)
  ofCount('sonde_store_chunks', 'Compressed chunks', ({ chunks }) => chunks)
  ofCount('sonde_store_chunk_bytes', 'Size of chunk bodies', ({ chunkBytes }) => chunkBytes)
  ofCount('sonde_store_bytes_per_point', 'Size of chunk bodies per data point', ({ chunkBytes, points, hotPoints }) =>
    points > hotPoints ? chunkBytes / (points - hotPoints) : 0,
  )
  cheap('sonde_store_hot_rows', 'Rows of data points that are not in a chunk yet', 'hotRows')
  cheap('sonde_store_database_bytes', 'Size of the database', 'databaseBytes')
  cheap('sonde_store_free_bytes', 'Unused pages inside the database', 'freeBytes')
  cheap('sonde_store_log_bytes', 'Size of the write-ahead log', 'logBytes')
  cheap('sonde_disk_free_bytes', 'Free space on the disk of the data folder', 'diskFreeBytes')
  cheap('sonde_journal_messages', 'Messages in the journal, including processed ones', 'journalMessages')
  cheap('sonde_journal_bytes', 'Size of messages in the journal', 'journalBytes')
  gauge('sonde_journal_lag_messages', 'Messages in the journal that are not processed yet', () => storage.journalLag)
  new Counter({
    name: 'sonde_store_commits_total',
    help: 'Transactions of the database, each with one disk sync',
    registers: [registry],
    collect() {
      this.reset()
      this.inc(storage.commits)
    },
  })

  return {
    close() {
      isClosed = true
    },
  }
}

/** Reads the sizes once for all gauges of a scrape. */
function ofScrape(look: () => StoreSizes | null): () => StoreSizes | null {
  let known: { at: number; sizes: StoreSizes | null } = { at: Number.NEGATIVE_INFINITY, sizes: null }
  return () => {
    const now = performance.now()
    if (now - known.at > sameScrapeMs) known = { at: now, sizes: look() }
    return known.sizes
  }
}
