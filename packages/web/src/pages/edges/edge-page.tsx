/** An edge as a page of its own. */

import { useParams } from '@tanstack/react-router'
import { useListScope } from '../../assignment/list-scope.ts'
import { EntityOwnPage } from '../../entities/entity-own-page.tsx'
import { useText } from '../../locale/use-text.tsx'
import { useEdgeActions } from './edge-actions.tsx'
import { useEdge } from './edge-calls.ts'
import { EdgeDetails } from './edge-details.tsx'

export function EdgePage() {
  const t = useText()
  const { entityId = '' } = useParams({ strict: false })
  const list = useListScope()
  const { all, dialogs, assignment } = useEdgeActions(list)
  return (
    <EntityOwnPage
      entity={useEdge(entityId, undefined)}
      nameOf={({ name }) => name}
      kind={t('edges.edge')}
      failed={t('edges.edgeFailed')}
    >
      {(edge) => (
        <>
          <EdgeDetails edge={edge} canEdit={list.canEdit} actions={all.filter((action) => action.id !== 'open')} />
          {dialogs}
          {assignment.dialogs}
        </>
      )}
    </EntityOwnPage>
  )
}
