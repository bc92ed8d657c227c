/**
 * Popover: a box of settings that opens at its button. It is rendered in the browser's top layer but stays at its place
 * in the DOM, so nothing clips it and it inherits the theme.
 *
 *   const [isOpen, setOpen] = useState(false)
 *   const anchor = useRef<HTMLButtonElement>(null)
 *   <Button ref={anchor} onClick={() => setOpen(true)}>…</Button>
 *   <Popover isOpen={isOpen} onClose={() => setOpen(false)} anchor={anchor} label="…">…</Popover>
 */

import './popover.css'
import { type ReactNode, type RefObject, useEffect, useRef } from 'react'
import { focusInto } from '../overlay/focus.ts'
import { useLayer } from '../overlay/layers.ts'
import type { Placement } from '../overlay/place.ts'
import { useFloating } from '../overlay/use-floating.ts'

export interface PopoverProps {
  readonly isOpen: boolean
  readonly onClose: () => void
  readonly anchor: RefObject<HTMLElement | null>
  readonly label: string
  readonly placement?: Placement
  /** `presentation`: the content has roles of its own. */
  readonly role?: 'dialog' | 'menu' | 'presentation'
  /** At least as wide as the anchor. */
  readonly matchWidth?: boolean
  /** Leaves the focus where it is, for lists that belong to a field. */
  readonly keepFocus?: boolean
  /** Closes only by `Esc` and its opener, not by a click elsewhere. */
  readonly staysOpen?: boolean
  readonly className?: string
  readonly id?: string
  readonly children: ReactNode
}

export function Popover({ isOpen, ...rest }: PopoverProps) {
  return isOpen ? <OpenPopover {...rest} /> : null
}

function OpenPopover({
  onClose,
  anchor,
  label,
  placement = 'bottom-start',
  role = 'dialog',
  matchWidth = false,
  keepFocus = false,
  staysOpen = false,
  className,
  id,
  children,
}: Omit<PopoverProps, 'isOpen'>) {
  const box = useRef<HTMLDivElement>(null)
  useFloating(box, () => anchor.current, true, placement, matchWidth)
  useLayer(true, onClose)

  useEffect(() => {
    if (keepFocus) return
    const opener = document.activeElement
    if (box.current) focusInto(box.current)
    return () => {
      // Only if the focus would be lost with the popover: a click elsewhere has already moved it.
      if (document.activeElement === document.body || document.activeElement === null) {
        if (opener instanceof HTMLElement && opener.isConnected) opener.focus()
      }
    }
  }, [keepFocus])

  useEffect(() => {
    if (staysOpen) return
    function onPointerDown(event: PointerEvent) {
      const target = event.target as Node
      if (box.current?.contains(target) || anchor.current?.contains(target)) return
      // A finger covers what lies below, so a tap only closes. A field's list is no obstacle: the tap goes through.
      if (event.pointerType === 'touch' && !keepFocus) preventTap(event)
      onClose()
    }
    document.addEventListener('pointerdown', onPointerDown, true)
    return () => document.removeEventListener('pointerdown', onPointerDown, true)
  }, [onClose, anchor, keepFocus, staysOpen])

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the role is given; it only notices that the focus left
    // biome-ignore lint/a11y/useAriaPropsSupportedByRole: every role that is given takes a name
    <div
      ref={box}
      id={id}
      popover="manual"
      className={`sd-popover${className ? ` ${className}` : ''}`}
      role={role}
      aria-label={role === 'presentation' ? undefined : label}
      onBlur={(event) => {
        // Closes when Tab moves the focus out of the popover.
        const next = event.relatedTarget
        if (!keepFocus && !staysOpen && next && !event.currentTarget.contains(next) && !anchor.current?.contains(next))
          onClose()
      }}
    >
      {children}
    </div>
  )
}

/** Keeps a tap that has just begun from pressing or focusing anything. A touch that scrolls is not affected. */
function preventTap(event: PointerEvent): void {
  event.stopPropagation()
  const end = new AbortController()
  const options = { capture: true, passive: false, signal: end.signal }
  document.addEventListener(
    'touchend',
    (touch) => {
      end.abort()
      if (touch.cancelable) touch.preventDefault()
    },
    options,
  )
  document.addEventListener('touchcancel', () => end.abort(), options)
}
