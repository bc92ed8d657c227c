/** API schemas of edges and their events. */

import Type, { type Static } from 'typebox'
import { assignableFields, assignableInputFields, ownerFields } from '../assignables/assignable.ts'
import { typesWith } from '../entities/entity-kinds.ts'
import { relationSearch } from '../relations/relation.ts'
import { epochMs, idOf, nullable, nullish, text, uuid } from '../schema-parts.ts'

const key = Type.String({ minLength: 1, maxLength: 255 })

export const edge = Type.Object({
  ...assignableFields('EDGE'),
  label: nullable(text),
  rootRuleChainId: nullable(idOf('RULE_CHAIN')),
  /** Identifies the edge when it connects; unique on the server. */
  routingKey: Type.String(),
  secret: Type.String(),
})
export type Edge = Static<typeof edge>

export const edgeInfo = Type.Object({ ...edge.properties, ...ownerFields })
export type EdgeInfo = Static<typeof edgeInfo>

export const edgeInput = Type.Object({
  ...assignableInputFields('EDGE'),
  label: nullish(text),
  routingKey: key,
  secret: key,
})
export type EdgeInput = Static<typeof edgeInput>

export const edgeSearchQuery = Type.Object({
  parameters: relationSearch,
  relationType: nullish(text),
  edgeTypes: Type.Array(Type.String()),
})
export type EdgeSearchQuery = Static<typeof edgeSearchQuery>

export const edgeEventTypes = [
  ...typesWith({ edges: 'assigned' }),
  ...typesWith({ edges: 'all' }),
  'ALARM',
  'RULE_CHAIN_METADATA',
  'EDGE',
  'RELATION',
  'TENANT',
  'ADMIN_SETTINGS',
] as const
export type EdgeEventType = (typeof edgeEventTypes)[number]

export const edgeEventActions = [
  'ADDED',
  'DELETED',
  'UPDATED',
  'POST_ATTRIBUTES',
  'ATTRIBUTES_UPDATED',
  'ATTRIBUTES_DELETED',
  'TIMESERIES_UPDATED',
  'CREDENTIALS_UPDATED',
  'ASSIGNED_TO_CUSTOMER',
  'UNASSIGNED_FROM_CUSTOMER',
  'RELATION_ADD_OR_UPDATE',
  'RELATION_DELETED',
  'RPC_CALL',
  'ALARM_ACK',
  'ALARM_CLEAR',
  'ASSIGNED_TO_EDGE',
  'UNASSIGNED_FROM_EDGE',
  'CREDENTIALS_REQUEST',
  'ENTITY_MERGE_REQUEST',
] as const
export type EdgeEventAction = (typeof edgeEventActions)[number]

export const edgeEvent = Type.Object({
  id: Type.Object({ id: uuid }),
  createdTime: epochMs,
  tenantId: idOf('TENANT'),
  edgeId: idOf('EDGE'),
  action: Type.Enum([...edgeEventActions]),
  /** UUID of the entity that the event refers to. */
  entityId: nullable(uuid),
  uid: Type.String(),
  type: Type.Enum([...edgeEventTypes]),
  body: Type.Unknown(),
})
export type EdgeEvent = Static<typeof edgeEvent>
