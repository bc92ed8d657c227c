/** Description of edge pages, with edge keys, content and downlinks. */

import { createEdgeCalls } from '@sonde/client/edges/edge-calls'
import { lazy, Suspense } from 'react'
import { LabeledFields } from '../../assignment/assignable-fields.tsx'
import { defineRoom } from '../../entity-room/room.ts'
import { useEdgeActions } from './edge-actions.tsx'
import { draftOf, edgeFaults, inputOf, newEdge } from './edge-input.ts'
import { EdgeKeys } from './edge-keys.tsx'

const DownlinksTab = lazy(() => import('./downlinks-tab.tsx'))

export const edgeRoom = defineRoom({
  kind: 'EDGE',
  name: 'edges',
  path: '/edgeInstances',
  one: 'edges.edge',
  oneFailed: 'edges.edgeFailed',
  createCalls: createEdgeCalls,
  form: {
    newDraft: newEdge,
    draftOf,
    faultsOf: edgeFaults,
    inputOf,
    Fields: (form) => <LabeledFields kind="EDGE" {...form} />,
    FixedFields: ({ draft }) => <EdgeKeys routingKey={draft.routingKey} secret={draft.secret} />,
  },
  addSize: 480,
  hasLabel: true,
  useActions: useEdgeActions,
  tabs: (edge, authority) =>
    authority === 'TENANT_ADMIN'
      ? [
          {
            id: 'downlinks',
            label: 'edges.downlinks',
            render: () => (
              <Suspense key={edge.id.id}>
                <DownlinksTab edge={edge} />
              </Suspense>
            ),
          },
        ]
      : [],
})
