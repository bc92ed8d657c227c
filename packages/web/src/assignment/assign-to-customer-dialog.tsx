/** Chooses the customer that one thing, or several, are assigned to. */

import { useState } from 'react'
import { EntityPicker, type PickedEntity } from '../entities/entity-picker.tsx'
import { HelpButton } from '../help/help-button.tsx'
import { useText } from '../locale/use-text.tsx'
import { Button } from '../ui/button/button.tsx'
import { Dialog } from '../ui/dialog/dialog.tsx'
import { FormError } from '../ui/field/form-error.tsx'

export interface AssignToCustomerDialogProps {
  readonly title: string
  /** How many are assigned. */
  readonly count: number
  /** Who closes is the caller, when it is done; what it throws is shown here. */
  readonly onAssign: (customer: PickedEntity) => Promise<void> | void
  readonly onClose: () => void
}

export function AssignToCustomerDialog({ title, count, onAssign, onClose }: AssignToCustomerDialogProps) {
  const t = useText()
  const [customer, setCustomer] = useState<PickedEntity | null>(null)
  const [isTried, setTried] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)

  async function assign() {
    setTried(true)
    if (!customer || isBusy) return
    setBusy(true)
    setFailure(null)
    try {
      await onAssign(customer)
    } catch (error) {
      setFailure(error instanceof Error ? error.message : String(error))
    } finally {
      setBusy(false)
    }
  }

  return (
    <Dialog
      help={<HelpButton page="dialogs/assign" />}
      title={title}
      onClose={onClose}
      onSubmit={() => void assign()}
      footer={
        <>
          <Button kind="plain" onClick={onClose}>
            {t('ui.cancel')}
          </Button>
          <Button kind="filled" type="submit" busy={isBusy}>
            {t('assignment.assignAction')}
          </Button>
        </>
      }
    >
      <div className="sd-form">
        <FormError text={failure} />
        <EntityPicker
          entityType="CUSTOMER"
          label={t('assignment.customer')}
          help={t('assignment.customerHelp', { count })}
          error={isTried && !customer ? t('assignment.customerRequired') : undefined}
          value={customer}
          onChange={setCustomer}
        />
      </div>
    </Dialog>
  )
}
