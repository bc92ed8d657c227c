/** The texts in use: loaded before the first page, exchanged when the user's language is another. */

import { loadTexts, type Texts, type Translate } from './texts.ts'

export interface TextStore {
  readonly current: Texts
  /** For code outside components; inside, `useText()`. */
  readonly t: Translate
  use(language: string): Promise<void>
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
    async use(language) {
      if (language === current.language) return
      current = await loadTexts(language)
      document.documentElement.lang = language
      for (const listener of [...listeners]) listener()
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}
