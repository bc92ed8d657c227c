/** Someone else saved the dashboard while it was edited: shows their changes, and asks whose changes to keep. */

import type { Dashboard, DashboardInput } from '@sonde/model/dashboards/dashboard'
import { dashboardChanges } from '@sonde/model/dashboards/dashboard-changes'
import type { DashboardConflict } from '@sonde/model/dashboards/dashboard-version'
import { useText } from '../../locale/use-text.tsx'
import { Button } from '../../ui/button/button.tsx'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import { useFormat } from '../../ui/format/use-format.ts'
import { ChangesList } from './changes-list.tsx'

export interface SaveConflictProps {
  /** Body of the 412 response. */
  readonly conflict: DashboardConflict
  /** The dashboard that the user's changes are based on. */
  readonly before: DashboardInput
  /** The dashboard as the other user saved it. */
  readonly theirs: Dashboard
  /** Saves the user's changes as the newest version. */
  readonly onOverwrite: () => void
  readonly onDiscard: () => void
  /** Returns to the editor. */
  readonly onClose: () => void
}

export function SaveConflict({ conflict, before, theirs, onOverwrite, onDiscard, onClose }: SaveConflictProps) {
  const t = useText()
  const format = useFormat()
  const { author, createdTime } = conflict.newest
  const name = author?.name ?? t('dashboardVersions.unknownAuthor')
  return (
    <Dialog
      title={t('dashboardVersions.conflict')}
      onClose={onClose}
      footer={
        <>
          <Button kind="dangerText" onClick={onDiscard}>
            {t('dashboardVersions.discard')}
          </Button>
          <Button kind="filled" onClick={onOverwrite}>
            {t('dashboardVersions.overwrite')}
          </Button>
        </>
      }
    >
      <div className="db-conflict">
        <p>
          {createdTime === null
            ? t('dashboardVersions.conflictText', { name })
            : t('dashboardVersions.conflictAt', { name, time: format.when(createdTime, Date.now()) })}
        </p>
        <ChangesList changes={dashboardChanges(before, theirs)} />
      </div>
    </Dialog>
  )
}
