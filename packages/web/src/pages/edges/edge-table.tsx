/** Edges as a table, in the scope that the list has. */

import type { EdgeCalls } from '@sonde/client/edges/edge-calls'
import type { EdgeInfo } from '@sonde/model/edges/edge'
import { assignableTable } from '../../assignment/assignable-table.tsx'
import type { ScopedList } from '../../assignment/list-scope.ts'
import type { BulkAction, EntityAction, EntityTableDescription } from '../../ui/entity-table/entity-description.ts'

export interface EdgeTableParts {
  readonly edges: EdgeCalls
  readonly list: ScopedList
  readonly quickAction: EntityAction<EdgeInfo>
  readonly actions: readonly EntityAction<EdgeInfo>[]
  readonly bulkActions: readonly BulkAction<EdgeInfo>[]
}

export function edgeTable({ edges, list, ...parts }: EdgeTableParts): EntityTableDescription<EdgeInfo> {
  const { customerId, isTenant, canEdit } = list
  return assignableTable<EdgeInfo>({
    ...parts,
    name: 'edges',
    entityType: 'EDGE',
    scope: list.scope,
    hasLabel: true,
    title: 'edges.title',
    types: () => edges.types({ ignoreErrors: true, ignoreLoading: true }),
    load: (link, { type }, signal) => edges.list(link, { customerId, type }, { signal, ignoreErrors: true }),
    remove: isTenant
      ? {
          room: 'edges',
          isUndoable: true,
          run: ({ id }) => edges.delete(id.id, { ignoreErrors: true }),
        }
      : undefined,
    texts: {
      search: 'edges.search',
      emptyTitle: 'edges.emptyTitle',
      emptyText: isTenant ? 'edges.emptyText' : canEdit ? 'edges.emptyTextScoped' : 'edges.emptyTextCustomer',
      noMatch: 'edges.noMatch',
      noFilterMatch: 'edges.noFilterMatch',
      failed: 'edges.listFailed',
    },
  })
}
