/** Table of resources: columns and filters for the entity page. */

import type { ResourceCalls } from '@sonde/client/resources/resource-calls'
import type { ResourceInfo } from '@sonde/model/resources/resource'
import { EntityKindIcon } from '../../../entities/entity-kind.tsx'
import { deleteMany } from '../../../ui/entity-table/delete-many.tsx'
import type { EntityAction, EntityTableDescription } from '../../../ui/entity-table/entity-description.ts'
import { createdColumn } from '../../../ui/entity-table/standard-columns.tsx'
import { isOfSystem, resourceRoom } from './resource-calls.ts'

interface ResourceTableParts {
  readonly resources: ResourceCalls
  readonly quickAction: EntityAction<ResourceInfo>
  readonly actions: readonly EntityAction<ResourceInfo>[]
  readonly isChangeable: (resource: ResourceInfo) => boolean
}

export function resourceTable(parts: ResourceTableParts): EntityTableDescription<ResourceInfo> {
  const { resources, quickAction, actions, isChangeable } = parts
  return {
    name: resourceRoom,
    entityType: 'TB_RESOURCE',
    title: 'resources.title',
    icon: <EntityKindIcon entityType="TB_RESOURCE" size={24} />,
    idOf: ({ id }) => id.id,
    nameOf: ({ title }) => title,
    defaultSort: { property: 'createdTime', direction: 'DESC' },
    load: (link, _, signal) => resources.list(link, { signal, ignoreErrors: true }),
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
    quickAction,
    rowActions: actions,
    isSelectable: isChangeable,
    bulkActions: [
      deleteMany<ResourceInfo>({
        room: 'resources',
        isUndoable: true,
        isAllowed: isChangeable,
        run: ({ id }) => resources.delete(id.id, { ignoreErrors: true }),
      }),
    ],
    phone: {
      mark: () => <EntityKindIcon entityType="TB_RESOURCE" size={18} />,
      line: (row, { t }) =>
        [t(`resources.${row.resourceType}`), isOfSystem(row) ? t('resources.ofSystem') : null]
          .filter(Boolean)
          .join(', '),
    },
    texts: {
      search: 'resources.search',
      emptyTitle: 'resources.emptyTitle',
      emptyText: 'resources.emptyText',
      noMatch: 'resources.noMatch',
      noFilterMatch: 'resources.noMatch',
      failed: 'resources.listFailed',
    },
  }
}
