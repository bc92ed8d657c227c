/** Asks once before unsaved work is left: by a link, by closing the drawer, by leaving the page. */

import { useBlocker } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useText } from '../../locale/use-text.tsx'
import { ConfirmDialog } from '../dialog/confirm-dialog.tsx'

/** The dialog, to be drawn by who calls. */
export function useUnsavedGuard(isDirty: boolean): ReactNode {
  const t = useText()
  const blocker = useBlocker({ shouldBlockFn: () => isDirty, enableBeforeUnload: () => isDirty, withResolver: true })
  if (blocker.status !== 'blocked') return null
  return (
    <ConfirmDialog
      title={t('ui.unsavedTitle')}
      action={t('ui.leave')}
      isDanger
      onCancel={() => blocker.reset()}
      onConfirm={() => blocker.proceed()}
    >
      {t('ui.unsavedText')}
    </ConfirmDialog>
  )
}
