/** Dialog that shows a text to acknowledge: a title, the text and one OK button. */

import type { ReactNode } from 'react'
import { useText } from '../../locale/use-text.tsx'
import { Button } from '../button/button.tsx'
import { Dialog } from './dialog.tsx'

export interface AlertDialogProps {
  readonly title: string
  readonly children: ReactNode
  /** Label of the button. Default: OK. */
  readonly ok?: string
  readonly onClose: () => void
}

export function AlertDialog({ title, children, ok, onClose }: AlertDialogProps) {
  const t = useText()
  return (
    <Dialog
      title={title}
      role="alertdialog"
      onClose={onClose}
      footer={
        <Button kind="filled" onClick={onClose} data-autofocus>
          {ok ?? t('inputs.ok')}
        </Button>
      }
    >
      <div className="sd-text-2">{children}</div>
    </Dialog>
  )
}
