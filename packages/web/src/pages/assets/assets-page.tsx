/** Assets: list, details beside it, and what adds, imports or assigns, as the list's scope has it. */

import type { AssetInfo } from '@sonde/model/assets/asset'
import { lazy, Suspense, useMemo } from 'react'
import { useListButtons } from '../../assignment/list-buttons.tsx'
import { useListScope, useScopedHeading } from '../../assignment/list-scope.ts'
import { EntityPage } from '../../ui/entity-table/entity-page.tsx'
import { useAssetActions } from './asset-actions.tsx'
import { useAssetBulkEdit } from './asset-bulk-edit.ts'
import { useAssetCalls } from './asset-calls.ts'
import { AssetDrawer } from './asset-drawer.tsx'
import { assetTable } from './asset-table.tsx'

const AddAssetDialog = lazy(() => import('./add-asset-dialog.tsx'))
const BulkImportDialog = lazy(() => import('../../bulk-import/bulk-import-dialog.tsx'))

export function AssetsPage() {
  const assets = useAssetCalls()
  const list = useListScope()
  const { openPage, all, dialogs, assignment } = useAssetActions(list)
  const bulkActions = useAssetBulkEdit(assignment.bulkActions, list.canEdit)
  const buttons = useListButtons({ room: 'assets', add: 'assets.add', list, assignment, canImport: true })
  const description = useMemo(
    () => assetTable({ assets, list, quickAction: openPage, actions: all, bulkActions }),
    [assets, list, openPage, all, bulkActions],
  )
  return (
    <EntityPage<AssetInfo>
      description={description}
      heading={useScopedHeading(list.scope, 'ASSET', 'assets.title')}
      primary={buttons.primary}
      secondary={buttons.secondary}
      renderOpen={(open) => (
        <AssetDrawer key={open.id} {...open} canEdit={list.canEdit} actions={all} openPage={openPage} />
      )}
    >
      {dialogs}
      {assignment.dialogs}
      <Suspense>
        {buttons.open === 'add' && <AddAssetDialog onClose={buttons.close} onAdded={buttons.added} />}
        {buttons.open === 'import' && (
          <BulkImportDialog kind="ASSET" send={assets.bulkImport} onClose={buttons.close} onDone={buttons.refresh} />
        )}
      </Suspense>
    </EntityPage>
  )
}
