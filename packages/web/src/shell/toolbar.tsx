/** Toolbar: breadcrumbs on the left, tools on the right, the user menu at the end. */

import { Maximize, Menu as MenuIcon, Minimize, Moon, Search, Sun } from 'lucide-react'
import { HelpButton } from '../help/help-button.tsx'
import { helpOfRoute } from '../help/help-places.ts'
import { useText } from '../locale/use-text.tsx'
import { usePageFacts } from '../places/page-facts.ts'
import { IconButton } from '../ui/button/button.tsx'
import { MenuButton } from '../ui/menu/menu.tsx'
import { useColorScheme } from '../ui/theme/color-scheme.ts'
import { useWidth } from '../ui/theme/use-width.ts'
import { ToolbarSlot } from '../ui/toolbar-slot.tsx'
import { AlarmBell } from './alarm-bell.tsx'
import { Breadcrumbs } from './breadcrumbs.tsx'
import { canFillScreen, toggleFullScreen, useIsFullScreen } from './full-screen.ts'
import { openPalette } from './palette-open.ts'
import { openShortcuts } from './shortcuts-open.ts'
import { useThemeItems } from './theme-choices.tsx'
import { UserMenu } from './user-menu.tsx'

const icon = { size: 20, strokeWidth: 1.75 }

export function Toolbar({ onMenu }: { onMenu?: () => void }) {
  const t = useText()
  const { route } = usePageFacts()
  const width = useWidth((px) => (px < 600 ? 'phone' : px < 960 ? 'small' : 'wide'))
  return (
    <header className="sd-toolbar">
      {onMenu && <IconButton label={t('shell.openMenu')} icon={<MenuIcon {...icon} size={22} />} onClick={onMenu} />}
      <Breadcrumbs isShort={width === 'phone'} />
      <span className="sd-spacer" />
      {width === 'wide' ? (
        <button type="button" className="sd-omni" onClick={openPalette} aria-keyshortcuts="Control+K">
          <Search size={16} strokeWidth={2} aria-hidden />
          <span>{t('shell.searchOrRun')}</span>
          <kbd>Ctrl K</kbd>
        </button>
      ) : (
        <IconButton label={t('shell.searchOrRun')} icon={<Search {...icon} />} onClick={openPalette} />
      )}
      <AlarmBell />
      {width !== 'phone' && (
        <>
          <ThemeButton />
          {/* A dashboard has its own button; so has a home dashboard, which isn't known by its route. */}
          {!route.endsWith('/$dashboardId') && <FullScreenButton />}
          <PageHelp />
        </>
      )}
      <ToolbarSlot />
      <UserMenu hasTools={width === 'phone'} />
    </header>
  )
}

/** Help button of the page; its footer opens the keyboard shortcuts. */
function PageHelp() {
  const t = useText()
  const { route } = usePageFacts()
  return (
    <HelpButton
      page={helpOfRoute(route) ?? 'index'}
      iconSize={icon.size}
      foot={(close) => (
        <button
          type="button"
          className="sd-help-link"
          onClick={() => {
            close()
            openShortcuts()
          }}
        >
          {t('shell.help')} <kbd>?</kbd>
        </button>
      )}
    />
  )
}

function ThemeButton() {
  const t = useText()
  const { scheme } = useColorScheme()
  const Icon = scheme === 'dark' ? Sun : Moon
  return <MenuButton label={t('shell.changeTheme')} icon={<Icon {...icon} />} items={useThemeItems()} />
}

function FullScreenButton() {
  const t = useText()
  const isFull = useIsFullScreen()
  if (!canFillScreen()) return null
  return (
    <IconButton
      className="sd-page-full-screen"
      label={isFull ? t('shell.leaveFullScreen') : t('shell.fullScreen')}
      icon={isFull ? <Minimize {...icon} /> : <Maximize {...icon} />}
      onClick={toggleFullScreen}
    />
  )
}
