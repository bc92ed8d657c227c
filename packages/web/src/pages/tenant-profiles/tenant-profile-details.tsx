/** Details of a tenant profile, for the drawer and the page. */

import type { TenantProfile } from '@sonde/model/tenant-profiles/tenant-profile'
import { EntityKindIcon } from '../../entities/entity-kind.tsx'
import { EntityDetails } from '../../entity-pages/entity-details.tsx'
import { standardTabs } from '../../entity-room/standard-tabs.tsx'
import { useText } from '../../locale/use-text.tsx'
import { useAccount } from '../../session/use-session.tsx'
import type { EntityAction } from '../../ui/entity-table/entity-description.ts'
import { TenantProfileForm } from './tenant-profile-form.tsx'

interface TenantProfileDetailsProps {
  readonly profile: TenantProfile
  readonly actions: readonly EntityAction<TenantProfile>[]
  readonly openPage?: EntityAction<TenantProfile>
  readonly onClose?: () => void
  readonly onStep?: (step: 1 | -1) => void
}

export function TenantProfileDetails({ profile, actions, openPage, onClose, onStep }: TenantProfileDetailsProps) {
  const t = useText()
  const authority = useAccount()?.auth.authority
  return (
    <EntityDetails<TenantProfile>
      description={{
        nameOf: ({ name }) => name,
        kindOf: () => t('entityTypes.TENANT_PROFILE'),
        icon: <EntityKindIcon entityType="TENANT_PROFILE" size={14} />,
        status: (row) => row.default && <span>{t('tenantProfiles.isDefault')}</span>,
        actions,
        openPage,
        tabs: [
          {
            id: 'details',
            label: 'ui.tabDetails',
            render: (row) => <TenantProfileForm key={row.id.id} profile={row} />,
          },
          ...standardTabs({ entity: profile.id, authority }),
        ],
      }}
      row={profile}
      onClose={onClose}
      onStep={onStep}
    />
  )
}
