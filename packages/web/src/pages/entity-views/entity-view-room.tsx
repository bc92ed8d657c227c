/** Description of entity view pages. */

import { createEntityViewCalls } from '@sonde/client/entity-views/entity-view-calls'
import { assignableRoom, withoutCustomers } from '../../assignment/assignable-room.tsx'
import { ReadOnlyView, ViewTarget } from './entity-view-facts.tsx'
import { EntityViewFields } from './entity-view-fields.tsx'
import { draftOf, emptyView, inputOf, viewErrors } from './entity-view-input.ts'

export const entityViewRoom = assignableRoom({
  kind: 'ENTITY_VIEW',
  name: 'entityViews',
  path: '/entityViews',
  oneFailed: 'entityViews.viewFailed',
  createCalls(rest) {
    const calls = createEntityViewCalls(rest)
    return { ...calls, listOfEdge: async (...args) => withoutCustomers(await calls.listOfEdge(...args)) }
  },
  form: {
    newDraft: () => emptyView,
    draftOf,
    fieldErrorsOf: viewErrors,
    inputOf,
    renderFields: (props) => <EntityViewFields {...props} />,
    BelowFields: ViewTarget,
    ReadOnly: ReadOnlyView,
  },
})
