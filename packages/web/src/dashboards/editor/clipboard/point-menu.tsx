/** Menu at a point of the window, such as where the right mouse button was pressed. */

import { useRef } from 'react'
import { Menu, type MenuItem } from '../../../ui/menu/menu.tsx'

export interface MenuPoint {
  /** Window coordinates, px. */
  readonly x: number
  readonly y: number
}

interface PointMenuProps {
  readonly at: MenuPoint
  readonly label: string
  readonly items: readonly MenuItem[]
  readonly onClose: () => void
}

export function PointMenu({ at, label, items, onClose }: PointMenuProps) {
  const anchor = useRef<HTMLSpanElement>(null)
  return (
    <>
      <span ref={anchor} className="db-edit-point" style={{ left: at.x, top: at.y }} aria-hidden />
      <Menu isOpen anchor={anchor} label={label} items={items} placement="bottom-start" onClose={onClose} />
    </>
  )
}
