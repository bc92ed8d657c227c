/** Stored attributes and telemetry of an entity. The live client reports changes. */

import type { EntityId } from '@sonde/model/ids'
import type { Aggregation, AttributeScope } from '@sonde/model/telemetry/values'
import type { Query } from '../rest/http-call.ts'
import type { CallOptions, Rest } from '../rest/rest.ts'

export interface Attribute {
  readonly key: string
  /** Number, text, boolean or JSON. */
  readonly value: unknown
  /** Epoch ms. */
  readonly lastUpdateTs: number
}

export interface SeriesPoint {
  /** Epoch ms. */
  readonly ts: number
  /** Text, or a typed value with `useStrictDataTypes`; null: the key has no value. */
  readonly value: unknown
}
export type SeriesByKey = Readonly<Record<string, readonly SeriesPoint[]>>

export interface SeriesRange {
  readonly keys: readonly string[]
  /** Inclusive, epoch ms. */
  readonly startTs: number
  /** Exclusive, epoch ms. */
  readonly endTs: number
  /** Maximum points per key without aggregation; default: 100. */
  readonly limit?: number
  readonly agg?: Aggregation
  /** Width of a bucket, ms; a bucket's point has the time of its middle. */
  readonly interval?: number
  /** Default: newest first. */
  readonly orderBy?: 'ASC' | 'DESC'
  /** Returns typed values instead of text. */
  readonly useStrictDataTypes?: boolean
}

const root = (entity: EntityId) => `/api/plugins/telemetry/${entity.entityType}/${entity.id}`

/**
 * Names as a query. `keys` joins them by commas, but text with commas means the key of that name if it exists; so
 * several names, and names with commas, are sent one by one.
 */
export const keysQuery = (names: readonly string[] | null): Query => {
  if (names === null) return {}
  const [only = ''] = names
  return names.length === 1 && !only.includes(',') ? { keys: only } : { key: { repeated: names } }
}

export type TelemetryCalls = ReturnType<typeof createTelemetryCalls>

export function createTelemetryCalls(rest: Rest) {
  return {
    /** Attributes of a scope (null: of all scopes), by key (null: all). */
    attributes: (
      entity: EntityId,
      scope: AttributeScope | null,
      keys: readonly string[] | null = null,
      options: CallOptions = {},
    ) =>
      rest.request<readonly Attribute[]>('GET', `${root(entity)}/values/attributes${scope ? `/${scope}` : ''}`, {
        ...options,
        query: keysQuery(keys),
      }),

    /** Writes attributes by key. JSON values are objects or lists; client attributes are read-only. */
    saveAttributes: (
      entity: EntityId,
      scope: 'SERVER_SCOPE' | 'SHARED_SCOPE',
      values: Readonly<Record<string, unknown>>,
      options: CallOptions = {},
    ) => rest.request<void>('POST', `${root(entity)}/${scope}`, { ...options, body: values }),

    /** Deletes attributes of a scope, by key. */
    deleteAttributes: (entity: EntityId, scope: AttributeScope, keys: readonly string[], options: CallOptions = {}) =>
      rest.request<void>('DELETE', `${root(entity)}/${scope}`, { ...options, query: keysQuery(keys) }),

    /** Names of the attributes of a scope (null: of all scopes). */
    attributeKeys: (entity: EntityId, scope: AttributeScope | null = null, options: CallOptions = {}) =>
      rest.request<readonly string[]>('GET', `${root(entity)}/keys/attributes${scope ? `/${scope}` : ''}`, options),

    /** Telemetry keys of the entity. */
    timeseriesKeys: (entity: EntityId, options: CallOptions = {}) =>
      rest.request<readonly string[]>('GET', `${root(entity)}/keys/timeseries`, options),

    /** Latest value of each key (null: all). A key without a value is returned with null. */
    latest: (
      entity: EntityId,
      keys: readonly string[] | null = null,
      useStrictDataTypes = false,
      options: CallOptions = {},
    ) =>
      rest.request<SeriesByKey>('GET', `${root(entity)}/values/timeseries`, {
        ...options,
        query: { ...keysQuery(keys), useStrictDataTypes: useStrictDataTypes || undefined },
      }),

    /** Points of a range, raw or aggregated by interval. Keys without points are left out. */
    range: (entity: EntityId, { keys, ...range }: SeriesRange, options: CallOptions = {}) =>
      rest.request<SeriesByKey>('GET', `${root(entity)}/values/timeseries`, {
        ...options,
        query: { ...keysQuery(keys), ...range },
      }),

    /** Saves `values` at `ts`; default: the time of arrival. */
    save: (entity: EntityId, values: Readonly<Record<string, unknown>>, ts?: number, options: CallOptions = {}) =>
      rest.request<void>('POST', `${root(entity)}/timeseries/ANY`, {
        ...options,
        body: ts === undefined ? values : { ts, values },
      }),

    /** Deletes the points in [startTs, endTs) of the keys; without a range all of them. */
    delete: (
      entity: EntityId,
      keys: readonly string[],
      range: { startTs: number; endTs: number } | null,
      rewriteLatestIfDeleted = false,
      options: CallOptions = {},
    ) =>
      rest.request<void>('DELETE', `${root(entity)}/timeseries/delete`, {
        ...options,
        query: { ...keysQuery(keys), deleteAllDataForKeys: range === null, ...range, rewriteLatestIfDeleted },
      }),
  }
}
