/**
 * Asks for confirmation before an action that can't be undone. Title and button name the verb and the object; Cancel
 * has the focus.
 */

import { type ReactNode, useState } from 'react'
import { useText } from '../../locale/use-text.tsx'
import { Button } from '../button/button.tsx'
import { TextField } from '../field/text-field.tsx'
import { Dialog } from './dialog.tsx'

export interface ConfirmDialogProps {
  readonly title: string
  readonly children: ReactNode
  /** Verb and object, such as "Delete 24 devices". */
  readonly action: string
  readonly isDanger?: boolean
  /** Text that the user must type to confirm: for more than ten items, or for items that others depend on. */
  readonly typed?: string
  readonly onCancel: () => void
  /** Until the promise settles, the dialog stays open and busy. */
  readonly onConfirm: () => void | Promise<void>
}

export function ConfirmDialog({ title, children, action, isDanger, typed, onCancel, onConfirm }: ConfirmDialogProps) {
  const t = useText()
  const [isBusy, setBusy] = useState(false)
  const [text, setText] = useState('')
  const isReady = typed === undefined || text.trim() === typed

  async function confirm() {
    if (!isReady) return
    setBusy(true)
    try {
      await onConfirm()
    } finally {
      setBusy(false)
    }
  }

  return (
    <Dialog
      title={title}
      role="alertdialog"
      onClose={onCancel}
      footer={
        <>
          <Button kind="plain" onClick={onCancel} data-autofocus={typed === undefined || undefined}>
            {t('ui.cancel')}
          </Button>
          <Button kind={isDanger ? 'danger' : 'filled'} busy={isBusy} disabled={!isReady} onClick={confirm}>
            {action}
          </Button>
        </>
      }
    >
      <div className="sd-text-2">{children}</div>
      {typed !== undefined && (
        <div style={{ marginTop: 16 }}>
          <TextField label={t('ui.typeToConfirm', { text: typed })} value={text} onChange={setText} autoFocus />
        </div>
      )}
    </Dialog>
  )
}
