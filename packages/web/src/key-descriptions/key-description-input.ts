/** Form of key descriptions: draft, validation and request body. */

import { describedKeysMax, keyDecimalsMax, unitLengthMax } from '@sonde/model/key-descriptions/described-keys'
import type { KeyDescription } from '@sonde/model/key-descriptions/key-description'
import { keyLengthMax } from '@sonde/model/telemetry/payload'
import type { Translate } from '../locale/texts.ts'
import { firstError, newKey, type PlaceErrors, storedKey } from '../ui/field/field-places.tsx'
import { tooLong } from '../ui/field/text-errors.ts'

/** Texts as typed. */
export interface KeyDraft {
  /** React key of the row. */
  readonly key: string
  readonly name: string
  readonly label: string
  readonly unit: string
  readonly decimals: string
  readonly min: string
  readonly max: string
}

export interface KeysDraft {
  readonly keys: readonly KeyDraft[]
}

const written = (value: string | number | undefined) => (value === undefined ? '' : String(value))

export const draftOfKeys = (keys: readonly KeyDescription[]): KeysDraft => ({
  keys: keys.map(({ key, name, unit, decimals, min, max }, index) => ({
    key: storedKey(index),
    name: key,
    label: written(name),
    unit: written(unit),
    decimals: written(decimals),
    min: written(min),
    max: written(max),
  })),
})

export const emptyKey = (name = ''): KeyDraft => ({
  key: newKey(),
  name,
  label: '',
  unit: '',
  decimals: '',
  min: '',
  max: '',
})

/** Undefined: empty. NaN: not a number. */
export function typedNumber(text: string): number | undefined {
  const typed = text.trim().replace('−', '-')
  if (typed === '') return undefined
  return /^-?(\d+\.?\d*|\.\d+)(e[-+]?\d+)?$/i.test(typed) ? Number(typed) : Number.NaN
}

export function keyErrors(keys: readonly KeyDraft[], t: Translate): PlaceErrors {
  const fieldErrors: Record<string, string | undefined> = {}
  const seen = new Set<string>()
  for (const { key, name, label, unit, decimals, min, max } of keys) {
    const typed = name.trim()
    fieldErrors[`${key}.name`] =
      typed === ''
        ? t('keyDescriptions.keyRequired')
        : seen.has(typed)
          ? t('keyDescriptions.keyTwice')
          : tooLong(typed, t, keyLengthMax)
    seen.add(typed)
    fieldErrors[`${key}.label`] = tooLong(label, t)
    fieldErrors[`${key}.unit`] = tooLong(unit, t, unitLengthMax)
    const digits = typedNumber(decimals)
    if (digits !== undefined && !(Number.isInteger(digits) && digits >= 0 && digits <= keyDecimalsMax)) {
      fieldErrors[`${key}.decimals`] = t('settings.wholeNumber', { min: 0, max: keyDecimalsMax })
    }
    const [from, to] = [typedNumber(min), typedNumber(max)]
    if (Number.isNaN(from)) fieldErrors[`${key}.min`] = t('keyDescriptions.numberInvalid')
    if (Number.isNaN(to)) fieldErrors[`${key}.max`] = t('keyDescriptions.numberInvalid')
    else if (from !== undefined && to !== undefined && from >= to)
      fieldErrors[`${key}.max`] = t('keyDescriptions.maxTooLow')
  }
  return fieldErrors
}

export function keysErrors({ keys }: KeysDraft, t: Translate): { readonly keys?: string } {
  const fieldError =
    keys.length > describedKeysMax
      ? t('keyDescriptions.tooMany', { count: describedKeysMax })
      : firstError(keyErrors(keys, t))
  return fieldError ? { keys: fieldError } : {}
}

/** Request body. Keys without any description are omitted. */
export function wireOfKeys({ keys }: KeysDraft): { keys: KeyDescription[] } {
  const described = keys.map(({ name, label, unit, decimals, min, max }): KeyDescription => {
    const [digits, from, to] = [typedNumber(decimals), typedNumber(min), typedNumber(max)]
    return {
      key: name.trim(),
      ...(label.trim() && { name: label.trim() }),
      ...(unit.trim() && { unit: unit.trim() }),
      ...(digits !== undefined && { decimals: digits }),
      ...(from !== undefined && { min: from }),
      ...(to !== undefined && { max: to }),
    }
  })
  return { keys: described.filter((each) => Object.keys(each).length > 1) }
}
