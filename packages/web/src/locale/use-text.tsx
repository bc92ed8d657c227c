/** Hooks for texts: `const t = useText()`, then `t('devices.title')`. */

import { createContext, type ReactNode, useContext, useSyncExternalStore } from 'react'
import type { TextStore } from './text-store.ts'
import type { Translate } from './texts.ts'

const TextContext = createContext<TextStore | null>(null)

export function TextProvider({ store, children }: { store: TextStore; children: ReactNode }) {
  return <TextContext value={store}>{children}</TextContext>
}

export function useTextStore(): TextStore {
  const store = useContext(TextContext)
  if (!store) throw new Error('useText is called outside of TextProvider.')
  return store
}

export function useText(): Translate {
  const store = useTextStore()
  return useSyncExternalStore(store.subscribe, () => store.current).t
}

/** Locale of dates and numbers, and language of the texts. */
export function useLocale(): { readonly intl: string; readonly tag: string; readonly language: string } {
  const store = useTextStore()
  const { locale, language } = useSyncExternalStore(store.subscribe, () => store.current)
  return { ...locale, language }
}
