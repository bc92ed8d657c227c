/** Description of edge pages, with edge keys, content and downlinks. */

import { createEdgeCalls } from '@sonde/client/edges/edge-calls'
import type { EdgeInfo } from '@sonde/model/edges/edge'
import { lazy, Suspense } from 'react'
import { LabeledFields } from '../../assignment/assignable-fields.tsx'
import { labeledErrors } from '../../assignment/assignable-input.ts'
import { assignableRoom, ImportEntities } from '../../assignment/assignable-room.tsx'
import type { RoomTabs } from '../../entity-room/room.ts'
import { useAccount } from '../../session/use-session.tsx'
import { useEdgeActions } from './edge-actions.tsx'
import { draftOf, inputOf, newEdge } from './edge-input.ts'
import { EdgeKeys } from './edge-keys.tsx'

const DownlinksTab = lazy(() => import('./downlinks-tab.tsx'))

function useTabs(edge: EdgeInfo): RoomTabs<EdgeInfo> {
  const isAdministrator = useAccount()?.auth.authority === 'TENANT_ADMIN'
  if (!isAdministrator) return { tabs: [] }
  const render = () => (
    <Suspense key={edge.id.id}>
      <DownlinksTab edge={edge} />
    </Suspense>
  )
  return { tabs: [], afterEvents: [{ id: 'downlinks', label: 'edges.downlinks', render }] }
}

export const edgeRoom = assignableRoom({
  kind: 'EDGE',
  name: 'edges',
  path: '/edgeInstances',
  oneFailed: 'edges.edgeFailed',
  createCalls: createEdgeCalls,
  form: {
    newDraft: newEdge,
    draftOf,
    fieldErrorsOf: (draft) => labeledErrors(draft),
    inputOf,
    renderFields: ({ fields }) => (
      <>
        <LabeledFields kind="EDGE" fields={fields} />
        <EdgeKeys routingKey={fields.draft.routingKey} secret={fields.draft.secret} />
      </>
    ),
    addSize: 480,
  },
  texts: { label: 'assignment.label' },
  useActions: useEdgeActions,
  useTabs,
  renderImport: (dialog) => <ImportEntities kind="EDGE" createCalls={createEdgeCalls} {...dialog} />,
})
