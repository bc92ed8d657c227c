/** Edits one JSON value in a dialog. Save is there once it is valid and another; Cancel tells null. */

import { useState } from 'react'
import { useText } from '../locale/use-text.tsx'
import { Button } from '../ui/button/button.tsx'
import { Dialog } from '../ui/dialog/dialog.tsx'
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
    <Dialog
      title={title ?? t('editors.editJson')}
      size={640}
      onClose={() => onClose(null)}
      onSubmit={() => canSave && onClose(text)}
      footer={
        <>
          <Button kind="plain" onClick={() => onClose(null)}>
            {t('ui.cancel')}
          </Button>
          <Button kind="filled" type="submit" disabled={!canSave} busy={isBusy}>
            {t('ui.save')}
          </Button>
        </>
      }
    >
      <JsonEditor
        label={t('editors.jsonValueLabel')}
        isObject={isObject}
        isRequired
        value={text}
        onChange={setText}
        height={320}
      />
    </Dialog>
  )
}
