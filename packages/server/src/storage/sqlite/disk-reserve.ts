/**
 * A file that keeps some of the disk free for the day when it is full: then the file goes, and in its place is written
 * what cannot wait for space, such as the end of a session.
 */

import { rmSync, statfsSync, statSync } from 'node:fs'
import { open, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { reserveFileName } from '../data-folder.ts'
import { freeBytes } from './disk-room.ts'

const reserveBytesMax = 16 * 1024 * 1024
/** Of a small disk. */
const reserveShareMax = 1 / 8
const pieceBytes = 1024 * 1024

export interface DiskReserve {
  /** Whether it is there in full. */
  readonly isWhole: boolean
  /** Bytes that it lacks. */
  readonly missingBytes: number
  /** Writes it when it is not there and at least `spareBytes` stay free; a disk that refuses is no error. */
  fill(spareBytes: number): Promise<void>
  /** Gives its space to whoever writes next. */
  release(): void
}

export function createDiskReserve(folder: string): DiskReserve {
  const path = join(folder, reserveFileName)
  const bytes = sizeFor(folder)
  let isWhole = sizeOf(path) >= bytes
  let isFilling = false

  async function write() {
    const part = `${path}.part`
    const file = await open(part, 'w', 0o600)
    try {
      // Not zeros: some file systems would keep nothing for them.
      const piece = Buffer.alloc(pieceBytes, 'sonde')
      for (let left = bytes; left > 0; left -= pieceBytes) await file.write(piece, 0, Math.min(left, pieceBytes))
      await file.sync()
    } catch (error) {
      rmSync(part, { force: true })
      throw error
    } finally {
      await file.close()
    }
    await rename(part, path)
    isWhole = true
  }

  return {
    get isWhole() {
      return isWhole
    },
    get missingBytes() {
      return isWhole ? 0 : bytes
    },
    async fill(spareBytes) {
      if (isWhole || isFilling || freeBytes(folder) < bytes + spareBytes) return
      isFilling = true
      try {
        await write()
      } catch {
        // There is none, then; it is tried again.
      } finally {
        isFilling = false
      }
    },
    release() {
      rmSync(path, { force: true })
      isWhole = false
    },
  }
}

function sizeFor(folder: string): number {
  const { bsize, blocks } = statfsSync(folder)
  return Math.floor(Math.min(reserveBytesMax, bsize * blocks * reserveShareMax))
}

const sizeOf = (path: string): number => statSync(path, { throwIfNoEntry: false })?.size ?? 0
