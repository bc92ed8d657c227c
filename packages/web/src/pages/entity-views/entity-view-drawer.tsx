/** An entity view beside the list. */

import type { EntityViewInfo } from '@sonde/model/entity-views/entity-view'
import { EntityDrawer } from '../../entities/entity-drawer.tsx'
import { useText } from '../../locale/use-text.tsx'
import type { EntityAction } from '../../ui/entity-table/entity-description.ts'
import type { OpenEntity } from '../../ui/entity-table/entity-page.tsx'
import { useEntityView } from './entity-view-calls.ts'
import { EntityViewDetails } from './entity-view-details.tsx'

interface EntityViewDrawerProps extends OpenEntity<EntityViewInfo> {
  readonly canEdit: boolean
  readonly actions: readonly EntityAction<EntityViewInfo>[]
  readonly openPage: EntityAction<EntityViewInfo>
}

export function EntityViewDrawer({ id, row, onClose, ...details }: EntityViewDrawerProps) {
  const t = useText()
  return (
    <EntityDrawer
      entity={useEntityView(id, row)}
      nameOf={({ name }) => name}
      kind={t('entityViews.view')}
      failed={t('entityViews.viewFailed')}
      onClose={onClose}
    >
      {(view) => <EntityViewDetails {...details} view={view} onClose={onClose} />}
    </EntityDrawer>
  )
}
