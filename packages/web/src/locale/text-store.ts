/**
 * Current texts: loaded before the first page, replaced when the user's language changes.
 *
 * Messages visible before the first page are loaded first, the others with the modules that show them
 * (`text-parts.ts`).
 */

import type { Locale } from './locales.ts'
import { type Messages, textLanguage } from './messages.ts'
import type { TextPart } from './text-parts.ts'
import { createTexts, messagesOf, type Texts, type Translate } from './texts.ts'

export interface TextStore {
  readonly current: Texts
  /** For code outside of components; inside, use `useText()`. */
  readonly t: Translate
  use(locale: Locale): Promise<void>
  /** Loads these messages in the current language and in every language used later. */
  need(part: TextPart): Promise<void>
  /** Resolves when the requested locale is active; retries a failed load. */
  settled(): Promise<void>
  subscribe(listener: () => void): () => void
}

export function createTextStore(initial: Texts): TextStore {
  const listeners = new Set<() => void>()
  const parts = new Set<TextPart>()
  let current = initial
  /** Last requested locale; messages that arrive for another locale are discarded. */
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
        // Repeats if parts were requested while loading.
      } while (requested < parts.size)
    }
    if (wanted !== locale) return
    current = createTexts(locale, language, ...messages)
    document.documentElement.lang = current.language
    for (const listener of [...listeners]) listener()
  }

  /** A failed load is retried by the next caller. */
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
        // Repeats if the language changed while loading.
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
