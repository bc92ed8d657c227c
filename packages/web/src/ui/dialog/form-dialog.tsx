/** Dialog with one form: the server's error above the fields, Cancel and the submit button below them. */

import { FormError } from '../field/form-error.tsx'
import type { Sending } from '../field/use-submit.ts'
import { Dialog, type DialogProps } from './dialog.tsx'
import { FormButtons, type FormButtonsProps } from './form-buttons.tsx'

export interface FormDialogProps
  extends Pick<DialogProps, 'title' | 'size' | 'help' | 'onClose' | 'children'>,
    Pick<FormButtonsProps, 'action' | 'isReady' | 'aside'> {
  /** Absent: the form only returns a choice to its caller, without a request. */
  readonly sending?: Sending
  readonly onSubmit: () => void
}

export function FormDialog({ action, isReady, aside, sending, children, ...frame }: FormDialogProps) {
  return (
    <Dialog
      {...frame}
      footer={
        <FormButtons
          action={action}
          isReady={isReady}
          aside={aside}
          isBusy={sending?.isBusy}
          onCancel={frame.onClose}
        />
      }
    >
      <div className="sd-form">
        <FormError text={sending?.failure ?? null} />
        {children}
      </div>
    </Dialog>
  )
}
