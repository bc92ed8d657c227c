/**
 * State of SQLite's write-ahead log, read from its index (`sonde.db-shm`; sqlite.org/walformat.html §2).
 *
 * The index begins with two equal copies of a 48-byte header: at offset 16 the number of committed frames, at 20 the
 * pages of the database, at 32 the salts, which change each time the log is restarted.
 */

import { readSync } from 'node:fs'
import { invariant } from '@sonde/model/errors'

export interface WalState {
  /** Identifies the log: the salts change when the log is restarted. */
  readonly salts: string
  /** Number of committed frames. They don't change until the log is restarted. */
  readonly frames: number
  /** Pages of the database with these frames; meaningless if there are no frames. */
  readonly pages: number
  readonly pageBytes: number
}

const headerBytes = 48
const bytesRead = 2 * headerBytes
/** Retries while a header is being written, which takes nanoseconds. */
const triesMax = 10_000

/** `index` is a descriptor that must stay open as long as this process has the database open (see store-snapshot). */
export function readWalState(index: number): WalState {
  const bytes = Buffer.alloc(bytesRead)
  for (let i = 0; i < triesMax; i++) {
    invariant(readSync(index, bytes, 0, bytesRead, 0) === bytesRead, 'the index of the write-ahead log has its header')
    const isWhole = bytes.subarray(0, headerBytes).equals(bytes.subarray(headerBytes, 2 * headerBytes))
    if (!isWhole || bytes.readUInt8(12) !== 1) continue
    const pageBytes = bytes.readUInt16LE(14)
    return {
      salts: bytes.toString('hex', 32, 40),
      frames: bytes.readUInt32LE(16),
      pages: bytes.readUInt32LE(20),
      pageBytes: pageBytes === 1 ? 65_536 : pageBytes,
    }
  }
  throw new Error('The index of the write-ahead log doesn’t come to rest.')
}
