/** What keeps a maintenance command from its work: one line for the operator, who may not know what SQLite or errno is. */

import { DataFolderError } from '../storage/data-folder.ts'

export class MaintenanceError extends Error {
  override readonly name = 'MaintenanceError'
}

/** Ctrl C: what was begun is taken back. */
export class Stopped extends Error {
  override readonly name = 'Stopped'
}

export function throwIfStopped(signal: AbortSignal | undefined): void {
  if (signal?.aborted) throw new Stopped('Stopped.')
}

const SQLITE_BUSY = 5
const SQLITE_READONLY = 8
const SQLITE_IOERR = 10
const SQLITE_CORRUPT = 11
const SQLITE_FULL = 13
const SQLITE_CANTOPEN = 14
const SQLITE_NOTADB = 26

/** The world's faults while `doing` something with `path`, in words; others stay what they are. */
export function inWords(error: unknown, doing: string, path: string): unknown {
  if (error instanceof MaintenanceError || error instanceof Stopped || error instanceof DataFolderError) return error
  const { code, errcode } = error as { code?: string; errcode?: number }
  const say = (why: string) => new MaintenanceError(`${doing} ${path} failed: ${why}`, { cause: error })
  switch (code) {
    case 'ENOSPC':
    case 'EDQUOT':
    case 'EFBIG':
      return say('the disk is full. Make room there or name another place.')
    case 'EACCES':
    case 'EPERM':
      return say('this user has no permission. Run it as the user that the platform runs as.')
    case 'EROFS':
      return say('it can only be read. Name another place.')
    case 'ENOENT':
      return say('there is no such file or folder.')
    case 'EISDIR':
    case 'ENOTDIR':
      return say('it is not what it has to be, a file in a folder. Name another place.')
  }
  switch ((errcode ?? 0) & 0xff) {
    case SQLITE_FULL:
      return say('the disk is full. Make room there or name another place.')
    case SQLITE_CORRUPT:
      return say('the store is damaged. `npm run sonde -- check` says where.')
    case SQLITE_READONLY:
    case SQLITE_CANTOPEN:
      return say('this user may not open the database. Run it as the user that the platform runs as.')
    case SQLITE_BUSY:
      return say('another process keeps the store busy. Try again.')
    case SQLITE_IOERR:
      return say('the disk does not read or write. Look at it before anything else.')
    case SQLITE_NOTADB:
      return say('it is not a database of Sonde.')
  }
  return error
}
