/** Segmented control for a choice of a few options, such as quick filters or tabs of a small box. Arrow keys move. */

import './segmented.css'
import type { KeyboardEvent, ReactNode } from 'react'

export interface SegmentedOption<T extends string> {
  readonly value: T
  readonly label: string
  readonly icon?: ReactNode
  /** Count, shown in tabular figures. */
  readonly count?: ReactNode
}

export interface SegmentedProps<T extends string> {
  readonly label: string
  readonly options: readonly SegmentedOption<T>[]
  readonly value: T
  readonly onChange: (value: T) => void
  readonly size?: 'md' | 'sm'
  /** Looks like separate chips, for phones. */
  readonly looksLikeChips?: boolean
}

export function Segmented<T extends string>({
  label,
  options,
  value,
  onChange,
  size = 'md',
  looksLikeChips = false,
}: SegmentedProps<T>) {
  function onKeyDown(event: KeyboardEvent<HTMLDivElement>) {
    const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0
    if (step === 0) return
    event.preventDefault()
    event.stopPropagation()
    const at = options.findIndex((option) => option.value === value)
    const next = options[(at + step + options.length) % options.length]
    if (!next) return
    onChange(next.value)
    const buttons = event.currentTarget.querySelectorAll('button')
    buttons[options.indexOf(next)]?.focus()
  }

  return (
    <div
      className="sd-segmented"
      role="radiogroup"
      aria-label={label}
      data-size={size}
      data-chips={looksLikeChips || undefined}
      onKeyDown={onKeyDown}
    >
      {options.map((option) => (
        // biome-ignore lint/a11y/useSemanticElements: a radio input cannot hold the count
        <button
          key={option.value}
          type="button"
          role="radio"
          aria-checked={option.value === value}
          tabIndex={option.value === value ? 0 : -1}
          onClick={() => onChange(option.value)}
        >
          {option.icon}
          {option.label}
          {option.count !== undefined && <span className="sd-num">{option.count}</span>}
        </button>
      ))}
    </div>
  )
}
