/** Edges: list, details beside it, and what adds, imports or assigns, as the list's scope has it. */

import type { EdgeInfo } from '@sonde/model/edges/edge'
import { lazy, Suspense, useMemo } from 'react'
import { useListButtons } from '../../assignment/list-buttons.tsx'
import { useListScope, useScopedHeading } from '../../assignment/list-scope.ts'
import { EntityPage } from '../../ui/entity-table/entity-page.tsx'
import { useEdgeActions } from './edge-actions.tsx'
import { useEdgeBulkEdit } from './edge-bulk-edit.ts'
import { useEdgeCalls } from './edge-calls.ts'
import { EdgeDrawer } from './edge-drawer.tsx'
import { edgeTable } from './edge-table.tsx'

const AddEdgeDialog = lazy(() => import('./add-edge-dialog.tsx'))
const BulkImportDialog = lazy(() => import('../../bulk-import/bulk-import-dialog.tsx'))

export function EdgesPage() {
  const edges = useEdgeCalls()
  const list = useListScope()
  const { openPage, all, dialogs, assignment } = useEdgeActions(list)
  const bulkActions = useEdgeBulkEdit(assignment.bulkActions, list.canEdit)
  const buttons = useListButtons({ room: 'edges', add: 'edges.add', list, assignment, canImport: true })
  const description = useMemo(
    () => edgeTable({ edges, list, quickAction: openPage, actions: all, bulkActions }),
    [edges, list, openPage, all, bulkActions],
  )
  return (
    <EntityPage<EdgeInfo>
      description={description}
      heading={useScopedHeading(list.scope, 'EDGE', 'edges.title')}
      primary={buttons.primary}
      secondary={buttons.secondary}
      renderOpen={(open) => (
        <EdgeDrawer key={open.id} {...open} canEdit={list.canEdit} actions={all} openPage={openPage} />
      )}
    >
      {dialogs}
      {assignment.dialogs}
      <Suspense>
        {buttons.open === 'add' && <AddEdgeDialog onClose={buttons.close} onAdded={buttons.added} />}
        {buttons.open === 'import' && (
          <BulkImportDialog kind="EDGE" send={edges.bulkImport} onClose={buttons.close} onDone={buttons.refresh} />
        )}
      </Suspense>
    </EntityPage>
  )
}
