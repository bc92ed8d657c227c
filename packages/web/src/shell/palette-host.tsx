/** Hears `Ctrl K`; loads the command palette when it is opened. */

import { lazy, Suspense, useEffect } from 'react'
import { createObservable, useObservable } from '../ui/observable.ts'

const loadPalette = () => import('./palette.tsx')
const Palette = lazy(loadPalette)

const isOpen = createObservable(false)
export const openPalette = (): void => isOpen.set(true)

export function PaletteHost() {
  useEffect(() => {
    function onKeyDown(event: KeyboardEvent) {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return
      event.preventDefault()
      isOpen.set(!isOpen.get())
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [])

  if (!useObservable(isOpen)) return null
  return (
    <Suspense>
      <Palette onClose={() => isOpen.set(false)} />
    </Suspense>
  )
}
