/**
 * `backup FILE`: one file with everything that a data folder needs to go on elsewhere, taken while the platform runs.
 *
 * A plain copy of the database lies beside FILE while it is made; it is opened and checked before it is packed. FILE
 * gets its name when all of it is on disk, so a file of that name is whole.
 */

import { closeSync, existsSync, fsyncSync, openSync, realpathSync, renameSync, rmSync, statSync } from 'node:fs'
import { basename, dirname, join, sep } from 'node:path'
import type { Clock } from '../clock.ts'
import { summing } from './amounts.ts'
import { createArchiveWriter } from './backup-archive.ts'
import { databaseName, filesBeside, openCopy, readSchemaVersion, requireStore } from './data-parts.ts'
import { inWords, MaintenanceError, throwIfStopped } from './maintenance-error.ts'
import { packageFilesOf } from './package-parts.ts'
import { copySnapshot } from './store-snapshot.ts'

export interface BackupOptions {
  readonly dataFolder: string
  /** Absolute. */
  readonly file: string
  /** Version of Sonde. */
  readonly version: string
  readonly clock: Clock
  readonly signal?: AbortSignal
  readonly progress?: (what: string, bytes: number, ofBytes: number) => void
}

export interface BackupResult {
  readonly databaseBytes: number
  readonly fileBytes: number
  readonly files: number
  /** How long the database was read while others might write to it. */
  readonly snapshotMs: number
}

/** Throws `MaintenanceError` with a line for the operator; nothing is left then. Must not run in the platform's own process. */
export async function createBackup(options: BackupOptions): Promise<BackupResult> {
  const { dataFolder, file } = options
  const databasePath = requireStore(dataFolder)
  requireFreeName(file, dataFolder)
  const part = `${file}.part`
  const copy = `${file}.part-db`
  let archive: number
  try {
    archive = openSync(part, 'wx', 0o600)
  } catch (error) {
    if ((error as { code?: string }).code === 'EEXIST') {
      throw new MaintenanceError(`${part} exists: another backup is writing it, or one was broken off; then delete it.`)
    }
    throw inWords(error, 'Writing', part)
  }
  try {
    return await write(options, databasePath, { archive, part, copy })
  } catch (error) {
    throw inWords(error, 'Writing', file)
  } finally {
    closeSync(archive)
    rmSync(part, { force: true })
    rmSync(copy, { force: true })
  }
}

function requireFreeName(file: string, dataFolder: string) {
  if (existsSync(file)) throw new MaintenanceError(`${file} exists and is not overwritten: name another file.`)
  const folder = dirname(file)
  if (!existsSync(folder)) throw new MaintenanceError(`There is no folder ${folder}: make it, or name another place.`)
  if (!statSync(folder).isDirectory()) throw new MaintenanceError(`${folder} is no folder: name another place.`)
  if (`${realpathSync(folder)}${sep}`.startsWith(`${realpathSync(dataFolder)}${sep}`)) {
    throw new MaintenanceError(`${file} lies in the data folder and would go with it: name another place.`)
  }
}

interface Parts {
  readonly archive: number
  readonly part: string
  readonly copy: string
}

async function write(options: BackupOptions, databasePath: string, parts: Parts): Promise<BackupResult> {
  const { dataFolder, file, version, clock, signal, progress } = options
  const { archive, part, copy } = parts
  const started = performance.now()
  const { bytes } = await copySnapshot({
    databasePath,
    to: copy,
    signal,
    progress: (done, all) => progress?.('copied', done, all),
  })
  const snapshotMs = performance.now() - started
  progress?.('checking', 0, bytes)
  const schemaVersion = checkCopy(copy)
  throwIfStopped(signal)
  const packageFiles = packageFilesOf(copy, dataFolder)

  const writer = createArchiveWriter(archive, clock.nowMs())
  const packed = summing((done) => progress?.('packed', done, bytes))
  await writer.add({ name: databaseName, path: copy, packing: 'zstd' }, { signal, progress: packed })
  // After the database: what its rows name is there.
  const files = [...filesBeside(dataFolder), ...packageFiles]
  for (const name of files) await writer.add({ name, path: join(dataFolder, name), packing: 'none' }, { signal })
  const fileBytes = writer.finish({ version, schemaVersion })
  if (existsSync(file)) throw new MaintenanceError(`${file} exists by now and is not overwritten: name another file.`)
  renameSync(part, file)
  syncFolder(dirname(file))
  return { databaseBytes: bytes, fileBytes, files: files.length, snapshotMs }
}

/** Opens a database that nobody else has open, as it stands. Returns its schema; throws `MaintenanceError` when it is damaged. */
export function checkCopy(path: string): number {
  const database = openCopy(path)
  try {
    const found = database.prepare('pragma quick_check(1)').get()?.quick_check
    if (found !== 'ok') {
      const why = String(found).split('\n').at(-1)
      throw new MaintenanceError(
        `The store is damaged (${why}). Nothing was written; \`npm run sonde -- check\` says more.`,
      )
    }
    return readSchemaVersion(database, basename(path))
  } finally {
    database.close()
  }
}

/** A new name survives a power cut only when its folder is on disk too. */
export function syncFolder(path: string): void {
  const folder = openSync(path, 'r')
  try {
    fsyncSync(folder)
  } finally {
    closeSync(folder)
  }
}
