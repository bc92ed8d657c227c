/** Adds a customer. */

import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { refreshRoom } from '../../entities/entity-queries.ts'
import { NewEntityDialog } from '../../entities/new-entity-dialog.tsx'
import { useText } from '../../locale/use-text.tsx'
import { useToasts } from '../../ui/toast/toast-stack.tsx'
import { customerRoom, useCustomerManagement } from './customer-calls.ts'
import { CustomerFields } from './customer-form.tsx'
import { type CustomerDraft, customerFaults, emptyCustomer, wireCustomer } from './customer-input.ts'

export default function AddCustomerDialog({ onClose }: { onClose: () => void }) {
  const t = useText()
  const management = useCustomerManagement()
  const queries = useQueryClient()
  const navigate = useNavigate()
  const toasts = useToasts()

  async function create(draft: CustomerDraft) {
    const { id, title } = await management.save(wireCustomer(draft, null), { ignoreErrors: true })
    void refreshRoom(queries, customerRoom)
    await navigate({ to: '/customers', search: { open: id.id } })
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
      faultsOf={(draft) => customerFaults(draft, t)}
      create={create}
      onClose={onClose}
    >
      {(fields) => <CustomerFields fields={fields} />}
    </NewEntityDialog>
  )
}
