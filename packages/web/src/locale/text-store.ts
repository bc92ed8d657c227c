/**
 * The texts in use: loaded before the first page, exchanged when the user's language is another.
 *
 * What is seen before the first page comes first, the rest with the modules that show it (`text-parts.ts`).
 */

import type { Locale } from './locales.ts'
import { type Messages, textLanguage } from './messages.ts'
import type { TextPart } from './text-parts.ts'
import { createTexts, messagesOf, type Texts, type Translate } from './texts.ts'

export interface TextStore {
  readonly current: Texts
  /** For code outside components; inside, `useText()`. */
  readonly t: Translate
  use(locale: Locale): Promise<void>
  /** Loads these messages in the language in use, and in every other that is used later. */
  need(part: TextPart): Promise<void>
  /** Resolves when the locale that is wanted is in use; what failed is tried again. */
  settled(): Promise<void>
  subscribe(listener: () => void): () => void
}

export function createTextStore(initial: Texts): TextStore {
  const listeners = new Set<() => void>()
  const parts = new Set<TextPart>()
  let current = initial
  /** What is asked for; what arrives for another locale meanwhile is not shown. */
  let wanted = initial.locale
  let underway: Promise<void> | null = null

  async function load(locale: Locale): Promise<void> {
    wanted = locale
    const language = textLanguage(locale.intl)
    let messages: readonly Messages[] = [current.messages]
    if (language !== current.language) {
      let requested: number
      do {
        requested = parts.size
        messages = await messagesOf(language, [...parts])
        // What was asked for meanwhile is part of it.
      } while (requested < parts.size)
    }
    if (wanted !== locale) return
    current = createTexts(locale, language, ...messages)
    document.documentElement.lang = current.language
    for (const listener of [...listeners]) listener()
  }

  /** A failed load is tried again by the next caller. */
  async function begin(locale: Locale): Promise<void> {
    const mine = load(locale)
    underway = mine
    try {
      await mine
    } catch (error) {
      if (underway === mine) underway = null
      throw error
    }
  }

  return {
    get current() {
      return current
    },
    t: (key, values) => current.t(key, values),
    async use(locale) {
      if (isSame(locale, wanted)) return
      await begin(locale)
    },
    async need(part) {
      parts.add(part)
      let texts: Texts
      do {
        texts = current
        const loaded = await part[texts.language]?.()
        if (loaded) texts.add(loaded.default)
        // Another language came into use meanwhile.
      } while (texts !== current)
    },
    async settled() {
      if (isSame(wanted, current.locale)) return
      await (underway ?? begin(wanted))
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}

const isSame = (one: Locale, other: Locale): boolean => one.tag === other.tag && one.intl === other.intl
