/**
 * A file that reserves space for when the disk is full. It is then deleted, and the space is used for writes that can't
 * wait, such as the end of a session.
 */

import { rmSync, statfsSync, statSync } from 'node:fs'
import { open, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { reserveFileName } from '../data-folder.ts'
import { freeBytes } from './disk-room.ts'

const reserveBytesMax = 16 * 1024 * 1024
/** Maximum share of the disk's size, for small disks. */
const reserveShareMax = 1 / 8
const pieceBytes = 1024 * 1024

export interface DiskReserve {
  /** Whether the file has its full size. */
  readonly isWhole: boolean
  /** Missing bytes of the reserve. */
  readonly missingBytes: number
  /** Creates the file if it is missing and `spareBytes` remain free; a failed write isn't an error. */
  fill(spareBytes: number): Promise<void>
  /** Deletes the file to free its space. */
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
      // Not zeros: some file systems wouldn't allocate space for them.
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
        // The store works without a reserve; the next call retries.
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
