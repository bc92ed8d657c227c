/** An asset's details: the description that drawer and page are made of. */

import type { AssetInfo } from '@sonde/model/assets/asset'
import { AssignableStatus } from '../../assignment/assignable-fields.tsx'
import { EntityKindIcon } from '../../entities/entity-kind.tsx'
import { standardTabs } from '../../entities/standard-tabs.tsx'
import { useAccount } from '../../session/use-session.tsx'
import { EntityDetails, type EntityDetailsDescription } from '../../ui/entity-details/entity-details.tsx'
import type { EntityAction } from '../../ui/entity-table/entity-description.ts'
import { AssetForm } from './asset-form.tsx'

interface AssetDetailsProps {
  readonly asset: AssetInfo
  readonly canEdit: boolean
  readonly actions: readonly EntityAction<AssetInfo>[]
  readonly openPage?: EntityAction<AssetInfo>
  readonly onClose?: () => void
  readonly onStep?: (step: 1 | -1) => void
}

export function AssetDetails({ asset, canEdit, actions, openPage, onClose, onStep }: AssetDetailsProps) {
  const authority = useAccount()?.auth.authority
  const description: EntityDetailsDescription<AssetInfo> = {
    nameOf: ({ name }) => name,
    kindOf: ({ type }) => type,
    icon: <EntityKindIcon entityType="ASSET" size={14} />,
    status: (row) => <AssignableStatus row={row} />,
    actions,
    openPage,
    tabs: [
      {
        id: 'details',
        label: 'assignment.details',
        render: (row) => <AssetForm key={row.id.id} asset={row} canEdit={canEdit} />,
      },
      ...standardTabs({ entity: asset.id, authority }),
    ],
  }
  return <EntityDetails description={description} row={asset} onClose={onClose} onStep={onStep} />
}
