/** Renders the help dialog while it is open; its code is loaded on demand. */

import { lazy, Suspense } from 'react'
import { useOpen } from '../ui/observable.ts'
import { isHelpOpen } from './help-open.ts'

const HelpDialog = lazy(() => import('./help-dialog.tsx'))

export function HelpHost() {
  if (!useOpen(isHelpOpen)) return null
  return (
    <Suspense>
      <HelpDialog onClose={() => isHelpOpen.set(false)} />
    </Suspense>
  )
}
