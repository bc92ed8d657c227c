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
import type { RequestOptions, Rest } from '../rest/rest.ts'

type Options = Pick<RequestOptions, 'signal' | 'ignoreErrors' | 'ignoreLoading'>

export function createEntityQueryCalls(rest: Rest) {
  return {
    find: (query: EntityDataQuery, options: Options = {}) =>
      rest.request<PageData<EntityData>>('POST', '/api/entitiesQuery/find', { ...options, body: query }),

    count: (query: EntityCountQuery, options: Options = {}) =>
      rest.request<number>('POST', '/api/entitiesQuery/count', { ...options, body: query }),

    /** Keys in use on the first 100 entities that match. */
    keys: (query: EntityDataQuery, wanted: { timeseries: boolean; attributes: boolean }, options: Options = {}) =>
      rest.request<EntityKeysInfo>('POST', '/api/entitiesQuery/find/keys', { ...options, query: wanted, body: query }),

    alarms: (query: AlarmDataQuery, options: Options = {}) =>
      rest.request<PageData<AlarmData>>('POST', '/api/alarmsQuery/find', { ...options, body: query }),
  }
}
