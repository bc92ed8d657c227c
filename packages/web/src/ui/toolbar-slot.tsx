/** Room in the toolbar for what the page puts there: on phones its one primary action. */

import type { ReactNode } from 'react'
import { createPortal } from 'react-dom'
import { createObservable, useObservable } from './observable.ts'

const slot = createObservable<HTMLElement | null>(null)

/** Where it goes; once, in the toolbar. */
export function ToolbarSlot() {
  return <span className="sd-toolbar-slot" ref={(element) => slot.set(element)} />
}

/** Draws its children in the toolbar. */
export function InToolbar({ children }: { children: ReactNode }) {
  const element = useObservable(slot)
  return element && createPortal(children, element)
}
