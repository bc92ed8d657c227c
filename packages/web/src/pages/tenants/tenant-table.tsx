/** Table of tenants: columns and phone layout. */

import type { TenantInfo } from '@sonde/model/tenants/tenant'
import { contactColumns } from '../../contact/contact-columns.tsx'
import type { RoomTable } from '../../entity-room/room.ts'
import { createdColumn } from '../../ui/entity-table/standard-columns.tsx'

export const tenantTable: RoomTable<TenantInfo> = {
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
      underName: ({ tenantProfileName }, { t }) => t('tenants.ofProfile', { name: tenantProfileName }),
      cell: ({ tenantProfileName }) => tenantProfileName,
    },
    ...contactColumns<TenantInfo>(),
    createdColumn<TenantInfo>(6),
  ],
  phone: {
    line: ({ tenantProfileName, email, city }) => [tenantProfileName, email, city].filter(Boolean).join(', '),
  },
}
