/** Texts in the reader's language: the loaded messages, and how one becomes a sentence. */

import { IntlMessageFormat } from 'intl-messageformat'
import { languages, type MessageKey, type Messages } from './messages.ts'

export type TextValues = Readonly<Record<string, string | number | boolean | Date | null | undefined>>

/** `t('devices.selected', { count: 2 })`. A message that is missing shows its key. */
export type Translate = (key: MessageKey, values?: TextValues) => string

export interface Texts {
  readonly language: string
  readonly t: Translate
}

export function createTexts(language: string, messages: Messages): Texts {
  const compiled = new Map<string, IntlMessageFormat>()

  function compile(key: string): IntlMessageFormat | undefined {
    const cut = key.indexOf('.')
    const message = messages[key.slice(0, cut)]?.[key.slice(cut + 1)]
    if (message === undefined) return undefined
    const format = new IntlMessageFormat(message, language, undefined, { ignoreTag: true })
    compiled.set(key, format)
    return format
  }

  return {
    language,
    t(key, values) {
      const format = compiled.get(key) ?? compile(key)
      return format ? String(format.format(values as Record<string, string>)) : key
    },
  }
}

export async function loadTexts(language: string): Promise<Texts> {
  const found = languages[language]
  if (!found) throw new Error(`There are no messages in the language ${language}.`)
  return createTexts(language, (await found.load()).default)
}
