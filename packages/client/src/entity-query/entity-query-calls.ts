/** Queries over entities and alarms, once; the live client keeps them up to date. */

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
    /** A page of entities with the fields and values that the query names. Throws `ApiError` 400 that names the fault. */
    find: (query: EntityDataQuery, options: CallOptions = {}) =>
      rest.request<PageData<EntityData>>('POST', '/api/entitiesQuery/find', { ...options, body: query }),

    /** How many entities a query finds. */
    count: (query: EntityCountQuery, options: CallOptions = {}) =>
      rest.request<number>('POST', '/api/entitiesQuery/count', { ...options, body: query }),

    /** Keys in use on the first 100 entities that match. */
    keys: (query: EntityDataQuery, wanted: { timeseries: boolean; attributes: boolean }, options: CallOptions = {}) =>
      rest.request<EntityKeysInfo>('POST', '/api/entitiesQuery/find/keys', { ...options, query: wanted, body: query }),

    /** A page of the alarms of the entities that a query finds. */
    alarms: (query: AlarmDataQuery, options: CallOptions = {}) =>
      rest.request<PageData<AlarmData>>('POST', '/api/alarmsQuery/find', { ...options, body: query }),
  }
}
