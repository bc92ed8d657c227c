/** Handle that moves what it belongs to: by dragging it, or by the menu that it opens. */

import { GripVertical } from 'lucide-react'
import type { DragEvent } from 'react'
import { IconButton } from '../../ui/button/button.tsx'
import { Menu, type MenuItem } from '../../ui/menu/menu.tsx'
import { useMenuButton } from '../../ui/menu/use-menu-button.ts'

interface GripProps {
  readonly label: string
  /** Finds the handle again after a move. */
  readonly id: string
  readonly items: () => readonly MenuItem[]
  readonly onDragStart: () => void
  readonly onDragEnd: () => void
}

export function Grip({ label, id, items, onDragStart, onDragEnd }: GripProps) {
  const { button, menu } = useMenuButton()
  function start(event: DragEvent<HTMLElement>) {
    event.dataTransfer.effectAllowed = 'move'
    event.dataTransfer.setData('text/plain', label)
    const dragged = event.currentTarget.closest('li, section')
    if (dragged) event.dataTransfer.setDragImage(dragged, dragged.clientWidth - 12, 12)
    onDragStart()
  }
  return (
    <>
      <IconButton
        {...button}
        label={label}
        size="sm"
        className="sd-explore-grip"
        icon={<GripVertical size={14} strokeWidth={2} />}
        draggable
        data-grip={id}
        onDragStart={start}
        onDragEnd={onDragEnd}
      />
      {menu.isOpen && <Menu {...menu} label={label} items={items()} />}
    </>
  )
}
