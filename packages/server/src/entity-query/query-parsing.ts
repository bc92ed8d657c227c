/** Validates queries that arrive as free JSON, with error messages that name the invalid field. */

import { type EntityFilterType, entityFilterSchemas } from '@sonde/model/entity-query/entity-filters'
import {
  type AlarmDataQuery,
  alarmDataQuery,
  type EntityCountQuery,
  type EntityDataQuery,
  type EntityKey,
  entityCountQuery,
  entityDataQuery,
} from '@sonde/model/entity-query/entity-query'
import { badRequest } from '@sonde/model/errors'
import type { TSchema } from 'typebox'
import { Compile, type Validator } from 'typebox/compile'

interface Issue {
  readonly instancePath: string
  readonly message: string
}

/** Compiles a schema on first use, so that startup doesn't wait for it. */
function lazily(schema: TSchema) {
  let validator: Validator | undefined
  return (json: unknown): Issue | undefined => {
    validator ??= Compile(schema)
    return validator.Check(json) ? undefined : (validator.Errors(json)[0] ?? { instancePath: '', message: 'is wrong' })
  }
}

const checks = {
  data: lazily(entityDataQuery),
  count: lazily(entityCountQuery),
  alarms: lazily(alarmDataQuery),
}
const filterChecks = new Map<string, (json: unknown) => Issue | undefined>(
  Object.entries(entityFilterSchemas).map(([type, schema]) => [type, lazily(schema)]),
)

/**
 * Throws 400 when the query's entity filter is missing or invalid. The query's schema has the filters only as a union,
 * whose error would list what each of them lacks.
 */
export function requireEntityFilter(json: unknown): void {
  if (typeof json !== 'object' || json === null) throw badRequest('The query is missing.')
  const { entityFilter } = json as { entityFilter?: { type?: EntityFilterType } | null }
  if (typeof entityFilter !== 'object' || entityFilter === null) throw badRequest('The query has no entityFilter.')
  const { type } = entityFilter
  if (typeof type !== 'string') throw badRequest('The entityFilter has no type.')
  const filterCheck = filterChecks.get(type)
  if (!filterCheck) throw badRequest(`entityFilter.type: the entity filter ${String(type).slice(0, 50)} doesn’t exist.`)
  const issue = filterCheck(entityFilter)
  if (issue) throw wrong('/entityFilter', issue)
}

const wrong = (within: string, { instancePath, message }: Issue) => {
  const field = `${within}${instancePath}`.slice(1).replaceAll('/', '.')
  return badRequest(`${field || 'The query'} ${message}.`)
}

function parse<T>(json: unknown, check: (json: unknown) => Issue | undefined): T {
  requireEntityFilter(json)
  const issue = check(json)
  if (issue) throw wrong('', issue)
  return withKeyNames(json as T & QueriedKeys)
}

/** Parts of a query that contain key names. */
interface QueriedKeys {
  readonly entityFields?: readonly EntityKey[] | null
  readonly latestValues?: readonly EntityKey[] | null
  readonly alarmFields?: readonly EntityKey[] | null
  readonly keyFilters?: readonly { readonly key: EntityKey }[] | null
  readonly pageLink?: { readonly sortOrder?: { readonly key: EntityKey } | null }
}

/** Returns the query. Throws 400 when it contains a key name that no entity can have. */
export function withKeyNames<Q extends QueriedKeys>(query: Q): Q {
  const { entityFields, latestValues, alarmFields, keyFilters, pageLink } = query
  for (const list of [entityFields, latestValues, alarmFields]) for (const { key } of list ?? []) requireKeyName(key)
  for (const { key } of keyFilters ?? []) requireKeyName(key.key)
  if (pageLink?.sortOrder) requireKeyName(pageLink.sortOrder.key.key)
  return query
}

/** Throws 400 for a name that no entity can have: responses are objects with one member per key. */
export function requireKeyName(key: string): void {
  if (key === '__proto__') throw badRequest('A key must not be __proto__.')
}

/** Throws 400. */
export const parseEntityDataQuery = (json: unknown): EntityDataQuery => parse<EntityDataQuery>(json, checks.data)
/** Throws 400. */
export const parseEntityCountQuery = (json: unknown): EntityCountQuery => parse<EntityCountQuery>(json, checks.count)
/** Throws 400. */
export const parseAlarmDataQuery = (json: unknown): AlarmDataQuery => parse<AlarmDataQuery>(json, checks.alarms)
