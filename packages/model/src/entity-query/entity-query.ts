/** Queries for entities with their attributes and latest values, and for alarms. */

import Type, { type Static } from 'typebox'
import { type AlarmInfo, alarmSearchStatuses, alarmSeverities } from '../alarms/alarm.ts'
import type { EntityId } from '../ids.ts'
import { sortDirections } from '../paging.ts'
import { nullish } from '../schema-parts.ts'
import { entityFilter } from './entity-filters.ts'
import {
  booleanOperations,
  dynamicSourceNames,
  numericOperations,
  predicateDepthMax,
  stringOperations,
} from './predicate-operations.ts'

export {
  type BooleanOperation,
  booleanOperations,
  type NumericOperation,
  numericOperations,
  type StringOperation,
} from './predicate-operations.ts'

export const entityKeyTypes = [
  'ATTRIBUTE',
  'CLIENT_ATTRIBUTE',
  'SHARED_ATTRIBUTE',
  'SERVER_ATTRIBUTE',
  'TIME_SERIES',
  'ENTITY_FIELD',
  'ALARM_FIELD',
] as const
/** `ATTRIBUTE` reads all scopes; the newest value wins. */
export type EntityKeyType = (typeof entityKeyTypes)[number]

export const entityKey = Type.Object({ type: Type.Enum([...entityKeyTypes]), key: Type.String({ minLength: 1 }) })
export type EntityKey = Static<typeof entityKey>

export const dynamicSources = dynamicSourceNames
export type DynamicSource = (typeof dynamicSources)[number]

/** Takes the value from a SERVER_SCOPE attribute of the caller's tenant, customer or user. */
export const dynamicValue = Type.Object({
  sourceType: Type.Enum([...dynamicSources]),
  sourceAttribute: Type.String({ minLength: 1 }),
  inherit: nullish(Type.Boolean()),
})
export type DynamicValue = Static<typeof dynamicValue>

const stringPredicate = Type.Object({
  type: Type.Literal('STRING'),
  operation: Type.Enum([...stringOperations]),
  value: Type.Object({
    defaultValue: nullish(Type.String()),
    userValue: nullish(Type.String()),
    dynamicValue: nullish(dynamicValue),
  }),
  ignoreCase: nullish(Type.Boolean()),
})
const numericPredicate = Type.Object({
  type: Type.Literal('NUMERIC'),
  operation: Type.Enum([...numericOperations]),
  value: Type.Object({
    defaultValue: nullish(Type.Number()),
    userValue: nullish(Type.Number()),
    dynamicValue: nullish(dynamicValue),
  }),
})
const booleanPredicate = Type.Object({
  type: Type.Literal('BOOLEAN'),
  operation: Type.Enum([...booleanOperations]),
  value: Type.Object({
    defaultValue: nullish(Type.Boolean()),
    userValue: nullish(Type.Boolean()),
    dynamicValue: nullish(dynamicValue),
  }),
})
export type SimplePredicate =
  | Static<typeof stringPredicate>
  | Static<typeof numericPredicate>
  | Static<typeof booleanPredicate>

export interface ComplexPredicate {
  type: 'COMPLEX'
  operation: 'AND' | 'OR'
  predicates: KeyFilterPredicate[]
}
export type KeyFilterPredicate = SimplePredicate | ComplexPredicate

/** Nested explicitly instead of recursively, so that the schema rejects unlimited nesting. */
function predicateOfDepth(depth: number): ReturnType<typeof Type.Unsafe<KeyFilterPredicate>> {
  const simple = [stringPredicate, numericPredicate, booleanPredicate]
  if (depth === 0) return Type.Unsafe<KeyFilterPredicate>(Type.Union(simple))
  const complex = Type.Object({
    type: Type.Literal('COMPLEX'),
    operation: Type.Enum(['AND', 'OR']),
    predicates: Type.Array(predicateOfDepth(depth - 1)),
  })
  return Type.Unsafe<KeyFilterPredicate>(Type.Union([...simple, complex]))
}
export const keyFilterPredicate = predicateOfDepth(predicateDepthMax)

