/** Records device faults as error events, at most once per minute and device. */

import type { Clock } from '../clock.ts'
import type { DeviceFaults } from '../transports/device-faults.ts'
import type { EventRecorder } from './event-recorder.ts'
import { ownerOf } from './event-rows.ts'

/** Minimum time between recorded faults of a device, ms. */
export const faultIntervalMs = 60_000
/** Maximum number of devices whose last fault is cached. */
const devicesMax = 50_000
/** Maximum length of the topic in an event, in UTF-16 units. */
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
