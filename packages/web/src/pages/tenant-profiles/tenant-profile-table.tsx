/** Table of tenant profiles: columns and filters for the entity page. */

import { deleteMany } from '../../ui/entity-table/delete-many.tsx'
import { createdColumn, yesCell } from '../../ui/entity-table/standard-columns.tsx'
import './tenant-profiles.css'
import type { TenantProfileCalls } from '@sonde/client/tenant-profiles/tenant-profile-calls'
import type { TenantProfile } from '@sonde/model/tenant-profiles/tenant-profile'
import { EntityKindIcon } from '../../entities/entity-kind.tsx'
import { isOrdinary } from '../../entities/use-profile-actions.tsx'
import type { EntityAction, EntityTableDescription } from '../../ui/entity-table/entity-description.ts'
import { tenantProfileRoom } from './tenant-profile-calls.ts'

interface TenantProfileTableParts {
  readonly profiles: TenantProfileCalls
  readonly quickAction: EntityAction<TenantProfile>
  readonly actions: readonly EntityAction<TenantProfile>[]
}

export function tenantProfileTable(parts: TenantProfileTableParts): EntityTableDescription<TenantProfile> {
  const { profiles, quickAction, actions } = parts
  return {
    name: tenantProfileRoom,
    entityType: 'TENANT_PROFILE',
    title: 'tenantProfiles.title',
    icon: <EntityKindIcon entityType="TENANT_PROFILE" size={24} />,
    idOf: ({ id }) => id.id,
    nameOf: ({ name }) => name,
    defaultSort: { property: 'createdTime', direction: 'DESC' },
    load: (link, _, signal) => profiles.list(link, { signal, ignoreErrors: true }),
    columns: [
      {
        id: 'name',
        title: 'tenantProfiles.name',
        priority: 1,
        minWidth: 200,
        sortProperty: 'name',
        cell: ({ name }) => name,
      },
      {
        id: 'description',
        title: 'tenantProfiles.description',
        priority: 3,
        minWidth: 200,
        sortProperty: 'description',
        cell: ({ description }, { t }) => description || t('ui.none'),
      },
      {
        id: 'default',
        title: 'tenantProfiles.default',
        priority: 2,
        minWidth: 90,
        sortProperty: 'default',
        cell: ({ default: isDefault }, context) => yesCell(isDefault, context),
      },
      createdColumn<TenantProfile>(4),
    ],
    quickAction,
    rowActions: actions,
    isSelectable: isOrdinary,
    bulkActions: [
      deleteMany<TenantProfile>({
        room: 'tenantProfiles',
        text: 'tenantProfiles.deleteText',
        isUndoable: true,
        isAllowed: isOrdinary,
        run: ({ id }) => profiles.delete(id.id, { ignoreErrors: true }),
      }),
    ],
    phone: {
      mark: () => <EntityKindIcon entityType="TENANT_PROFILE" size={18} />,
      line: ({ description }) => description,
      end: ({ default: isDefault }, { t }) => isDefault && t('tenantProfiles.default'),
    },
    texts: {
      search: 'tenantProfiles.search',
      emptyTitle: 'tenantProfiles.emptyTitle',
      emptyText: 'tenantProfiles.emptyText',
      noMatch: 'tenantProfiles.noMatch',
      noFilterMatch: 'tenantProfiles.noMatch',
      failed: 'tenantProfiles.listFailed',
    },
  }
}
