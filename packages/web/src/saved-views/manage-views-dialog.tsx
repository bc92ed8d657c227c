/** Renames, updates and deletes views, and sets the table's default view; all changes are applied on save. */

import './saved-views.css'
import { RefreshCw, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useText } from '../locale/use-text.tsx'
import { IconButton } from '../ui/button/button.tsx'
import { FormDialog } from '../ui/dialog/form-dialog.tsx'
import { Select, TextField } from '../ui/field/text-field.tsx'
import { useSubmit } from '../ui/field/use-submit.ts'
import type { ViewDialogProps } from './save-view-dialog.tsx'
import { type SavedView, type ViewChange, viewNameError, viewNameLengthMax } from './stored-views.ts'

export default function ManageViewsDialog({ saved, view, onClose }: ViewDialogProps) {
  const t = useText()
  const [drafts, setDrafts] = useState<readonly SavedView[]>(saved.views)
  const [defaultId, setDefaultId] = useState(saved.defaultId ?? '')
  const [isTried, setTried] = useState(false)
  const sending = useSubmit()
  const fieldErrorOf = ({ id, name }: SavedView) => viewNameError(name, { views: drafts, defaultId: null }, id)

  const alter = (id: string, part: Partial<SavedView>) =>
    setDrafts(drafts.map((one) => (one.id === id ? { ...one, ...part } : one)))

  function changes(): ViewChange[] {
    const retained = new Set(drafts.map(({ id }) => id))
    const gone = saved.views.filter(({ id }) => !retained.has(id)).map(({ id }) => ({ kind: 'remove', id }) as const)
    const put = drafts
      .filter((draft) => saved.views.every((one) => one !== draft))
      .map((draft) => ({ kind: 'put', view: { ...draft, name: draft.name.trim() } }) as const)
    const nextDefault = retained.has(defaultId) ? defaultId : null
    return [
      ...gone,
      ...put,
      ...(nextDefault === saved.defaultId ? [] : [{ kind: 'default', id: nextDefault } as const]),
    ]
  }

  function save() {
    setTried(true)
    if (drafts.some(fieldErrorOf)) return
    const wanted = changes()
    if (wanted.length === 0) return onClose()
    void sending.submit(async () => {
      if (!(await saved.change(...wanted))) throw new Error(t('savedViews.contested'))
      onClose()
    })
  }

  return (
    <FormDialog
      title={t('savedViews.manageTitle')}
      size={640}
      onClose={onClose}
      action={t('ui.save')}
      sending={sending}
      onSubmit={save}
    >
      {drafts.length === 0 && <p className="sd-text-2">{t('savedViews.none')}</p>}
      {drafts.map((draft) => {
        const { id, name } = draft
        const fieldError = isTried ? fieldErrorOf(draft) : undefined
        return (
          <div key={id} className="sd-view-row">
            <TextField
              label={t('savedViews.nameOf', { name: saved.views.find((one) => one.id === id)?.name ?? name })}
              value={name}
              autoComplete="off"
              error={
                fieldError && t(`savedViews.${fieldError}`, { length: name.trim().length, max: viewNameLengthMax })
              }
              onChange={(next) => alter(id, { name: next })}
            />
            <span className="sd-view-tools">
              <IconButton
                label={t('savedViews.updateOf', { name })}
                icon={<RefreshCw size={18} strokeWidth={1.75} />}
                aria-pressed={draft.search === view}
                onClick={() => alter(id, { search: view })}
              />
              <IconButton
                label={t('savedViews.delete', { name })}
                icon={<Trash2 size={18} strokeWidth={1.75} />}
                onClick={() => setDrafts(drafts.filter((one) => one.id !== id))}
              />
            </span>
          </div>
        )
      })}
      {drafts.length > 0 && (
        <Select
          label={t('savedViews.opensWithView')}
          value={drafts.some(({ id }) => id === defaultId) ? defaultId : ''}
          options={[
            { value: '', label: t('savedViews.asLeft') },
            ...drafts.map(({ id, name }) => ({ value: id, label: name })),
          ]}
          onChange={setDefaultId}
        />
      )}
    </FormDialog>
  )
}
