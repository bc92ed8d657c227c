/** Sizes of the store that are cheap to read: from files and from the ends of tables. */

import { statfsSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { StoreSizes } from '../storage.ts'
import { createJournalExtent } from './journal-table.ts'

export const logBytesOf = (databasePath: string): number =>
  statSync(`${databasePath}-wal`, { throwIfNoEntry: false })?.size ?? 0

export function diskFreeBytesOf(folder: string): number {
  const { bavail, bsize } = statfsSync(folder)
  return bavail * bsize
}

/** Uses a separate connection, so that a caller never waits for another read. */
export function openStoreSizes(databasePath: string) {
  const database = new DatabaseSync(databasePath, { readOnly: true, timeout: 100 })
  const pages = database.prepare(
    'select page_count * page_size as used, freelist_count * page_size as free from pragma_page_count, pragma_page_size, pragma_freelist_count',
  )
  const hot = database.prepare('select (select max(id) from hot) - (select min(id) from hot) + 1 as rows')
  const journal = createJournalExtent(database)
  return {
    read(): StoreSizes | null {
      try {
        const { used, free } = pages.get() as { used: number; free: number }
        const { messages, bytes } = journal()
        return {
          databaseBytes: used,
          freeBytes: free,
          logBytes: logBytesOf(databasePath),
          diskFreeBytes: diskFreeBytesOf(dirname(databasePath)),
          hotRows: (hot.get()?.rows as number | null) ?? 0,
          journalMessages: messages,
          journalBytes: bytes,
        }
      } catch {
        // A failing disk is reported by /health; the server's other figures must stay available.
        return null
      }
    },
    close: () => database.close(),
  }
}
