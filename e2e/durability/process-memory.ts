/** Memory of a process, from /proc. */

import { readFileSync } from 'node:fs'

/** Peak resident memory, MB. */
export function peakMb(pid: number): number {
  return Number(/^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'latin1'))?.[1]) / 1024
}
