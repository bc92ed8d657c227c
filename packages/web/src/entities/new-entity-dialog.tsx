/** The dialog that makes an entity of any room: its fields, faults once a field was left, the platform's refusal. */

import { type ReactNode, useState } from 'react'
import { PageHelpButton } from '../help/page-help-button.tsx'
import type { DialogProps } from '../ui/dialog/dialog.tsx'
import { FormDialog } from '../ui/dialog/form-dialog.tsx'
import { useSubmit } from '../ui/field/use-submit.ts'
import type { EntityFormState } from './use-entity-form.tsx'
import { type Faults, useFieldErrors } from './use-shown-faults.ts'

/** What fields are drawn with, in a dialog and over something stored alike. */
export type EntityFields<Draft extends object, F extends Faults<Draft>> = Pick<
  EntityFormState<Draft, F>,
  'draft' | 'change' | 'touch' | 'faults'
>

export interface NewEntityDialogProps<Draft extends object, F extends Faults<Draft>>
  extends Pick<DialogProps, 'size' | 'help'> {
  /** Verb and object: "Add customer". */
  readonly title: string
  readonly initial: Draft
  readonly faultsOf: (draft: Draft) => F
  /** Sends it and goes on; calls within pass `ignoreErrors`, the dialog tells of a failure. */
  readonly create: (draft: Draft) => Promise<unknown>
  readonly onClose: () => void
  readonly children: (fields: EntityFields<Draft, F>) => ReactNode
}

export function NewEntityDialog<Draft extends object, F extends Faults<Draft>>(props: NewEntityDialogProps<Draft, F>) {
  const { title, size = 640, help = <PageHelpButton />, initial, faultsOf, create, onClose, children } = props
  const [draft, setDraft] = useState(initial)
  const { faults, touch, check } = useFieldErrors<Draft, F>(faultsOf(draft))
  const sending = useSubmit()

  return (
    <FormDialog
      title={title}
      size={size}
      help={help}
      onClose={onClose}
      action={title}
      sending={sending}
      onSubmit={() => {
        if (check()) void sending.submit(() => create(draft))
      }}
    >
      {children({
        draft,
        change(part) {
          setDraft((now) => ({ ...now, ...part }))
          sending.setFailure(null)
        },
        touch,
        faults,
      })}
    </FormDialog>
  )
}
