/**
 * Grid of icon buttons in a scroll box. Only visible rows are rendered, so only their shape files are loaded. One
 * button is in the tab order; arrows, Home and End move the focus.
 */

import { type KeyboardEvent, memo, type RefObject, useCallback, useLayoutEffect, useRef, useState } from 'react'
import { Tooltip } from '../tooltip/tooltip.tsx'
import { MaterialIcon } from './material-icon.tsx'

/** Cell size including the gap, px; must match the CSS. */
const cellSize = 48
/** Rows rendered beyond each end of the visible area. */
const beyond = 3
/** Visible area assumed before the box is measured. */
const firstSight = { columns: 12, first: 0, rows: 8 }

interface IconGridProps {
  /** Scroll box of the grid; it always contains the button with `tabindex` 0. */
  readonly box: RefObject<HTMLDivElement | null>
  readonly label: string
  readonly names: readonly string[]
  /** Name of the selected icon. */
  readonly current: string
  /** Scrolls to the selected icon when the names change. */
  readonly isAtCurrent: boolean
  readonly onChoose: (name: string) => void
  /** The user typed a letter, or pressed the up arrow in the first row. */
  readonly onLeave: () => void
}

export function IconGrid({ box, label, names, current, isAtCurrent, onChoose, onLeave }: IconGridProps) {
  const [sight, setSight] = useState(firstSight)
  const [active, setActive] = useState(0)
  const goesTo = useRef<number | null>(null)

  const look = useCallback(() => {
    const element = box.current
    if (!element?.clientWidth) return
    const columns = Math.max(1, Math.floor(element.clientWidth / cellSize))
    const first = Math.floor(element.scrollTop / cellSize)
    const rows = Math.ceil(element.clientHeight / cellSize) + 1
    setSight((now) =>
      now.columns === columns && now.first === first && now.rows === rows ? now : { columns, first, rows },
    )
  }, [box])

  useLayoutEffect(() => {
    const observer = new ResizeObserver(look)
    if (box.current) observer.observe(box.current)
    return () => observer.disconnect()
  }, [box, look])

  useLayoutEffect(() => {
    const at = isAtCurrent ? Math.max(0, names.indexOf(current)) : 0
    setActive(at)
    const element = box.current
    if (!element) return
    const columns = Math.max(1, Math.floor(element.clientWidth / cellSize))
    element.scrollTop = Math.max(0, (Math.floor(at / columns) + 0.5) * cellSize - element.clientHeight / 2)
    look()
  }, [box, look, names, current, isAtCurrent])

  function go(to: number) {
    const at = Math.min(names.length - 1, Math.max(0, to))
    goesTo.current = at
    setActive(at)
    const element = box.current
    if (!element) return
    const top = Math.floor(at / sight.columns) * cellSize
    if (top < element.scrollTop) element.scrollTop = top
    const bottom = top + cellSize
    if (bottom > element.scrollTop + element.clientHeight) element.scrollTop = bottom - element.clientHeight
    focusActive(at)
  }
  function focusActive(at: number) {
    const button = box.current?.querySelector<HTMLElement>(`[data-at="${at}"]`)
    if (!button) return
    goesTo.current = null
    button.focus({ preventScroll: true })
  }
  // The target button may have been rendered just now.
  useLayoutEffect(() => {
    if (goesTo.current !== null) focusActive(goesTo.current)
  })

  function onKeyDown(event: KeyboardEvent) {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    if (event.key.length === 1 && event.key !== ' ') return onLeave()
    const page = Math.max(1, sight.rows - 2) * sight.columns
    const to: Readonly<Record<string, number>> = {
      ArrowRight: active + 1,
      ArrowLeft: active - 1,
      ArrowDown: active + sight.columns,
      ArrowUp: active - sight.columns,
      PageDown: active + page,
      PageUp: active - page,
      Home: 0,
      End: names.length - 1,
    }
    const next = to[event.key]
    if (next === undefined) return
    event.preventDefault()
    if (event.key === 'ArrowUp' && next < 0) return onLeave()
    go(next)
  }

  const { columns } = sight
  const rowCount = Math.ceil(names.length / columns)
  const from = Math.max(0, sight.first - beyond)
  const to = Math.min(rowCount, sight.first + sight.rows + beyond)
  const drawn = Array.from({ length: Math.max(0, to - from) }, (_, at) => from + at)
  // Also renders the focused row when it is scrolled out of sight, so that it keeps the focus.
  const activeRow = Math.floor(active / columns)
  if (activeRow < from) drawn.unshift(activeRow)
  else if (activeRow >= to && activeRow < rowCount) drawn.push(activeRow)

  return (
    <div ref={box} className="sd-icon-grid" onScroll={look}>
      <ul aria-label={label} style={{ height: rowCount * cellSize }} onKeyDown={onKeyDown}>
        {drawn.flatMap((row) =>
          names.slice(row * columns, (row + 1) * columns).map((name, column) => {
            const at = row * columns + column
            return (
              <li
                key={name}
                aria-setsize={names.length}
                aria-posinset={at + 1}
                style={{ top: row * cellSize, left: `${(column * 100) / columns}%`, width: `${100 / columns}%` }}
              >
                <Cell name={name} at={at} isActive={at === active} isCurrent={name === current} onChoose={onChoose} />
              </li>
            )
          }),
        )}
      </ul>
    </div>
  )
}

interface CellProps {
  readonly name: string
  readonly at: number
  readonly isActive: boolean
  readonly isCurrent: boolean
  readonly onChoose: (name: string) => void
}

const Cell = memo(function Cell({ name, at, isActive, isCurrent, onChoose }: CellProps) {
  return (
    <Tooltip text={name}>
      <button
        type="button"
        aria-label={name}
        aria-pressed={isCurrent}
        tabIndex={isActive ? 0 : -1}
        data-at={at}
        onClick={() => onChoose(name)}
      >
        <MaterialIcon name={name} size={24} />
      </button>
    </Tooltip>
  )
})
