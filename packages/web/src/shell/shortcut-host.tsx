/** Handles the shell's shortcuts: `G` followed by a letter, `?`. Loads the shortcut dialog when it is opened. */

import { useNavigate } from '@tanstack/react-router'
import { lazy, Suspense, useEffect, useRef } from 'react'
import { useOpen } from '../ui/observable.ts'
import { isSingleKey } from '../ui/shortcuts/shortcuts.ts'
import { areShortcutsOpen } from './shortcuts-open.ts'
import { useMenu } from './use-menu.ts'

const ShortcutDialog = lazy(() => import('./shortcut-dialog.tsx'))

/** Ms within which the letter must follow the `G`. */
const goMs = 1500

export function ShortcutHost() {
  const navigate = useNavigate()
  const menu = useMenu()
  const goUntil = useRef(0)

  useEffect(() => {
    function onKeyDown(event: KeyboardEvent) {
      if (document.querySelector('dialog[open]')) return
      if (Date.now() < goUntil.current) {
        goUntil.current = 0
        const place = menu.flatMap((group) => group.places).find((one) => isSingleKey(event, one.key))
        if (place) {
          event.preventDefault()
          void navigate({ to: place.to, search: {} })
          return
        }
      }
      if (isSingleKey(event, 'g')) goUntil.current = Date.now() + goMs
      if (isSingleKey(event, '?')) {
        event.preventDefault()
        areShortcutsOpen.set(!areShortcutsOpen.get())
      }
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [menu, navigate])

  if (!useOpen(areShortcutsOpen)) return null
  return (
    <Suspense>
      <ShortcutDialog onClose={() => areShortcutsOpen.set(false)} />
    </Suspense>
  )
}
