/** Attributes and telemetry of an entity, as stored. What changes comes over the live client. */

import type { EntityId } from '@sonde/model/ids'
import type { Aggregation, AttributeScope } from '@sonde/model/telemetry/values'
import type { CallOptions, Rest } from '../rest/rest.ts'

export interface Attribute {
  readonly key: string
  /** Typed: a number, text, a boolean, or JSON. */
  readonly value: unknown
  /** Epoch ms. */
  readonly lastUpdateTs: number
}

export interface SeriesPoint {
  /** Epoch ms. */
  readonly ts: number
  /** Text, unless strict types were asked for; null: the key has no value. */
  readonly value: unknown
}
export type SeriesByKey = Readonly<Record<string, readonly SeriesPoint[]>>

export interface SeriesRange {
  readonly keys: readonly string[]
  /** Inclusive, epoch ms. */
  readonly startTs: number
  /** Exclusive. */
  readonly endTs: number
  /** Points per key without aggregation; 100 when absent. */
  readonly limit?: number
  readonly agg?: Aggregation
  /** Bucket width in ms; a bucket's point stands at its middle. */
  readonly interval?: number
  /** Newest first when absent. */
  readonly orderBy?: 'ASC' | 'DESC'
  /** Values with their types instead of text. */
  readonly useStrictDataTypes?: boolean
}

const root = (entity: EntityId) => `/api/plugins/telemetry/${entity.entityType}/${entity.id}`

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
        query: { keys: keys ?? undefined },
      }),

    /** Writes values by key. JSON values are objects or lists; client attributes cannot be written. */
    saveAttributes: (
      entity: EntityId,
      scope: 'SERVER_SCOPE' | 'SHARED_SCOPE',
      values: Readonly<Record<string, unknown>>,
      options: CallOptions = {},
    ) => rest.request<void>('POST', `${root(entity)}/${scope}`, { ...options, body: values }),

    /** Deletes attributes of a scope, by key. */
    deleteAttributes: (entity: EntityId, scope: AttributeScope, keys: readonly string[], options: CallOptions = {}) =>
      rest.request<void>('DELETE', `${root(entity)}/${scope}`, { ...options, query: { keys } }),

    /** Names of the attributes of a scope (null: of all scopes). */
    attributeKeys: (entity: EntityId, scope: AttributeScope | null = null, options: CallOptions = {}) =>
      rest.request<readonly string[]>('GET', `${root(entity)}/keys/attributes${scope ? `/${scope}` : ''}`, options),

    /** Names of the telemetry that the entity has. */
    timeseriesKeys: (entity: EntityId, options: CallOptions = {}) =>
      rest.request<readonly string[]>('GET', `${root(entity)}/keys/timeseries`, options),

    /** The latest value of each key (null: of all). A key without a value has one of null. */
    latest: (
      entity: EntityId,
      keys: readonly string[] | null = null,
      useStrictDataTypes = false,
      options: CallOptions = {},
    ) =>
      rest.request<SeriesByKey>('GET', `${root(entity)}/values/timeseries`, {
        ...options,
        query: { keys: keys ?? undefined, useStrictDataTypes: useStrictDataTypes || undefined },
      }),

    /** Points of a range, or of its intervals. Keys without points are left out. */
    range: (entity: EntityId, range: SeriesRange, options: CallOptions = {}) =>
      rest.request<SeriesByKey>('GET', `${root(entity)}/values/timeseries`, { ...options, query: { ...range } }),

    /** `values` at `ts`, the time of arrival when absent. */
    save: (entity: EntityId, values: Readonly<Record<string, unknown>>, ts?: number, options: CallOptions = {}) =>
      rest.request<void>('POST', `${root(entity)}/timeseries/ANY`, {
        ...options,
        body: ts === undefined ? values : { ts, values },
      }),

    /** Deletes [startTs, endTs) of the keys; without a range everything of them. */
    delete: (
      entity: EntityId,
      keys: readonly string[],
      range: { startTs: number; endTs: number } | null,
      rewriteLatestIfDeleted = false,
      options: CallOptions = {},
    ) =>
      rest.request<void>('DELETE', `${root(entity)}/timeseries/delete`, {
        ...options,
        query: { keys, deleteAllDataForKeys: range === null, ...range, rewriteLatestIfDeleted },
      }),
  }
}
