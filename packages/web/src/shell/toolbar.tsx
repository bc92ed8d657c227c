/** The toolbar: where one is on the left, tools on the right, the user menu at the very end. */

import { Link } from '@tanstack/react-router'
import { ChevronRight, Maximize, Menu as MenuIcon, Minimize, Moon, Search, Sun } from 'lucide-react'
import { ownerLists } from '../app/crumb.ts'
import { HelpButton } from '../help/help-button.tsx'
import { helpOfRoute } from '../help/help-places.ts'
import { useText } from '../locale/use-text.tsx'
import { IconButton } from '../ui/button/button.tsx'
import { MenuButton } from '../ui/menu/menu.tsx'
import { useColorScheme } from '../ui/theme/color-scheme.ts'
import { useWidth } from '../ui/theme/use-width.ts'
import { canFillScreen, toggleFullScreen, useIsFullScreen } from './full-screen.ts'
import { useOwnerName } from './owner-name.ts'
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
          <PageHelp />
        </>
      )}
      <ToolbarSlot />
      <UserMenu hasTools={width === 'phone'} />
    </header>
  )
}

interface Step {
  readonly label: string
  readonly to: string
}

function Breadcrumbs({ isShort }: { isShort: boolean }) {
  const t = useText()
  const { crumbs, title, to, owner } = usePageFacts()
  const ownerName = useOwnerName(owner)
  const pageLabel = useCurrentPageLabel()
  const label = pageLabel ?? (title ? t(title) : '')
  const steps = crumbs.flatMap((crumb): Step[] => {
    const step = { label: t(crumb.label), to: crumb.to }
    if (!owner || !ownerName || crumb.to !== ownerLists[owner.param]) return [step]
    return [step, { label: ownerName, to: `${crumb.to}/${owner.id}` }]
  })
  // The list stays while one of its items is open: both have a step.
  if (pageLabel && title && to) steps.push({ label: t(title), to })
  if (isShort) return <span className="sd-toolbar-title">{label}</span>
  return (
    <nav className="sd-crumbs" aria-label={t('shell.breadcrumbs')}>
      {steps.map((step) => (
        <span key={step.to} className="sd-crumb">
          {/* Lists below an owner take its id from the address. */}
          <Link to={step.to as '/home'} search={{}} activeOptions={{ exact: true }}>
            <bdi>{step.label}</bdi>
          </Link>
          <ChevronRight size={14} strokeWidth={2} aria-hidden />
        </span>
      ))}
      <b aria-current="page">
        <bdi>{label}</bdi>
      </b>
    </nav>
  )
}

/** Help for the page, and the keys. */
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
      label={isFull ? t('shell.leaveFullScreen') : t('shell.fullScreen')}
      icon={isFull ? <Minimize {...icon} /> : <Maximize {...icon} />}
      onClick={toggleFullScreen}
    />
  )
}
