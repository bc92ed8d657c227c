/** Queries over entities, their attributes, latest values and alarms. */

import Type, { type Static } from 'typebox'
import { type AlarmInfo, alarmSearchStatuses, alarmSeverities } from '../alarms/alarm.ts'
import type { EntityId } from '../ids.ts'
import { sortDirections } from '../paging.ts'
import { nullish } from '../schema-parts.ts'
import { entityFilter } from './entity-filters.ts'
import { booleanOperations, numericOperations, predicateDepthMax, stringOperations } from './predicate-operations.ts'

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
/** `ATTRIBUTE` looks through every scope; the newest wins. */
export type EntityKeyType = (typeof entityKeyTypes)[number]

export const entityKey = Type.Object({ type: Type.Enum([...entityKeyTypes]), key: Type.String({ minLength: 1 }) })
export type EntityKey = Static<typeof entityKey>

export const dynamicSources = ['CURRENT_TENANT', 'CURRENT_CUSTOMER', 'CURRENT_USER'] as const
export type DynamicSource = (typeof dynamicSources)[number]

/** The SERVER_SCOPE attribute of the caller's tenant, customer or user that stands for the value. */
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

/** Nested by hand instead of by reference: a query that nests without end is refused by the schema itself. */
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

/** Key filters of one query. */
export const keyFiltersMax = 100
/** Keys of one kind in one query. */
export const keysPerQueryMax = 1000
/** Entities of one page: the bound of the socket. */
export const entitiesPerPageMax = 10_000

const sortOrder = Type.Object({ key: entityKey, direction: nullish(Type.Enum([...sortDirections])) })
export type EntitySortOrder = Static<typeof sortOrder>

/** What the wire's integers hold. */
const integerMax = 2 ** 31 - 1

const pageLinkParts = {
  page: Type.Integer({ minimum: 0, maximum: integerMax }),
  pageSize: Type.Integer({ minimum: 1, maximum: integerMax }),
  textSearch: nullish(Type.String()),
  /** Over the socket: the query runs again at every refresh. */
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
  /** Ms; above 0 it stands for the last `timeWindow` ms instead of startTs and endTs. */
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

/** A value as answers carry it: text; a value that is missing has ts 0 and "". */
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
  /** The entity through which the alarm was found. */
  readonly entityId: EntityId
  readonly latest: LatestValues
}

export interface EntityKeysInfo {
  readonly entityTypes: readonly string[]
  readonly timeseries: readonly string[]
  readonly attribute: readonly string[]
}
