/** Adds a dashboard without widgets. */

import { NewEntityDialog } from '../../entities/new-entity-dialog.tsx'
import { useText } from '../../locale/use-text.tsx'
import { useClient } from '../../session/use-session.tsx'
import { DashboardFields } from './dashboard-fields.tsx'
import { type DashboardDraft, dashboardFaults, emptyDashboard, wireDashboard } from './dashboard-input.ts'

interface AddDashboardDialogProps {
  readonly onClose: () => void
  readonly onAdded: (dashboardId: string) => Promise<void>
}

export default function AddDashboardDialog({ onClose, onAdded }: AddDashboardDialogProps) {
  const t = useText()
  const { dashboards } = useClient()
  return (
    <NewEntityDialog
      title={t('dashboards.add')}
      initial={emptyDashboard}
      faultsOf={(draft: DashboardDraft) => dashboardFaults(draft, t)}
      create={async (draft) =>
        onAdded((await dashboards.save(wireDashboard(draft, null), { ignoreErrors: true })).id.id)
      }
      onClose={onClose}
      size={480}
    >
      {(fields) => <DashboardFields fields={fields} />}
    </NewEntityDialog>
  )
}
