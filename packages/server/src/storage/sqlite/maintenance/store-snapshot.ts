/**
 * A consistent copy of the database file while another process goes on writing to it.
 *
 * A read transaction ("pin") keeps SQLite from beginning its write-ahead log again. As long as it is not begun again,
 * a copy of the database file, page by page and at any moment, plus all frames of the log up to a commit is the state
 * of that commit: whatever was moved into the file meanwhile is in the log too. So the writer is never held up, nothing
 * starts over, and the copy is the state at its end.
 *
 * A pin that stays keeps the log from being moved into the database, and the writer would pay for all of it at once
 * afterwards. So the pin goes along: a new one is taken, the frames since then are copied, the old one is let go.
 *
 * A pin that was taken when all of the log had been moved does not hold the log but the database file. Then the log may
 * begin again, once, and the file stands still: the frames so far are put into the copy, and the new log is followed.
 *
 * POSIX drops a process's locks on a file when any of its descriptors of that file is closed. So the ones opened here
 * are closed after SQLite's connections, and the process that copies is never the one that writes.
 */

import { closeSync, fstatSync, ftruncateSync, openSync, readSync, rmSync, writeSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { setImmediate as turn } from 'node:timers/promises'
import { invariant } from '@sonde/model/errors'
import { throwIfStopped } from '../../maintenance-error.ts'
import type { CopyOptions } from '../../store-maintenance.ts'
import { readWalState } from './wal-state.ts'

export interface SnapshotOptions extends CopyOptions {
  /** Bytes copied in one go, and frames that wait for the pin to go along; smaller in tests. */
  readonly blockBytes?: number
  readonly pinFrames?: number
}

export interface Snapshot {
  readonly bytes: number
  /** Frames of the log that went into it, and how often the pin went along. */
  readonly frames: number
  readonly pins: number
}

/** As many as the writer lets pile up before it moves them. */
const pinFramesDefault = 2000
const blockBytesDefault = 4 * 1024 * 1024
const walHeaderBytes = 32
const frameHeaderBytes = 24

/** Copies the database; beside the copy lies `….frames` while it is made. Leaves no copy behind when it throws. */
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
      // A transaction begins with its first read.
      database.prepare('select count(*) from sqlite_schema').get()
    },
    release: () => database.exec('commit'),
    close: () => database.close(),
  }
}

interface Files {
  open(path: string, flags: string): number
  readonly copy: number
  /** Frames of the log, one after the other. */
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

  /** Frames since the last time; false, and without effect, when the log was begun again. */
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
    // The database file holds all of the old log and stands still: the copy catches up with it.
    log.apply()
    salts = state().salts
    invariant(copyFrames(), 'a log that begins again does so once')
  }

  follow()
  const { size } = fstatSync(source)
  for (let at = 0; at < size; ) {
    throwIfStopped(signal)
    const length = readSync(source, block, 0, Math.min(block.length, size - at), at)
    // The database became shorter.
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

/** The frames of one log that belong to the copy. */
function createFrames({ open, copy, frames }: Files, walPath: string, block: Buffer) {
  let wal: number | null = null
  let retained = 0
  let pages = 0
  let pageBytes = 0
  let total = 0

  return {
    /** Copies the frames behind those that are kept, up to this number. */
    read(count: number, bytes: number) {
      if (count <= retained) return
      pageBytes = bytes
      wal ??= open(walPath, 'r')
      const frameBytes = frameHeaderBytes + pageBytes
      const end = count * frameBytes
      for (let at = retained * frameBytes; at < end; ) {
        const length = readSync(wal, block, 0, Math.min(block.length, end - at), walHeaderBytes + at)
        // Shorter than its index says: it is being begun again; what is read now is thrown away.
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
    /** Writes the pages of the frames into the copy, of each page the last one, and forgets them. */
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
