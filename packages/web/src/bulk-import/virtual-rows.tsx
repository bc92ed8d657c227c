/** A long list in a box of its own: only the rows in sight are drawn, all of the same height. */

import './bulk-import.css'
import { type KeyboardEvent, type ReactNode, useLayoutEffect, useRef, useState } from 'react'

/** Px, as in the style. */
const rowHeight = 36
/** Rows drawn beyond both ends of what is in sight. */
const beyond = 6

interface VirtualRowsProps {
  readonly label: string
  readonly count: number
  /** Above the rows, as wide as they are. */
  readonly head?: ReactNode
  /** Cells of the row. */
  readonly renderRow: (row: number) => ReactNode
  /** What is in sight, from first to last. */
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
  /** At once: rows that come on the way would end the browser's own glide. */
  function jump(event: KeyboardEvent) {
    if ((event.key !== 'Home' && event.key !== 'End') || !box.current) return
    event.preventDefault()
    box.current.scrollTop = event.key === 'Home' ? 0 : box.current.scrollHeight
  }
  // Looks again when the number of rows changes.
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
