/** The frame of all pages for signed-in users: menu, toolbar, notice when the connection is gone, page. */

import './shell.css'
import { CatchBoundary, Outlet, useRouterState } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { HelpHost } from '../help/help-host.tsx'
import { useText } from '../locale/use-text.tsx'
import { ErrorState } from '../ui/states/states.tsx'
import { useWidth } from '../ui/theme/use-width.ts'
import { OfflineNotice } from './offline-notice.tsx'
import { PaletteHost } from './palette-host.tsx'
import { ShortcutHost } from './shortcut-host.tsx'
import { SideMenu } from './side-menu.tsx'
import { Toolbar } from './toolbar.tsx'

export function Shell() {
  const t = useText()
  const hasMenu = useWidth((width) => width >= 1280)
  const [isMenuOpen, setMenuOpen] = useState(false)

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
          <PageOrFailure />
        </main>
      </div>
      <PaletteHost />
      <ShortcutHost />
      <HelpHost />
    </div>
  )
}

/** The page, or what is said when its own code fails. Apart, so that menu and toolbar are not drawn anew with each page. */
function PageOrFailure() {
  const t = useText()
  const pathname = useRouterState({ select: (state) => state.location.pathname })
  return (
    <CatchBoundary
      getResetKey={() => pathname}
      errorComponent={({ error, reset }) => (
        <div className="sd-page">
          <div className="sd-card">
            <ErrorState isPage title={t('shell.pageFailed')} error={error} onRetry={reset} />
          </div>
        </div>
      )}
    >
      <Outlet />
    </CatchBoundary>
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
