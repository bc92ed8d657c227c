/** Power saving of CoAP and LwM2M devices. */

import type { Translate } from '../locale/texts.ts'
import type { PlaceErrors } from '../ui/field/field-places.tsx'
import { oneOf, type Settings, settingsOf } from './wire-parts.ts'

export const powerModes = ['DRX', 'PSM', 'E_DRX'] as const
export type PowerMode = (typeof powerModes)[number]
/** Empty: the device uses the mode of its profile. */
export type PowerChoice = PowerMode | ''

export const timeUnits = ['MILLISECONDS', 'SECONDS', 'MINUTES', 'HOURS'] as const
export type TimeUnit = (typeof timeUnits)[number]

const unitMs: Readonly<Record<TimeUnit, number>> = {
  MILLISECONDS: 1,
  SECONDS: 1000,
  MINUTES: 60_000,
  HOURS: 3_600_000,
}

/** Typed number and its unit. */
export interface TimeDraft {
  readonly value: string
  readonly unit: TimeUnit
}

export const powerTimers = ['psmActivityTimer', 'edrxCycle', 'pagingTransmissionWindow'] as const
export type PowerTimer = (typeof powerTimers)[number]

/** Initial and minimum values, ms. */
export const timerBounds: Readonly<Record<PowerTimer, { readonly initial: number; readonly min: number }>> = {
  psmActivityTimer: { initial: 10_000, min: 1_280 },
  edrxCycle: { initial: 81_000, min: 5_120 },
  pagingTransmissionWindow: { initial: 10_000, min: 1_280 },
}

const timersOfMode: Readonly<Record<PowerMode, readonly PowerTimer[]>> = {
  DRX: [],
  PSM: ['psmActivityTimer'],
  E_DRX: ['edrxCycle', 'pagingTransmissionWindow'],
}
export const timersOf = (mode: PowerChoice): readonly PowerTimer[] => (mode === '' ? [] : timersOfMode[mode])

export type PowerDraft = { readonly powerMode: PowerChoice } & { readonly [K in PowerTimer]: TimeDraft }

/** Converts ms to the largest unit that yields a whole number. */
export function timeDraft(ms: number): TimeDraft {
  const unit = timeUnits.findLast((one) => ms % unitMs[one] === 0) ?? 'MILLISECONDS'
  return { value: String(ms / unitMs[unit]), unit }
}

/** Undefined if the value isn't a whole number. */
export function msOf({ value, unit }: TimeDraft): number | undefined {
  return /^\d{1,12}$/.test(value.trim()) ? Number(value) * unitMs[unit] : undefined
}

/** `unsaid`: mode if none is stored. */
export function draftOfPower(wire: unknown, unsaid: PowerChoice = 'DRX'): PowerDraft {
  const settings = settingsOf(wire)
  const timer = (name: PowerTimer) => {
    const value = settings[name]
    return timeDraft(typeof value === 'number' && value > 0 ? value : timerBounds[name].initial)
  }
  return {
    powerMode: oneOf<PowerChoice>(settings.powerMode, powerModes, unsaid),
    psmActivityTimer: timer('psmActivityTimer'),
    edrxCycle: timer('edrxCycle'),
    pagingTransmissionWindow: timer('pagingTransmissionWindow'),
  }
}

/** Timers that the mode doesn't use are sent as null. */
export function wireOfPower(draft: PowerDraft): Settings {
  const wanted = timersOf(draft.powerMode)
  return {
    powerMode: draft.powerMode || null,
    ...Object.fromEntries(powerTimers.map((name) => [name, wanted.includes(name) ? msOf(draft[name]) : null])),
  }
}

export function powerErrors(draft: PowerDraft, t: Translate): PlaceErrors {
  return Object.fromEntries(
    timersOf(draft.powerMode).map((name) => {
      const ms = msOf(draft[name])
      const { min } = timerBounds[name]
      return [
        name,
        ms === undefined || ms < min ? t('deviceProfiles.timerInvalid', { seconds: min / 1000 }) : undefined,
      ]
    }),
  )
}
