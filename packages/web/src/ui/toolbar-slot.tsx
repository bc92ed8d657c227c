/** Slot in the toolbar for content of the page: on phones its primary action. */

import type { ReactNode } from 'react'
import { createPortal } from 'react-dom'
import { createObservable, useObservable } from './observable.ts'

const slot = createObservable<HTMLElement | null>(null)

/** Position of the slot; rendered once, in the toolbar. */
export function ToolbarSlot() {
  return <span className="sd-toolbar-slot" ref={(element) => slot.set(element)} />
}

/** Renders its children in the toolbar's slot. */
export function InToolbar({ children }: { children: ReactNode }) {
  const element = useObservable(slot)
  return element && createPortal(children, element)
}
