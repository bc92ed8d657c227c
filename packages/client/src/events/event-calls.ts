/** Events of entities: what a debugged rule node saw, how a chain started, errors and figures. */

import type { Event, EventFilter, EventType } from '@sonde/model/events/event'
import type { EntityId } from '@sonde/model/ids'
import type { PageData } from '@sonde/model/paging'
import { type TimePageLink, timePageQuery } from '../rest/page-query.ts'
import type { CallOptions, Rest } from '../rest/rest.ts'

const root = ({ entityType, id }: EntityId) => `/api/events/${entityType}/${id}`

export type EventCalls = ReturnType<typeof createEventCalls>

export function createEventCalls(rest: Rest) {
  return {
    /** A page of an entity's events of every type. `tenantId` is the tenant's whose entity it is. */
    list: (entity: EntityId, tenantId: string, link: TimePageLink, options: CallOptions = {}) =>
      rest.request<PageData<Event>>('GET', root(entity), {
        ...options,
        query: { ...timePageQuery(link), tenantId },
      }),

    /** Those of one type. */
    ofType: (entity: EntityId, tenantId: string, eventType: EventType, link: TimePageLink, options: CallOptions = {}) =>
      rest.request<PageData<Event>>('GET', `${root(entity)}/${eventType}`, {
        ...options,
        query: { ...timePageQuery(link), tenantId },
      }),

    /** Those that a filter finds: texts are looked for inside, without regard to case. */
    find: (entity: EntityId, tenantId: string, filter: EventFilter, link: TimePageLink, options: CallOptions = {}) =>
      rest.request<PageData<Event>>('POST', root(entity), {
        ...options,
        query: { ...timePageQuery(link), tenantId },
        body: filter,
      }),

    /** Deletes those that a filter finds, of a time (inclusive, epoch ms) when one is named. */
    clear: (
      entity: EntityId,
      filter: EventFilter,
      { startTime, endTime }: Pick<TimePageLink, 'startTime' | 'endTime'> = {},
      options: CallOptions = {},
    ) =>
      rest.request<void>('POST', `${root(entity)}/clear`, { ...options, query: { startTime, endTime }, body: filter }),
  }
}
