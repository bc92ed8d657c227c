/** Compaction of a stopped store: merges all chunks and returns free pages to the file system. */

import { statSync } from 'node:fs'
import type { DatabaseSync } from 'node:sqlite'
import { setImmediate as turn } from 'node:timers/promises'
import { throwIfStopped } from '../../maintenance-error.ts'
import { compactionLimits, createCompactor } from '../../series/compactor.ts'
import type { OwnStore } from '../../store-maintenance.ts'
import { createChunkTable } from '../chunk-table.ts'

/** Duration of a transaction, ms. */
const stepMs = 100

type Compaction = Pick<OwnStore, 'size' | 'mergeChunks' | 'shrinkingBytes' | 'shrink'>

export function createCompaction(database: DatabaseSync, path: string): Compaction {
  const number = (sql: string) => Object.values(database.prepare(sql).get() ?? {})[0] as number
  const emptyLog = () => database.exec('pragma wal_checkpoint(truncate)')
  return {
    size() {
      emptyLog()
      return { bytes: statSync(path).size, chunks: number('select count(*) from chunk') }
    },
    async mergeChunks(clock, signal) {
      // No other work needs the disk, so the compactor doesn't pause.
      const compactor = createCompactor(createChunkTable(database), { ...compactionLimits, share: 1 })
      compactor.all()
      while (compactor.isRunning) {
        throwIfStopped(signal)
        database.exec('begin immediate')
        compactor.run(clock.nowMs(), performance.now() + stepMs)
        database.exec('commit')
        await turn()
      }
      emptyLog()
    },
    /** Space for the vacuumed copy and for the log through which it is written back. */
    shrinkingBytes: () =>
      2 * (number('pragma page_count') - number('pragma freelist_count')) * number('pragma page_size'),
    shrink: () => database.exec('vacuum'),
  }
}
