/** Saves the current state of a table under a name. */

import './saved-views.css'
import { useState } from 'react'
import { useText } from '../locale/use-text.tsx'
import { FormDialog } from '../ui/dialog/form-dialog.tsx'
import { CheckField, TextField } from '../ui/field/text-field.tsx'
import { useSubmit } from '../ui/field/use-submit.ts'
import { useToasts } from '../ui/toast/toast-stack.tsx'
import { type SavedView, viewNameError, viewNameLengthMax } from './stored-views.ts'
import type { SavedViews } from './use-saved-views.ts'

export interface ViewDialogProps {
  readonly saved: SavedViews
  /** Current state of the table. */
  readonly view: SavedView['search']
  readonly onClose: () => void
}

/** Unique among the user's views. `crypto.randomUUID` is unavailable on pages without a secure context. */
const newViewId = () => `${Date.now().toString(36)}-${Math.random().toString(36).slice(2, 10)}`

export default function SaveViewDialog({ saved, view, onClose }: ViewDialogProps) {
  const t = useText()
  const toasts = useToasts()
  const [name, setName] = useState('')
  const [opensWith, setOpensWith] = useState(false)
  const [isTried, setTried] = useState(false)
  const sending = useSubmit()
  const fieldError = viewNameError(name, saved)

  function save() {
    setTried(true)
    if (fieldError) return
    const id = newViewId()
    const put = { kind: 'put', view: { id, name: name.trim(), search: view } } as const
    void sending.submit(async () => {
      const isStored = await saved.change(put, ...(opensWith ? [{ kind: 'default', id } as const] : []))
      if (!isStored) throw new Error(t('savedViews.contested'))
      toasts.show({ kind: 'success', text: t('savedViews.saved', { name: name.trim() }) })
      onClose()
    })
  }

  return (
    <FormDialog
      title={t('savedViews.saveTitle')}
      onClose={onClose}
      action={t('ui.save')}
      sending={sending}
      onSubmit={save}
    >
      <TextField
        label={t('savedViews.name')}
        help={t('savedViews.saveHelp')}
        value={name}
        autoComplete="off"
        error={
          isTried && fieldError
            ? t(`savedViews.${fieldError}`, { length: name.trim().length, max: viewNameLengthMax })
            : undefined
        }
        onChange={setName}
      />
      <CheckField label={t('savedViews.opensWith')} isChecked={opensWith} onChange={setOpensWith} />
    </FormDialog>
  )
}
