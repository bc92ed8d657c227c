/** Texts in the user's language: formats loaded messages. */

import { IntlMessageFormat } from 'intl-messageformat'
import type { Locale } from './locales.ts'
import { catalogues, type MessageKey, type Messages, textLanguage } from './messages.ts'
import type { TextPart } from './text-parts.ts'

export type TextValues = Readonly<Record<string, string | number | boolean | Date | null | undefined>>

/** `t('devices.selected', { count: 2 })`. A missing message returns its key. */
export type Translate = (key: MessageKey, values?: TextValues) => string

export interface Texts {
  /** Locale of dates and numbers. */
  readonly locale: Locale
  /** Language of the texts: English if the locale's language has none. */
  readonly language: string
  readonly t: Translate
  /** Messages loaded so far. */
  readonly messages: Messages
  /** Adds messages of the same language. */
  add(messages: Messages): void
}

/** Characters of right-to-left scripts, and directional control characters. */
const rightToLeft = /[\u0590-\u08ff\u200f\u202a-\u202e\u2066-\u2069\ufb1d-\ufdff\ufe70-\ufefc]/

/**
 * Isolates user text within a sentence: right-to-left text must not affect the direction of the text around it. The
 * isolate characters are invisible and also close controls left open in the text.
 */
export const isolated = (text: string): string => (rightToLeft.test(text) ? `\u2068${text}\u2069` : text)

const isolatedValues = (values: TextValues): TextValues =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, typeof value === 'string' ? isolated(value) : value]),
  )

/** Messages that don't match need no parsing and are shown unchanged. */
export const needsReading = /[{}]|'['<>]/

/** A message requests its formatters each time it is formatted; creating one takes much longer than using it. */
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
  /** Parsed messages; messages without arguments are cached as plain strings. */
  const compiled = new Map<string, IntlMessageFormat | string>()
  // Plural rules depend on the language of the texts, not on the locale of numbers.
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

/** Startup messages of a language, and the given parts. */
export async function messagesOf(language: string, parts: readonly TextPart[] = []): Promise<Messages[]> {
  const first = catalogues[language]
  if (!first) throw new Error(`There are no messages in the language ${language}.`)
  const loaded = await Promise.all([first(), ...parts.map((part) => part[language]?.())])
  return loaded.flatMap((one) => (one ? [one.default] : []))
}

/** Loads the startup messages. */
export async function loadTexts(locale: Locale): Promise<Texts> {
  const language = textLanguage(locale.intl)
  return createTexts(locale, language, ...(await messagesOf(language)))
}
