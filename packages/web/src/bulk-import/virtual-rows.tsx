/** Virtualized list in a scroll box: only visible rows are rendered, all of the same height. */

import './bulk-import.css'
import { type KeyboardEvent, type ReactNode, useLayoutEffect, useRef, useState } from 'react'

/** Px; must match the CSS. */
const rowHeight = 36
/** Rows rendered beyond each end of the visible area. */
const beyond = 6

interface VirtualRowsProps {
  readonly label: string
  readonly count: number
  /** Header above the rows, with the same width. */
  readonly head?: ReactNode
  /** Renders the cells of a row. */
  readonly renderRow: (row: number) => ReactNode
  /** Called with the first and last visible row. */
  readonly onSight?: (first: number, last: number) => void
}

export function VirtualRows({ label, count, head, renderRow, onSight }: VirtualRowsProps) {
  const box = useRef<HTMLDivElement>(null)
  const [sight, setSight] = useState({ first: 0, last: 12 })
  const announce = useRef(onSight)
  announce.current = onSight

  function look() {
    const element = box.current
    if (!element) return
    const first = Math.floor(element.scrollTop / rowHeight)
    const last = Math.min(count - 1, first + Math.ceil(element.clientHeight / rowHeight))
    setSight((now) => (now.first === first && now.last === last ? now : { first, last }))
    announce.current?.(first, last)
  }
  /** Jumps without animation: rows rendered on the way would interrupt the browser's smooth scrolling. */
  function jump(event: KeyboardEvent) {
    if ((event.key !== 'Home' && event.key !== 'End') || !box.current) return
    event.preventDefault()
    box.current.scrollTop = event.key === 'Home' ? 0 : box.current.scrollHeight
  }
  // Measures again when the number of rows changes.
  useLayoutEffect(look, [count])

  const from = Math.max(0, sight.first - beyond)
  const to = Math.min(count, sight.last + 1 + beyond)
  const drawn = Array.from({ length: Math.max(0, to - from) }, (_, at) => from + at)
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be scrolled by keys
    <section ref={box} className="sd-virtual" aria-label={label} tabIndex={0} onScroll={look} onKeyDown={jump}>
      <table>
        {head}
        <tbody>
          {from > 0 && <tr aria-hidden style={{ height: from * rowHeight }} />}
          {drawn.map((row) => (
            <tr key={row}>{renderRow(row)}</tr>
          ))}
          {to < count && <tr aria-hidden style={{ height: (count - to) * rowHeight }} />}
        </tbody>
      </table>
    </section>
  )
}
