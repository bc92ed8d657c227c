/**
 * Makes a consistent copy of the database file while another process keeps writing to it.
 *
 * A read transaction ("pin") prevents SQLite from restarting its write-ahead log. Until the log restarts, a copy of the
 * database file, made page by page at any time, plus all log frames up to a commit is the state of that commit:
 * whatever was checkpointed into the file in between is in the log too. So the writer is never blocked, the copy never
 * starts over, and it contains the state at the time it ends.
 *
 * A pin that is held permanently would prevent checkpoints, and the writer would have to do all of that work at once
 * afterwards. So the pin is moved: a new one is taken, the frames since the previous one are copied, and the previous
 * one is released.
 *
 * A pin that is taken when the whole log has been checkpointed doesn't hold the log but the database file. Then the log
 * may restart once, and the file doesn't change: the frames so far are written into the copy, and the new log is
 * followed.
 *
 * POSIX drops a process's locks on a file when any of its descriptors of that file is closed. So the descriptors opened
 * here are closed after SQLite's connections, and the copying process is never the writing one.
 */

import { closeSync, fstatSync, ftruncateSync, openSync, readSync, rmSync, writeSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { setImmediate as turn } from 'node:timers/promises'
import { invariant } from '@sonde/model/errors'
import { throwIfStopped } from '../../maintenance-error.ts'
import type { CopyOptions } from '../../store-maintenance.ts'
import { readWalState } from './wal-state.ts'

export interface SnapshotOptions extends CopyOptions {
  /** Bytes copied at once, and number of frames after which the pin is moved; smaller in tests. */
  readonly blockBytes?: number
  readonly pinFrames?: number
}

export interface Snapshot {
  readonly bytes: number
  /** Number of log frames in the copy, and number of pins taken. */
  readonly frames: number
  readonly pins: number
}

/** As many frames as the writer lets accumulate before a checkpoint. */
const pinFramesDefault = 2000
const blockBytesDefault = 4 * 1024 * 1024
const walHeaderBytes = 32
const frameHeaderBytes = 24

/** Copies the database, using a temporary file `….frames` next to the copy. Removes the copy when it throws. */
export async function copySnapshot(options: SnapshotOptions): Promise<Snapshot> {
  const { databasePath, to } = options
  const descriptors: number[] = []
  const open = (path: string, flags: string) => {
    const descriptor = openSync(path, flags, 0o600)
    descriptors.push(descriptor)
    return descriptor
  }
  const pins = [createPin(databasePath), createPin(databasePath)] as const
  try {
    const copy = open(to, 'wx+')
    const frames = open(`${to}.frames`, 'wx+')
    return await copyPinned(options, pins, { open, copy, frames })
  } catch (error) {
    rmSync(to, { force: true })
    throw error
  } finally {
    for (const pin of pins) pin.close()
    for (const descriptor of descriptors) closeSync(descriptor)
    rmSync(`${to}.frames`, { force: true })
  }
}

interface Pin {
  take(): void
  release(): void
  close(): void
}

function createPin(databasePath: string): Pin {
  const database = new DatabaseSync(databasePath, { readOnly: true, timeout: 5000 })
  return {
    take() {
      database.exec('begin')
      // SQLite starts the transaction at the first read.
      database.prepare('select count(*) from sqlite_schema').get()
    },
    release: () => database.exec('commit'),
    close: () => database.close(),
  }
}

interface Files {
  open(path: string, flags: string): number
  readonly copy: number
  /** Consecutive frames of the log. */
  readonly frames: number
}

async function copyPinned(options: SnapshotOptions, pins: readonly [Pin, Pin], files: Files): Promise<Snapshot> {
  const { databasePath, signal, progress, pinFrames = pinFramesDefault } = options
  const block = Buffer.allocUnsafe(options.blockBytes ?? blockBytesDefault)
  let [pin, nextPin] = pins
  pin.take()
  const source = files.open(databasePath, 'r')
  const index = files.open(`${databasePath}-shm`, 'r')
  const state = () => readWalState(index)
  const log = createFrames(files, `${databasePath}-wal`, block)
  let { salts } = state()
  let pinCount = 1

  /** Copies the frames since the last call. Returns false, without effect, if the log was restarted. */
  function copyFrames(): boolean {
    const before = state()
    if (before.salts !== salts) return false
    log.read(before.frames, before.pageBytes)
    if (state().salts !== salts) return false
    log.keep(before.frames, before.pages)
    return true
  }

  function follow() {
    if (copyFrames()) return
    // The database file contains the whole old log and doesn't change; the copy gets the same frames.
    log.apply()
    salts = state().salts
    invariant(copyFrames(), 'a log that begins again does so once')
  }

  follow()
  const { size } = fstatSync(source)
  for (let at = 0; at < size; ) {
    throwIfStopped(signal)
    const length = readSync(source, block, 0, Math.min(block.length, size - at), at)
    // The database has shrunk.
    if (length === 0) break
    writeAll(files.copy, block.subarray(0, length), at)
    at += length
    progress?.(at, size)
    const now = state()
    if (now.salts !== salts || now.frames - log.retained >= pinFrames) {
      nextPin.take()
      follow()
      pin.release()
      ;[pin, nextPin] = [nextPin, pin]
      pinCount++
    }
    await turn()
  }
  follow()
  log.apply()
  pin.release()
  return { bytes: fstatSync(files.copy).size, frames: log.total, pins: pinCount }
}

/** Log frames that belong to the copy. */
function createFrames({ open, copy, frames }: Files, walPath: string, block: Buffer) {
  let wal: number | null = null
  let retained = 0
  let pages = 0
  let pageBytes = 0
  let total = 0

  return {
    /** Copies the frames after the retained ones, up to this number. */
    read(count: number, bytes: number) {
      if (count <= retained) return
      pageBytes = bytes
      wal ??= open(walPath, 'r')
      const frameBytes = frameHeaderBytes + pageBytes
      const end = count * frameBytes
      for (let at = retained * frameBytes; at < end; ) {
        const length = readSync(wal, block, 0, Math.min(block.length, end - at), walHeaderBytes + at)
        // Shorter than its index says: the log is being restarted, and the frames read now are discarded.
        if (length === 0) return
        writeAll(frames, block.subarray(0, length), at)
        at += length
      }
    },
    keep(count: number, databasePages: number) {
      total += count - retained
      retained = count
      pages = databasePages
    },
    /** Writes the last version of each page from the frames into the copy, and drops the frames. */
    apply() {
      if (retained === 0) return
      const frameBytes = frameHeaderBytes + pageBytes
      const lastOf = new Map<number, number>()
      const head = Buffer.alloc(4)
      for (let i = 0; i < retained; i++) {
        readSync(frames, head, 0, 4, i * frameBytes)
        lastOf.set(head.readUInt32BE(0), i)
      }
      const page = Buffer.allocUnsafe(pageBytes)
      for (const [number, frame] of [...lastOf].sort(([a], [b]) => a - b)) {
        const length = readSync(frames, page, 0, pageBytes, frame * frameBytes + frameHeaderBytes)
        invariant(length === pageBytes, 'the kept frames are whole')
        writeAll(copy, page, (number - 1) * pageBytes)
      }
      ftruncateSync(copy, pages * pageBytes)
      retained = 0
    },
    get retained() {
      return retained
    },
    get total() {
      return total
    },
  }
}

function writeAll(descriptor: number, bytes: Uint8Array, position: number) {
  for (let at = 0; at < bytes.length; ) at += writeSync(descriptor, bytes, at, bytes.length - at, position + at)
}
