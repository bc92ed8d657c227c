/** Adds a thing in one step: its fields, what is wrong with them once one was left, what the platform refused. */

import { type ReactNode, useState } from 'react'
import type { Faults } from '../entities/use-entity-form.tsx'
import { useText } from '../locale/use-text.tsx'
import { Button } from '../ui/button/button.tsx'
import { Dialog } from '../ui/dialog/dialog.tsx'
import { FormError } from '../ui/field/form-error.tsx'

export interface NewEntityFields<Draft, F> {
  readonly draft: Draft
  readonly change: (part: Partial<Draft>) => void
  readonly touch: (field: keyof Draft) => void
  readonly faults: Partial<F>
}

export interface NewEntityDialogProps<Draft extends object, F extends Faults<Draft>> {
  readonly title: string
  /** Of its button, such as "Add asset". */
  readonly action: string
  readonly empty: Draft
  readonly faultsOf: (draft: Draft) => F
  /** Makes it and closes the dialog; calls within pass `ignoreErrors`, a failure is shown here. */
  readonly create: (draft: Draft) => Promise<unknown>
  readonly onClose: () => void
  readonly size?: 480 | 640
  readonly children: (fields: NewEntityFields<Draft, F>) => ReactNode
}

export function NewEntityDialog<Draft extends object, F extends Faults<Draft>>(props: NewEntityDialogProps<Draft, F>) {
  const { title, action, empty, faultsOf, create, onClose, size, children } = props
  const t = useText()
  const [draft, setDraft] = useState(empty)
  const [touched, setTouched] = useState<ReadonlySet<keyof Draft> | 'all'>(new Set())
  const [failure, setFailure] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const faults = faultsOf(draft)

  async function submit() {
    setTouched('all')
    if (isBusy || Object.values(faults).some(Boolean)) return
    setBusy(true)
    setFailure(null)
    try {
      await create(draft)
    } catch (error) {
      setFailure(error instanceof Error ? error.message : String(error))
      setBusy(false)
    }
  }

  return (
    <Dialog
      title={title}
      size={size}
      onClose={onClose}
      onSubmit={() => void submit()}
      footer={
        <>
          <Button kind="plain" onClick={onClose}>
            {t('ui.cancel')}
          </Button>
          <Button kind="filled" type="submit" busy={isBusy}>
            {action}
          </Button>
        </>
      }
    >
      <div className="sd-form">
        <FormError text={failure} />
        {children({
          draft,
          change(part) {
            setDraft({ ...draft, ...part })
            setFailure(null)
          },
          touch: (field) => setTouched((now) => (now === 'all' ? now : new Set([...now, field]))),
          faults: Object.fromEntries(
            Object.entries(faults).filter(([field]) => touched === 'all' || touched.has(field as keyof Draft)),
          ) as Partial<F>,
        })}
      </div>
    </Dialog>
  )
}
