/** Page-wide signals for components around the pages. */

import { createContext, useContext } from 'react'
import type { Observable } from '../ui/observable.ts'

export interface PageSignals {
  /** Number of requests in flight. */
  readonly loading: Observable<number>
  /** True while the forbidden dialog is open. */
  readonly forbidden: Observable<boolean>
  /** Error of a failed sign-in with an external provider, while its dialog is open. */
  readonly loginError: Observable<string | null>
}

export const PageSignalsContext = createContext<PageSignals | null>(null)

export function usePageSignals(): PageSignals {
  const signals = useContext(PageSignalsContext)
  if (!signals) throw new Error('usePageSignals is called outside of its provider.')
  return signals
}
