/** An entity view as a page of its own. */

import { useParams } from '@tanstack/react-router'
import { useListScope } from '../../assignment/list-scope.ts'
import { EntityOwnPage } from '../../entities/entity-own-page.tsx'
import { useText } from '../../locale/use-text.tsx'
import { useEntityViewActions } from './entity-view-actions.tsx'
import { useEntityView } from './entity-view-calls.ts'
import { EntityViewDetails } from './entity-view-details.tsx'

export function EntityViewPage() {
  const t = useText()
  const { entityId = '' } = useParams({ strict: false })
  const list = useListScope()
  const { all, dialogs, assignment } = useEntityViewActions(list)
  return (
    <EntityOwnPage
      entity={useEntityView(entityId, undefined)}
      nameOf={({ name }) => name}
      kind={t('entityViews.view')}
      failed={t('entityViews.viewFailed')}
    >
      {(view) => (
        <>
          <EntityViewDetails
            view={view}
            canEdit={list.canEdit}
            actions={all.filter((action) => action.id !== 'open')}
          />
          {dialogs}
          {assignment.dialogs}
        </>
      )}
    </EntityOwnPage>
  )
}
