/** Tabs of one thing's sides. Arrow keys move; what does not fit scrolls. */

import './tabs.css'
import { type KeyboardEvent, type ReactNode, useId } from 'react'

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

  function onKeyDown(event: KeyboardEvent<HTMLDivElement>) {
    const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0
    if (step === 0) return
    event.preventDefault()
    event.stopPropagation()
    const at = tabs.findIndex((tab) => tab.id === value)
    const next = tabs[(at + step + tabs.length) % tabs.length]
    if (!next) return
    onChange(next.id)
    event.currentTarget.querySelectorAll('button')[tabs.indexOf(next)]?.focus()
  }

  return (
    <>
      <div className="sd-tabs" role="tablist" aria-label={label} onKeyDown={onKeyDown}>
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
