/** Error message for a number typed into the settings. */

import type { Translate } from '../../locale/texts.ts'

export interface NumberBounds {
  readonly min: number
  readonly max: number
  /** Nothing typed is right too. */
  readonly isOptional?: boolean
}

export function wholeNumberError(text: string, bounds: NumberBounds, t: Translate): string | undefined {
  const { min, max, isOptional = false } = bounds
  const typed = text.trim()
  if (typed === '' && isOptional) return undefined
  const value = /^\d+$/.test(typed) ? Number(typed) : Number.NaN
  return value >= min && value <= max ? undefined : t('settings.wholeNumber', { min, max })
}
