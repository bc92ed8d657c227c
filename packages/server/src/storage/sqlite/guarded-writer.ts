/**
 * The writer when the disk refuses.
 *
 * A full disk is temporary: nothing is written until there is room, then the database is reopened, checked, and
 * heads, journal and latest values are taken from it, as at a start. Meanwhile what cannot wait is written into the space
 * that was kept for it (disk-reserve.ts): the database is reopened for that already, and no more is asked of it. Any other
 * failure lasts until a restart, which checks the whole store. Reads of open heads go on all the while.
 *
 * Never is something synced again that could not be synced: SQLite takes a transaction back whose log could not be
 * synced, and writes its pages again with the next one; the same for pages that a moved log could not put on the disk.
 */

import { statSync } from 'node:fs'
import { dirname } from 'node:path'
import { DataFolderError } from '../data-folder.ts'
import { createDiskReserve } from './disk-reserve.ts'
import { enoughBytes, freeBytes, hasRoom, isOutOfSpace, probeDisk } from './disk-room.ts'
import { checkAfterFailure, noteFailedDisk } from './failed-disk.ts'
import { type SealingLimits, sealingLimits } from './sealing.ts'
import { openStorageWriter, type StorageWriter } from './storage-writer.ts'
import type {
  Group,
  GroupCommitted,
  WriteFailed,
  WriterOptions,
  WriterRecovered,
  WriterRoomy,
} from './worker-protocol.ts'

/** Primary result codes of SQLite. */
const IOERR = 10
const FULL = 13

const fullMessage = 'The disk is full. Nothing is stored until there is space again. Reads keep working.'

export interface GuardedWriter extends Pick<StorageWriter, 'ready' | 'heads' | 'headPoints' | 'limitPages' | 'close'> {
  /** null: the group is from before a recovery, its sender has given it up. */
  commit(group: Group): GroupCommitted | WriteFailed | null
  /** What need not be part of a commit. Returns a failure that nobody waits for. */
  tidy(): WriteFailed | null
  /** Goes on after a full disk if it can. null: nothing has changed. */
  recover(): WriterRecovered | WriterRoomy | WriteFailed | null
  /** Whether `recover` has nothing more to do. */
  readonly isWell: boolean
  /** Keeps space for a full disk, if there is enough of it. */
  keepReserve(): void
}

/** Opens the store; after a failed disk it is checked first. Throws `DataFolderError` where the folder is at fault. */
export function openGuardedWriter(options: WriterOptions, limits: SealingLimits = sealingLimits): GuardedWriter {
  const { databasePath } = options
  const folder = dirname(databasePath)
  let writer = openFirst(options, limits, folder)
  const reserve = createDiskReserve(folder)
  let isOnReserve = false
  let isOpen = true
  let failure: WriteFailed | null = null
  let life = 0

  function attempt<T>(run: () => T): T | WriteFailed {
    if (failure) return failure
    try {
      return run()
    } catch (error) {
      failure = isFull(error, folder)
        ? { kind: 'failed', isTemporary: true, message: fullMessage }
        : lasting('The database can’t write', error)
      return failure
    }
  }

  function lasting(what: string, error: unknown): WriteFailed {
    const message = `${what} (${(error as Error).message}). Nothing more is stored. Check the disk and start Sonde again. The start checks the database.`
    noteFailedDisk(databasePath, message)
    return { kind: 'failed', isTemporary: false, message }
  }

  function close() {
    if (isOpen) writer.close()
    isOpen = false
  }

  function stop() {
    if (failure || !isOpen) return close()
    try {
      writer.stop()
      isOpen = false
    } catch {
      // What was committed is safe; only the note that the stop was in order is missing.
      close()
    }
  }

  /** On the reserve a move that finds no room would end all writing: the log can wait, and writes need little of it. */
  const canMoveLog = () =>
    !isOnReserve || freeBytes(folder) > 2 * (statSync(`${databasePath}-wal`, { throwIfNoEntry: false })?.size ?? 0)

  function reopened(): StorageWriter {
    const next = openStorageWriter(options, limits)
    try {
      next.check()
      // There has to be room for what is in the log, not only for the log.
      if (canMoveLog()) next.moveLog(1)
      return next
    } catch (error) {
      next.close()
      throw error
    }
  }

  function keepReserve() {
    void reserve.fill(enoughBytes(folder))
  }

  /** When the reserve is whole again there is room for everything. */
  function leaveReserve(): WriterRoomy | null {
    if (!isOnReserve) return null
    if (!reserve.isWhole || !hasRoom(folder, 0)) {
      keepReserve()
      return null
    }
    isOnReserve = false
    return { kind: 'roomy' }
  }

  return {
    ready: writer.ready,
    commit(group) {
      return group.life === life ? attempt(() => writer.commit(group)) : null
    },
    tidy() {
      const before = failure
      if (canMoveLog()) attempt(() => writer.moveLog())
      writer.mark()
      return failure === before ? null : failure
    },
    recover() {
      if (!failure) return leaveReserve()
      if (!failure.isTemporary) return null
      isOnReserve = !hasRoom(folder, reserve.missingBytes)
      if (isOnReserve) {
        if (!reserve.isWhole) return null
        reserve.release()
      }
      try {
        close()
        writer = reopened()
        isOpen = true
      } catch (error) {
        if (isFull(error, folder)) return null
        failure = lasting('The database couldn’t be reopened after the disk was full', error)
        return failure
      }
      failure = null
      life++
      return { kind: 'recovered', nextSeq: writer.ready.nextSeq, undoneCount: writer.ready.undone.length, isOnReserve }
    },
    get isWell() {
      return failure === null && !isOnReserve
    },
    keepReserve,
    heads: (series) => writer.heads(series),
    get headPoints() {
      return writer.headPoints
    },
    limitPages: (count) => writer.limitPages(count),
    close: stop,
  }
}

function openFirst(options: WriterOptions, limits: SealingLimits, folder: string): StorageWriter {
  try {
    checkAfterFailure(options.databasePath)
    return openStorageWriter(options, limits)
  } catch (cause) {
    if (!isFull(cause, folder)) throw cause
    throw new DataFolderError(`The disk of ${folder} is full. Free up space and start Sonde again.`, { cause })
  }
}

function isFull(error: unknown, folder: string): boolean {
  if (isOutOfSpace(error)) return true
  const code = ((error as { errcode?: number }).errcode ?? 0) & 0xff
  return code === FULL || (code === IOERR && probeDisk(folder) === 'full')
}
