/** Entity views as a table, in the scope that the list has. */

import type { EntityViewCalls } from '@sonde/client/entity-views/entity-view-calls'
import type { EntityViewInfo } from '@sonde/model/entity-views/entity-view'
import { assignableTable } from '../../assignment/assignable-table.tsx'
import type { ScopedList } from '../../assignment/list-scope.ts'
import type { BulkAction, EntityAction, EntityTableDescription } from '../../ui/entity-table/entity-description.ts'

export interface EntityViewTableParts {
  readonly entityViews: EntityViewCalls
  readonly list: ScopedList
  readonly quickAction: EntityAction<EntityViewInfo>
  readonly actions: readonly EntityAction<EntityViewInfo>[]
  readonly bulkActions: readonly BulkAction<EntityViewInfo>[]
}

export function entityViewTable({
  entityViews,
  list,
  ...parts
}: EntityViewTableParts): EntityTableDescription<EntityViewInfo> {
  const { customerId, edgeId, isTenant, canEdit } = list
  return assignableTable<EntityViewInfo>({
    ...parts,
    name: 'entityViews',
    entityType: 'ENTITY_VIEW',
    scope: list.scope,
    title: 'entityViews.title',
    types: () => entityViews.types({ ignoreErrors: true, ignoreLoading: true }),
    async load(link, { type }, signal) {
      const options = { signal, ignoreErrors: true }
      if (edgeId === undefined) return entityViews.list(link, { customerId, type }, options)
      const page = await entityViews.listOfEdge(edgeId, link, { type }, options)
      // Lists of an edge say nothing of customers.
      return { ...page, data: page.data.map((one) => ({ ...one, customerTitle: null, customerIsPublic: false })) }
    },
    remove: isTenant
      ? {
          room: 'entityViews',
          isUndoable: true,
          run: ({ id }) => entityViews.delete(id.id, { ignoreErrors: true }),
        }
      : undefined,
    texts: {
      search: 'entityViews.search',
      emptyTitle: 'entityViews.emptyTitle',
      emptyText: isTenant
        ? 'entityViews.emptyText'
        : canEdit
          ? 'entityViews.emptyTextScoped'
          : 'entityViews.emptyTextCustomer',
      noMatch: 'entityViews.noMatch',
      noFilterMatch: 'entityViews.noFilterMatch',
      failed: 'entityViews.listFailed',
    },
  })
}
