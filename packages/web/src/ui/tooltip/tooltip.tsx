/**
 * Tooltip with the name of an icon or the full text of an abbreviation, on hover and focus. Wraps exactly one element.
 */

import './tooltip.css'
import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import type { Placement } from '../overlay/place.ts'
import { useFloating } from '../overlay/use-floating.ts'

/** Ms of hovering until the tooltip appears. */
const delayMs = 400

export interface TooltipProps {
  readonly text: string
  readonly shortcut?: string
  readonly placement?: Placement
  readonly children: ReactNode
}

export function Tooltip({ text, shortcut, placement = 'bottom', children }: TooltipProps) {
  const [isOpen, setOpen] = useState(false)
  const host = useRef<HTMLSpanElement>(null)
  const box = useRef<HTMLSpanElement>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const id = useId()
  useFloating(box, () => host.current?.firstElementChild as HTMLElement | null, isOpen, placement)
  useEffect(() => () => clearTimeout(timer.current), [])

  function show(afterMs: number) {
    clearTimeout(timer.current)
    timer.current = setTimeout(() => setOpen(true), afterMs)
  }
  function hide() {
    clearTimeout(timer.current)
    setOpen(false)
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: handles the events of the one element inside
    <span
      ref={host}
      className="sd-tooltip-host"
      onPointerEnter={(event) => event.pointerType === 'mouse' && show(delayMs)}
      onPointerLeave={hide}
      onPointerDown={hide}
      onFocus={(event) => event.target.matches(':focus-visible') && show(0)}
      onBlur={hide}
      onKeyDown={(event) => event.key === 'Escape' && hide()}
    >
      {children}
      {isOpen && (
        <span ref={box} id={id} role="tooltip" popover="manual" className="sd-tooltip">
          {text}
          {shortcut && <kbd>{shortcut}</kbd>}
        </span>
      )}
    </span>
  )
}
