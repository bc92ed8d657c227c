/** The texts in use: loaded before the first page, exchanged when the user's language is another. */

import type { Locale } from './locales.ts'
import { loadTexts, type Texts, type Translate } from './texts.ts'

export interface TextStore {
  readonly current: Texts
  /** For code outside components; inside, `useText()`. */
  readonly t: Translate
  use(locale: Locale): Promise<void>
  subscribe(listener: () => void): () => void
}

export function createTextStore(initial: Texts): TextStore {
  const listeners = new Set<() => void>()
  let current = initial
  return {
    get current() {
      return current
    },
    t: (key, values) => current.t(key, values),
    async use(locale) {
      const { tag, intl } = current.locale
      if (locale.tag === tag && locale.intl === intl) return
      current = await loadTexts(locale)
      document.documentElement.lang = current.language
      for (const listener of [...listeners]) listener()
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}
