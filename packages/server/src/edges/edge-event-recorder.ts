/**
 * What edges are told when something that concerns them changes: noted after the change's commit, in batches.
 *
 * Changes of what is assigned to edges go to those edges; deletions, and what every edge has (profiles, customers,
 * users), to all of the tenant's. When changes come faster than they can be noted, the newest is forgotten and counted:
 * an edge that connects takes everything anew.
 */

import type { EdgeEventAction, EdgeEventType } from '@sonde/model/edges/edge'
import { entityKinds, type TypesWith } from '@sonde/model/entities/entity-kinds'
import { type EntityType, NIL_UUID } from '@sonde/model/ids'
import type { Logger } from 'pino'
import type { ChangeStream } from '../changes/change-stream.ts'
import type { Clock } from '../clock.ts'
import type { Commit } from '../journal/commit.ts'
import type { EntityChange } from '../storage/storage.ts'
import type { EdgeStore, NewEdgeEvent } from './edge-store.ts'

/** Changes that wait to be noted. */
export const waitingChangesMax = 10_000
/** Changes noted in one transaction. */
const changesAtOnce = 200
/** How long an edge's events are kept. */
export const edgeEventsKeptMs = 30 * 86_400_000
export const edgeEventExpiryMs = 3_600_000

export interface EdgeNewsParts {
  readonly store: EdgeStore
  readonly live: Pick<ChangeStream, 'watchAll'>
  readonly commit: Commit
  readonly clock: Clock
  readonly log: Logger
}

const isOfEdges = (type: EntityType): type is TypesWith<{ readonly edges: 'assigned' | 'all' }> =>
  entityKinds[type].edges !== undefined

/** Aspects that are told elsewhere, or that are nothing to an edge. */
const silentAspects: ReadonlySet<string> = new Set(['alarm', 'relation', 'edge', 'activity'])

export type EdgeEventRecorder = ReturnType<typeof createEdgeEventRecorder>

export function createEdgeEventRecorder({ store, live, commit, clock, log }: EdgeNewsParts) {
  let waiting: EntityChange[] = []
  let forgotten = 0
  let noting: Promise<void> | null = null
  /** Whether there is an edge at all: without one, nothing of this costs anything. */
  let isNeeded = true

  const stopListening = live.watchAll({
    change(change) {
      if (change.entity.entityType === 'EDGE') isNeeded = true
      if (!isNeeded || typeOf(change) === undefined || silentAspects.has(change.aspect ?? '')) return
      if (waiting.length >= waitingChangesMax) {
        forgotten++
        return
      }
      waiting.push(change)
      noting ??= noteAll().finally(() => {
        noting = null
      })
    },
  })

  async function noteAll(): Promise<void> {
    // What one request changes comes together.
    await Promise.resolve()
    try {
      isNeeded = await store.hasAny()
      while (waiting.length > 0) {
        const changes = waiting.slice(0, changesAtOnce)
        waiting = waiting.slice(changesAtOnce)
        const events = isNeeded ? await eventsOf(changes) : []
        if (events.length > 0) await commit({ statements: store.insertEvents(events, clock.nowMs()) })
      }
      if (forgotten > 0) log.warn({ forgotten }, 'Edges were not told of some changes; they came too fast.')
      forgotten = 0
    } catch (error) {
      waiting = []
      log.error({ err: error }, 'What edges are told could not be noted.')
    }
  }

  async function eventsOf(changes: readonly EntityChange[]): Promise<NewEdgeEvent[]> {
    const edges = await store.edgesOfMany([...new Set(changes.map((change) => change.entity.id))])
    const ofTenants = new Map<string, readonly string[]>()
    const all = async (tenantId: string) => {
      const known = ofTenants.get(tenantId) ?? (await store.edgeIds(tenantId))
      ofTenants.set(tenantId, known)
      return known
    }
    const events: NewEdgeEvent[] = []
    for (const change of changes) {
      const type = typeOf(change)
      if (!type) continue
      const isForAll = change.kind === 'deleted' || entityKinds[change.entity.entityType].edges === 'all'
      const told = isForAll ? await all(change.tenantId) : (edges.get(change.entity.id) ?? [])
      const { tenantId } = change
      const action = actionOf(change)
      for (const edgeId of told) events.push({ tenantId, edgeId, type, action, entityId: change.entity.id })
    }
    return events
  }

  return {
    /** Deletes events that are too old. */
    expire: () => commit({ statements: [store.removeEventsBefore(clock.nowMs() - edgeEventsKeptMs)] }),
    /** Resolves when everything heard so far is noted. */
    async idle(): Promise<void> {
      await noting
    },
    async stop(): Promise<void> {
      stopListening()
      await noting
    },
  }
}

const typeOf = ({ entity: { entityType } }: EntityChange): EdgeEventType | undefined =>
  isOfEdges(entityType) ? entityType : undefined

function actionOf({ kind, aspect, customerId }: EntityChange): EdgeEventAction {
  if (kind === 'deleted') return 'DELETED'
  if (kind === 'created') return 'ADDED'
  if (aspect === 'credentials') return 'CREDENTIALS_UPDATED'
  if (aspect === 'assignment') return customerId === NIL_UUID ? 'UNASSIGNED_FROM_CUSTOMER' : 'ASSIGNED_TO_CUSTOMER'
  return 'UPDATED'
}
