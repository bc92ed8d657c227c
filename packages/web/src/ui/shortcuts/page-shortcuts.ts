/** Keys of what is open now, such as an editor, for the list of keyboard shortcuts. */

import { useEffect } from 'react'
import type { MessageKey } from '../../locale/messages.ts'
import { createObservable } from '../observable.ts'

export interface PageShortcuts {
  readonly title: MessageKey
  readonly rows: readonly { readonly keys: readonly string[]; readonly text: MessageKey }[]
}

/** null: the page has no keys of its own. */
export const pageShortcuts = createObservable<PageShortcuts | null>(null)

/** Lists the keys while the component is shown. `shortcuts`: the same object on each call. */
export function usePageShortcuts(shortcuts: PageShortcuts): void {
  useEffect(() => {
    pageShortcuts.set(shortcuts)
    return () => pageShortcuts.set(null)
  }, [shortcuts])
}
