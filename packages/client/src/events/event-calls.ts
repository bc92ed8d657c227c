/** Entity events: messages at debugged rule nodes, starts of rule chains, errors and statistics. */

import type { Event, EventFilter, EventType } from '@sonde/model/events/event'
import type { EntityId } from '@sonde/model/ids'
import type { PageData } from '@sonde/model/paging'
import { type TimePageLink, timePageQuery } from '../rest/page-query.ts'
import type { CallOptions, Rest } from '../rest/rest.ts'

const root = ({ entityType, id }: EntityId) => `/api/events/${entityType}/${id}`

export type EventCalls = ReturnType<typeof createEventCalls>

export function createEventCalls(rest: Rest) {
  return {
    /** Page of all events of an entity. `tenantId`: the tenant that owns the entity. */
    list: (entity: EntityId, tenantId: string, link: TimePageLink, options: CallOptions = {}) =>
      rest.request<PageData<Event>>('GET', root(entity), {
        ...options,
        query: { ...timePageQuery(link), tenantId },
      }),

    /** Page of the events of one type. */
    ofType: (entity: EntityId, tenantId: string, eventType: EventType, link: TimePageLink, options: CallOptions = {}) =>
      rest.request<PageData<Event>>('GET', `${root(entity)}/${eventType}`, {
        ...options,
        query: { ...timePageQuery(link), tenantId },
      }),

    /** Page of the events that match a filter; texts match as case-insensitive substrings. */
    find: (entity: EntityId, tenantId: string, filter: EventFilter, link: TimePageLink, options: CallOptions = {}) =>
      rest.request<PageData<Event>>('POST', root(entity), {
        ...options,
        query: { ...timePageQuery(link), tenantId },
        body: filter,
      }),

    /** Deletes events that match a filter, optionally within a time range (inclusive, epoch ms). */
    clear: (
      entity: EntityId,
      filter: EventFilter,
      { startTime, endTime }: Pick<TimePageLink, 'startTime' | 'endTime'> = {},
      options: CallOptions = {},
    ) =>
      rest.request<void>('POST', `${root(entity)}/clear`, { ...options, query: { startTime, endTime }, body: filter }),
  }
}
