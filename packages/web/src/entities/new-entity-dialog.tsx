/**
 * Dialog that creates an entity of any module: fields, validation errors after a field was left, the server's error.
 */

import { type ReactNode, useState } from 'react'
import { PageHelpButton } from '../help/page-help-button.tsx'
import type { DialogProps } from '../ui/dialog/dialog.tsx'
import { FormDialog } from '../ui/dialog/form-dialog.tsx'
import { useSubmit } from '../ui/field/use-submit.ts'
import type { EntityFormState } from './use-entity-form.tsx'
import { type FieldErrors, useFieldErrors } from './use-field-errors.ts'

/** Form state that fields are rendered from, in a dialog or in an edit form. */
export type EntityFields<Draft extends object, F extends FieldErrors<Draft>> = Pick<
  EntityFormState<Draft, F>,
  'draft' | 'change' | 'touch' | 'fieldErrors'
>

export interface NewEntityDialogProps<Draft extends object, F extends FieldErrors<Draft>>
  extends Pick<DialogProps, 'size' | 'help'> {
  /** Verb and object, such as "Add customer". */
  readonly title: string
  readonly initial: Draft
  readonly fieldErrorsOf: (draft: Draft) => F
  /** Sends the draft and navigates on. Requests inside pass `ignoreErrors`; the dialog shows the error. */
  readonly create: (draft: Draft) => Promise<unknown>
  readonly onClose: () => void
  readonly children: (fields: EntityFields<Draft, F>) => ReactNode
}

export function NewEntityDialog<Draft extends object, F extends FieldErrors<Draft>>(
  props: NewEntityDialogProps<Draft, F>,
) {
  const { title, size = 640, help = <PageHelpButton />, initial, fieldErrorsOf, create, onClose, children } = props
  const { fields, sending, check } = useNewEntity<Draft, F>(initial, fieldErrorsOf)

  return (
    <FormDialog
      title={title}
      size={size}
      help={help}
      onClose={onClose}
      action={title}
      sending={sending}
      onSubmit={() => {
        if (check()) void sending.submit(() => create(fields.draft))
      }}
    >
      {children(fields)}
    </FormDialog>
  )
}

/** Draft, field errors and submission of a new entity; a change hides the error of the last attempt. */
export function useNewEntity<Draft extends object, F extends FieldErrors<Draft>>(
  initial: Draft | (() => Draft),
  fieldErrorsOf: (draft: Draft) => F,
) {
  const [draft, setDraft] = useState(initial)
  const { fieldErrors, touch, check } = useFieldErrors<Draft, F>(fieldErrorsOf(draft))
  const sending = useSubmit()
  const fields: EntityFields<Draft, F> = {
    draft,
    change(part) {
      setDraft((now) => ({ ...now, ...part }))
      sending.setFailure(null)
    },
    touch,
    fieldErrors,
  }
  return { fields, sending, check }
}
