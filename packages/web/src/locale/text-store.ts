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
  /** What is asked for; what arrives for another locale meanwhile is not shown. */
  let wanted = initial.locale
  let underway: Promise<void> | null = null

  async function load(locale: Locale): Promise<void> {
    wanted = locale
    const loaded = await loadTexts(locale)
    if (wanted !== locale) return
    current = loaded
    document.documentElement.lang = current.language
    for (const listener of [...listeners]) listener()
  }

  /** What failed is tried again by whoever asks next. */
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
      if (locale.tag === wanted.tag && locale.intl === wanted.intl) return
      await begin(locale)
    },
    async whole() {
      if (current.isWhole) return
      await (underway ?? begin(wanted))
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}
