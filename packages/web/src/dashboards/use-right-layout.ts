/** The right layout on narrow screens, where it opens over the main one. Closes when another state opens. */

import { mobileBelowPx } from '@sonde/model/dashboards/dashboard-layout'
import { useState } from 'react'
import { useLayer } from '../ui/overlay/layers.ts'
import { useWidth } from '../ui/theme/use-width.ts'

export interface RightLayout {
  /** There is a right layout and no room for it. */
  readonly isOverlay: boolean
  readonly isOpen: boolean
  readonly setOpen: (isOpen: boolean) => void
  /** Opens the right layout of this state, once the state is open. */
  readonly openIn: (stateId: string) => void
}

/** `screenPx`: width of the screen if it isn't the window. */
export function useRightLayout(stateId: string, hasRight: boolean, screenPx?: number): RightLayout {
  const isNarrow = useWidth((px) => (screenPx ?? px) < mobileBelowPx)
  const [openState, setOpenState] = useState<string | null>(null)
  const isOverlay = hasRight && isNarrow
  const isOpen = isOverlay && openState === stateId
  const setOpen = (next: boolean) => setOpenState(next ? stateId : null)
  useLayer(isOpen, () => setOpen(false))
  return { isOverlay, isOpen, setOpen, openIn: setOpenState }
}
