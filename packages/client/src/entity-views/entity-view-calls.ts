/** Entity views: part of a device's or asset's data, for a limited period. */

import type {
  EntityView,
  EntityViewInfo,
  EntityViewInput,
  EntityViewSearchQuery,
} from '@sonde/model/entity-views/entity-view'
import {
  type AssignableCalls,
  createAssignableCalls,
  createEdgeContentCalls,
  type EdgeContentCalls,
} from '../assignables/assignable-calls.ts'
import type { Rest } from '../rest/rest.ts'

interface EntityViewShapes {
  readonly entity: EntityView
  readonly info: EntityViewInfo
  readonly input: EntityViewInput
  readonly search: EntityViewSearchQuery
}

export type EntityViewCalls = AssignableCalls<EntityViewShapes> & EdgeContentCalls<EntityView>

export const createEntityViewCalls = (rest: Rest): EntityViewCalls => ({
  ...createAssignableCalls<EntityViewShapes>(rest, 'entityView'),
  ...createEdgeContentCalls<EntityView>(rest, 'entityView'),
})
