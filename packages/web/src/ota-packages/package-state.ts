/** How far the update of a device to its package is, read from its telemetry. */

import { type PackageType, packageKeyPrefix } from '@sonde/model/ota-packages/ota-package'
import type { LiveValues } from '../live/live-values.ts'

/** In their order; the first two are set by the server, the others reported by the device. */
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

/** `current_fw_title`, `fw_state`. */
const keyOf = (type: PackageType, field: Field): string => {
  const prefix = packageKeyPrefix[type]
  const [when, name] = field.split('_')
  return name ? `${when}_${prefix}_${name}` : `${prefix}_${field}`
}

export const stateKeys = (type: PackageType): readonly string[] => fields.map((field) => keyOf(type, field))

export interface PackageProgress {
  readonly state: UpdateState
  /** When the state was set, epoch ms. */
  readonly ts: number
  /** Share of the way, percent. */
  readonly percent: number
  /** Title and version that the device has, as it says; empty: it says nothing. */
  readonly current: string
  readonly target: string
  /** Why it failed; empty: not said, or it didn't fail. */
  readonly error: string
}

/** Null: there is no update, or in a state of the device's own. */
export function progressOf(type: PackageType, values: LiveValues | undefined): PackageProgress | null {
  const point = (field: Field) => values?.get(keyOf(type, field))
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
