/** Table of resources: columns and phone layout. */

import type { ResourceInfo } from '@sonde/model/resources/resource'
import type { RoomTable } from '../../../entity-room/room.ts'
import { createdColumn } from '../../../ui/entity-table/standard-columns.tsx'
import { isOfSystem } from './resource-calls.ts'

export const resourceTable: RoomTable<ResourceInfo> = {
  columns: [
    {
      id: 'title',
      title: 'resources.name',
      priority: 1,
      minWidth: 220,
      sortProperty: 'title',
      cell: ({ title }) => title,
    },
    {
      id: 'type',
      title: 'resources.type',
      priority: 2,
      minWidth: 130,
      sortProperty: 'resourceType',
      underName: ({ resourceType }, { t }) => t(`resources.${resourceType}`),
      cell: ({ resourceType }, { t }) => t(`resources.${resourceType}`),
    },
    {
      id: 'owner',
      title: 'resources.owner',
      priority: 3,
      minWidth: 110,
      underName: (row, { t }) => (isOfSystem(row) ? t('resources.ofSystem') : null),
      cell: (row, { t }) => t(isOfSystem(row) ? 'resources.ofSystem' : 'resources.ofTenant'),
    },
    {
      id: 'key',
      title: 'resources.key',
      priority: 5,
      minWidth: 140,
      cell: ({ resourceKey }) => <span className="sd-mono">{resourceKey}</span>,
    },
    createdColumn<ResourceInfo>(4),
  ],
  phone: {
    line: (row, { t }) =>
      [t(`resources.${row.resourceType}`), isOfSystem(row) ? t('resources.ofSystem') : null].filter(Boolean).join(', '),
  },
}
