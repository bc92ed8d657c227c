/**
 * `compact`: merges all chunks at once, updates the roll-ups and returns free pages to the file system. The server
 * must be stopped; a running server does the first two in small steps with its commits.
 */

import { statfsSync } from 'node:fs'
import type { Clock } from '../clock.ts'
import { MaintenanceError, throwIfStopped } from '../storage/maintenance-error.ts'
import { storeMaintenance } from '../storage/open-storage.ts'
import type { OwnStore } from '../storage/store-maintenance.ts'
import { bytesText } from './amounts.ts'

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

/**
 * Throws `MaintenanceError` or `DataFolderError` with a line for the operator. If it is interrupted, the store stays
 * intact.
 */
export const compactStore = (options: CompactOptions): Promise<Compacted> =>
  storeMaintenance.own(options.dataFolder, 'Compacting', (store) => compact(store, options))

async function compact(store: OwnStore, options: CompactOptions): Promise<Compacted> {
  const { dataFolder, clock, signal, progress } = options
  const before = store.size()
  progress?.('merging chunks')
  await store.mergeChunks(clock, signal)
  throwIfStopped(signal)
  requireRoom(store.shrinkingBytes(), dataFolder)
  progress?.('returning free pages')
  store.shrink()
  const after = store.size()
  return { bytesBefore: before.bytes, bytesAfter: after.bytes, chunksBefore: before.chunks, chunksAfter: after.chunks }
}

function requireRoom(needed: number, dataFolder: string) {
  const { bavail, bsize } = statfsSync(dataFolder)
  if (bavail * bsize >= needed) return
  throw new MaintenanceError(
    `Chunks are merged, but free pages weren't returned. This needs ${bytesText(needed)} on the disk of ${dataFolder}, which has ${bytesText(bavail * bsize)} free.`,
  )
}
