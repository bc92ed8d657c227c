/**
 * Writes events in the background and in batches.
 *
 * Events are written soon after they're recorded, in order, but not as part of a message's outcome: a crash loses the
 * most recent ones. Events above the limit per tenant or in total are dropped and counted; callers never wait.
 */

import type { Clock } from '../clock.ts'
import type { Commit } from '../journal/commit.ts'
import { createOrderedIds } from '../ordered-ids.ts'
import type { EventTable } from '../storage/record-schema.ts'
import { eventRow, type NewEvent } from './event-rows.ts'
import type { EventStore } from './event-store.ts'

/** Maximum number of events waiting to be written. */
export const waitingEventsMax = 20_000
/** Maximum number of waiting events per tenant. */
export const waitingEventsOfTenantMax = 5_000
/** Maximum number of events per commit. */
const eventsPerCommit = 1_000
const gatherMs = 50
/** Maximum characters of an event's text; the rest is truncated. */
export const eventTextMax = 4_096

export interface EventRecorder {
  note(event: NewEvent): void
  /** Resolves when all events recorded so far are on disk. */
  written(): Promise<void>
  /** Writes the waiting events and accepts no more. */
  close(): Promise<void>
  readonly dropped: number
}

export interface EventRecorderDeps {
  readonly store: Pick<EventStore, 'insert'>
  readonly commit: Commit
  readonly clock: Clock
  /** Name of this process in events. */
  readonly server: string
  readonly log: { warn(fields: object, message: string): void; error(fields: object, message: string): void }
}

export function createEventRecorder({ store, commit, clock, server, log }: EventRecorderDeps): EventRecorder {
  const nextId = createOrderedIds()
  let waiting: EventTable[] = []
  const ofTenants = new Map<string, number>()
  let dropped = 0
  let isWarned = false
  let timer: NodeJS.Timeout | null = null
  let writing: Promise<void> | null = null
  let isClosed = false

  function write(): Promise<void> {
    writing ??= (async () => {
      if (timer) clearTimeout(timer)
      timer = null
      while (waiting.length > 0) {
        const rows = waiting.slice(0, eventsPerCommit)
        waiting = waiting.slice(eventsPerCommit)
        if (waiting.length === 0) ofTenants.clear()
        else for (const { tenant_id } of rows) ofTenants.set(tenant_id, (ofTenants.get(tenant_id) ?? 1) - 1)
        try {
          await commit({ statements: store.insert(rows) })
        } catch (error) {
          log.error({ err: error, events: rows.length }, 'Failed to save events. They are lost.')
        }
      }
      isWarned = false
    })().finally(() => {
      writing = null
    })
    return writing
  }

  /** If a commit is in flight, its loop also writes the events collected since. */
  function gathered() {
    timer = null
    void write()
  }

  return {
    note(event) {
      if (isClosed) return
      const ofTenant = ofTenants.get(event.tenant_id) ?? 0
      if (waiting.length >= waitingEventsMax || ofTenant >= waitingEventsOfTenantMax) {
        dropped++
        if (!isWarned)
          log.warn({ tenantId: event.tenant_id }, 'Events arrive faster than they can be saved. Some are dropped.')
        isWarned = true
        return
      }
      ofTenants.set(event.tenant_id, ofTenant + 1)
      const nowMs = clock.nowMs()
      waiting.push({ ...eventRow(cut(event), server, nowMs), id: nextId(nowMs) })
      if (waiting.length >= eventsPerCommit) void write()
      else timer ??= setTimeout(gathered, gatherMs)
    },
    written: write,
    async close() {
      isClosed = true
      await write()
    },
    get dropped() {
      return dropped
    },
  }
}

function cut(event: NewEvent): NewEvent {
  const { data = null, metadata = null, error = null } = event
  if ((data?.length ?? 0) + (metadata?.length ?? 0) + (error?.length ?? 0) <= eventTextMax) return event
  return { ...event, data: cutText(data), metadata: cutText(metadata), error: cutText(error) }
}

const cutText = (text: string | null): string | null =>
  text === null || text.length <= eventTextMax
    ? text
    : `${text.slice(0, eventTextMax)}…[${text.length - eventTextMax} characters more]`
