/** An asset as a page of its own. */

import { useParams } from '@tanstack/react-router'
import { useListScope } from '../../assignment/list-scope.ts'
import { EntityOwnPage } from '../../entities/entity-own-page.tsx'
import { useText } from '../../locale/use-text.tsx'
import { useAssetActions } from './asset-actions.tsx'
import { useAsset } from './asset-calls.ts'
import { AssetDetails } from './asset-details.tsx'

export function AssetPage() {
  const t = useText()
  const { entityId = '' } = useParams({ strict: false })
  const list = useListScope()
  const { all, dialogs, assignment } = useAssetActions(list)
  return (
    <EntityOwnPage
      entity={useAsset(entityId, undefined)}
      nameOf={({ name }) => name}
      kind={t('assets.asset')}
      failed={t('assets.assetFailed')}
    >
      {(asset) => (
        <>
          <AssetDetails asset={asset} canEdit={list.canEdit} actions={all.filter((action) => action.id !== 'open')} />
          {dialogs}
          {assignment.dialogs}
        </>
      )}
    </EntityOwnPage>
  )
}
