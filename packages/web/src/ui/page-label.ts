/** The name of what the page shows: last step of the breadcrumbs and part of the window's title. */

import { useEffect } from 'react'
import { createObservable, useObservable } from './observable.ts'

const label = createObservable<string | null>(null)

/** Names the page while the component is there, such as by the device or the dashboard that it shows. */
export function usePageLabel(text: string | null | undefined): void {
  useEffect(() => {
    if (!text) return
    label.set(text)
    return () => label.set(null)
  }, [text])
}

export const useCurrentPageLabel = (): string | null => useObservable(label)
