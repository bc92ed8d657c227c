/** How many debug events a tenant may cause: so many per hour, so that a forgotten debug mode does not fill the disk. */

import type { Clock } from '../clock.ts'

export const debugEventsMax = 50_000
export const debugWindowMs = 3_600_000

export type DebugVerdict = 'allowed' | 'first refused' | 'refused'

export interface DebugLimit {
  tryAcquire(tenantId: string): DebugVerdict
  /** A chain of the tenant was saved: it may begin afresh. */
  reset(tenantId: string): void
}

export function createDebugLimit(clock: Clock, eventsMax = debugEventsMax): DebugLimit {
  const windows = new Map<string, { since: number; count: number }>()
  return {
    tryAcquire(tenantId) {
      const nowMs = clock.nowMs()
      const existing = windows.get(tenantId)
      if (!existing || nowMs - existing.since >= debugWindowMs) {
        windows.set(tenantId, { since: nowMs, count: 1 })
        return 'allowed'
      }
      existing.count++
      return existing.count <= eventsMax ? 'allowed' : existing.count === eventsMax + 1 ? 'first refused' : 'refused'
    },
    reset: (tenantId) => void windows.delete(tenantId),
  }
}
