/**
 * The data folder: exclusive access for one process and one-line errors when it can't be used.
 *
 * The lock is an exclusive SQLite transaction on `lock.db`. The kernel releases it when the process ends, however that
 * happens, so a lock is never stale.
 */

import { accessSync, constants, existsSync, mkdirSync, statSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { makeContentsPrivate, makeFolderPrivate, NotPrivate } from './private-folder.ts'

/** The data folder cannot be used; the message is one line for the operator. */
export class DataFolderError extends Error {
  override readonly name = 'DataFolderError'
}

/** Folder that a restore unpacks into. While it exists, the data folder isn't a usable store. */
export const restoreFolderName = 'restore.part'

export const databaseName = 'sonde.db'

/** Reserved disk space, released when the disk is full. */
export const reserveFileName = 'room.reserve'

/** Files not part of the data: SQLite's companions, the lock, the writer's full-disk files, the last commit note. */
export const passingFiles =
  /^(sonde\.db(-wal|-shm|-journal|-wal\.new)?|lock\.db(-wal|-shm|-journal)?|restore\.part|disk-failed|room\.probe|room\.reserve(\.part)?|last-commit|recovery\.(mark|json|json\.part))$/

export interface DataFolder {
  readonly databasePath: string
  /** Paths that other users could read or change before this start; reported to the operator. */
  readonly madePrivate: readonly string[]
  release(): void
}

/** Creates the folder if needed and locks it for this process. Throws `DataFolderError`. */
export function openDataFolder(path: string): DataFolder {
  try {
    makeFolder(resolve(path))
  } catch (cause) {
    throw new DataFolderError(`Couldn't create the data folder ${path}: ${reason(cause)}`, { cause })
  }
  if (!statSync(path).isDirectory())
    throw new DataFolderError(`The data folder ${path} is a file. Set SONDE_DATA to a folder.`)
  try {
    accessSync(path, constants.R_OK | constants.W_OK | constants.X_OK)
  } catch (cause) {
    throw new DataFolderError(`The data folder ${path} isn't writable for this user.`, { cause })
  }
  if (existsSync(join(path, restoreFolderName))) {
    throw new DataFolderError(
      `The data folder ${path} contains an unfinished restore. Wait for it, or delete the folder and restore again.`,
    )
  }
  const isFolderChanged = inOwnWords(() => makeFolderPrivate(path))
  const release = lock(path)
  try {
    const changed = inOwnWords(() => makeContentsPrivate(path))
    return {
      databasePath: join(path, databaseName),
      madePrivate: isFolderChanged ? [path, ...changed] : changed,
      release,
    }
  } catch (error) {
    release()
    throw error
  }
}

function inOwnWords<T>(work: () => T): T {
  try {
    return work()
  } catch (error) {
    if (error instanceof NotPrivate) throw new DataFolderError(error.message, { cause: error })
    throw error
  }
}

/** Maximum number of paths that a log line names. */
const pathsNamedMax = 5

/** Log message about changed permissions; null when nothing was changed. */
export function madePrivateText({ madePrivate }: Pick<DataFolder, 'madePrivate'>): string | null {
  if (madePrivate.length === 0) return null
  const named = madePrivate.slice(0, pathsNamedMax).join(', ')
  const more = madePrivate.length - pathsNamedMax
  return `Other users of this computer could read the data folder. Now only its owner can: ${named}${more > 0 ? ` and ${more} more` : ''}. If someone else had access, change the passwords and device credentials.`
}

/** Creates parents one by one: Node's recursive mkdir never returns where mkdir fails with ENOENT, as in /proc. */
function makeFolder(path: string): void {
  if (existsSync(path)) return
  makeFolder(dirname(path))
  mkdirSync(path, { mode: 0o700 })
}

function lock(path: string): () => void {
  let database: DatabaseSync | undefined
  try {
    database = new DatabaseSync(join(path, 'lock.db'), { timeout: 0 })
    database.exec('pragma locking_mode = exclusive; begin exclusive')
  } catch (cause) {
    database?.close()
    const code = (cause as { errcode?: number }).errcode
    throw new DataFolderError(
      code === 5 || code === 6
        ? `The data folder ${path} is in use by another process. Stop it, or choose another folder.`
        : `The data folder ${path} can't be locked: ${reason(cause)}. Check that its lock.db is a file of this user, or delete it.`,
      { cause },
    )
  }
  const held = database
  return () => held.close()
}

const reason = (cause: unknown): string => (cause instanceof Error ? cause.message : String(cause))
