/**
 * Menu that opens at its button: `<MenuButton label="More" icon={…} items={[…]} />`, or `Menu` with a custom anchor.
 * Arrow keys move (on the closed button they open it), typed letters jump, Enter chooses, Esc closes, Tab leaves.
 */

import './menu.css'
import { Check } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, type RefObject, useRef } from 'react'
import { IconButton } from '../button/button.tsx'
import { focusableIn } from '../overlay/focus.ts'
import type { Placement } from '../overlay/place.ts'
import { Popover } from '../popover/popover.tsx'
import { useMenuButton } from './use-menu-button.ts'

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
  /** The last item gets the focus, not the first. */
  readonly startsAtEnd?: boolean
}

/** Letters that are typed within this time, ms, are searched for together. */
const typedTogetherMs = 700

export function Menu({
  isOpen,
  onClose,
  anchor,
  label,
  items,
  placement = 'bottom-end',
  header,
  startsAtEnd = false,
}: MenuProps) {
  const typed = useRef({ text: '', atMs: 0 })

  /** What the user is typing, with this key. */
  function typedWith({ key, timeStamp }: KeyboardEvent): string {
    const { text, atMs } = typed.current
    typed.current = { text: timeStamp - atMs < typedTogetherMs ? text + key : key, atMs: timeStamp }
    return typed.current.text.toLowerCase()
  }

  function onKeyDown(event: KeyboardEvent<HTMLDivElement>) {
    // The focus returns to the button, from where the browser moves on.
    if (event.key === 'Tab') return onClose()
    const all = focusableIn(event.currentTarget)
    const at = all.indexOf(document.activeElement as HTMLElement)
    const next = isLetter(event) ? itemOf(typedWith(event), at, all) : itemAt(event.key, at, all)
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
        {items.map((item, index) => (
          // biome-ignore lint/a11y/useAriaPropsSupportedByRole: only items that have a role with a mark are given one
          <button
            key={item.id}
            type="button"
            role={item.isChecked === undefined ? 'menuitem' : item.keepsOpen ? 'menuitemcheckbox' : 'menuitemradio'}
            aria-checked={item.isChecked}
            className="sd-menu-item"
            data-danger={item.isDanger || undefined}
            data-group={item.startsGroup || undefined}
            data-autofocus={(startsAtEnd && index === items.length - 1) || undefined}
            // Not `disabled`: the arrow keys reach the item, so that screen readers tell of it.
            aria-disabled={item.isDisabled || undefined}
            onClick={() => {
              if (item.isDisabled) return
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

/** The space bar chooses the item. */
const isLetter = ({ key, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean =>
  key.length === 1 && key !== ' ' && !ctrlKey && !metaKey && !altKey

function itemAt(key: string, at: number, all: readonly HTMLElement[]): HTMLElement | undefined {
  if (key === 'ArrowDown') return all[(at + 1) % all.length]
  if (key === 'ArrowUp') return all.at(at <= 0 ? -1 : at - 1)
  if (key === 'Home') return all[0]
  if (key === 'End') return all.at(-1)
  return undefined
}

/** The next item that starts with the letters. The same letter again and again walks through its items. */
function itemOf(typed: string, at: number, all: readonly HTMLElement[]): HTMLElement | undefined {
  const isRepeated = [...typed].every((letter) => letter === typed[0])
  const text = isRepeated ? typed.slice(0, 1) : typed
  // With more letters the current item may still be the one.
  const from = text.length > 1 ? Math.max(at, 0) : at + 1
  const order = [...all.slice(from), ...all.slice(0, from)]
  return order.find((element) => element.textContent?.trim().toLowerCase().startsWith(text))
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
  const { button, menu } = useMenuButton()
  return (
    <>
      <IconButton {...button} label={label} icon={icon} size={size} />
      {menu.isOpen && (
        <Menu {...menu} label={label} items={typeof items === 'function' ? items() : items} placement={placement} />
      )}
    </>
  )
}
