/** Frame of all pages for signed-in users: menu, toolbar, offline notice, page. */

import './shell.css'
import { Outlet, useRouterState } from '@tanstack/react-router'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { HelpHost } from '../help/help-host.tsx'
import { useText } from '../locale/use-text.tsx'
import { useWidth } from '../ui/theme/use-width.ts'
import { OfflineNotice } from './offline-notice.tsx'
import { PaletteHost } from './palette-host.tsx'
import { ShortcutHost } from './shortcut-host.tsx'
import { SideMenu } from './side-menu.tsx'
import { Toolbar } from './toolbar.tsx'

/** `children`: replaces the route's page. */
export function Shell({ children = <Outlet /> }: { children?: ReactNode }) {
  const t = useText()
  const hasMenu = useWidth((width) => width >= 1280)
  const [isMenuOpen, setMenuOpen] = useState(false)
  const isDashboard = useRouterState({ select: ({ location }) => /\/dashboards\/[^/]+$/.test(location.pathname) })

  // In a frame of another page, a dashboard fills the frame.
  if (isDashboard && window.self !== window.top) return <main className="sd-framed">{children}</main>

  return (
    <div className="sd-shell" data-menu={hasMenu || undefined}>
      <a className="sd-skip" href="#content">
        {t('shell.skipToContent')}
      </a>
      {hasMenu && (
        <aside className="sd-side-menu">
          <SideMenu />
        </aside>
      )}
      {!hasMenu && isMenuOpen && <MenuOverlay onClose={() => setMenuOpen(false)} />}
      <div className="sd-main">
        <Toolbar onMenu={hasMenu ? undefined : () => setMenuOpen(true)} />
        <OfflineNotice />
        <main id="content" className="sd-content" tabIndex={-1}>
          {children}
        </main>
      </div>
      <PaletteHost />
      <ShortcutHost />
      <HelpHost />
    </div>
  )
}

function MenuOverlay({ onClose }: { onClose: () => void }) {
  const t = useText()
  const element = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    const dialog = element.current
    if (dialog && !dialog.open) dialog.showModal()
    return () => dialog?.close()
  }, [])
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Esc closes the dialog by itself
    <dialog
      ref={element}
      className="sd-side-menu sd-menu-overlay"
      aria-label={t('shell.mainMenu')}
      onClose={onClose}
      onClick={(event) => event.target === event.currentTarget && onClose()}
    >
      <SideMenu onClose={onClose} />
    </dialog>
  )
}
