/** Entity views: list, details beside it, and what adds or assigns, as the list's scope has it. */

import type { EntityViewInfo } from '@sonde/model/entity-views/entity-view'
import { lazy, Suspense, useMemo } from 'react'
import { useListButtons } from '../../assignment/list-buttons.tsx'
import { useListScope, useScopedHeading } from '../../assignment/list-scope.ts'
import { EntityPage } from '../../ui/entity-table/entity-page.tsx'
import { useEntityViewActions } from './entity-view-actions.tsx'
import { useEntityViewBulkEdit } from './entity-view-bulk-edit.ts'
import { useEntityViewCalls } from './entity-view-calls.ts'
import { EntityViewDrawer } from './entity-view-drawer.tsx'
import { entityViewTable } from './entity-view-table.tsx'

const AddEntityViewDialog = lazy(() => import('./add-entity-view-dialog.tsx'))

export function EntityViewsPage() {
  const entityViews = useEntityViewCalls()
  const list = useListScope()
  const { openPage, all, dialogs, assignment } = useEntityViewActions(list)
  const bulkActions = useEntityViewBulkEdit(assignment.bulkActions, list.canEdit)
  const buttons = useListButtons({ room: 'entityViews', add: 'entityViews.add', list, assignment })
  const description = useMemo(
    () => entityViewTable({ entityViews, list, quickAction: openPage, actions: all, bulkActions }),
    [entityViews, list, openPage, all, bulkActions],
  )
  return (
    <EntityPage<EntityViewInfo>
      description={description}
      heading={useScopedHeading(list.scope, 'ENTITY_VIEW', 'entityViews.title')}
      primary={buttons.primary}
      renderOpen={(open) => (
        <EntityViewDrawer key={open.id} {...open} canEdit={list.canEdit} actions={all} openPage={openPage} />
      )}
    >
      {dialogs}
      {assignment.dialogs}
      <Suspense>
        {buttons.open === 'add' && <AddEntityViewDialog onClose={buttons.close} onAdded={buttons.added} />}
      </Suspense>
    </EntityPage>
  )
}
