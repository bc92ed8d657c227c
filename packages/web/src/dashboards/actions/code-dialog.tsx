/** Dialog that code of an action shows: a message, a question, or HTML of the action. */

import { lazy, Suspense } from 'react'
import { useText } from '../../locale/use-text.tsx'
import { AlertDialog } from '../../ui/dialog/alert-dialog.tsx'
import { ConfirmDialog } from '../../ui/dialog/confirm-dialog.tsx'
import { Dialog } from '../../ui/dialog/dialog.tsx'

// Contains the sanitizer.
const UserHtml = lazy(() => import('../../user-html/user-html.tsx').then((module) => ({ default: module.UserHtml })))

export type CodeDialog =
  | {
      readonly kind: 'alert' | 'confirm'
      readonly title: string
      readonly text: string
      readonly ok?: string | undefined
    }
  | { readonly kind: 'html'; readonly title: string; readonly html: string; readonly css: string }

/** `onClose`: with whether the user agreed. */
export type OpenCodeDialog = CodeDialog & { readonly onClose: (isAgreed: boolean) => void }

/** Shows a dialog instead of the one before; null: closes it. */
export type ShowCodeDialog = (dialog: OpenCodeDialog | null) => void

export function CodeDialogView({ dialog, onClose }: { dialog: CodeDialog; onClose: (isAgreed: boolean) => void }) {
  const t = useText()
  switch (dialog.kind) {
    case 'alert':
      return (
        <AlertDialog title={dialog.title} ok={dialog.ok} onClose={() => onClose(true)}>
          {dialog.text}
        </AlertDialog>
      )
    case 'confirm':
      return (
        <ConfirmDialog
          title={dialog.title}
          action={dialog.ok ?? t('inputs.ok')}
          onCancel={() => onClose(false)}
          onConfirm={() => onClose(true)}
        >
          {dialog.text}
        </ConfirmDialog>
      )
    case 'html':
      return (
        <Dialog title={dialog.title} size={640} onClose={() => onClose(false)}>
          <Suspense>
            <UserHtml html={dialog.html} css={dialog.css} />
          </Suspense>
        </Dialog>
      )
  }
}
