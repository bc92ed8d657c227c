/**
 * A form over something stored: a draft beside it, faults once a field was left, saving, and the conflict when somebody
 * else changed the same entity meanwhile. The wire has no versions, so what is stored is read again before each save.
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
  /** The draft of what is stored, as this page knows it. Fields are compared by their JSON. */
  readonly stored: Draft
  /** What is wrong with a draft, by field: words, or what the fields make words of. */
  readonly fieldErrorsOf: (draft: Draft) => F
  /** What is stored now; absent: nobody else changes it. */
  readonly reload?: () => Promise<Draft>
  /** Sends it; calls within pass `ignoreErrors`, the form shows a failure. */
  readonly save: (draft: Draft) => Promise<unknown>
  /** Shown in a toast. */
  readonly saved: string
}

/** What the frame around the fields shows and does. */
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
  /** What the user wrote, and what was stored when they began. */
  const [edit, setEdit] = useState<{ readonly draft: Draft; readonly base: Draft } | null>(null)
  const { isBusy, failure, setFailure, submit } = useSubmit()
  /** What somebody else stored meanwhile, while the user decides. */
  const [conflict, setConflict] = useState<Draft | null>(null)
  /** What they stored, shown until the page's own copy has caught up with it. */
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
      // The save bar goes, which shows it.
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
  /** The fields. */
  readonly children: ReactNode
  /** What nobody changes here, below the fields. */
  readonly facts?: ReactNode
  readonly className?: string
  /** The draft is kept elsewhere, over several tabs: who keeps it asks before it is left. */
  readonly isRetained?: boolean
}

/** The form around the fields: refusal, conflict, save bar, and the question before unsaved work is left. */
export function EntityForm({ form, children, facts, className, isRetained = false }: EntityFormProps) {
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
      {facts}
      {form.changes > 0 && (
        <SaveBar changes={form.changes} isBusy={form.isBusy} onSave={() => void form.save()} onDiscard={form.discard} />
      )}
      {guard}
    </form>
  )
}
