/**
 * CPU time and priority of a thread.
 *
 * Lowers the priority of a worker thread if the system has priorities per thread, as Linux does: scanning many rows
 * must not take a processor away from the event loop and commits.
 */

import { readlinkSync } from 'node:fs'
import { setPriority } from 'node:os'

/** `nice` increment: each step gives about a quarter less of a contended processor. */
const steps = 5

/** Lowers the priority of the calling thread. */
export function standBehind(): void {
  try {
    const thread = Number(readlinkSync('/proc/thread-self').split('/').at(-1))
    setPriority(thread, steps)
  } catch {
    // Other systems: all threads have the same priority.
  }
}

/** CPU time of the calling thread, ms; excludes time in which other threads ran. */
export function workedMs(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}
