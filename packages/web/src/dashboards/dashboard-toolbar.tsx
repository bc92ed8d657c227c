/** Toolbar of a dashboard: logo, states, other dashboards, filters, entities, time window, layouts, export, full screen. */

import type { DashboardConfiguration } from '@sonde/model/dashboards/dashboard-configuration'
import type { StateEntry } from '@sonde/model/dashboards/dashboard-states'
import type { TimeWindow } from '@sonde/model/time-windows/time-window'
import { ArrowLeft, ArrowUpToLine, Download, Expand, History, PanelRight, Pencil, Share2, Shrink } from 'lucide-react'
import { lazy, type ReactNode, Suspense } from 'react'
import { useText } from '../locale/use-text.tsx'
import { TimeWindowTrigger } from '../time-windows/time-window-trigger.tsx'
import { IconButton } from '../ui/button/button.tsx'
import { isPhone, useWidth } from '../ui/theme/use-width.ts'
import { EntitySelect } from './entity-select.tsx'
import { StateNavigation } from './state-navigation.tsx'
import type { FullScreen } from './use-full-screen.ts'
import type { RightLayout } from './use-right-layout.ts'

const FiltersButton = lazy(() => import('./filters-button.tsx').then((module) => ({ default: module.FiltersButton })))
const WallModeMenu = lazy(() => import('./wall-mode-menu.tsx').then((module) => ({ default: module.WallModeMenu })))

export interface DashboardToolbarProps {
  readonly configuration: DashboardConfiguration
  readonly stack: readonly StateEntry[]
  readonly onStack: (stack: readonly StateEntry[]) => void
  readonly aliasIds: readonly string[]
  readonly filterIds: readonly string[]
  readonly window: TimeWindow
  readonly onWindow: (window: TimeWindow) => void
  readonly onExport: () => void
  /** Absent: the user can't share the dashboard. */
  readonly onShare?: (() => void) | undefined
  /** Shows the versions of the dashboard; absent: the user can't see them. */
  readonly onVersions?: (() => void) | undefined
  /** Inside a mobile app, which shows state names itself and can't save files. */
  readonly isInMobileApp: boolean
  /** Null when the dashboard already fills the window. */
  readonly fullScreen: FullScreen | null
  /** Starts wall mode; null: there is only one state to show. */
  readonly onWall: ((everyMs: number) => void) | null
  readonly right: RightLayout
  /** Closes the toolbar; null: it stays open. */
  readonly onClose: (() => void) | null
  /** Chooses another dashboard. */
  readonly dashboards?: ReactNode
  readonly logo?: ReactNode
  readonly account?: ReactNode
  readonly onEdit?: (() => void) | undefined
}

export function DashboardToolbar(props: DashboardToolbarProps) {
  const {
    configuration,
    stack,
    onStack,
    aliasIds,
    filterIds,
    window,
    onWindow,
    onExport,
    onShare,
    onVersions,
    isInMobileApp,
    fullScreen,
    account,
  } = props
  const { onWall, right, onClose, dashboards, logo, onEdit } = props
  const t = useText()
  const isSmall = useWidth(isPhone)
  const { settings } = configuration
  const icon = { size: 18, strokeWidth: 1.75 }
  return (
    <div className="db-bar">
      {settings.showDashboardLogo && (!fullScreen || fullScreen.isOn) && logo}
      {!isInMobileApp && <StateNavigation configuration={configuration} stack={stack} onStack={onStack} />}
      <span className="sd-spacer" />
      {settings.showDashboardsSelect && dashboards}
      {settings.showFilters && filterIds.length > 0 && (
        <Suspense>
          <FiltersButton filterIds={filterIds} />
        </Suspense>
      )}
      {settings.showEntitiesSelect && <EntitySelect aliasIds={aliasIds} />}
      {settings.showDashboardTimewindow && <TimeWindowTrigger value={window} onChange={onWindow} />}
      {settings.showDashboardExport && !isSmall && !isInMobileApp && (
        <IconButton label={t('dashboards.export')} icon={<Download {...icon} />} onClick={onExport} />
      )}
      {onShare && !isInMobileApp && (
        <IconButton label={t('dashboards.share')} icon={<Share2 {...icon} />} onClick={onShare} />
      )}
      {onVersions && !isSmall && !isInMobileApp && (
        <IconButton label={t('dashboards.versions')} icon={<History {...icon} />} onClick={onVersions} />
      )}
      {right.isOverlay && !isInMobileApp && (
        <IconButton
          label={right.isOpen ? t('dashboards.mainLayout') : t('dashboards.rightLayout')}
          icon={right.isOpen ? <ArrowLeft {...icon} /> : <PanelRight {...icon} />}
          aria-expanded={right.isOpen}
          onClick={() => right.setOpen(!right.isOpen)}
        />
      )}
      {fullScreen?.isPossible && !isSmall && (
        <IconButton
          className="db-full-screen"
          label={fullScreen.isOn ? t('dashboards.leaveFullScreen') : t('dashboards.fullScreenDashboard')}
          icon={fullScreen.isOn ? <Shrink {...icon} /> : <Expand {...icon} />}
          onClick={fullScreen.toggle}
        />
      )}
      {fullScreen?.isPossible && !isSmall && onWall && (
        <Suspense>
          <WallModeMenu onStart={onWall} />
        </Suspense>
      )}
      {onEdit && <IconButton label={t('dashboards.edit')} icon={<Pencil {...icon} />} onClick={onEdit} />}
      {!isInMobileApp && account}
      {onClose && (
        <IconButton label={t('dashboards.closeToolbar')} icon={<ArrowUpToLine {...icon} />} onClick={onClose} />
      )}
    </div>
  )
}
