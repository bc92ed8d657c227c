/** Signals of the page as a whole, for what lies around the pages. */

import { createContext, useContext } from 'react'
import type { Observable } from '../ui/observable.ts'

export interface PageSignals {
  /** Calls under way. */
  readonly loading: Observable<number>
  /** The forbidden dialog is open. */
  readonly forbidden: Observable<boolean>
  /** Why signing in elsewhere failed, while its dialog is open. */
  readonly loginError: Observable<string | null>
}

export const PageSignalsContext = createContext<PageSignals | null>(null)

export function usePageSignals(): PageSignals {
  const signals = useContext(PageSignalsContext)
  if (!signals) throw new Error('usePageSignals is called outside of its provider.')
  return signals
}
