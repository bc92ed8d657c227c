/** Events of an entity, for callers with access to it: paging, clearing and retention. */

import type { Event, EventFilter, NodeDebugBody } from '@sonde/model/events/event'
import { type EntityId, entityId } from '@sonde/model/ids'
import type { PageData, PageLink } from '@sonde/model/paging'
import type { Access } from '../access/operations.ts'
import type { Scope } from '../access/scope.ts'
import type { Clock } from '../clock.ts'
import type { Commit } from '../journal/commit.ts'
import type { Statement } from '../storage/relational.ts'
import { deletedAtOnceMax, type EventQuery, type EventStore } from './event-store.ts'

/** Retention of debug events in days. */
export const debugEventDays = 7
/** Retention of all other events in days. (The wire API has no limit, but storage must be bounded.) */
export const eventDays = 365
const dayMs = 86_400_000

export interface EventServiceDeps {
  readonly store: EventStore
  readonly access: Access
  readonly commit: Commit
  readonly clock: Clock
}

/** Selects events; times are epoch ms, both inclusive. */
export type EventsRequest = Pick<EventQuery, 'type' | 'filter' | 'startTime' | 'endTime'>

export type EventService = ReturnType<typeof createEventService>

export function createEventService({ store, access, commit, clock }: EventServiceDeps) {
  async function list(
    scope: Scope,
    entity: EntityId,
    request: EventsRequest,
    link: PageLink,
  ): Promise<PageData<Event>> {
    const { tenantId, id } = await access.requireEntity(scope, 'READ', entity)
    return store.page({ ...request, tenantId, entity: id }, link)
  }

  /** Deletes the events that match the filter; without a filter, all events of the entity. */
  async function clear(
    scope: Scope,
    entity: EntityId,
    request: EventsRequest & { filter?: EventFilter },
  ): Promise<void> {
    const { tenantId, id } = await access.requireEntity(scope, 'WRITE', entity)
    await removeAll(() => store.removeSome({ ...request, tenantId, entity: id }))
  }

  /** The newest message that a node in debug mode received, used to test its script; null if there is none. */
  async function latestInput(scope: Scope, ruleNodeId: string): Promise<NodeDebugBody | null> {
    const { id } = await access.requireEntity(scope, 'READ', entityId('RULE_NODE', ruleNodeId))
    return store.latestInput(id.id)
  }

  /** Deletes events older than their retention time. */
  async function expire(): Promise<void> {
    const nowMs = clock.nowMs()
    const debug = nowMs - debugEventDays * dayMs
    await removeAll(() => store.removeSomeBefore(['DEBUG_RULE_NODE', 'DEBUG_RULE_CHAIN'], debug))
    await removeAll(() => store.removeSomeBefore(['LC_EVENT', 'ERROR', 'STATS'], nowMs - eventDays * dayMs))
  }

  /** Repeats the deletion in commits of limited size until no event is left. */
  async function removeAll(some: () => Statement): Promise<void> {
    for (;;) {
      const { rowsChanged } = await commit({ statements: [some()] })
      if ((rowsChanged[0] ?? 0) < deletedAtOnceMax) return
    }
  }

  return { list, clear, latestInput, expire }
}
