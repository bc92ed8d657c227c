/** A dashboard beside the list: its details. What it shows has an address of its own. */

import type { Dashboard, DashboardInfo } from '@sonde/model/dashboards/dashboard'
import { EntityDrawer } from '../../entities/entity-drawer.tsx'
import { EntityKindIcon } from '../../entities/entity-kind.tsx'
import { EntityDetails } from '../../entity-pages/entity-details.tsx'
import type { OpenEntity } from '../../entity-pages/entity-page.tsx'
import { standardTabs } from '../../entity-room/standard-tabs.tsx'
import { useText } from '../../locale/use-text.tsx'
import { useAccount } from '../../session/use-session.tsx'
import type { EntityAction } from '../../ui/entity-table/entity-description.ts'
import { publicIdOf, useWholeDashboard } from './dashboard-calls.ts'
import { DashboardForm } from './dashboard-form.tsx'

interface DashboardDrawerProps extends OpenEntity<DashboardInfo> {
  readonly canEdit: boolean
  /** The tenant's own list says whom it is shown to. */
  readonly isTenant: boolean
  readonly actions: readonly EntityAction<DashboardInfo>[]
  readonly links: readonly EntityAction<DashboardInfo>[]
  readonly openPage: EntityAction<DashboardInfo>
}

export function DashboardDrawer(props: DashboardDrawerProps) {
  const { id, onClose, onStep, canEdit, isTenant, actions, links, openPage } = props
  const t = useText()
  const authority = useAccount()?.auth.authority
  return (
    <EntityDrawer
      entity={useWholeDashboard(id)}
      nameOf={({ title }) => title}
      kind={t('entityTypes.DASHBOARD')}
      failed={t('dashboards.detailsFailed')}
      onClose={onClose}
    >
      {(dashboard) => (
        <EntityDetails<Dashboard>
          row={dashboard}
          onClose={onClose}
          onStep={onStep}
          description={{
            nameOf: ({ title }) => title,
            kindOf: () => t('entityTypes.DASHBOARD'),
            icon: <EntityKindIcon entityType="DASHBOARD" size={14} />,
            status: (row) => isTenant && publicIdOf(row) !== null && <span>{t('assignment.public')}</span>,
            actions,
            openPage,
            tabs: [
              {
                id: 'details',
                label: 'ui.tabDetails',
                render: (row) => <DashboardForm key={row.id.id} dashboard={row} canEdit={canEdit} links={links} />,
              },
              ...standardTabs({ entity: dashboard.id, authority }),
            ],
          }}
        />
      )}
    </EntityDrawer>
  )
}
