/** Validation message for a JSON form field, with line and column. */

import type { Translate } from '../locale/texts.ts'
import { faultText, jsonFaults } from './code-check.ts'
import { readJsonText } from './json-text.ts'

export interface JsonRules {
  /** The value must be an object. */
  readonly isObject?: boolean
  readonly isRequired?: boolean
}

/** Error message; undefined if the text is valid. */
export function jsonFault(
  text: string,
  { isObject = false, isRequired = false }: JsonRules,
  t: Translate,
): string | undefined {
  if (text.trim() === '') return isRequired ? t(isObject ? 'editors.objectRequired' : 'editors.jsonEmpty') : undefined
  const [broken] = jsonFaults(text, t)
  if (broken) return faultText(broken, t)
  const read = readJsonText(text)
  return isObject && read.kind === 'read' && !read.isObject ? t('editors.objectRequired') : undefined
}
