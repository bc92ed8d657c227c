/** Table of tenant profiles: columns and phone layout. */

import './tenant-profiles.css'
import type { TenantProfile } from '@sonde/model/tenant-profiles/tenant-profile'
import type { RoomTable } from '../../entity-room/room.ts'
import { createdColumn, nameColumn, yesCell } from '../../ui/entity-table/standard-columns.tsx'

export const tenantProfileTable: RoomTable<TenantProfile> = {
  columns: [
    nameColumn('tenantProfiles.name'),
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
  phone: {
    line: ({ description }) => description,
    end: ({ default: isDefault }, { t }) => isDefault && t('tenantProfiles.default'),
  },
}
