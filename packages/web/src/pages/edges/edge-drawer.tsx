/** An edge beside the list. */

import type { EdgeInfo } from '@sonde/model/edges/edge'
import { EntityDrawer } from '../../entities/entity-drawer.tsx'
import { useText } from '../../locale/use-text.tsx'
import type { EntityAction } from '../../ui/entity-table/entity-description.ts'
import type { OpenEntity } from '../../ui/entity-table/entity-page.tsx'
import { useEdge } from './edge-calls.ts'
import { EdgeDetails } from './edge-details.tsx'

interface EdgeDrawerProps extends OpenEntity<EdgeInfo> {
  readonly canEdit: boolean
  readonly actions: readonly EntityAction<EdgeInfo>[]
  readonly openPage: EntityAction<EdgeInfo>
}

export function EdgeDrawer({ id, row, onClose, ...details }: EdgeDrawerProps) {
  const t = useText()
  return (
    <EntityDrawer
      entity={useEdge(id, row)}
      nameOf={({ name }) => name}
      kind={t('edges.edge')}
      failed={t('edges.edgeFailed')}
      onClose={onClose}
    >
      {(edge) => <EdgeDetails {...details} edge={edge} onClose={onClose} />}
    </EntityDrawer>
  )
}
