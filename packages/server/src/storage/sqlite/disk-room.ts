/**
 * Whether the disk of a folder takes writes: asked of the disk itself, with a small file that is written and synced.
 *
 * SQLite names an error but not its cause; a failed fsync may be a full disk or a broken one.
 */

import { closeSync, fsyncSync, openSync, rmSync, statfsSync, writeSync } from 'node:fs'
import { join } from 'node:path'

const probeBytes = 1024 * 1024
/** Room at which writing starts again, so that it does not stop after the next few groups; less on a small disk. */
const roomBytesMin = 16 * 1024 * 1024
const roomShareMin = 1 / 8

/** Whether the system says so of a call; SQLite has its own words. */
export function isOutOfSpace(error: unknown): boolean {
  const { code } = error as { code?: string }
  return code === 'ENOSPC' || code === 'EDQUOT'
}

/** What a write meets there now. */
export function probeDisk(folder: string): 'room' | 'full' | 'failing' {
  const path = join(folder, 'room.probe')
  try {
    const file = openSync(path, 'w', 0o600)
    try {
      const bytes = Buffer.alloc(probeBytes, 1)
      for (let at = 0; at < bytes.length; ) at += writeSync(file, bytes, at)
      fsyncSync(file)
    } finally {
      closeSync(file)
    }
    return 'room'
  } catch (error) {
    return isOutOfSpace(error) ? 'full' : 'failing'
  } finally {
    rmSync(path, { force: true })
  }
}

/** Room that there must be to begin again. */
export function enoughBytes(folder: string): number {
  const { bsize, blocks } = statfsSync(folder)
  return Math.min(roomBytesMin, blocks * bsize * roomShareMin)
}

/** Whether there is enough room to begin again, and `besides` for something else. */
export const hasRoom = (folder: string, besides: number): boolean =>
  freeBytes(folder) >= enoughBytes(folder) + besides && probeDisk(folder) === 'room'

export function freeBytes(folder: string): number {
  const { bsize, bavail } = statfsSync(folder)
  return bsize * bavail
}
