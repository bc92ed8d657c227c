/** Chooses the customer to assign one or several entities to. */

import { useState } from 'react'
import { EntityPicker, type PickedEntity } from '../entities/entity-picker.tsx'
import { HelpButton } from '../help/help-button.tsx'
import { useText } from '../locale/use-text.tsx'
import { FormDialog } from '../ui/dialog/form-dialog.tsx'
import { useSubmit } from '../ui/field/use-submit.ts'

export interface AssignToCustomerDialogProps {
  readonly title: string
  /** Number of entities to assign. */
  readonly count: number
  /** The caller closes the dialog on success; a thrown error is shown in the dialog. */
  readonly onAssign: (customer: PickedEntity) => Promise<void> | void
  readonly onClose: () => void
}

export function AssignToCustomerDialog({ title, count, onAssign, onClose }: AssignToCustomerDialogProps) {
  const t = useText()
  const [customer, setCustomer] = useState<PickedEntity | null>(null)
  const [isTried, setTried] = useState(false)
  const sending = useSubmit()

  function assign() {
    setTried(true)
    if (customer) void sending.submit(async () => onAssign(customer))
  }

  return (
    <FormDialog
      help={<HelpButton page="dialogs/assign" />}
      title={title}
      onClose={onClose}
      action={t('assignment.assignAction')}
      sending={sending}
      onSubmit={assign}
    >
      <EntityPicker
        entityType="CUSTOMER"
        label={t('assignment.customer')}
        help={t('assignment.customerHelp', { count })}
        error={isTried && !customer ? t('assignment.customerRequired') : undefined}
        value={customer}
        onChange={setCustomer}
      />
    </FormDialog>
  )
}
