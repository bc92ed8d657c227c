/** Adds a customer. */

import { createCustomerManagementCalls } from '@sonde/client/customers/customer-management-calls'
import { useNavigate } from '@tanstack/react-router'
import { NewEntityDialog } from '../../entities/new-entity-dialog.tsx'
import type { RoomDialogProps } from '../../entity-room/room.ts'
import { useText } from '../../locale/use-text.tsx'
import { useClient } from '../../session/use-session.tsx'
import { useToasts } from '../../ui/toast/toast-stack.tsx'
import { CustomerFields } from './customer-fields.tsx'
import { type CustomerDraft, customerErrors, emptyCustomer, wireCustomer } from './customer-input.ts'

export default function AddCustomerDialog({ onClose, onAdded }: RoomDialogProps) {
  const t = useText()
  const { rest } = useClient()
  const navigate = useNavigate()
  const toasts = useToasts()

  async function create(draft: CustomerDraft) {
    const customers = createCustomerManagementCalls(rest)
    const { id, title } = await customers.save(wireCustomer(draft, null), { ignoreErrors: true })
    await onAdded(id.id)
    toasts.show({
      kind: 'success',
      text: t('customers.added', { name: title }),
      action: {
        label: t('customers.addUser'),
        onSelect: () =>
          void navigate({ to: '/customers/$customerId/users', params: { customerId: id.id }, search: { add: 'true' } }),
      },
    })
  }

  return (
    <NewEntityDialog
      title={t('customers.add')}
      initial={emptyCustomer}
      fieldErrorsOf={(draft) => customerErrors(draft, t)}
      create={create}
      onClose={onClose}
    >
      {(fields) => <CustomerFields fields={fields} />}
    </NewEntityDialog>
  )
}
