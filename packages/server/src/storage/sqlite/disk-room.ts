/**
 * Tests whether the disk of a folder accepts writes, by writing and syncing a small file.
 *
 * SQLite reports an error but not its cause; a failed fsync may mean a full disk or a broken one.
 */

import { closeSync, fsyncSync, openSync, rmSync, type StatsFs, statfsSync, writeSync } from 'node:fs'
import { join } from 'node:path'

const probeBytes = 1024 * 1024
/** Free space needed to resume writing, so that it doesn't stop again after a few groups; less on a small disk. */
const roomBytesMin = 16 * 1024 * 1024
const roomShareMin = 1 / 8

/** Whether a system call failed for lack of space; SQLite has its own error codes. */
export function isOutOfSpace(error: unknown): boolean {
  const { code } = error as { code?: string }
  return code === 'ENOSPC' || code === 'EDQUOT'
}

/** Result of a test write. */
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

/** Free space needed to resume writing. */
export function enoughBytes(folder: string): number {
  const disk = diskOf(folder)
  return disk ? Math.min(roomBytesMin, disk.blocks * disk.bsize * roomShareMin) : roomBytesMin
}

/** Whether there is enough space to resume writing, plus `besides` bytes. */
export const hasRoom = (folder: string, besides: number): boolean =>
  freeBytes(folder) >= enoughBytes(folder) + besides && probeDisk(folder) === 'room'

/** 0 if the disk doesn't answer: the store waits instead of ending. */
export function freeBytes(folder: string): number {
  const disk = diskOf(folder)
  return disk ? disk.bsize * disk.bavail : 0
}

function diskOf(folder: string): StatsFs | null {
  try {
    return statfsSync(folder)
  } catch {
    return null
  }
}
