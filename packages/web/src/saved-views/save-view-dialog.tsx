/** Saves what a table shows under a name. */

import './saved-views.css'
import { useState } from 'react'
import { useText } from '../locale/use-text.tsx'
import { Button } from '../ui/button/button.tsx'
import { Dialog } from '../ui/dialog/dialog.tsx'
import { FormError } from '../ui/field/form-error.tsx'
import { CheckField, TextField } from '../ui/field/text-field.tsx'
import { useToasts } from '../ui/toast/toast-stack.tsx'
import { type SavedView, viewNameFault, viewNameLengthMax } from './stored-views.ts'
import type { SavedViews } from './use-saved-views.ts'

export interface ViewDialogProps {
  readonly saved: SavedViews
  /** What is shown now. */
  readonly view: SavedView['search']
  readonly onClose: () => void
}

/** Unlike any other of this user's; where the page is not served securely the browser makes no UUID. */
const newViewId = () => `${Date.now().toString(36)}-${Math.random().toString(36).slice(2, 10)}`

export default function SaveViewDialog({ saved, view, onClose }: ViewDialogProps) {
  const t = useText()
  const toasts = useToasts()
  const [name, setName] = useState('')
  const [opensWith, setOpensWith] = useState(false)
  const [isTried, setTried] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const fault = viewNameFault(name, saved)

  async function save() {
    setTried(true)
    if (fault || isBusy) return
    setBusy(true)
    setFailure(null)
    const id = newViewId()
    const put = { kind: 'put', view: { id, name: name.trim(), search: view } } as const
    try {
      const isStored = await saved.change(put, ...(opensWith ? [{ kind: 'default', id } as const] : []))
      if (!isStored) return setFailure(t('savedViews.contested'))
      toasts.show({ kind: 'success', text: t('savedViews.saved', { name: name.trim() }) })
      onClose()
    } catch (error) {
      setFailure(error instanceof Error ? error.message : String(error))
    } finally {
      setBusy(false)
    }
  }

  return (
    <Dialog
      title={t('savedViews.saveTitle')}
      onClose={onClose}
      onSubmit={() => void save()}
      footer={
        <>
          <Button kind="plain" onClick={onClose}>
            {t('ui.cancel')}
          </Button>
          <Button kind="filled" type="submit" busy={isBusy}>
            {t('ui.save')}
          </Button>
        </>
      }
    >
      <div className="sd-form">
        <FormError text={failure} />
        <TextField
          label={t('savedViews.name')}
          help={t('savedViews.saveHelp')}
          value={name}
          autoComplete="off"
          error={
            isTried && fault
              ? t(`savedViews.${fault}`, { length: name.trim().length, max: viewNameLengthMax })
              : undefined
          }
          onChange={setName}
        />
        <CheckField label={t('savedViews.opensWith')} isChecked={opensWith} onChange={setOpensWith} />
      </div>
    </Dialog>
  )
}
