/** Memory of a process, from the kernel. */

import { readFileSync } from 'node:fs'

/** The most that it ever had resident, MB. */
export function peakMb(pid: number): number {
  return Number(/^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'latin1'))?.[1]) / 1024
}
