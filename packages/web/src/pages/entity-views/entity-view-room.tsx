/** Description of entity view pages. */

import { createEntityViewCalls } from '@sonde/client/entity-views/entity-view-calls'
import { defineRoom, withoutCustomers } from '../../entity-room/room.ts'
import { ReadOnlyView, ViewTarget } from './entity-view-facts.tsx'
import { EntityViewFields } from './entity-view-fields.tsx'
import { draftOf, emptyView, inputOf, viewFaults } from './entity-view-input.ts'

export const entityViewRoom = defineRoom({
  kind: 'ENTITY_VIEW',
  name: 'entityViews',
  path: '/entityViews',
  one: 'entityViews.view',
  oneFailed: 'entityViews.viewFailed',
  createCalls(rest) {
    const calls = createEntityViewCalls(rest)
    return { ...calls, listOfEdge: async (...args) => withoutCustomers(await calls.listOfEdge(...args)) }
  },
  form: {
    newDraft: () => emptyView,
    draftOf,
    faultsOf: viewFaults,
    inputOf,
    Fields: ({ change, touch, ...form }) => <EntityViewFields {...form} onChange={change} onBlur={touch} />,
    Facts: ViewTarget,
    ReadOnly: ReadOnlyView,
  },
})
