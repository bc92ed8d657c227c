/** Progress of a device's OTA update, read from its telemetry. */

import { type PackageType, packageKeyPrefix } from '@sonde/model/ota-packages/ota-package'
import type { LiveValues } from '../live/live-values.ts'

/** Ordered by progress; the first two are set by the server, the others reported by the device. */
export const updateStates = [
  'QUEUED',
  'INITIATED',
  'DOWNLOADING',
  'DOWNLOADED',
  'VERIFIED',
  'UPDATING',
  'UPDATED',
  'FAILED',
] as const
export type UpdateState = (typeof updateStates)[number]

const fields = ['state', 'error', 'current_title', 'current_version', 'target_title', 'target_version'] as const
type Field = (typeof fields)[number]

/** Telemetry keys, such as `current_fw_title`, `fw_state`. */
export const progressKey = (type: PackageType, field: Field): string => {
  const prefix = packageKeyPrefix[type]
  const [when, name] = field.split('_')
  return name ? `${when}_${prefix}_${name}` : `${prefix}_${field}`
}

export const stateKeys = (type: PackageType): readonly string[] => fields.map((field) => progressKey(type, field))

export interface PackageProgress {
  readonly state: UpdateState
  /** When the state was set, epoch ms. */
  readonly ts: number
  /** Progress, percent. */
  readonly percent: number
  /** Current title and version as reported by the device; empty: not reported. */
  readonly current: string
  readonly target: string
  /** Reason of the failure; empty: not reported, or no failure. */
  readonly error: string
}

/** Null: no update, or a custom state of the device. */
export function progressOf(type: PackageType, values: LiveValues | undefined): PackageProgress | null {
  const point = (field: Field) => values?.get(progressKey(type, field))
  const text = (field: Field) => point(field)?.value ?? ''
  const state = updateStates.find((each) => each === text('state'))
  if (!state) return null
  const at = updateStates.indexOf(state)
  return {
    state,
    ts: point('state')?.ts ?? 0,
    percent: state === 'FAILED' ? 0 : Math.round((at / updateStates.indexOf('UPDATED')) * 100),
    current: [text('current_title'), text('current_version')].filter(Boolean).join(' '),
    target: [text('target_title'), text('target_version')].filter(Boolean).join(' '),
    error: state === 'FAILED' ? text('error') : '',
  }
}
