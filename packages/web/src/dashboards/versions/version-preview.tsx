/** Read-only view of a version, in a dialog. States that are opened in it stay in it. */

import '../actions/actions.css'
import type { Dashboard } from '@sonde/model/dashboards/dashboard'
import type { StateEntry } from '@sonde/model/dashboards/dashboard-states'
import { normalizeConfiguration } from '@sonde/model/dashboards/normalize-dashboard'
import { useMemo, useState } from 'react'
import { useText } from '../../locale/use-text.tsx'
import { useWindowContext } from '../../time-windows/window-context.ts'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import { DashboardView } from '../dashboard-view.tsx'
import { exportFile } from '../export-dashboard.ts'
import type { WidgetTypes } from '../widget-types.ts'

interface VersionPreviewProps {
  readonly dashboard: Dashboard
  readonly number: number
  readonly types: WidgetTypes
  readonly onClose: () => void
}

export function VersionPreview({ dashboard, number, types, onClose }: VersionPreviewProps) {
  const t = useText()
  const windowContext = useWindowContext()
  const [states, setStates] = useState<readonly StateEntry[]>([])
  const configuration = useMemo(() => {
    const { nowMs, datapointsMax } = windowContext()
    return normalizeConfiguration(dashboard.configuration, { nowMs, datapointsMax, newId: () => crypto.randomUUID() })
  }, [dashboard, windowContext])
  const title = t('dashboardVersions.previewTitle', { name: dashboard.title, number: String(number) })
  return (
    <Dialog title={title} onClose={onClose} isFlush className="db-dialog">
      <div className="db-dialog-state">
        <DashboardView
          types={types}
          title={dashboard.title}
          configuration={configuration}
          states={states}
          onStates={setStates}
          hidesToolbar={false}
          isSinglePage
          onExport={() => exportFile(dashboard)}
        />
      </div>
    </Dialog>
  )
}
