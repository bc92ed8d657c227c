/**
 * Wraps the writer to handle disk errors.
 *
 * A full disk is temporary. Nothing is written until there is space; then the database is reopened and checked, and
 * heads, journal and latest values are reloaded, as at startup. Until then, transactions that can't wait are written to
 * the reserved space (disk-reserve.ts): the database is reopened for them, and other transactions are rejected. Any
 * other failure lasts until a restart, which checks the whole store. Reads of open heads always work.
 *
 * Data that couldn't be synced is never synced again as is. SQLite rolls back a transaction whose log couldn't be
 * synced and rewrites its pages with the next one. The same applies to pages of a checkpoint that couldn't be synced.
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
  /** null: the group was sent before a recovery, and its sender has already rejected it. */
  commit(group: Group): GroupCommitted | WriteFailed | null
  /** Work outside of commits. Returns a new failure, which no caller waits for. */
  tidy(): WriteFailed | null
  /** Resumes after a full disk if possible. null: nothing has changed. */
  recover(): WriterRecovered | WriterRoomy | WriteFailed | null
  /** Whether `recover` has nothing to do: no failure, and not on the reserve. */
  readonly isWell: boolean
  /** Creates the disk reserve, if there is enough space. */
  keepReserve(): void
}

/** Opens the store; checks it first if the disk failed. Throws `DataFolderError` for problems of the folder. */
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
      // Committed data is safe; only the record of the orderly shutdown is missing.
      close()
    }
  }

  /**
   * On the reserve, a checkpoint without enough space would end all writing. It can wait: writes add little to the log.
   */
  const canMoveLog = () =>
    !isOnReserve || freeBytes(folder) > 2 * (statSync(`${databasePath}-wal`, { throwIfNoEntry: false })?.size ?? 0)

  function reopened(): StorageWriter {
    const next = openStorageWriter(options, limits)
    try {
      next.check()
      // There must be space in the database for the log's contents, not only for the log.
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

  /** Accepts all writes again once the reserve is complete and the disk has enough space. */
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
