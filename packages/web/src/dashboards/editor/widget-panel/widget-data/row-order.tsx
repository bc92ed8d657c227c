/** Order of rows: a handle on each that is dragged onto another row, or moved with the arrow keys. */

import { GripVertical } from 'lucide-react'
import { type DragEvent, type KeyboardEvent, useRef, useState } from 'react'
import { flushSync } from 'react-dom'

interface RowOrderOptions {
  readonly count: number
  /** Moves a row to an index that is counted without it. */
  readonly onMove: (from: number, to: number) => void
}

/** Props of the list, of its rows and of their handles; the handle must be in the row's first element. */
export function useRowOrder({ count, onMove }: RowOrderOptions) {
  const list = useRef<HTMLUListElement>(null)
  const [from, setFrom] = useState<number | null>(null)
  const [mark, setMark] = useState<{ readonly over: number; readonly isAfter: boolean } | null>(null)

  function end() {
    setFrom(null)
    setMark(null)
  }

  function onKeyDown(event: KeyboardEvent, index: number) {
    const step = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : 0
    const to = index + step
    if (step === 0) return
    event.preventDefault()
    event.stopPropagation()
    if (to < 0 || to >= count) return
    // Drawn at once, so that the next key moves the same row.
    flushSync(() => onMove(index, to))
    list.current?.querySelectorAll<HTMLElement>(':scope > li > :first-child > .wd-handle')[to]?.focus()
  }

  const isBelowMiddle = ({ currentTarget, clientY }: DragEvent<HTMLElement>) => {
    const { top, height } = currentTarget.getBoundingClientRect()
    return clientY > top + height / 2
  }

  return {
    list,
    row: (index: number) => ({
      'data-dragged': from === index || undefined,
      'data-mark': mark?.over === index ? (mark.isAfter ? 'after' : 'before') : undefined,
      onDragOver(event: DragEvent<HTMLElement>) {
        if (from === null) return
        event.preventDefault()
        event.stopPropagation()
        setMark({ over: index, isAfter: isBelowMiddle(event) })
      },
      onDrop(event: DragEvent<HTMLElement>) {
        if (from === null) return
        event.preventDefault()
        event.stopPropagation()
        const before = index + (isBelowMiddle(event) ? 1 : 0)
        const to = before > from ? before - 1 : before
        end()
        if (to !== from) onMove(from, to)
      },
    }),
    handle: (index: number) => ({
      draggable: true,
      onDragStart(event: DragEvent<HTMLElement>) {
        event.stopPropagation()
        event.dataTransfer.effectAllowed = 'move'
        event.dataTransfer.setData('text/plain', String(index))
        const row = event.currentTarget.closest('li')
        if (row) event.dataTransfer.setDragImage(row, 12, 12)
        setFrom(index)
      },
      onDragEnd: end,
      onKeyDown: (event: KeyboardEvent) => onKeyDown(event, index),
    }),
  }
}

type HandleProps = ReturnType<ReturnType<typeof useRowOrder>['handle']> & { readonly label: string }

export const RowHandle = ({ label, ...props }: HandleProps) => (
  <button {...props} type="button" className="wd-handle" aria-label={label} title={label}>
    <GripVertical size={16} strokeWidth={2} aria-hidden />
  </button>
)
