/** Texts in components: `const t = useText()`, then `t('devices.title')`. */

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

/** The tag of the language in use, for Intl. */
export function useLanguage(): string {
  const store = useTextStore()
  return useSyncExternalStore(store.subscribe, () => store.current).language
}
