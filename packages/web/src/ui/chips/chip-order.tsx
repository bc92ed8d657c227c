/**
 * Chips that users reorder: by dragging a chip by its handle and dropping it on the left or right half of another, or
 * with the arrow keys on the handle.
 */

import './chips.css'
import { GripVertical, X } from 'lucide-react'
import { type DragEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useText } from '../../locale/use-text.tsx'

export interface OrderedChip {
  readonly name: string
  readonly value: string
}

export interface ChipOrderProps {
  readonly label: string
  readonly chips: readonly OrderedChip[]
  /** Moves the chip at index `from` to `to`, an index counted without the moved chip. */
  readonly onReorder: (move: { readonly from: number; readonly to: number }) => void
  readonly onRemove?: (index: number) => void
  readonly isDisabled?: boolean
}

/** Ms from the drop until `onReorder` is called; by then the browser has removed the drag image. */
export const dropDelayMs = 62.5

/** Index of a chip after it was dropped on one half of another chip; null if it stays in place. */
export function landing(from: number, over: number, isAfter: boolean): number | null {
  const before = over + (isAfter ? 1 : 0)
  const to = before > from ? before - 1 : before
  return to === from ? null : to
}

export function moved<T>(items: readonly T[], { from, to }: { from: number; to: number }): readonly T[] {
  const rest = items.filter((_, index) => index !== from)
  return [...rest.slice(0, to), ...items.slice(from, from + 1), ...rest.slice(to)]
}

export function ChipOrder({ label, chips, onReorder, onRemove, isDisabled = false }: ChipOrderProps) {
  const t = useText()
  const list = useRef<HTMLUListElement>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const [from, setFrom] = useState<number | null>(null)
  const [mark, setMark] = useState<{ readonly over: number; readonly isAfter: boolean } | null>(null)
  useEffect(() => () => clearTimeout(timer.current), [])

  const sideOf = (event: DragEvent<HTMLElement>) => {
    const { left, width } = event.currentTarget.getBoundingClientRect()
    const isRight = event.clientX > left + width / 2
    return getComputedStyle(event.currentTarget).direction === 'rtl' ? !isRight : isRight
  }

  function drop(over: number, isAfter: boolean) {
    const to = from === null ? null : landing(from, over, isAfter)
    const start = from
    setFrom(null)
    setMark(null)
    if (to === null || start === null) return
    timer.current = setTimeout(() => onReorder({ from: start, to }), dropDelayMs)
  }

  function onKeyDown(event: KeyboardEvent, index: number) {
    const step =
      event.key === 'ArrowRight' || event.key === 'ArrowDown'
        ? 1
        : event.key === 'ArrowLeft' || event.key === 'ArrowUp'
          ? -1
          : 0
    const to = index + step
    if (step === 0 || to < 0 || to >= chips.length) return
    event.preventDefault()
    event.stopPropagation()
    // Renders synchronously, so that the next key press moves the same chip.
    flushSync(() => onReorder({ from: index, to }))
    list.current?.querySelectorAll<HTMLElement>('.sd-chip-handle')[to]?.focus()
  }

  return (
    <ul ref={list} className="sd-chip-order" aria-label={label}>
      {chips.map((chip, index) => (
        <li
          key={chip.value}
          className="sd-chip"
          data-dragged={from === index || undefined}
          data-mark={mark?.over === index ? (mark.isAfter ? 'after' : 'before') : undefined}
          onDragOver={(event) => {
            if (from === null) return
            event.preventDefault()
            setMark({ over: index, isAfter: sideOf(event) })
          }}
          onDrop={(event) => {
            event.preventDefault()
            drop(index, sideOf(event))
          }}
        >
          <button
            type="button"
            className="sd-chip-handle"
            aria-label={t('inputs.moveChip', { name: chip.name, place: index + 1, count: chips.length })}
            disabled={isDisabled}
            draggable={!isDisabled}
            onDragStart={(event) => {
              event.dataTransfer.effectAllowed = 'move'
              event.dataTransfer.setData('text/plain', chip.name)
              setFrom(index)
            }}
            onDragEnd={() => {
              setFrom(null)
              setMark(null)
            }}
            onKeyDown={(event) => onKeyDown(event, index)}
          >
            <GripVertical size={14} strokeWidth={2} aria-hidden />
          </button>
          <span className="sd-chip-main">{chip.name}</span>
          {onRemove && (
            <button
              type="button"
              className="sd-chip-clear"
              aria-label={t('ui.dropChoice', { name: chip.name })}
              disabled={isDisabled}
              onClick={() => onRemove(index)}
            >
              <X size={14} strokeWidth={2} aria-hidden />
            </button>
          )}
        </li>
      ))}
    </ul>
  )
}
