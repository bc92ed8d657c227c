/** Assets: what devices belong to. */

import type { Asset, AssetInfo, AssetInput, AssetSearchQuery } from '@sonde/model/assets/asset'
import type { BulkImportRequest, BulkImportResult } from '@sonde/model/bulk-import/bulk-import'
import {
  type AssignableCalls,
  createAssignableCalls,
  createEdgeContentCalls,
  type EdgeContentCalls,
} from '../assignables/assignable-calls.ts'
import type { CallOptions, Rest } from '../rest/rest.ts'

interface AssetShapes {
  readonly thing: Asset
  readonly info: AssetInfo
  readonly input: AssetInput
  readonly search: AssetSearchQuery
}

export type AssetCalls = AssignableCalls<AssetShapes> & EdgeContentCalls<Asset> & ReturnType<typeof createOwnCalls>

export const createAssetCalls = (rest: Rest): AssetCalls => ({
  ...createAssignableCalls<AssetShapes>(rest, 'asset'),
  ...createEdgeContentCalls<Asset>(rest, 'asset'),
  ...createOwnCalls(rest),
})

function createOwnCalls(rest: Rest) {
  return {
    /** Assets by their ids; unknown ones and those of others are left out. */
    byIds: (assetIds: readonly string[], options: CallOptions = {}) =>
      rest.request<readonly Asset[]>('GET', '/api/assets', { ...options, query: { assetIds } }),

    /** Creates and changes assets from the lines of a CSV text; a line that fails is counted and the rest go on. */
    bulkImport: (request: BulkImportRequest, options: CallOptions = {}) =>
      rest.request<BulkImportResult>('POST', '/api/asset/bulk_import', { ...options, body: request }),
  }
}
