/** Validation errors of names, titles and other short texts. */

import type { Translate } from '../../locale/texts.ts'

/** Maximum length of names, titles and labels in the REST API, in characters. */
export const textLengthMax = 255

/** Undefined if the text fits. */
export function tooLong(text: string, t: Translate, max = textLengthMax): string | undefined {
  const { length } = text.trim()
  return length > max ? t('ui.textTooLong', { length, max }) : undefined
}
