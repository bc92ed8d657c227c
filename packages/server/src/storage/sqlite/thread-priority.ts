/**
 * What a thread has worked, and how it stands to others.
 *
 * Lets a worker's thread stand behind the others of the process where the system has a priority for each thread, as
 * Linux does: what looks through many rows must not take a processor from the event loop and from commits.
 */

import { readlinkSync } from 'node:fs'
import { setPriority } from 'node:os'

/** Steps of `nice`: each is about a quarter less of a processor that others want, too. */
const steps = 5

/** For the calling thread. */
export function standBehind(): void {
  try {
    const thread = Number(readlinkSync('/proc/thread-self').split('/').at(-1))
    setPriority(thread, steps)
  } catch {
    // Another system: all threads stay alike.
  }
}

/** How long the calling thread has had a processor, ms: what others do meanwhile is no part of it. */
export function workedMs(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}
