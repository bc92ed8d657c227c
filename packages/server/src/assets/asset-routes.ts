/** Assets over REST. */

import { asset, assetInfo, assetInput, assetSearchQuery } from '@sonde/model/assets/asset'
import { bulkImportRequest, bulkImportResult } from '@sonde/model/bulk-import/bulk-import'
import Type from 'typebox'
import type { Scope } from '../access/scope.ts'
import { registerAssignableRoutes, thingId } from '../assignables/assignable-calls.ts'
import { importBytesMax } from '../bulk-import/bulk-import.ts'
import type { Routes } from '../http/http-app.ts'
import type { AssetImport } from './asset-import.ts'
import type { AssetService } from './asset-service.ts'

export interface AssetRouteParts {
  readonly assets: AssetService
  readonly assetImport: AssetImport
  readonly admitAsset: (scope: Scope, body: unknown) => void
}

const tenantAdmin = ['TENANT_ADMIN'] as const
const tenantUsers = ['TENANT_ADMIN', 'CUSTOMER_USER'] as const
const tag = 'assets'

export function registerAssetRoutes(routes: Routes, { assets, assetImport, admitAsset }: AssetRouteParts): void {
  const { params, idOf } = thingId('asset')
  registerAssignableRoutes(routes, assets, {
    type: 'ASSET',
    tag,
    schema: asset,
    infoSchema: assetInfo,
    byIds: true,
  })
  routes.add({
    method: 'POST',
    path: '/api/asset',
    authorities: tenantUsers,
    summary: 'Creates an asset, or changes the one with the id',
    tag,
    example: { name: 'Hall 2', type: 'hall' },
    schema: { body: assetInput, response: asset },
    admit: admitAsset,
    handle: ({ scope, body }) => assets.save(scope, body),
  })
  routes.add({
    method: 'DELETE',
    path: '/api/asset/:assetId',
    authorities: tenantAdmin,
    summary: 'Deletes an asset and what belongs to it',
    tag,
    schema: { params, response: Type.Void() },
    handle: ({ scope, params }) => assets.remove(scope, idOf(params)),
  })
  routes.add({
    method: 'POST',
    path: '/api/assets',
    authorities: tenantUsers,
    summary: 'Assets that relations lead to from an entity',
    tag,
    schema: { body: assetSearchQuery, response: Type.Array(asset) },
    handle: ({ scope, body }) => assets.search(scope, body.parameters, body.relationType, body.assetTypes),
  })
  routes.add({
    method: 'POST',
    path: '/api/asset/bulk_import',
    authorities: tenantAdmin,
    summary: 'Creates and changes assets from the lines of a CSV text',
    tag,
    bodyBytesMax: importBytesMax,
    schema: { body: bulkImportRequest, response: bulkImportResult },
    handle: ({ scope, body }) => assetImport.run(scope, body),
  })
}
