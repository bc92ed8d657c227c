/**
 * Menu that opens at its button: `<MenuButton label="More" icon={…} items={[…]} />`, or `Menu` with a custom anchor.
 * Arrow keys move, a letter jumps, Enter chooses, Esc closes.
 */

import './menu.css'
import { Check } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, type RefObject, useRef, useState } from 'react'
import { IconButton } from '../button/button.tsx'
import { focusableIn } from '../overlay/focus.ts'
import type { Placement } from '../overlay/place.ts'
import { Popover } from '../popover/popover.tsx'

export interface MenuItem {
  readonly id: string
  readonly label: string
  readonly icon?: ReactNode
  readonly hint?: string
  readonly onSelect: () => void
  readonly isDanger?: boolean
  readonly isDisabled?: boolean
  /** Makes the item a radio item or a check box item, checked or not. */
  readonly isChecked?: boolean
  /** The menu stays open after a choice, for several check boxes. */
  readonly keepsOpen?: boolean
  /** Shows a separator above. */
  readonly startsGroup?: boolean
}

export interface MenuProps {
  readonly isOpen: boolean
  readonly onClose: () => void
  readonly anchor: RefObject<HTMLElement | null>
  readonly label: string
  readonly items: readonly MenuItem[]
  readonly placement?: Placement
  /** Content above the items, such as the current user. */
  readonly header?: ReactNode
}

export function Menu({ isOpen, onClose, anchor, label, items, placement = 'bottom-end', header }: MenuProps) {
  function onKeyDown(event: KeyboardEvent<HTMLDivElement>) {
    const all = focusableIn(event.currentTarget)
    const at = all.indexOf(document.activeElement as HTMLElement)
    const next = nextItem(event.key, at, all)
    if (!next) return
    event.preventDefault()
    event.stopPropagation()
    next.focus()
  }

  return (
    <Popover isOpen={isOpen} onClose={onClose} anchor={anchor} label={label} placement={placement} role="menu">
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the items are the buttons inside; this handles their keys */}
      <div className="sd-menu" onKeyDown={onKeyDown}>
        {header}
        {items.map((item) => (
          // biome-ignore lint/a11y/useAriaPropsSupportedByRole: only items that have a role with a mark are given one
          <button
            key={item.id}
            type="button"
            role={item.isChecked === undefined ? 'menuitem' : item.keepsOpen ? 'menuitemcheckbox' : 'menuitemradio'}
            aria-checked={item.isChecked}
            className="sd-menu-item"
            data-danger={item.isDanger || undefined}
            data-group={item.startsGroup || undefined}
            disabled={item.isDisabled}
            onClick={() => {
              if (!item.keepsOpen) onClose()
              item.onSelect()
            }}
          >
            {item.icon}
            <span className="sd-menu-label">{item.label}</span>
            {item.hint && <span className="sd-menu-hint">{item.hint}</span>}
            {item.isChecked && <Check size={16} strokeWidth={2} aria-hidden />}
          </button>
        ))}
      </div>
    </Popover>
  )
}

function nextItem(key: string, at: number, all: readonly HTMLElement[]): HTMLElement | undefined {
  if (key === 'ArrowDown') return all[(at + 1) % all.length]
  if (key === 'ArrowUp') return all[(at - 1 + all.length) % all.length]
  if (key === 'Home') return all[0]
  if (key === 'End') return all.at(-1)
  if (key.length !== 1 || key === ' ') return undefined
  const letter = key.toLowerCase()
  const order = [...all.slice(at + 1), ...all.slice(0, at + 1)]
  return order.find((element) => element.textContent?.trim().toLowerCase().startsWith(letter))
}

export interface MenuButtonProps {
  readonly label: string
  readonly icon: ReactNode
  /** A function is evaluated when the menu opens, for pages with many menus. */
  readonly items: readonly MenuItem[] | (() => readonly MenuItem[])
  readonly size?: 'md' | 'sm'
  readonly placement?: Placement
}

export function MenuButton({ label, icon, items, size, placement }: MenuButtonProps) {
  const [isOpen, setOpen] = useState(false)
  const anchor = useRef<HTMLButtonElement>(null)
  return (
    <>
      <IconButton
        ref={anchor}
        label={label}
        icon={icon}
        size={size}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        onClick={(event) => {
          event.stopPropagation()
          setOpen(!isOpen)
        }}
      />
      {isOpen && (
        <Menu
          isOpen
          onClose={() => setOpen(false)}
          anchor={anchor}
          label={label}
          items={typeof items === 'function' ? items() : items}
          placement={placement}
        />
      )}
    </>
  )
}
