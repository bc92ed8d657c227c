/** Assets as a table, in the scope that the list has. */

import type { AssetCalls } from '@sonde/client/assets/asset-calls'
import type { AssetInfo } from '@sonde/model/assets/asset'
import { assignableTable } from '../../assignment/assignable-table.tsx'
import type { ScopedList } from '../../assignment/list-scope.ts'
import type { BulkAction, EntityAction, EntityTableDescription } from '../../ui/entity-table/entity-description.ts'

export interface AssetTableParts {
  readonly assets: AssetCalls
  readonly list: ScopedList
  readonly quickAction: EntityAction<AssetInfo>
  readonly actions: readonly EntityAction<AssetInfo>[]
  readonly bulkActions: readonly BulkAction<AssetInfo>[]
}

export function assetTable({ assets, list, ...parts }: AssetTableParts): EntityTableDescription<AssetInfo> {
  const { customerId, edgeId, isTenant, canEdit } = list
  return assignableTable<AssetInfo>({
    ...parts,
    name: 'assets',
    entityType: 'ASSET',
    scope: list.scope,
    hasLabel: true,
    title: 'assets.title',
    types: () => assets.types({ ignoreErrors: true, ignoreLoading: true }),
    async load(link, { type }, signal) {
      const options = { signal, ignoreErrors: true }
      if (edgeId === undefined) return assets.list(link, { customerId, type }, options)
      const page = await assets.listOfEdge(edgeId, link, { type }, options)
      // Lists of an edge say nothing of customers.
      return { ...page, data: page.data.map((one) => ({ ...one, customerTitle: null, customerIsPublic: false })) }
    },
    remove: isTenant
      ? {
          room: 'assets',
          isUndoable: true,
          run: ({ id }) => assets.delete(id.id, { ignoreErrors: true }),
        }
      : undefined,
    texts: {
      search: 'assets.search',
      emptyTitle: 'assets.emptyTitle',
      emptyText: isTenant ? 'assets.emptyText' : canEdit ? 'assets.emptyTextScoped' : 'assets.emptyTextCustomer',
      noMatch: 'assets.noMatch',
      noFilterMatch: 'assets.noFilterMatch',
      failed: 'assets.listFailed',
    },
  })
}