export const valueTypes = ['STRING', 'NUMERIC', 'BOOLEAN', 'DATE_TIME'] as const

export const keyFilter = Type.Object({
  key: entityKey,
  valueType: nullish(Type.Enum([...valueTypes])),
  predicate: keyFilterPredicate,
})
export type KeyFilter = Static<typeof keyFilter>

/** Maximum key filters of one query. */
export const keyFiltersMax = 100
/** Maximum keys of one kind in one query. */
export const keysPerQueryMax = 1000
/** Maximum entities per page; larger page sizes are reduced to it. */
export const entitiesPerPageMax = 10_000

const sortOrder = Type.Object({ key: entityKey, direction: nullish(Type.Enum([...sortDirections])) })
export type EntitySortOrder = Static<typeof sortOrder>

/** Maximum of an integer in the API (32 bits, signed). */
const integerMax = 2 ** 31 - 1

const pageLinkParts = {
  page: Type.Integer({ minimum: 0, maximum: integerMax }),
  pageSize: Type.Integer({ minimum: 1, maximum: integerMax }),
  textSearch: nullish(Type.String()),
  /** Only for the socket: the query runs again on every refresh. */
  dynamic: nullish(Type.Boolean()),
  sortOrder: nullish(sortOrder),
}

export const entityDataPageLink = Type.Object(pageLinkParts)
export type EntityDataPageLink = Static<typeof entityDataPageLink>

const keyFilters = nullish(Type.Array(keyFilter, { maxItems: keyFiltersMax }))
const keys = nullish(Type.Array(entityKey, { maxItems: keysPerQueryMax }))

export const entityCountQuery = Type.Object({ entityFilter, keyFilters })
export type EntityCountQuery = Static<typeof entityCountQuery>

export const entityDataQuery = Type.Object({
  entityFilter,
  keyFilters,
  pageLink: entityDataPageLink,
  entityFields: keys,
  latestValues: keys,
})
export type EntityDataQuery = Static<typeof entityDataQuery>

export const alarmDataPageLink = Type.Object({
  ...pageLinkParts,
  startTs: nullish(Type.Number()),
  endTs: nullish(Type.Number()),
  /** Ms. If above 0, the query covers the last `timeWindow` ms instead of startTs to endTs. */
  timeWindow: nullish(Type.Number()),
  typeList: nullish(Type.Array(Type.String())),
  statusList: nullish(Type.Array(Type.Enum([...alarmSearchStatuses]))),
  severityList: nullish(Type.Array(Type.Enum([...alarmSeverities]))),
  searchPropagatedAlarms: nullish(Type.Boolean()),
})
export type AlarmDataPageLink = Static<typeof alarmDataPageLink>

export const alarmDataQuery = Type.Object({
  entityFilter,
  keyFilters,
  pageLink: alarmDataPageLink,
  alarmFields: keys,
  entityFields: keys,
  latestValues: keys,
})
export type AlarmDataQuery = Static<typeof alarmDataQuery>

/** Value in responses, as text. A missing value has ts 0 and "". */
export interface TsValue {
  /** Epoch ms. */
  readonly ts: number
  readonly value: string
}

export type LatestValues = { readonly [T in EntityKeyType]?: Readonly<Record<string, TsValue>> }

export interface EntityData {
  readonly entityId: EntityId
  readonly latest: LatestValues
  readonly timeseries: Readonly<Record<string, readonly TsValue[]>>
}

export type AlarmData = AlarmInfo & {
  /** Entity through which the alarm was found. */
  readonly entityId: EntityId
  readonly latest: LatestValues
}

export interface EntityKeysInfo {
  readonly entityTypes: readonly string[]
  readonly timeseries: readonly string[]
  readonly attribute: readonly string[]
}
