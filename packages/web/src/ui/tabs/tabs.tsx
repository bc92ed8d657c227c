/** Tabs of one thing's sides. Arrow keys, Home and End move; what does not fit scrolls, and fades where there is more. */

import './tabs.css'
import { type KeyboardEvent, type ReactNode, useCallback, useEffect, useId, useRef } from 'react'
import { revealInStrip, useOverflowEdges } from './use-overflow-edges.ts'

export interface TabEntry<T extends string> {
  readonly id: T
  readonly label: string
}

export interface TabsProps<T extends string> {
  readonly label: string
  readonly tabs: readonly TabEntry<T>[]
  readonly value: T
  readonly onChange: (id: T) => void
  /** The open side. */
  readonly children: ReactNode
}

export function Tabs<T extends string>({ label, tabs, value, onChange, children }: TabsProps<T>) {
  const id = useId()

  const list = useRef<HTMLDivElement>(null)
  const [strip, edges] = useOverflowEdges<HTMLDivElement>()
  const listRef = useCallback(
    (element: HTMLDivElement | null) => {
      list.current = element
      strip(element)
    },
    [strip],
  )

  useEffect(() => {
    revealInStrip(list.current, document.getElementById(`${id}-${value}`))
  }, [id, value])

  function onKeyDown(event: KeyboardEvent<HTMLDivElement>) {
    const at = tabs.findIndex((tab) => tab.id === value)
    const last = tabs.length - 1
    const to = { ArrowRight: at === last ? 0 : at + 1, ArrowLeft: at === 0 ? last : at - 1, Home: 0, End: last }[
      event.key
    ]
    const next = to === undefined ? undefined : tabs[to]
    if (!next) return
    event.preventDefault()
    event.stopPropagation()
    onChange(next.id)
    event.currentTarget.querySelectorAll('button')[tabs.indexOf(next)]?.focus()
  }

  return (
    <>
      <div
        ref={listRef}
        className="sd-tabs sd-strip"
        data-overflow={edges}
        role="tablist"
        aria-label={label}
        onKeyDown={onKeyDown}
      >
        {tabs.map((tab) => (
          <button
            key={tab.id}
            type="button"
            role="tab"
            id={`${id}-${tab.id}`}
            aria-selected={tab.id === value}
            aria-controls={`${id}-panel`}
            tabIndex={tab.id === value ? 0 : -1}
            onClick={() => onChange(tab.id)}
          >
            {tab.label}
          </button>
        ))}
      </div>
      <div className="sd-tab-panel" role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${value}`}>
        {children}
      </div>
    </>
  )
}
