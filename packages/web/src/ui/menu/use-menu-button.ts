/**
 * State of a menu and of the button that opens it, by click and by the arrow keys:
 *
 *     const { button, menu } = useMenuButton()
 *     <button {...button}>…</button>
 *     <Menu {...menu} label="…" items={…} />
 */

import { type KeyboardEvent, type MouseEvent, type RefObject, useRef, useState } from 'react'

export interface MenuControls {
  readonly button: {
    readonly ref: RefObject<HTMLButtonElement | null>
    readonly 'aria-haspopup': 'menu'
    readonly 'aria-expanded': boolean
    readonly onClick: (event: MouseEvent) => void
    readonly onKeyDown: (event: KeyboardEvent) => void
  }
  readonly menu: {
    readonly isOpen: boolean
    /** The last item gets the focus, not the first. */
    readonly startsAtEnd: boolean
    readonly anchor: RefObject<HTMLButtonElement | null>
    readonly onClose: () => void
  }
}

/** `onOpen`: called before the menu opens. */
export function useMenuButton({ onOpen }: { readonly onOpen?: () => void } = {}): MenuControls {
  /** The item that gets the focus; null: closed. */
  const [openAt, setOpenAt] = useState<'first' | 'last' | null>(null)
  const anchor = useRef<HTMLButtonElement>(null)
  const isOpen = openAt !== null

  function open(at: 'first' | 'last') {
    onOpen?.()
    setOpenAt(at)
  }

  return {
    button: {
      ref: anchor,
      'aria-haspopup': 'menu',
      'aria-expanded': isOpen,
      onClick(event) {
        // The row or card that holds the button would open.
        event.stopPropagation()
        if (isOpen) setOpenAt(null)
        else open('first')
      },
      onKeyDown(event) {
        if (isOpen || (event.key !== 'ArrowDown' && event.key !== 'ArrowUp')) return
        event.preventDefault()
        event.stopPropagation()
        open(event.key === 'ArrowDown' ? 'first' : 'last')
      },
    },
    menu: { isOpen, startsAtEnd: openAt === 'last', anchor, onClose: () => setOpenAt(null) },
  }
}
