/**
 * Drawer: details of one item next to its list. From 1280 px it shares the page and the list stays usable; below that
 * it covers the page as a modal layer, at full width under 960 px.
 */

import './drawer.css'
import { type ReactNode, useEffect, useRef } from 'react'
import { focusableIn, focusInto } from '../overlay/focus.ts'
import { useFocusBack } from '../overlay/focus-back.ts'
import { useLayer } from '../overlay/layers.ts'
import { useWidth } from '../theme/use-width.ts'

export interface DrawerProps {
  readonly label: string
  readonly onClose: () => void
  /** 640 px wide, for editors; `ifRoom`: in windows that leave room for the list, for charts. */
  readonly isWide?: boolean | 'ifRoom'
  readonly children: ReactNode
}

export function Drawer({ label, onClose, isWide = false, children }: DrawerProps) {
  const isBeside = useWidth((width) => width >= 1280)
  useLayer(true, onClose)
  return isBeside ? (
    <DrawerBeside label={label} isWide={isWide}>
      {children}
    </DrawerBeside>
  ) : (
    <ModalDrawer label={label} onClose={onClose} isWide={isWide}>
      {children}
    </ModalDrawer>
  )
}

const wideOf = (isWide: DrawerProps['isWide']) => (isWide === 'ifRoom' ? isWide : isWide || undefined)

function DrawerBeside({ label, isWide, children }: Omit<DrawerProps, 'onClose'>) {
  const element = useRef<HTMLElement>(null)
  const opener = useRef<HTMLElement | null>(null)
  // Remembers the row of the current item, which changes while the user steps through the list.
  useEffect(() => {
    const rows = document.querySelectorAll<HTMLElement>('[data-row][aria-expanded="true"]')
    opener.current = [...rows].find((row) => !element.current?.contains(row)) ?? opener.current
  })
  useFocusBack(element, (_, focused) => () => counterpart(focused) ?? opener.current)
  return (
    <aside ref={element} className="sd-drawer" data-wide={wideOf(isWide)} aria-label={label}>
      {children}
    </aside>
  )
}

/**
 * Finds the focus target in the drawer that replaces the current one while stepping through the list: the same control,
 * else the first focusable one.
 */
function counterpart(focused: Element): Element | null | undefined {
  const drawer = document.querySelector<HTMLElement>('aside.sd-drawer')
  if (!drawer) return null
  const label = focused.getAttribute('aria-label')
  const same = label
    ? drawer.querySelector(`[aria-label="${CSS.escape(label)}"]`)
    : focused.role === 'tab'
      ? drawer.querySelector('[role="tab"][aria-selected="true"]')
      : null
  return same ?? focusableIn(drawer)[0]
}

function ModalDrawer({ label, onClose, isWide, children }: DrawerProps) {
  const element = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    const dialog = element.current
    if (!dialog) return
    const opener = document.activeElement
    if (!dialog.open) dialog.showModal()
    focusInto(dialog)
    return () => {
      dialog.close()
      if (opener instanceof HTMLElement && opener.isConnected) opener.focus()
    }
  }, [])
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Esc closes it too, by the layer
    <dialog
      ref={element}
      className="sd-drawer sd-drawer-modal"
      data-wide={wideOf(isWide)}
      aria-label={label}
      onCancel={(event) => event.preventDefault()}
      onClick={(event) => event.target === event.currentTarget && onClose()}
    >
      <div className="sd-drawer-content">{children}</div>
    </dialog>
  )
}
