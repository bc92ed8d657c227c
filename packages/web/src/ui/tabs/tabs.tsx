/**
 * Tabs of an entity or form. Arrow keys, Home and End move. Tabs that don't fit are listed in a menu at the end; they
 * stay tabs of the strip, beyond its edge, so that keys and screen readers reach all of them.
 */

import './tabs.css'
import { ChevronDown } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, useId } from 'react'
import { useText } from '../../locale/use-text.tsx'
import { Menu } from '../menu/menu.tsx'
import { useMenuButton } from '../menu/use-menu-button.ts'
import { useShownTabs } from './use-shown-tabs.ts'

export interface TabEntry<T extends string> {
  readonly id: T
  readonly label: string
}

export interface TabsProps<T extends string> {
  readonly label: string
  readonly tabs: readonly TabEntry<T>[]
  readonly value: T
  readonly onChange: (id: T) => void
  /** Content of the open tab. */
  readonly children: ReactNode
}

export function Tabs<T extends string>({ label, tabs, value, onChange, children }: TabsProps<T>) {
  const t = useText()
  const id = useId()
  const { button, menu } = useMenuButton()
  const open = tabs.findIndex((tab) => tab.id === value)
  const { strip, isShown } = useShownTabs(open, button.ref)
  const hidden = tabs.filter((_, at) => !isShown(at))

  function onKeyDown(event: KeyboardEvent<HTMLDivElement>) {
    const last = tabs.length - 1
    const to = {
      ArrowRight: open === last ? 0 : open + 1,
      ArrowLeft: open === 0 ? last : open - 1,
      Home: 0,
      End: last,
    }[event.key]
    const next = to === undefined ? undefined : tabs[to]
    if (!next) return
    event.preventDefault()
    event.stopPropagation()
    onChange(next.id)
    event.currentTarget.querySelectorAll('button')[tabs.indexOf(next)]?.focus()
  }

  return (
    <>
      <div className="sd-tabs">
        <div ref={strip} className="sd-tab-strip" role="tablist" aria-label={label} onKeyDown={onKeyDown}>
          {tabs.map((tab, at) => (
            <button
              key={tab.id}
              type="button"
              role="tab"
              id={`${id}-${tab.id}`}
              aria-selected={tab.id === value}
              aria-controls={`${id}-panel`}
              tabIndex={tab.id === value ? 0 : -1}
              data-hidden={!isShown(at) || undefined}
              onClick={() => onChange(tab.id)}
            >
              {tab.label}
            </button>
          ))}
        </div>
        {hidden.length > 0 && (
          <button {...button} type="button" className="sd-tabs-more" aria-label={t('ui.moreTabs')}>
            {t('ui.more')}
            <ChevronDown size={16} strokeWidth={2} aria-hidden />
          </button>
        )}
      </div>
      {hidden.length > 0 && (
        <Menu
          {...menu}
          label={t('ui.moreTabs')}
          items={hidden.map((tab) => ({ id: tab.id, label: tab.label, onSelect: () => onChange(tab.id) }))}
        />
      )}
      <div className="sd-tab-panel" role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${value}`}>
        {children}
      </div>
    </>
  )
}
