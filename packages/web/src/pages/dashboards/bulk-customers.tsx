/** Bulk actions that assign dashboards to customers or unassign them. */

import type { DashboardSharingCalls } from '@sonde/client/dashboards/dashboard-sharing-calls'
import type { DashboardInfo } from '@sonde/model/dashboards/dashboard'
import { UserPlus, UserX } from 'lucide-react'
import type { MessageKey } from '../../locale/messages.ts'
import type { Translate } from '../../locale/texts.ts'
import type { BulkAction } from '../../ui/entity-table/entity-description.ts'
import { CustomersDialog, type CustomersDialogProps } from './customers-dialog.tsx'

const icon = { size: 18, strokeWidth: 1.75, 'aria-hidden': true } as const

export function bulkCustomerActions(sharing: DashboardSharingCalls, t: Translate): BulkAction<DashboardInfo>[] {
  const asking = (
    mode: Exclude<CustomersDialogProps['mode'], 'manage'>,
    title: MessageKey,
    change: DashboardSharingCalls['addCustomers'],
  ): Pick<BulkAction<DashboardInfo>, 'ask' | 'run'> => ({
    ask: ({ rows, onStart, onCancel }) => (
      <CustomersDialog
        mode={mode}
        title={t(title, { count: rows.length })}
        onChosen={(customers) => {
          const ids = customers.map(({ id }) => id.id)
          onStart((row, how) => change(row.id.id, ids, how))
        }}
        onClose={onCancel}
      />
    ),
    run: async () => {},
  })
  return [
    {
      id: 'assign',
      label: 'dashboards.assignMany',
      icon: <UserPlus {...icon} />,
      done: 'dashboards.assignedMany',
      ...asking('assign', 'dashboards.assignManyTitle', sharing.addCustomers),
    },
    {
      id: 'unassign',
      label: 'dashboards.unassignMany',
      icon: <UserX {...icon} />,
      done: 'dashboards.unassignedMany',
      ...asking('unassign', 'dashboards.unassignManyTitle', sharing.removeCustomers),
    },
  ]
}
