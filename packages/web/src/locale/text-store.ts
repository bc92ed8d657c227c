/**
 * The texts in use: loaded before the first page, exchanged when the user's language is another.
 *
 * What sign-in shows comes first, the rest when somebody is signed in: pages behind the guard have all of them.
 */

import type { Locale } from './locales.ts'
import { loadTexts, type Texts, type Translate } from './texts.ts'

export interface TextStore {
  readonly current: Texts
  /** For code outside components; inside, `useText()`. */
  readonly t: Translate
  use(locale: Locale): Promise<void>
  /** Loads what is not there yet. */
  whole(): Promise<void>
  subscribe(listener: () => void): () => void
}

export function createTextStore(initial: Texts): TextStore {
  const listeners = new Set<() => void>()
  let current = initial
  let underway: Promise<void> | null = null

  async function load(locale: Locale): Promise<void> {
    current = await loadTexts(locale)
    document.documentElement.lang = current.language
    for (const listener of [...listeners]) listener()
  }

  return {
    get current() {
      return current
    },
    t: (key, values) => current.t(key, values),
    async use(locale) {
      const { tag, intl } = current.locale
      if (locale.tag === tag && locale.intl === intl) return
      await load(locale)
    },
    async whole() {
      if (current.isWhole) return
      underway ??= load(current.locale).finally(() => {
        underway = null
      })
      await underway
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}
