/** Name of the page's current subject: last breadcrumb and part of the window title. */

import { useEffect } from 'react'
import { createObservable, useObservable } from './observable.ts'

const label = createObservable<string | null>(null)

/** Sets the page label while the component is mounted, for example to the name of a device or dashboard. */
export function usePageLabel(text: string | null | undefined): void {
  useEffect(() => {
    if (!text) return
    label.set(text)
    return () => label.set(null)
  }, [text])
}

export const useCurrentPageLabel = (): string | null => useObservable(label)
