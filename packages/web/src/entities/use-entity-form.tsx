/**
 * Form for a stored entity: draft, validation errors after a field was left, saving, and conflicts with another user's
 * change. The REST API has no versions, so the stored entity is reloaded before each save.
 */

import { type ReactNode, useState } from 'react'
import { useText } from '../locale/use-text.tsx'
import { Button } from '../ui/button/button.tsx'
import { focusFirstError } from '../ui/field/focus-first-error.ts'
import { FormError } from '../ui/field/form-error.tsx'
import { SaveBar } from '../ui/field/save-bar.tsx'
import { type Sending, useSubmit } from '../ui/field/use-submit.ts'
import { useUnsavedGuard } from '../ui/field/use-unsaved-guard.tsx'
import { useToasts } from '../ui/toast/toast-stack.tsx'
import { type FieldErrors, type ShownErrors, useFieldErrors } from './use-field-errors.ts'

export interface EntityFormDeps<Draft extends object, F extends FieldErrors<Draft>> {
  /** Draft of the stored entity as this page knows it. Fields are compared by their JSON. */
  readonly stored: Draft
  /** Validation errors of a draft by field: texts, or values that the fields convert to texts. */
  readonly fieldErrorsOf: (draft: Draft) => F
  /** Loads the current stored state for conflict detection; absent: no conflict detection. */
  readonly reload?: () => Promise<Draft>
  /** Sends the draft. Requests inside pass `ignoreErrors`; the form shows the error. */
  readonly save: (draft: Draft) => Promise<unknown>
  /** Toast text after saving. */
  readonly saved: string
}

/** State and actions of the form's frame. */
export interface EntityFormFrame extends Sending {
  readonly changes: number
  readonly isConflict: boolean
  readonly save: (options?: { readonly overwrite?: boolean }) => Promise<void>
  readonly discard: () => void
}

export interface EntityFormState<Draft extends object, F extends FieldErrors<Draft>>
  extends EntityFormFrame,
    Pick<ShownErrors<Draft, F>, 'touch' | 'fieldErrors' | 'check'> {
  readonly draft: Draft
  readonly change: (part: Partial<Draft>) => void
}

const isSame = (a: unknown, b: unknown) => Object.is(a, b) || JSON.stringify(a) === JSON.stringify(b)

const changedFields = <Draft extends object>(draft: Draft, from: Draft) =>
  (Object.keys(draft) as (keyof Draft)[]).filter((field) => !isSame(draft[field], from[field]))

export function useEntityForm<Draft extends object, F extends FieldErrors<Draft>>(
  deps: EntityFormDeps<Draft, F>,
): EntityFormState<Draft, F> {
  const { stored, fieldErrorsOf, reload, save: send, saved } = deps
  const toasts = useToasts()
  /** Edited draft, and the stored state at the start of editing. */
  const [edit, setEdit] = useState<{ readonly draft: Draft; readonly base: Draft } | null>(null)
  const { isBusy, failure, setFailure, submit } = useSubmit()
  /** State stored by another user, while the current user resolves the conflict. */
  const [conflict, setConflict] = useState<Draft | null>(null)
  /** State stored by another user, shown until `stored` is updated. */
  const [theirs, setTheirs] = useState<{ readonly draft: Draft; readonly instead: Draft } | null>(null)

  const known = theirs && isSame(stored, theirs.instead) ? theirs.draft : stored
  const draft = edit?.draft ?? known
  const base = edit?.base ?? known
  const changes = changedFields(draft, base).length
  const { fieldErrors, touch, check, forget } = useFieldErrors<Draft, F>(fieldErrorsOf(draft))

  function discard() {
    setEdit(null)
    forget()
    setFailure(null)
    if (conflict) setTheirs({ draft: conflict, instead: stored })
    setConflict(null)
  }

  async function save({ overwrite = false } = {}) {
    if (!check() || changes === 0) return
    await submit(async () => {
      if (reload && !overwrite) {
        const now = await reload()
        if (changedFields(now, base).length > 0) return setConflict(now)
      }
      await send(draft)
      setTheirs(null)
      setEdit(null)
      forget()
      setConflict(null)
      // The save bar, which showed the state, disappears.
      toasts.show({ kind: 'success', text: saved, isSpoken: true })
    })
  }

  return {
    draft,
    change(part) {
      setEdit({ draft: { ...draft, ...part }, base })
      setFailure(null)
    },
    touch,
    fieldErrors,
    check,
    changes,
    failure,
    isBusy,
    isConflict: conflict !== null,
    save,
    discard,
  }
}

interface EntityFormProps {
  readonly form: EntityFormFrame
  /** Form fields. */
  readonly children: ReactNode
  /** Overview of the entity's current state, above the fields; wide pages show it beside them. */
  readonly overview?: ReactNode
  /** Read-only facts below the fields. */
  readonly facts?: ReactNode
  readonly className?: string
  /** The caller stores the draft across several tabs and guards against losing it. */
  readonly isRetained?: boolean
}

/** Form around the fields: server error, conflict, save bar, and confirmation before discarding unsaved changes. */
export function EntityForm({ form, children, overview, facts, className, isRetained = false }: EntityFormProps) {
  const t = useText()
  const guard = useUnsavedGuard(form.changes > 0 && !isRetained)
  return (
    <form
      className={className ?? 'sd-tab-body'}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void form.save()
        focusFirstError(event.currentTarget)
      }}
    >
      {overview}
      <div className="sd-form">
        <FormError text={form.failure} />
        {form.isConflict && (
          <div className="sd-form-conflict" role="alert">
            <p>{t('ui.conflict')}</p>
            <div>
              <Button size="sm" onClick={() => form.discard()}>
                {t('ui.conflictTheirs')}
              </Button>
              <Button size="sm" onClick={() => void form.save({ overwrite: true })}>
                {t('ui.conflictMine')}
              </Button>
            </div>
          </div>
        )}
        {children}
      </div>
      {facts && <div className="sd-form-facts">{facts}</div>}
      {form.changes > 0 && (
        <SaveBar changes={form.changes} isBusy={form.isBusy} onSave={() => void form.save()} onDiscard={form.discard} />
      )}
      {guard}
    </form>
  )
}
