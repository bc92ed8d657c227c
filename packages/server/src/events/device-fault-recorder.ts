/** Faults of devices as their error events, at a bounded rate: a device that repeats its fault says it once a minute. */

import type { Clock } from '../clock.ts'
import type { DeviceFaults } from '../transports/device-faults.ts'
import type { EventRecorder } from './event-recorder.ts'
import { ownerOf } from './event-rows.ts'

/** The next fault of a device is noted after this time, ms. */
export const faultIntervalMs = 60_000
/** Devices whose last fault is remembered. */
const devicesMax = 50_000
/** UTF-16 units of a topic that an event repeats. */
const methodLengthMax = 255

export interface DeviceFaultRecorderDeps {
  readonly recorder: Pick<EventRecorder, 'note'>
  readonly clock: Clock
}

export function createDeviceFaultRecorder({ recorder, clock }: DeviceFaultRecorderDeps): DeviceFaults {
  const lastMs = new Map<string, number>()
  return {
    note({ id, tenantId }, method, error) {
      const nowMs = clock.nowMs()
      const last = lastMs.get(id.id)
      if (last !== undefined && nowMs - last < faultIntervalMs) return
      lastMs.delete(id.id)
      if (lastMs.size >= devicesMax) lastMs.delete(lastMs.keys().next().value as string)
      lastMs.set(id.id, nowMs)
      recorder.note({ ...ownerOf(tenantId, id), type: 'ERROR', method: method.slice(0, methodLengthMax), error })
    },
  }
}
