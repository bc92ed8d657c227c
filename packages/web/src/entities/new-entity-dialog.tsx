/** The dialog that makes an entity of any room: its fields, faults once a field was left, the platform's refusal. */

import { type ReactNode, useState } from 'react'
import { PageHelpButton } from '../help/page-help-button.tsx'
import { useText } from '../locale/use-text.tsx'
import { Button } from '../ui/button/button.tsx'
import { Dialog, type DialogProps } from '../ui/dialog/dialog.tsx'
import { afterPress } from '../ui/field/after-press.ts'
import { FormError } from '../ui/field/form-error.tsx'
import type { EntityFormState, Faults } from './use-entity-form.tsx'

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
  const t = useText()
  const [draft, setDraft] = useState(initial)
  const [touched, setTouched] = useState<ReadonlySet<keyof Draft> | 'all'>(new Set())
  const [failure, setFailure] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const allFaults = faultsOf(draft)

  async function submit() {
    setTouched('all')
    if (isBusy || Object.values(allFaults).some(Boolean)) return
    setBusy(true)
    setFailure(null)
    try {
      await create(draft)
    } catch (error) {
      setFailure(error instanceof Error ? error.message : String(error))
    } finally {
      setBusy(false)
    }
  }

  return (
    <Dialog
      title={title}
      size={size}
      help={help}
      onClose={onClose}
      onSubmit={() => void submit()}
      footer={
        <>
          <Button kind="plain" onClick={onClose}>
            {t('ui.cancel')}
          </Button>
          <Button kind="filled" type="submit" busy={isBusy}>
            {title}
          </Button>
        </>
      }
    >
      <div className="sd-form">
        <FormError text={failure} />
        {children({
          draft,
          change(part) {
            setDraft((now) => ({ ...now, ...part }))
            setFailure(null)
          },
          touch: (field) => afterPress(() => setTouched((now) => (now === 'all' ? now : new Set([...now, field])))),
          faults: Object.fromEntries(
            Object.entries(allFaults).filter(([field]) => touched === 'all' || touched.has(field as keyof Draft)),
          ) as Partial<F>,
        })}
      </div>
    </Dialog>
  )
}
