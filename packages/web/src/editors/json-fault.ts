/** What is wrong with a JSON text as the value of a form, in words with their place. */

import type { Translate } from '../locale/texts.ts'
import { faultText, jsonFaults } from './code-check.ts'
import { readJsonText } from './json-text.ts'

export interface JsonRules {
  /** Only an object will do. */
  readonly isObject?: boolean
  readonly isRequired?: boolean
}

/** Undefined when nothing stands against it. */
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
