/** Table of tenants: columns and filters for the entity page. */

import type { TenantCalls } from '@sonde/client/tenants/tenant-calls'
import type { TenantInfo } from '@sonde/model/tenants/tenant'
import { contactColumns } from '../../contact/contact-columns.tsx'
import { EntityKindIcon } from '../../entities/entity-kind.tsx'
import { deleteMany } from '../../ui/entity-table/delete-many.tsx'
import type { EntityAction, EntityTableDescription } from '../../ui/entity-table/entity-description.ts'
import { createdColumn } from '../../ui/entity-table/standard-columns.tsx'
import { tenantRoom } from './tenant-calls.ts'

interface TenantTableParts {
  readonly tenants: TenantCalls
  readonly quickAction: EntityAction<TenantInfo>
  readonly actions: readonly EntityAction<TenantInfo>[]
}

export function tenantTable({ tenants, quickAction, actions }: TenantTableParts): EntityTableDescription<TenantInfo> {
  return {
    name: tenantRoom,
    entityType: 'TENANT',
    title: 'tenants.title',
    icon: <EntityKindIcon entityType="TENANT" size={24} />,
    idOf: ({ id }) => id.id,
    nameOf: ({ title }) => title,
    defaultSort: { property: 'createdTime', direction: 'DESC' },
    load: (link, _, signal) => tenants.infos(link, { signal, ignoreErrors: true }),
    columns: [
      {
        id: 'title',
        title: 'tenants.name',
        priority: 1,
        minWidth: 200,
        sortProperty: 'title',
        cell: ({ title }) => title,
      },
      {
        id: 'profile',
        title: 'tenants.profile',
        priority: 2,
        minWidth: 130,
        sortProperty: 'tenantProfileName',
        underName: ({ tenantProfileName }) => tenantProfileName,
        cell: ({ tenantProfileName }) => tenantProfileName,
      },
      ...contactColumns<TenantInfo>(),
      createdColumn<TenantInfo>(6),
    ],
    quickAction,
    rowActions: actions,
    bulkActions: [
      deleteMany<TenantInfo>({
        room: 'tenants',
        isTyped: true,
        run: ({ id }) => tenants.delete(id.id, { ignoreErrors: true }),
      }),
    ],
    phone: {
      mark: () => <EntityKindIcon entityType="TENANT" size={18} />,
      line: ({ tenantProfileName, email, city }) => [tenantProfileName, email, city].filter(Boolean).join(', '),
    },
    texts: {
      search: 'tenants.search',
      emptyTitle: 'tenants.emptyTitle',
      emptyText: 'tenants.emptyText',
      noMatch: 'tenants.noMatch',
      noFilterMatch: 'tenants.noMatch',
      failed: 'tenants.listFailed',
    },
  }
}
