/** API schemas of relations: directed, typed links between entities. */

import Type, { type Static } from 'typebox'
import { entityTypes } from '../ids.ts'
import { additionalInfo, anyEntityId, nullable, nullish, text, uuid } from '../schema-parts.ts'

export const relationTypeGroups = [
  'COMMON',
  'ALARM',
  'DASHBOARD',
  'RULE_CHAIN',
  'RULE_NODE',
  'EDGE',
  'EDGE_AUTO_ASSIGN_RULE_CHAIN',
] as const
export type RelationTypeGroup = (typeof relationTypeGroups)[number]

export const searchDirections = ['FROM', 'TO'] as const
export type SearchDirection = (typeof searchDirections)[number]

export const relation = Type.Object({
  from: anyEntityId,
  to: anyEntityId,
  type: Type.String({ minLength: 1, maxLength: 255 }),
  typeGroup: Type.Enum([...relationTypeGroups]),
  additionalInfo,
})
export type Relation = Static<typeof relation>

/** Relation with the name of the found end; the name of the searched end is null. */
export const relationInfo = Type.Object({
  ...relation.properties,
  fromName: nullable(Type.String()),
  toName: nullable(Type.String()),
})
export type RelationInfo = Static<typeof relationInfo>

export const relationInput = Type.Object({
  from: anyEntityId,
  to: anyEntityId,
  type: Type.String({ minLength: 1, maxLength: 255 }),
  typeGroup: nullish(Type.Enum([...relationTypeGroups])),
  additionalInfo: Type.Optional(additionalInfo),
})
export type RelationInput = Static<typeof relationInput>

/** Start and depth of a search along relations. */
export const relationSearch = Type.Object({
  rootId: uuid,
  rootType: Type.Enum([...entityTypes]),
  direction: Type.Enum([...searchDirections]),
  relationTypeGroup: nullish(Type.Enum([...relationTypeGroups])),
  /** Maximum depth. 0 or less: the server's limit. */
  maxLevel: nullish(Type.Integer()),
  fetchLastLevelOnly: nullish(Type.Boolean()),
})
export type RelationSearch = Static<typeof relationSearch>

export const relationsQuery = Type.Object({
  parameters: relationSearch,
  filters: Type.Array(
    Type.Object({ relationType: nullish(text), entityTypes: nullish(Type.Array(Type.Enum([...entityTypes]))) }),
  ),
})
export type RelationsQuery = Static<typeof relationsQuery>

export const deviceSearchQuery = Type.Object({
  parameters: relationSearch,
  relationType: nullish(text),
  deviceTypes: Type.Array(Type.String()),
})
export type DeviceSearchQuery = Static<typeof deviceSearchQuery>
