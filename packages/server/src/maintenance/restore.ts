/**
 * `restore FILE`: creates a data folder from a backup.
 *
 * Everything is unpacked into `restore.part` inside the folder, compared with the manifest and opened. Only then it is
 * moved to its final location, the database last. The server refuses to start on a folder with a `restore.part`, so an
 * interrupted restore is never used.
 */

import {
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  renameSync,
  rmdirSync,
  rmSync,
  statfsSync,
  statSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { databaseName, openDataFolder, restoreFolderName } from '../storage/data-folder.ts'
import { inWords, MaintenanceError, throwIfStopped } from '../storage/maintenance-error.ts'
import { storeMaintenance } from '../storage/open-storage.ts'
import { bytesText, summing } from './amounts.ts'
import { syncFolder } from './backup.ts'
import { type Archive, type BackupManifest, readArchive } from './backup-archive.ts'
import { isEmptyFolder } from './data-parts.ts'

export interface RestoreOptions {
  readonly dataFolder: string
  /** Absolute path. */
  readonly file: string
  readonly signal?: AbortSignal
  readonly progress?: (what: string, bytes: number, ofBytes: number) => void
}

/** Throws `MaintenanceError` with a line for the operator; in this case the folder is unchanged. */
export async function restoreBackup(options: RestoreOptions): Promise<BackupManifest> {
  const { dataFolder, file } = options
  return withArchive(file, async (archive) => {
    storeMaintenance.requireKnownSchema(archive.manifest.schemaVersion, file)
    const isThere = existsSync(dataFolder)
    requireEmpty(dataFolder)
    const folder = openDataFolder(dataFolder)
    const stage = join(dataFolder, restoreFolderName)
    try {
      // Another process may have created a store between the first check and the lock.
      requireEmpty(dataFolder)
      mkdirSync(stage, { mode: 0o700 })
      await unpack(archive, stage, options)
      moveIntoPlace(archive.manifest, stage, dataFolder)
      return archive.manifest
    } catch (error) {
      // The folder was empty, so everything in it was created by this restore.
      for (const name of topNames(archive.manifest)) rmSync(join(dataFolder, name), { recursive: true, force: true })
      rmSync(stage, { recursive: true, force: true })
      throw inWords(error, 'Restoring into', dataFolder)
    } finally {
      folder.release()
      rmSync(join(dataFolder, 'lock.db'), { force: true })
      if (!isThere && readdirSync(dataFolder).length === 0) rmdirSync(dataFolder)
    }
  })
}

/** Reads a whole backup and compares it with its manifest. Throws `MaintenanceError` if they differ. */
export async function verifyBackup(options: Omit<RestoreOptions, 'dataFolder'>): Promise<BackupManifest> {
  const { file, signal, progress } = options
  return withArchive(file, async ({ manifest, unpack }) => {
    const all = sizeOf(manifest)
    const read = summing((done) => progress?.('read', done, all))
    for (const part of manifest.parts) {
      await unpack(part, null, { signal, progress: read })
    }
    return manifest
  })
}

const sizeOf = ({ parts }: BackupManifest): number => parts.reduce((sum, { bytes }) => sum + bytes, 0)

async function withArchive<T>(path: string, use: (archive: Archive) => Promise<T>): Promise<T> {
  let file: number
  try {
    // Opening a named pipe would block until a process writes to it.
    if (!statSync(path).isFile()) throw new MaintenanceError(`${path} isn't a file. Choose another one.`)
    file = openSync(path, 'r')
  } catch (error) {
    throw inWords(error, 'Reading', path)
  }
  try {
    return await use(readArchive(file, path))
  } catch (error) {
    throw inWords(error, 'Reading', path)
  } finally {
    closeSync(file)
  }
}

function requireEmpty(dataFolder: string) {
  if (!existsSync(dataFolder)) return
  try {
    if (isEmptyFolder(dataFolder)) return
  } catch (error) {
    throw inWords(error, 'Restoring into', dataFolder)
  }
  throw new MaintenanceError(
    `${dataFolder} isn't empty, and a restore never overwrites data. Set SONDE_DATA to an empty or new folder.`,
  )
}

async function unpack(archive: Archive, stage: string, { file, signal, progress }: RestoreOptions) {
  const { manifest } = archive
  const all = sizeOf(manifest)
  const { bavail, bsize } = statfsSync(stage)
  if (bavail * bsize < all) {
    throw new MaintenanceError(
      `The backup needs ${bytesText(all)}, but the disk of ${stage} has ${bytesText(bavail * bsize)} free. Free up space, or choose another disk.`,
    )
  }
  const unpacked = summing((done) => progress?.('unpacked', done, all))
  for (const part of manifest.parts) {
    const to = join(stage, part.name)
    mkdirSync(dirname(to), { recursive: true, mode: 0o700 })
    await archive.unpack(part, to, { signal, progress: unpacked })
  }
  progress?.('checking', 0, all)
  const store = storeMaintenance.openCopy(join(stage, databaseName), `The database in ${file}`)
  const { schema } = store
  store.close()
  if (schema !== manifest.schemaVersion) {
    throw new MaintenanceError(
      `${file} is damaged: its database has schema ${schema}, not ${manifest.schemaVersion}. Create another backup.`,
    )
  }
  throwIfStopped(signal)
}

/** Top-level names in the data folder, the database last. */
function topNames({ parts }: BackupManifest): string[] {
  const names = new Set(parts.map(({ name }) => name.split('/')[0] as string))
  names.delete(databaseName)
  return [...names, databaseName]
}

/** Syncs each folder to disk before the next step. */
function moveIntoPlace(manifest: BackupManifest, stage: string, dataFolder: string) {
  for (const folder of new Set(manifest.parts.map(({ name }) => dirname(join(stage, name))))) syncFolder(folder)
  for (const name of topNames(manifest)) renameSync(join(stage, name), join(dataFolder, name))
  syncFolder(dataFolder)
  rmdirSync(stage)
  syncFolder(dataFolder)
}
