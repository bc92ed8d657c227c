/** What is wrong with a text, in words, wherever names and titles are typed. */

import type { Translate } from '../../locale/texts.ts'

/** Characters of names, titles, labels and their like on the wire. */
export const textLengthMax = 255

/** Undefined when it fits. */
export function tooLong(text: string, t: Translate, max = textLengthMax): string | undefined {
  const { length } = text.trim()
  return length > max ? t('ui.textTooLong', { length, max }) : undefined
}
