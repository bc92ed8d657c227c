/** Errors of maintenance commands as one line for the operator, who may not know SQLite or errno codes. */

import { DataFolderError } from './data-folder.ts'

export class MaintenanceError extends Error {
  override readonly name = 'MaintenanceError'
}

/** Stopped with Ctrl+C; the command undoes its incomplete work. */
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

/** Describes file system and SQLite errors that occur while `doing` something with `path`. Returns others unchanged. */
export function inWords(error: unknown, doing: string, path: string): unknown {
  if (error instanceof MaintenanceError || error instanceof Stopped || error instanceof DataFolderError) return error
  const { code, errno, errcode, message } = error as {
    code?: string
    errno?: number
    errcode?: number
    message?: string
  }
  const say = (why: string) => new MaintenanceError(`${doing} ${path} failed: ${why}`, { cause: error })
  switch (code) {
    case 'ENOSPC':
    case 'EDQUOT':
    case 'EFBIG':
      return say('the disk is full. Free up space, or choose another disk.')
    case 'EACCES':
    case 'EPERM':
      return say('permission denied. Run the command as the user that runs the server.')
    case 'EROFS':
      return say('it is read-only. Choose another location.')
    case 'ENOENT':
      return say('no such file or folder.')
    case 'EISDIR':
    case 'ENOTDIR':
      return say("it isn't a file in a folder. Choose another location.")
    case 'EEXIST':
    case 'ENOTEMPTY':
      return say('a file or folder of this name already exists. Choose another location.')
    case 'ENAMETOOLONG':
    case 'ELOOP':
      return say('its path is too long. Choose a shorter one.')
  }
  if (code !== undefined && errno !== undefined) return say(`the system answered ${code}. Check the disk and the path.`)
  // Matched by message because errors from a worker have no code.
  if (/^no such (table|column): /.test(message ?? '')) {
    return say('the database lacks tables of Sonde. Restore a backup to a new folder.')
  }
  switch ((errcode ?? 0) & 0xff) {
    case SQLITE_FULL:
      return say('the disk is full. Free up space, or choose another disk.')
    case SQLITE_CORRUPT:
      return say('the database is damaged. Run `npm run sonde -- check` for details.')
    case SQLITE_READONLY:
    case SQLITE_CANTOPEN:
      return say('permission denied. Run the command as the user that runs the server.')
    case SQLITE_BUSY:
      return say('another process is using the database. Try again.')
    case SQLITE_IOERR:
      return say('a disk error occurred. Check the disk.')
    case SQLITE_NOTADB:
      return say("it isn't a Sonde database. Set SONDE_DATA to the data folder of the server.")
  }
  return error
}
