/** Handles `Ctrl K`; loads the command palette when it is opened. */

import { lazy, Suspense, useEffect } from 'react'
import { useOpen } from '../ui/observable.ts'
import { isPaletteOpen } from './palette-open.ts'

const loadPalette = () => import('./palette.tsx')
const Palette = lazy(loadPalette)

export function PaletteHost() {
  useEffect(() => {
    function onKeyDown(event: KeyboardEvent) {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return
      event.preventDefault()
      isPaletteOpen.set(!isPaletteOpen.get())
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [])

  if (!useOpen(isPaletteOpen)) return null
  return (
    <Suspense>
      <Palette onClose={() => isPaletteOpen.set(false)} />
    </Suspense>
  )
}
