/** Toolbar of a dashboard: states, filters, entities, time window, export, full screen. */

import type { DashboardConfiguration } from '@sonde/model/dashboards/dashboard-configuration'
import type { StateEntry } from '@sonde/model/dashboards/dashboard-states'
import type { TimeWindow } from '@sonde/model/time-windows/time-window'
import { Download, Expand, Shrink } from 'lucide-react'
import type { ReactNode } from 'react'
import { useText } from '../locale/use-text.tsx'
import { TimeWindowTrigger } from '../time-windows/time-window-trigger.tsx'
import { IconButton } from '../ui/button/button.tsx'
import { isPhone, useWidth } from '../ui/theme/use-width.ts'
import { EntitySelect } from './entity-select.tsx'
import { FiltersButton } from './filters-button.tsx'
import { StateNavigation } from './state-navigation.tsx'
import type { FullScreen } from './use-full-screen.ts'

export interface DashboardToolbarProps {
  readonly configuration: DashboardConfiguration
  readonly stack: readonly StateEntry[]
  readonly onStack: (stack: readonly StateEntry[]) => void
  readonly aliasIds: readonly string[]
  readonly filterIds: readonly string[]
  readonly window: TimeWindow
  readonly onWindow: (window: TimeWindow) => void
  readonly onExport: () => void
  /** Inside a mobile app, which shows state names itself and can't save files. */
  readonly isInMobileApp: boolean
  /** Null when the dashboard already fills the window. */
  readonly fullScreen: FullScreen | null
  readonly account?: ReactNode
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
    isInMobileApp,
    fullScreen,
    account,
  } = props
  const t = useText()
  const isSmall = useWidth(isPhone)
  const { settings } = configuration
  const icon = { size: 18, strokeWidth: 1.75 }
  return (
    <div className="db-bar">
      {!isInMobileApp && <StateNavigation configuration={configuration} stack={stack} onStack={onStack} />}
      <span className="sd-spacer" />
      {settings.showFilters && <FiltersButton filterIds={filterIds} />}
      {settings.showEntitiesSelect && <EntitySelect aliasIds={aliasIds} />}
      {settings.showDashboardTimewindow && <TimeWindowTrigger value={window} onChange={onWindow} />}
      {settings.showDashboardExport && !isSmall && !isInMobileApp && (
        <IconButton label={t('dashboards.export')} icon={<Download {...icon} />} onClick={onExport} />
      )}
      {fullScreen?.isPossible && !isSmall && (
        <IconButton
          className="db-full-screen"
          label={fullScreen.isOn ? t('dashboards.leaveFullScreen') : t('dashboards.fullScreenDashboard')}
          icon={fullScreen.isOn ? <Shrink {...icon} /> : <Expand {...icon} />}
          onClick={fullScreen.toggle}
        />
      )}
      {!isInMobileApp && account}
    </div>
  )
}
