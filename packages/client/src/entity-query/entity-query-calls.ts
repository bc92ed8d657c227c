/** One-time queries for entities and alarms; the live client keeps results up to date. */

import type {
  AlarmData,
  AlarmDataQuery,
  EntityCountQuery,
  EntityData,
  EntityDataQuery,
  EntityKeysInfo,
} from '@sonde/model/entity-query/entity-query'
import type { PageData } from '@sonde/model/paging'
import type { CallOptions, Rest } from '../rest/rest.ts'

export type EntityQueryCalls = ReturnType<typeof createEntityQueryCalls>

export function createEntityQueryCalls(rest: Rest) {
  return {
    /** Page of entities with the fields and values of the query. Throws `ApiError` 400 that describes the problem. */
    find: (query: EntityDataQuery, options: CallOptions = {}) =>
      rest.request<PageData<EntityData>>('POST', '/api/entitiesQuery/find', { ...options, body: query }),

    /** Number of entities that match a query. */
    count: (query: EntityCountQuery, options: CallOptions = {}) =>
      rest.request<number>('POST', '/api/entitiesQuery/count', { ...options, body: query }),

    /** Keys in use on the first 100 entities that match. */
    keys: (query: EntityDataQuery, wanted: { timeseries: boolean; attributes: boolean }, options: CallOptions = {}) =>
      rest.request<EntityKeysInfo>('POST', '/api/entitiesQuery/find/keys', { ...options, query: wanted, body: query }),

    /** Page of the alarms of the entities that match a query. */
    alarms: (query: AlarmDataQuery, options: CallOptions = {}) =>
      rest.request<PageData<AlarmData>>('POST', '/api/alarmsQuery/find', { ...options, body: query }),
  }
}
