/**
 * The data folder: one process at a time, and one clear line when it cannot be used.
 *
 * The lock is an exclusive SQLite transaction on `lock.db`: the kernel drops it with the process, however that ends,
 * so a lock is never stale.
 */

import { accessSync, constants, mkdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

/** The data folder cannot be used; the message is one line for the operator. */
export class DataFolderError extends Error {
  override readonly name = 'DataFolderError'
}

export interface DataFolder {
  readonly databasePath: string
  release(): void
}

/** Makes the folder if needed and takes it for this process. Throws `DataFolderError`. */
export function openDataFolder(path: string): DataFolder {
  try {
    mkdirSync(path, { recursive: true, mode: 0o700 })
  } catch (cause) {
    throw new DataFolderError(`The data folder ${path} cannot be made: ${reason(cause)}`, { cause })
  }
  if (!statSync(path).isDirectory()) throw new DataFolderError(`The data folder ${path} is a file; name a folder.`)
  try {
    accessSync(path, constants.R_OK | constants.W_OK | constants.X_OK)
  } catch (cause) {
    throw new DataFolderError(`The data folder ${path} is not writable for this user.`, { cause })
  }
  return { databasePath: join(path, 'sonde.db'), release: lock(path) }
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
        ? `The data folder ${path} is in use by another process; stop that one or name another folder.`
        : `The data folder ${path} is not writable: ${reason(cause)}`,
      { cause },
    )
  }
  const held = database
  return () => held.close()
}

const reason = (cause: unknown): string => (cause instanceof Error ? cause.message : String(cause))
