/**
 * `compact`: merges all chunks at once, brings roll-ups up to date and gives free pages back. Of a stopped store only;
 * a running platform does the first two by itself, a little with every commit.
 */

import { statfsSync, statSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { setImmediate as turn } from 'node:timers/promises'
import type { Clock } from '../clock.ts'
import { openDataFolder } from '../storage/data-folder.ts'
import { compactionLimits, createCompactor } from '../storage/series/compactor.ts'
import { createChunkTable } from '../storage/sqlite/chunk-table.ts'
import { checkAfterFailure } from '../storage/sqlite/failed-disk.ts'
import { migrate } from '../storage/sqlite/migrate.ts'
import { bytesText } from './amounts.ts'
import { requireStore } from './data-parts.ts'
import { inWords, MaintenanceError, throwIfStopped } from './maintenance-error.ts'

export interface CompactOptions {
  readonly dataFolder: string
  readonly clock: Clock
  readonly signal?: AbortSignal
  readonly progress?: (what: string) => void
}

export interface Compacted {
  readonly bytesBefore: number
  readonly bytesAfter: number
  readonly chunksBefore: number
  readonly chunksAfter: number
}

/** Of one transaction, ms. */
const stepMs = 100

/** Throws `MaintenanceError` or `DataFolderError` with a line for the operator. Stopped at any time, the store is whole. */
export async function compactStore(options: CompactOptions): Promise<Compacted> {
  const { dataFolder } = options
  const path = requireStore(dataFolder)
  const folder = openDataFolder(dataFolder)
  try {
    // A vacuum writes a copy first: not into a small /tmp.
    process.env.SQLITE_TMPDIR = dataFolder
    checkAfterFailure(path)
    const database = new DatabaseSync(path, { timeout: 5000 })
    try {
      migrate(database, path)
      return await compact(database, path, options)
    } finally {
      database.close()
    }
  } catch (error) {
    throw inWords(error, 'Compacting', path)
  } finally {
    folder.release()
  }
}

async function compact(database: DatabaseSync, path: string, options: CompactOptions): Promise<Compacted> {
  const { dataFolder, clock, signal, progress } = options
  const chunkCount = database.prepare('select count(*) as count from chunk')
  const chunks = () => chunkCount.get()?.count as number
  const chunksBefore = chunks()
  database.exec('pragma wal_checkpoint(truncate)')
  const bytesBefore = statSync(path).size

  progress?.('merging chunks')
  // Nobody else wants the disk: no pauses.
  const compactor = createCompactor(createChunkTable(database), { ...compactionLimits, share: 1 })
  compactor.all()
  while (compactor.isRunning) {
    throwIfStopped(signal)
    database.exec('begin immediate')
    compactor.run(clock.nowMs(), performance.now() + stepMs)
    database.exec('commit')
    await turn()
  }
  database.exec('pragma wal_checkpoint(truncate)')

  throwIfStopped(signal)
  requireRoom(database, dataFolder)
  progress?.('giving free pages back')
  database.exec('vacuum; pragma wal_checkpoint(truncate)')
  return { bytesBefore, bytesAfter: statSync(path).size, chunksBefore, chunksAfter: chunks() }
}

/** The copy, and the log that takes it back. */
function requireRoom(database: DatabaseSync, dataFolder: string) {
  const number = (pragma: string) => Object.values(database.prepare(`pragma ${pragma}`).get() ?? {})[0] as number
  const needed = 2 * (number('page_count') - number('freelist_count')) * number('page_size')
  const { bavail, bsize } = statfsSync(dataFolder)
  if (bavail * bsize >= needed) return
  throw new MaintenanceError(
    `Chunks are merged. Giving free pages back needs ${bytesText(needed)} on the disk of ${dataFolder}; it has ${bytesText(bavail * bsize)}.`,
  )
}
