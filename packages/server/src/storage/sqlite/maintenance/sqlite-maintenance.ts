/** Maintenance of the embedded store, for use in a separate process. */

import { DatabaseSync } from 'node:sqlite'
import { openDataFolder } from '../../data-folder.ts'
import { inWords, MaintenanceError } from '../../maintenance-error.ts'
import type { Statement } from '../../relational.ts'
import type { CopiedStore, OwnStore, ReadStore, StoreMaintenance } from '../../store-maintenance.ts'
import { checkAfterFailure } from '../failed-disk.ts'
import { migrate } from '../migrate.ts'
import { createSqliteRelational } from '../sqlite-relational.ts'
import { checksOf } from './check-database.ts'
import { createCompaction } from './compaction.ts'
import {
  openCopiedDatabase,
  openDatabase,
  readSchemaVersion,
  requireKnownSchema,
  requireStore,
} from './open-database.ts'
import { readFigures } from './store-figures.ts'
import { copySnapshot } from './store-snapshot.ts'

export const sqliteMaintenance: StoreMaintenance = {
  requireStore,
  requireKnownSchema,
  open,
  openCopy,
  copy: copySnapshot,
  own,
}

function open(dataFolder: string): ReadStore {
  const opened = openDatabase(dataFolder)
  const { database, path, schema } = opened
  return {
    path,
    schema,
    relational: createSqliteRelational({ database }),
    figures: (nowMs) => readFigures(opened, dataFolder, nowMs),
    checks: (report, breathe) => checksOf(opened, report, breathe),
    close: () => database.close(),
  }
}

function openCopy(path: string, of: string): CopiedStore {
  const database = openCopiedDatabase(path)
  try {
    const found = database.prepare('pragma quick_check(1)').get()?.quick_check
    if (found !== 'ok') {
      const why = String(found).split('\n').at(-1)
      throw new MaintenanceError(
        `The database is damaged (${why}). Nothing was written. Run \`npm run sonde -- check\` for details.`,
      )
    }
    return {
      schema: readSchemaVersion(database, of),
      relational: createSqliteRelational({ database }),
      close: () => database.close(),
    }
  } catch (error) {
    database.close()
    throw error
  }
}

async function own<T>(dataFolder: string, doing: string, use: (store: OwnStore) => Promise<T>): Promise<T> {
  const path = requireStore(dataFolder)
  const folder = openDataFolder(dataFolder)
  try {
    // VACUUM writes a copy first, which might not fit into a small /tmp.
    process.env.SQLITE_TMPDIR = dataFolder
    checkAfterFailure(path)
    const database = new DatabaseSync(path, { timeout: 5000, enableForeignKeyConstraints: true })
    try {
      migrate(database, path)
      const relational = createSqliteRelational({ database })
      return await use({
        relational,
        write: (statements) => write(database, statements),
        ...createCompaction(database, path),
      })
    } finally {
      database.close()
    }
  } catch (error) {
    throw inWords(error, doing, path)
  } finally {
    folder.release()
  }
}

function write(database: DatabaseSync, statements: readonly Statement[]): void {
  database.exec('begin immediate')
  try {
    for (const { sql, parameters } of statements) database.prepare(sql).run(...parameters)
    database.exec('commit')
  } catch (error) {
    database.exec('rollback')
    throw error
  }
}
