/** Entity views: a part of a device's or an asset's data, for a while. */

import type {
  EntityView,
  EntityViewInfo,
  EntityViewInput,
  EntityViewSearchQuery,
} from '@sonde/model/entity-views/entity-view'
import { createAssignableCalls, createEdgeContentCalls } from '../assignables/assignable-calls.ts'
import type { Rest } from '../rest/rest.ts'

interface EntityViewShapes {
  readonly thing: EntityView
  readonly info: EntityViewInfo
  readonly input: EntityViewInput
  readonly search: EntityViewSearchQuery
}

export function createEntityViewCalls(rest: Rest) {
  return {
    ...createAssignableCalls<EntityViewShapes>(rest, 'entityView'),
    ...createEdgeContentCalls<EntityView>(rest, 'entityView'),
  }
}
