/**
 * Two panes with a gutter between them, moved by dragging or with the arrow keys. On phones they are stacked in a
 * column.
 */

import './split.css'
import { type KeyboardEvent, type PointerEvent, type ReactNode, useRef, useState } from 'react'
import { useText } from '../../locale/use-text.tsx'

interface SplitPaneProps {
  /** Accessible name of the gutter. */
  readonly label: string
  /** `row`: panes side by side. */
  readonly direction: 'row' | 'column'
  /** Initial size of the first pane, percent. */
  readonly first: number
  readonly one: ReactNode
  readonly other: ReactNode
}

/** Minimum size of a pane and change per key press, percent. */
const least = 15
const keyStep = 5

export function SplitPane({ label, direction, first, one, other }: SplitPaneProps) {
  const t = useText()
  const box = useRef<HTMLDivElement>(null)
  const [percent, setPercent] = useState(first)
  const become = (next: number) => setPercent(Math.max(least, Math.min(next, 100 - least)))

  function onPointerMove(event: PointerEvent) {
    if (event.buttons !== 1 || !box.current) return
    const { left, top, width, height } = box.current.getBoundingClientRect()
    become(direction === 'row' ? ((event.clientX - left) / width) * 100 : ((event.clientY - top) / height) * 100)
  }
  function onKeyDown(event: KeyboardEvent) {
    const [less, more] = direction === 'row' ? ['ArrowLeft', 'ArrowRight'] : ['ArrowUp', 'ArrowDown']
    if (event.key !== less && event.key !== more) return
    event.preventDefault()
    become(percent + (event.key === more ? keyStep : -keyStep))
  }

  return (
    <div ref={box} className="sd-split" data-direction={direction}>
      <div className="sd-split-pane" style={{ flexBasis: `calc(${percent}% - 4px)` }}>
        {one}
      </div>
      {/* biome-ignore lint/a11y/useSemanticElements: a rule that is moved, not one that divides a text */}
      <div
        className="sd-split-gutter"
        role="separator"
        tabIndex={0}
        aria-orientation={direction === 'row' ? 'vertical' : 'horizontal'}
        aria-label={t('inputs.resize', { name: label })}
        aria-valuenow={Math.round(percent)}
        aria-valuemin={least}
        aria-valuemax={100 - least}
        onPointerDown={(event) => event.currentTarget.setPointerCapture?.(event.pointerId)}
        onPointerMove={onPointerMove}
        onKeyDown={onKeyDown}
      />
      <div className="sd-split-pane" data-second>
        {other}
      </div>
    </div>
  )
}
