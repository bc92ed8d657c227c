/** Dialog to choose customers of dashboards: sets all customers, adds some or removes some. */

import { type ReactNode, useState } from 'react'
import { EntityListPicker, type PickedEntity } from '../../entities/entity-picker.tsx'
import { useText } from '../../locale/use-text.tsx'
import { FormDialog } from '../../ui/dialog/form-dialog.tsx'
import { useSubmit } from '../../ui/field/use-submit.ts'

export interface CustomersDialogProps {
  /** `manage`: the choice replaces all customers and may be empty. */
  readonly mode: 'manage' | 'assign' | 'unassign'
  readonly title: string
  readonly initial?: readonly PickedEntity[]
  /** Renders notes about the chosen customers below the field. */
  readonly renderNotes?: (customers: readonly PickedEntity[]) => ReactNode
  /** The caller closes the dialog when done; the dialog shows errors that it throws. */
  readonly onChosen: (customers: readonly PickedEntity[]) => Promise<void> | void
  readonly onClose: () => void
}

const actions = {
  manage: 'dashboards.saveCustomers',
  assign: 'assignment.assignAction',
  unassign: 'dashboards.unassignAction',
} as const

export function CustomersDialog({ mode, title, initial = [], renderNotes, onChosen, onClose }: CustomersDialogProps) {
  const t = useText()
  const [customers, setCustomers] = useState(initial)
  const [isTried, setTried] = useState(false)
  const sending = useSubmit()
  const isMissing = mode !== 'manage' && customers.length === 0

  function run() {
    setTried(true)
    if (!isMissing) void sending.submit(async () => onChosen(customers))
  }

  return (
    <FormDialog title={title} onClose={onClose} action={t(actions[mode])} sending={sending} onSubmit={run}>
      <EntityListPicker
        entityType="CUSTOMER"
        label={t('dashboards.customers')}
        isOptional={mode === 'manage'}
        help={t(mode === 'unassign' ? 'dashboards.unassignHelp' : 'dashboards.customersHelp')}
        error={isTried && isMissing ? t('dashboards.customerRequired') : undefined}
        values={customers}
        onChange={setCustomers}
      />
      {renderNotes?.(customers)}
    </FormDialog>
  )
}
