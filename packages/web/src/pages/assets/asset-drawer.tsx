/** An asset beside the list. */

import type { AssetInfo } from '@sonde/model/assets/asset'
import { EntityDrawer } from '../../entities/entity-drawer.tsx'
import { useText } from '../../locale/use-text.tsx'
import type { EntityAction } from '../../ui/entity-table/entity-description.ts'
import type { OpenEntity } from '../../ui/entity-table/entity-page.tsx'
import { useAsset } from './asset-calls.ts'
import { AssetDetails } from './asset-details.tsx'

interface AssetDrawerProps extends OpenEntity<AssetInfo> {
  readonly canEdit: boolean
  readonly actions: readonly EntityAction<AssetInfo>[]
  readonly openPage: EntityAction<AssetInfo>
}

export function AssetDrawer({ id, row, onClose, ...details }: AssetDrawerProps) {
  const t = useText()
  return (
    <EntityDrawer
      entity={useAsset(id, row)}
      nameOf={({ name }) => name}
      kind={t('assets.asset')}
      failed={t('assets.assetFailed')}
      onClose={onClose}
    >
      {(asset) => <AssetDetails {...details} asset={asset} onClose={onClose} />}
    </EntityDrawer>
  )
}
