/** Makes a dashboard public, then shows its public link. */

import type { Dashboard, DashboardInfo } from '@sonde/model/dashboards/dashboard'
import { useState } from 'react'
import { useText } from '../../locale/use-text.tsx'
import { Button } from '../../ui/button/button.tsx'
import { ConfirmDialog } from '../../ui/dialog/confirm-dialog.tsx'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import { PublicLink } from './public-link.tsx'

interface PublicDialogProps {
  readonly dashboard: DashboardInfo
  /** Resolves to undefined if the server rejected the request; a toast shows the error. */
  readonly makePublic: () => Promise<Dashboard | undefined>
  readonly onClose: () => void
}

export function PublicDialog({ dashboard, makePublic, onClose }: PublicDialogProps) {
  const t = useText()
  const [open, setOpen] = useState<DashboardInfo | null>(null)

  async function publish() {
    const done = await makePublic()
    if (done) setOpen(done)
    else onClose()
  }

  if (!open) {
    return (
      <ConfirmDialog
        title={t('assignment.makePublicTitle', { name: dashboard.title })}
        action={t('assignment.makePublic')}
        onCancel={onClose}
        onConfirm={publish}
      >
        {t('dashboards.makePublicText')}
      </ConfirmDialog>
    )
  }
  return (
    <Dialog
      title={t('assignment.madePublic', { name: open.title })}
      onClose={onClose}
      size={640}
      footer={
        <Button kind="filled" onClick={onClose}>
          {t('ui.close')}
        </Button>
      }
    >
      <PublicLink dashboard={open} />
    </Dialog>
  )
}
