/** Dialog to edit a JSON value. Save is enabled once the value is valid and changed. */

import { useState } from 'react'
import { useText } from '../locale/use-text.tsx'
import { FormDialog } from '../ui/dialog/form-dialog.tsx'
import { JsonEditor } from './json-editor.tsx'
import { jsonFault } from './json-fault.ts'

export interface JsonDialogProps {
  /** Default: "Edit JSON". */
  readonly title?: string
  /** Initial text, already formatted. */
  readonly value: string
  readonly isObject?: boolean
  /** A request is in flight: disables saving. */
  readonly isBusy?: boolean
  /** Called with the new text, or null when canceled. */
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
