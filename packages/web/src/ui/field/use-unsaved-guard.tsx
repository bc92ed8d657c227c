/** Asks once before discarding unsaved changes by following a link, closing the drawer or leaving the page. */

import { useBlocker } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useText } from '../../locale/use-text.tsx'
import { ConfirmDialog } from '../dialog/confirm-dialog.tsx'

/** Location, reduced to what identifies a draft. */
interface Place {
  readonly pathname: string
  readonly search: object
}

const openIn = ({ search }: Place) => (search as { readonly open?: unknown }).open

/** True if only the tab changes: same page, same open entity. */
const isSameEntity = (from: Place, to: Place) => from.pathname === to.pathname && openIn(from) === openIn(to)

/**
 * Returns the dialog, which the caller must render. `keepsOverTabs`: the draft survives tab changes of the same entity.
 * `onLeave`: the user confirmed that the changes are lost.
 */
export function useUnsavedGuard(
  isDirty: boolean,
  { keepsOverTabs = false, onLeave }: { readonly keepsOverTabs?: boolean; readonly onLeave?: () => void } = {},
): ReactNode {
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
      onConfirm={() => {
        onLeave?.()
        blocker.proceed()
      }}
    >
      {t('ui.unsavedText')}
    </ConfirmDialog>
  )
}
