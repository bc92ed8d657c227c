/**
 * Records events for edges about changes that concern them: after the commit of the change, in batches.
 *
 * Changes of assigned entities go to the edges that have them. Deletions, and changes of what every edge has (profiles,
 * customers, users), go to all edges of the tenant. Tenants are served round-robin. When changes arrive faster than
 * they can be recorded, or the tenant has reached its limit `edgeEvents`, the newest change is dropped and counted: an
 * edge that connects synchronizes everything.
 */

import { setTimeout as pause } from 'node:timers/promises'
import type { EdgeEventAction, EdgeEventType } from '@sonde/model/edges/edge'
import { entityKinds, type TypesWith } from '@sonde/model/entities/entity-kinds'
import { type EntityType, NIL_UUID } from '@sonde/model/ids'
import type { Logger } from 'pino'
import type { ChangeStream } from '../changes/change-stream.ts'
import type { Clock } from '../clock.ts'
import type { Commit } from '../journal/commit.ts'
import type { Limits } from '../limits/limits.ts'
import type { EntityChange } from '../storage/storage.ts'
import type { EdgeStore, NewEdgeEvent } from './edge-store.ts'

/** Maximum queued changes: per tenant, and of all tenants. */
export const waitingChangesMax = { tenant: 2_000, all: 10_000 } as const
/** Changes of a tenant that are processed at a time. */
const changesAtOnce = 200
/** Events per transaction: one deletion is an event for every edge of its tenant. */
export const eventsAtOnce = 200
/** How long the events of an edge are retained, ms. */
export const edgeEventsRetentionMs = 30 * 86_400_000
export const edgeEventExpiryMs = 3_600_000

export interface EdgeEventRecorderDeps {
  readonly store: EdgeStore
  readonly live: Pick<ChangeStream, 'watchAll'>
  readonly commit: Commit
  readonly clock: Clock
  readonly limits: Pick<Limits, 'of' | 'count' | 'measure'>
  readonly log: Logger
}

const isOfEdges = (type: EntityType): type is TypesWith<{ readonly edges: 'assigned' | 'all' }> =>
  entityKinds[type].edges !== undefined

/** Aspects that are published elsewhere or don't concern edges. */
const silentAspects: ReadonlySet<string> = new Set(['alarm', 'relation', 'edge', 'activity', 'sessions'])

export type EdgeEventRecorder = ReturnType<typeof createEdgeEventRecorder>

/** Queue of a tenant, in order of arrival. */
interface Waiting {
  readonly changes: EntityChange[]
  /** Events of changes that were taken from the queue. */
  events: Iterator<NewEdgeEvent> | null
}

