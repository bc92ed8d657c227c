/** Validation of whole numbers in settings. */

import type { Translate } from '../../locale/texts.ts'

export interface NumberBounds {
  readonly min: number
  readonly max: number
  /** Allows an empty text. */
  readonly isOptional?: boolean
}

export function wholeNumberError(text: string, bounds: NumberBounds, t: Translate): string | undefined {
  const { min, max, isOptional = false } = bounds
  const typed = text.trim()
  if (typed === '' && isOptional) return undefined
  const value = /^\d+$/.test(typed) ? Number(typed) : Number.NaN
  return value >= min && value <= max ? undefined : t('settings.wholeNumber', { min, max })
}
