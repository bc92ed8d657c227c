/** Texts in the reader's language: the loaded messages, and how one becomes a sentence. */

import { IntlMessageFormat } from 'intl-messageformat'
import type { Locale } from './locales.ts'
import { catalogues, type MessageKey, type Messages, textLanguage } from './messages.ts'
import type { TextPart } from './text-parts.ts'

export type TextValues = Readonly<Record<string, string | number | boolean | Date | null | undefined>>

/** `t('devices.selected', { count: 2 })`. A message that is missing shows its key. */
export type Translate = (key: MessageKey, values?: TextValues) => string

export interface Texts {
  /** Of dates and numbers. */
  readonly locale: Locale
  /** Of the words: English where the locale has none of its own. */
  readonly language: string
  readonly t: Translate
  /** Those that are there by now. */
  readonly messages: Messages
  /** Puts more messages of the same language beside those that are there. */
  add(messages: Messages): void
}

/** Letters and marks that are written, or turn what follows, from right to left. */
const rightToLeft = /[\u0590-\u08ff\u200f\u202a-\u202e\u2066-\u2069\ufb1d-\ufdff\ufe70-\ufefc]/

/**
 * A text of users within a sentence of ours: one that runs the other way turns nothing outside of itself. The marks
 * around it are drawn by nobody, and end what the text left open.
 */
export const isolated = (text: string): string => (rightToLeft.test(text) ? `\u2068${text}\u2069` : text)

const isolatedValues = (values: TextValues): TextValues =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, typeof value === 'string' ? isolated(value) : value]),
  )

/** Any other message is shown as it stands. */
export const needsReading = /[{}]|'['<>]/

/** A message asks for its formats each time that it is written; making one takes far longer than using it. */
function memoized<O, F>(make: (options?: O) => F): (locales: unknown, options?: O) => F {
  const made = new Map<string, F>()
  return (_, options) => {
    const key = JSON.stringify(options) ?? ''
    const format = made.get(key) ?? make(options)
    made.set(key, format)
    return format
  }
}

export function createTexts(locale: Locale, language: string, ...parts: readonly Messages[]): Texts {
  const messages: Record<string, Messages[string]> = {}
  /** Messages that are the same whatever they are given are kept as they read. */
  const compiled = new Map<string, IntlMessageFormat | string>()
  // Plurals are the words' own, whatever numbers look like.
  const formatters = {
    getNumberFormat: memoized((options?: Intl.NumberFormatOptions) => new Intl.NumberFormat(locale.intl, options)),
    getDateTimeFormat: memoized(
      (options?: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat(locale.intl, options),
    ),
    getPluralRules: memoized((options?: Intl.PluralRulesOptions) => new Intl.PluralRules(language, options)),
  }

  function compile(key: string): IntlMessageFormat | string | undefined {
    const cut = key.indexOf('.')
    const message = messages[key.slice(0, cut)]?.[key.slice(cut + 1)]
    if (message === undefined) return undefined
    const isPlain = typeof message === 'string' && !needsReading.test(message)
    const format = isPlain
      ? message
      : new IntlMessageFormat(message, language, undefined, { ignoreTag: true, formatters })
    compiled.set(key, format)
    return format
  }

  function add(part: Messages): void {
    for (const [room, texts] of Object.entries(part)) messages[room] = { ...messages[room], ...texts }
  }
  for (const part of parts) add(part)

  return {
    locale,
    language,
    messages,
    add,
    t(key, values) {
      const format = compiled.get(key) ?? compile(key)
      if (format === undefined) return key
      if (typeof format === 'string') return format
      return String(format.format(values && (isolatedValues(values) as Record<string, string>)))
    },
  }
}

/** What is there at the start in a language, and these parts of its messages. */
export async function messagesOf(language: string, parts: readonly TextPart[] = []): Promise<Messages[]> {
  const first = catalogues[language]
  if (!first) throw new Error(`There are no messages in the language ${language}.`)
  const loaded = await Promise.all([first(), ...parts.map((part) => part[language]?.())])
  return loaded.flatMap((one) => (one ? [one.default] : []))
}

/** Those that are there at the start. */
export async function loadTexts(locale: Locale): Promise<Texts> {
  const language = textLanguage(locale.intl)
  return createTexts(locale, language, ...(await messagesOf(language)))
}
