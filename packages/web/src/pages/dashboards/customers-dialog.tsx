/** Chooses the customers of dashboards: all of one's, further ones, or those that are taken away (pages.md §3). */

import { useState } from 'react'
import { EntityListPicker, type PickedEntity } from '../../entities/entity-picker.tsx'
import { useText } from '../../locale/use-text.tsx'
import { Button } from '../../ui/button/button.tsx'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import { FormError } from '../../ui/field/form-error.tsx'

export interface CustomersDialogProps {
  /** `manage`: these are all customers, there may be none. */
  readonly mode: 'manage' | 'assign' | 'unassign'
  readonly title: string
  readonly initial?: readonly PickedEntity[]
  /** Who closes is the caller, when it is done; what it throws is shown here. */
  readonly onChosen: (customers: readonly PickedEntity[]) => Promise<void> | void
  readonly onClose: () => void
}

const actions = {
  manage: 'dashboards.saveCustomers',
  assign: 'assignment.assignAction',
  unassign: 'dashboards.unassignAction',
} as const

export function CustomersDialog({ mode, title, initial = [], onChosen, onClose }: CustomersDialogProps) {
  const t = useText()
  const [customers, setCustomers] = useState(initial)
  const [isTried, setTried] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const isMissing = mode !== 'manage' && customers.length === 0

  async function run() {
    setTried(true)
    if (isMissing || isBusy) return
    setBusy(true)
    setFailure(null)
    try {
      await onChosen(customers)
    } catch (error) {
      setFailure(error instanceof Error ? error.message : String(error))
    } finally {
      setBusy(false)
    }
  }

  return (
    <Dialog
      title={title}
      onClose={onClose}
      onSubmit={() => void run()}
      footer={
        <>
          <Button kind="plain" onClick={onClose}>
            {t('ui.cancel')}
          </Button>
          <Button kind="filled" type="submit" busy={isBusy}>
            {t(actions[mode])}
          </Button>
        </>
      }
    >
      <div className="sd-form">
        <FormError text={failure} />
        <EntityListPicker
          entityType="CUSTOMER"
          label={t('dashboards.customers')}
          isOptional={mode === 'manage'}
          help={t(mode === 'unassign' ? 'dashboards.unassignHelp' : 'dashboards.customersHelp')}
          error={isTried && isMissing ? t('dashboards.customerRequired') : undefined}
          values={customers}
          onChange={setCustomers}
        />
      </div>
    </Dialog>
  )
}
