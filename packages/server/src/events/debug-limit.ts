/** Hourly limit of debug events per tenant, so that a forgotten debug mode doesn't fill the disk. */

import type { Clock } from '../clock.ts'

export const debugEventsMax = 50_000
export const debugWindowMs = 3_600_000

export type DebugVerdict = 'allowed' | 'first refused' | 'refused'

export interface DebugLimit {
  tryAcquire(tenantId: string): DebugVerdict
  /** Called when a chain of the tenant was saved: resets the count. */
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
