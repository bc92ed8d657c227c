/** Texts in the reader's language: the loaded messages, and how one becomes a sentence. */

import { IntlMessageFormat } from 'intl-messageformat'
import type { Locale } from './locales.ts'
import { catalogues, type MessageKey, type Messages, textLanguage } from './messages.ts'

export type TextValues = Readonly<Record<string, string | number | boolean | Date | null | undefined>>

/** `t('devices.selected', { count: 2 })`. A message that is missing shows its key. */
export type Translate = (key: MessageKey, values?: TextValues) => string

export interface Texts {
  /** Of dates and numbers. */
  readonly locale: Locale
  /** Of the words: English where the locale has none of its own. */
  readonly language: string
  readonly t: Translate
}

export function createTexts(locale: Locale, language: string, messages: Messages): Texts {
  const compiled = new Map<string, IntlMessageFormat>()
  // Plurals are the words' own, whatever numbers look like.
  const formatters = {
    getNumberFormat: (_: unknown, options?: Intl.NumberFormatOptions) => new Intl.NumberFormat(locale.intl, options),
    getDateTimeFormat: (_: unknown, options?: Intl.DateTimeFormatOptions) =>
      new Intl.DateTimeFormat(locale.intl, options),
    getPluralRules: (_: unknown, options?: Intl.PluralRulesOptions) => new Intl.PluralRules(language, options),
  }

  function compile(key: string): IntlMessageFormat | undefined {
    const cut = key.indexOf('.')
    const message = messages[key.slice(0, cut)]?.[key.slice(cut + 1)]
    if (message === undefined) return undefined
    const format = new IntlMessageFormat(message, language, undefined, { ignoreTag: true, formatters })
    compiled.set(key, format)
    return format
  }

  return {
    locale,
    language,
    t(key, values) {
      const format = compiled.get(key) ?? compile(key)
      return format ? String(format.format(values as Record<string, string>)) : key
    },
  }
}

export async function loadTexts(locale: Locale): Promise<Texts> {
  const language = textLanguage(locale.intl)
  const load = catalogues[language]
  if (!load) throw new Error(`There are no messages in the language ${language}.`)
  return createTexts(locale, language, (await load()).default)
}