export function createEdgeEventRecorder({ store, live, commit, clock, limits, log }: EdgeEventRecorderDeps) {
  /** Queues by tenant ID; the first one is served next. */
  const waiting = new Map<string, Waiting>()
  /** Queued changes of all tenants. */
  let waitingCount = 0
  let forgotten = 0
  let noting: Promise<void> | null = null
  let isStopped = false
  /** Whether any edge exists: without one, changes are skipped at no cost. */
  let isNeeded = true
  /** Approximate number of stored events by tenant; null: not counted yet. */
  let stored: Map<string, number> | null = null
  limits.measure('edgeEvents', (tenantId) => stored && (stored.get(tenantId) ?? 0))

  const stopListening = live.watchAll({
    change(change) {
      if (change.entity.entityType === 'EDGE') isNeeded = true
      if (!isNeeded || typeOf(change) === undefined || silentAspects.has(change.aspect ?? '')) return
      const ofTenant = waiting.get(change.tenantId) ?? { changes: [], events: null }
      if (waitingCount >= waitingChangesMax.all || ofTenant.changes.length >= waitingChangesMax.tenant) {
        forgotten++
        return
      }
      ofTenant.changes.push(change)
      waitingCount++
      waiting.set(change.tenantId, ofTenant)
      noting ??= noteAll().finally(() => {
        noting = null
      })
    },
  })

  async function noteAll(): Promise<void> {
    // Lets all changes of one request arrive first.
    await Promise.resolve()
    try {
      isNeeded = await store.hasAny()
      if (!isNeeded) forget()
      for (;;) {
        const [next] = waiting
        if (!next) break
        const [tenantId, ofTenant] = next
        // Move to the end: other tenants are served first.
        waiting.delete(tenantId)
        waiting.set(tenantId, ofTenant)
        if (!(await noteSome(tenantId, ofTenant))) waiting.delete(tenantId)
      }
      if (forgotten > 0) log.warn({ forgotten }, 'Some changes weren’t queued for edges because there were too many.')
      forgotten = 0
    } catch (error) {
      forget()
      log.error({ err: error }, 'Failed to save edge events.')
    }
  }

  function forget() {
    waiting.clear()
    waitingCount = 0
  }

  /** Records as many events of a tenant as fit into one transaction. Returns whether more are queued. */
  async function noteSome(tenantId: string, ofTenant: Waiting): Promise<boolean> {
    if (!ofTenant.events) {
      const changes = ofTenant.changes.splice(0, changesAtOnce)
      if (changes.length === 0) return false
      waitingCount -= changes.length
      ofTenant.events = await eventsOf(tenantId, changes)
    }
    const counts = stored ?? (await recount())
    const room = limits.of(tenantId, 'edgeEvents') - (counts.get(tenantId) ?? 0)
    const events: NewEdgeEvent[] = []
    while (events.length < Math.min(eventsAtOnce, room)) {
      const { value, done = false } = ofTenant.events.next()
      if (done) {
        ofTenant.events = null
        break
      }
      events.push(value)
    }
    if (room <= events.length && ofTenant.events) {
      limits.count(tenantId, 'edgeEvents')
      ofTenant.events = null
    }
    if (events.length > 0) {
      const startMs = performance.now()
      await commit({ statements: store.insertEvents(events, clock.nowMs()) })
      // The pause leaves most of the store's time to others. When the server stops, the queue is written without
      // pauses.
      if (!isStopped) await pause(performance.now() - startMs)
      counts.set(tenantId, (counts.get(tenantId) ?? 0) + events.length)
    }
    return true
  }

  async function recount(): Promise<Map<string, number>> {
    stored = await store.eventCounts()
    return stored
  }

  async function eventsOf(tenantId: string, changes: readonly EntityChange[]): Promise<Iterator<NewEdgeEvent>> {
    const edges = await store.edgesOfMany([...new Set(changes.map((change) => change.entity.id))])
    const all = changes.some(isOfAll) ? await store.edgeIds(tenantId) : []
    return (function* () {
      for (const change of changes) {
        const type = typeOf(change)
        if (!type) continue
        const action = actionOf(change)
        for (const edgeId of isOfAll(change) ? all : (edges.get(change.entity.id) ?? [])) {
          yield { tenantId, edgeId, type, action, entityId: change.entity.id }
        }
      }
    })()
  }

  return {
    /** Deletes expired events and counts the rest. */
    async expire() {
      await commit({ statements: [store.removeEventsBefore(clock.nowMs() - edgeEventsRetentionMs)] })
      await recount()
    },
    /** Resolves when all events up to now are recorded. */
    async idle(): Promise<void> {
      await noting
    },
    async stop(): Promise<void> {
      stopListening()
      isStopped = true
      await noting
    },
  }
}

const isOfAll = (change: EntityChange): boolean =>
  change.kind === 'deleted' || entityKinds[change.entity.entityType].edges === 'all'

const typeOf = ({ entity: { entityType } }: EntityChange): EdgeEventType | undefined =>
  isOfEdges(entityType) ? entityType : undefined

function actionOf({ kind, aspect, customerId }: EntityChange): EdgeEventAction {
  if (kind === 'deleted') return 'DELETED'
  if (kind === 'created') return 'ADDED'
  if (aspect === 'credentials') return 'CREDENTIALS_UPDATED'
  if (aspect === 'assignment') return customerId === NIL_UUID ? 'UNASSIGNED_FROM_CUSTOMER' : 'ASSIGNED_TO_CUSTOMER'
  return 'UPDATED'
}
