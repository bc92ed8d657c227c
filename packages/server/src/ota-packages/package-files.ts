/**
 * Files of packages, in the folder `ota-packages` of the data folder.
 *
 * A file is written as `NAME.part`, synced to disk, renamed, and only then named by a row. So a row never names an
 * incomplete file. A file without a row is left over from a failed upload or a deleted package. Such files are deleted
 * at every start, and some time after a deletion: a backup that copied the row may still need the file.
 */

import { mkdirSync } from 'node:fs'
import { type FileHandle, open, readdir, rename, rm, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { DomainError, ErrorCode } from '@sonde/model/errors'
import type { Logger } from 'pino'
import { newId } from '../ids.ts'

export const packageFolderName = 'ota-packages'
const partSuffix = '.part'

/** How long the file of a deleted package is retained, ms. */
export const retentionMs = 60 * 60 * 1000
/** Free disk space that uploads leave for the store, bytes. */
export const spareBytes = 256 * 1024 * 1024

const pieceBytes = 64 * 1024

export const packageFilePath = (dataFolder: string, file: string): string => join(dataFolder, packageFolderName, file)

export interface PackageFilesDeps {
  readonly dataFolder: string
  /** Reads the names of all files that rows refer to. */
  readonly named: () => Promise<ReadonlySet<string>>
  readonly log: Pick<Logger, 'error' | 'info'>
  readonly retentionMs?: number
}

/** A file that is being written. */
export interface NewPackageFile {
  write(bytes: Uint8Array): Promise<void>
  /** Syncs the file to disk under its final name and returns the name. */
  keep(): Promise<string>
  /** Deletes the file, whether kept or not. */
  drop(): Promise<void>
}

export type PackageFiles = ReturnType<typeof createPackageFiles>

export function createPackageFiles(deps: PackageFilesDeps) {
  const { dataFolder, log } = deps
  const folder = join(dataFolder, packageFolderName)
  /** Names of this process's uploads, until a row refers to them or they are dropped. */
  const underWay = new Set<string>()
  let timer: NodeJS.Timeout | undefined
  let sweeping: Promise<void> = Promise.resolve()

  const pathOf = (file: string): string => packageFilePath(dataFolder, file)

  /** Throws 503 when the disk lacks space for this number of bytes plus `spareBytes`. */
  async function requireRoom(bytes: number): Promise<void> {
    const { bavail, bsize } = await statfs(dataFolder)
    if (bavail * bsize - bytes < spareBytes) throw noRoom()
  }

  async function create(): Promise<NewPackageFile> {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    const name = newId()
    const part = pathOf(name + partSuffix)
    underWay.add(name)
    const handle = await open(part, 'wx', 0o600)
    return {
      async write(bytes) {
        try {
          await writeAll(handle, bytes)
        } catch (error) {
          const { code } = error as { code?: string }
          throw code === 'ENOSPC' || code === 'EDQUOT' ? noRoom(error) : error
        }
      },
      async keep() {
        await handle.sync()
        await handle.close()
        await rename(part, pathOf(name))
        await syncFolder(folder)
        return name
      },
      async drop() {
        underWay.delete(name)
        // Already closed if the file was kept.
        await handle.close().catch(() => undefined)
        await rm(part, { force: true })
        await rm(pathOf(name), { force: true })
      },
    }
  }

  /** Deletes files that no row refers to. */
  function sweep(): Promise<void> {
    sweeping = sweeping.then(async () => {
      try {
        // The order matters: a file that is kept during the sweep is either still under way or has its row.
        const found = await readdir(folder)
        const busy = new Set(underWay)
        const named = await deps.named()
        const left = found.filter((file) => !named.has(file) && !busy.has(file.replace(/\.part$/, '')))
        for (const file of left) await rm(pathOf(file), { force: true })
        if (left.length > 0) log.info({ files: left.length }, 'Files of deleted OTA packages were deleted.')
      } catch (error) {
        if ((error as { code?: string }).code === 'ENOENT') return
        log.error({ err: error }, 'Failed to delete files of deleted OTA packages.')
      }
    })
    return sweeping
  }

  return {
    requireRoom,
    create,
    sweep,
    /** Must be called once a row refers to the file. */
    named: (file: string) => void underWay.delete(file),
    /** Packages were deleted: schedules the deletion of their files. */
    sweepLater() {
      timer ??= setTimeout(() => {
        timer = undefined
        void sweep()
      }, deps.retentionMs ?? retentionMs).unref()
    },
    /** Streams a range of at least one byte. Rejects with the system's error when the file doesn't exist. */
    async read(file: string, { start, bytes }: FileRange): Promise<Readable> {
      const handle = await open(pathOf(file), 'r')
      return handle.createReadStream({ start, end: start + bytes - 1, highWaterMark: pieceBytes })
    },
    async close(): Promise<void> {
      clearTimeout(timer)
      await sweeping
    },
  }
}

export interface FileRange {
  readonly start: number
  readonly bytes: number
}

const noRoom = (cause?: unknown) =>
  new DomainError(
    ErrorCode.GENERAL,
    'The disk has no space for this file. Free up space on the server, then try again.',
    {
      status: 503,
      cause,
    },
  )

async function writeAll(handle: FileHandle, bytes: Uint8Array) {
  for (let at = 0; at < bytes.length; ) at += (await handle.write(bytes, at)).bytesWritten
}

/** Syncs the folder: otherwise a power failure could lose the new name. */
async function syncFolder(path: string) {
  const handle = await open(path, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
