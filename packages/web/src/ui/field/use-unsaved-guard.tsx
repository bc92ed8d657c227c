/** Asks once before unsaved work is left: by a link, by closing the drawer, by leaving the page. */

import { useBlocker } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useText } from '../../locale/use-text.tsx'
import { ConfirmDialog } from '../dialog/confirm-dialog.tsx'

/** Where one is, as far as a draft lives there. */
interface Place {
  readonly pathname: string
  readonly search: object
}

const openIn = ({ search }: Place) => (search as { readonly open?: unknown }).open

/** On the same page, with the same entity open: only another tab of it. */
const isSameEntity = (from: Place, to: Place) => from.pathname === to.pathname && openIn(from) === openIn(to)

/** The dialog, to be drawn by who calls. `keepsOverTabs`: the draft stays while the tabs of one entity change. */
export function useUnsavedGuard(isDirty: boolean, { keepsOverTabs = false } = {}): ReactNode {
  const t = useText()
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) => isDirty && !(keepsOverTabs && isSameEntity(current, next)),
    enableBeforeUnload: () => isDirty,
    withResolver: true,
  })
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
