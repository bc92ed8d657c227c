/** Edits one JSON value in a dialog. Save is enabled once it is valid and changed; Cancel gives null. */

import { useState } from 'react'
import { useText } from '../locale/use-text.tsx'
import { FormDialog } from '../ui/dialog/form-dialog.tsx'
import { JsonEditor } from './json-editor.tsx'
import { jsonFault } from './json-fault.ts'

export interface JsonDialogProps {
  /** "Edit JSON" when absent. */
  readonly title?: string
  /** Text, laid out as it is to be shown. */
  readonly value: string
  readonly isObject?: boolean
  /** Something is on its way: nothing can be saved. */
  readonly isBusy?: boolean
  /** Null: cancelled. */
  readonly onClose: (value: string | null) => void
}

export function JsonDialog({ title, value, isObject, isBusy = false, onClose }: JsonDialogProps) {
  const t = useText()
  const [text, setText] = useState(value)
  const canSave = !isBusy && text !== value && jsonFault(text, { isObject, isRequired: true }, t) === undefined
  return (
    <FormDialog
      title={title ?? t('editors.editJson')}
      size={640}
      onClose={() => onClose(null)}
      onSubmit={() => canSave && onClose(text)}
      action={t('ui.save')}
      isReady={canSave}
      sending={{ isBusy, failure: null }}
    >
      <JsonEditor
        label={t('editors.jsonValueLabel')}
        isObject={isObject}
        isRequired
        value={text}
        onChange={setText}
        height={320}
      />
    </FormDialog>
  )
}
