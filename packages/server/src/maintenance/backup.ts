/**
 * `backup FILE`: writes everything of a data folder that is needed to continue elsewhere into one file. Works while
 * the server runs.
 *
 * During the backup there is a plain copy of the database next to FILE, which is opened and checked before it is
 * packed. FILE only gets its final name after it is synced to disk, so a file with that name is complete.
 */

import { closeSync, existsSync, fsyncSync, openSync, realpathSync, renameSync, rmSync, statSync } from 'node:fs'
import { dirname, join, sep } from 'node:path'
import type { Clock } from '../clock.ts'
import { databaseName } from '../storage/data-folder.ts'
import { inWords, MaintenanceError, throwIfStopped } from '../storage/maintenance-error.ts'
import { storeMaintenance } from '../storage/open-storage.ts'
import { summing } from './amounts.ts'
import { createArchiveWriter } from './backup-archive.ts'
import { filesBeside } from './data-parts.ts'
import { packageFilesOf } from './package-parts.ts'

export interface BackupOptions {
  readonly dataFolder: string
  /** Absolute path. */
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
  /** Duration of the database copy, during which others may write to the database. */
  readonly snapshotMs: number
}

/**
 * Throws `MaintenanceError` with a line for the operator; in this case no files are left. Must not run in the server
 * process.
 */
export async function createBackup(options: BackupOptions): Promise<BackupResult> {
  const { dataFolder, file } = options
  const databasePath = storeMaintenance.requireStore(dataFolder)
  requireFreeName(file, dataFolder)
  const part = `${file}.part`
  const copy = `${file}.part-db`
  let archive: number
  try {
    archive = openSync(part, 'wx', 0o600)
  } catch (error) {
    if ((error as { code?: string }).code === 'EEXIST') {
      throw new MaintenanceError(`${part} exists. Wait if another backup is running. Otherwise delete the file.`)
    }
    throw inWords(error, 'Writing', part)
  }
  try {
    return await write(options, databasePath, { archive, part, copy })
  } catch (error) {
    // SQLite is only used for reading here.
    const isOfDatabase = (error as { errcode?: number }).errcode !== undefined
    throw isOfDatabase ? inWords(error, 'Reading', databasePath) : inWords(error, 'Writing', file)
  } finally {
    closeSync(archive)
    rmSync(part, { force: true })
    rmSync(copy, { force: true })
  }
}

function requireFreeName(file: string, dataFolder: string) {
  if (existsSync(file)) throw new MaintenanceError(`${file} exists and isn't overwritten. Choose another file.`)
  const folder = dirname(file)
  if (!existsSync(folder))
    throw new MaintenanceError(`The folder ${folder} doesn't exist. Create it, or choose another folder.`)
  if (!statSync(folder).isDirectory()) throw new MaintenanceError(`${folder} isn't a folder. Choose another one.`)
  if (`${realpathSync(folder)}${sep}`.startsWith(`${realpathSync(dataFolder)}${sep}`)) {
    throw new MaintenanceError(`${file} is in the data folder and would be lost with it. Choose another folder.`)
  }
}

interface Parts {
  readonly archive: number
  readonly part: string
  readonly copy: string
}

async function write(options: BackupOptions, databasePath: string, deps: Parts): Promise<BackupResult> {
  const { dataFolder, file, version, clock, signal, progress } = options
  const { archive, part, copy } = deps
  // Checks that it is a Sonde database: otherwise there is no log to follow.
  storeMaintenance.open(dataFolder).close()
  const started = performance.now()
  const { bytes } = await storeMaintenance.copy({
    databasePath,
    to: copy,
    signal,
    progress: (done, all) => progress?.('copied', done, all),
  })
  const snapshotMs = performance.now() - started
  progress?.('checking', 0, bytes)
  const { schemaVersion, packageFiles } = await lookAtCopy(copy, databasePath, options)

  const writer = createArchiveWriter(archive, clock.nowMs())
  const packed = summing((done) => progress?.('packed', done, bytes))
  await writer.add({ name: databaseName, path: copy, packing: 'zstd' }, { signal, progress: packed })
  // Added after the database, so that all files that the database refers to exist.
  const files = [...filesBeside(dataFolder), ...packageFiles]
  for (const name of files) await writer.add({ name, path: join(dataFolder, name), packing: 'none' }, { signal })
  const fileBytes = writer.finish({ version, schemaVersion })
  if (existsSync(file))
    throw new MaintenanceError(`${file} was created by another program and isn't overwritten. Choose another file.`)
  renameSync(part, file)
  syncFolder(dirname(file))
  return { databaseBytes: bytes, fileBytes, files: files.length, snapshotMs }
}

async function lookAtCopy(path: string, of: string, { dataFolder, signal }: BackupOptions) {
  const store = storeMaintenance.openCopy(path, of)
  try {
    throwIfStopped(signal)
    return { schemaVersion: store.schema, packageFiles: await packageFilesOf(store.relational, dataFolder) }
  } finally {
    store.close()
  }
}

/** A new file name survives a power failure only if its folder is synced, too. */
export function syncFolder(path: string): void {
  const folder = openSync(path, 'r')
  try {
    fsyncSync(folder)
  } finally {
    closeSync(folder)
  }
}
