/** Details of a tenant, for the drawer and the page. */

import type { TenantInfo } from '@sonde/model/tenants/tenant'
import { lazy, Suspense } from 'react'
import { EntityKindIcon } from '../../entities/entity-kind.tsx'
import { EntityDetails } from '../../entity-pages/entity-details.tsx'
import { standardTabs } from '../../entity-room/standard-tabs.tsx'
import { useText } from '../../locale/use-text.tsx'
import { useAccount } from '../../session/use-session.tsx'
import type { EntityAction } from '../../ui/entity-table/entity-description.ts'
import { TenantForm } from './tenant-form.tsx'

// Loaded when it is opened.
const TenantLimits = lazy(() => import('../../limits/limits-view.tsx'))

interface TenantDetailsProps {
  readonly tenant: TenantInfo
  readonly actions: readonly EntityAction<TenantInfo>[]
  /** Most used action. */
  readonly links: readonly EntityAction<TenantInfo>[]
  readonly openPage?: EntityAction<TenantInfo>
  readonly onClose?: () => void
  readonly onStep?: (step: 1 | -1) => void
}

export function TenantDetails({ tenant, actions, links, openPage, onClose, onStep }: TenantDetailsProps) {
  const t = useText()
  const authority = useAccount()?.auth.authority
  return (
    <EntityDetails<TenantInfo>
      description={{
        nameOf: ({ title }) => title,
        kindOf: () => t('entityTypes.TENANT'),
        icon: <EntityKindIcon entityType="TENANT" size={14} />,
        status: ({ tenantProfileName }) => <span>{tenantProfileName}</span>,
        actions,
        openPage,
        tabs: [
          {
            id: 'details',
            label: 'ui.tabDetails',
            render: (row) => <TenantForm key={row.id.id} tenant={row} links={links} />,
          },
          {
            id: 'limits',
            label: 'limits.tab',
            render: (row) => (
              <Suspense key={row.id.id}>
                <TenantLimits tenantId={row.id.id} />
              </Suspense>
            ),
          },
          ...standardTabs({ entity: tenant.id, authority }),
        ],
      }}
      row={tenant}
      onClose={onClose}
      onStep={onStep}
    />
  )
}
