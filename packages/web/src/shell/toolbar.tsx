/** The toolbar: where one is on the left, tools on the right, the user menu at the very end. */

import { Link } from '@tanstack/react-router'
import { ChevronRight, CircleHelp, Maximize, Menu as MenuIcon, Minimize, Moon, Search, Sun } from 'lucide-react'
import { useText } from '../locale/use-text.tsx'
import { IconButton } from '../ui/button/button.tsx'
import { MenuButton } from '../ui/menu/menu.tsx'
import { useColorScheme } from '../ui/theme/color-scheme.ts'
import { useWidth } from '../ui/theme/use-width.ts'
import { canFillScreen, toggleFullScreen, useIsFullScreen } from './full-screen.ts'
import { usePageFacts } from './page-facts.ts'
import { useCurrentPageLabel } from './page-label.ts'
import { openPalette } from './palette-open.ts'
import { openShortcuts } from './shortcuts-open.ts'
import { useThemeItems } from './theme-choices.tsx'
import { ToolbarSlot } from './toolbar-slot.tsx'
import { UserMenu } from './user-menu.tsx'

const icon = { size: 20, strokeWidth: 1.75 }

export function Toolbar({ onMenu }: { onMenu?: () => void }) {
  const t = useText()
  const width = useWidth((px) => (px < 600 ? 'phone' : px < 960 ? 'small' : 'wide'))
  return (
    <header className="sd-toolbar">
      {onMenu && <IconButton label={t('shell.openMenu')} icon={<MenuIcon {...icon} size={22} />} onClick={onMenu} />}
      <Breadcrumbs isShort={width !== 'wide'} />
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
      {width !== 'phone' && (
        <>
          <ThemeButton />
          <FullScreenButton />
          <IconButton label={t('shell.help')} shortcut="?" icon={<CircleHelp {...icon} />} onClick={openShortcuts} />
        </>
      )}
      <ToolbarSlot />
      <UserMenu hasTools={width === 'phone'} />
    </header>
  )
}

function Breadcrumbs({ isShort }: { isShort: boolean }) {
  const t = useText()
  const { crumbs, title, to } = usePageFacts()
  const pageLabel = useCurrentPageLabel()
  const label = pageLabel ?? (title ? t(title) : '')
  // The list stays while one of its items is open: both have a step.
  const all = pageLabel && title && to ? [...crumbs, { label: title, to }] : crumbs
  if (isShort) return <span className="sd-toolbar-title">{label}</span>
  return (
    <nav className="sd-crumbs" aria-label={t('shell.breadcrumbs')}>
      {all.map((crumb) => (
        <span key={crumb.to} className="sd-crumb">
          <Link to={crumb.to} search={{}}>
            {t(crumb.label)}
          </Link>
          <ChevronRight size={14} strokeWidth={2} aria-hidden />
        </span>
      ))}
      <b aria-current="page">{label}</b>
    </nav>
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
      label={isFull ? t('shell.leaveFullScreen') : t('shell.fullScreen')}
      icon={isFull ? <Minimize {...icon} /> : <Maximize {...icon} />}
      onClick={toggleFullScreen}
    />
  )
}
