/**
 * What raising, acknowledging, clearing and deleting an alarm mean, as parts of a transaction: the records to write and
 * the changes to publish. REST and the nodes of the rule engine commit the same plans.
 *
 * A plan counts from the moment it is made: the next one of the same originator and type builds upon it, although it may
 * not be on disk yet. The nodes need that, because an originator's next message may run before the outcome of the last
 * one is stored. A plan is forgotten when its change is published, when it was dropped, or after `plansKeptMs`.
 */

import type { Alarm, AlarmSeverity, AlarmStatus } from '@sonde/model/alarms/alarm'
import { alarmStatusOf } from '@sonde/model/alarms/alarm'
import { type EntityId, entityId } from '@sonde/model/ids'
import type { ChangeStream } from '../changes/change-stream.ts'
import type { Clock } from '../clock.ts'
import { newId } from '../ids.ts'
import type { AlarmWrite } from '../storage/record-writes.ts'
import type { RelationalStore } from '../storage/relational.ts'
import type { EntityChange } from '../storage/storage.ts'
import { type Propagation, propagationOf, widens } from './alarm-propagation.ts'
import type { AlarmStore } from './alarm-store.ts'

/** How long a plan counts that nobody said the end of, ms. */
export const plansKeptMs = 30_000

/** An alarm as somebody asks for it; what is absent comes from the clock or is off. */
export interface AlarmRequest extends Partial<Propagation> {
  readonly tenantId: string
  /** Of the originator; NIL_UUID: none. */
  readonly customerId: string
  readonly originator: EntityId
  readonly type: string
  readonly severity: AlarmSeverity
  /** Absent: active and not acknowledged, or as it was. */
  readonly status?: AlarmStatus
  readonly details?: unknown
  /** Epoch ms. 0 counts as absent. */
  readonly startTs?: number
  readonly endTs?: number
  readonly ackTs?: number
  readonly clearTs?: number
  /** It is the server's own and counts for nobody's limit. */
  readonly isUncounted?: true
}

export interface PendingAlarm {
  /** As it will be. */
  readonly alarm: Alarm
  /** As it was; null: it is new. */
  readonly before: Alarm | null
  readonly records: readonly AlarmWrite[]
  readonly changes: readonly EntityChange[]
  /** The transaction failed. */
  drop(): void
}

export interface AlarmPlansParts {
  readonly relational: RelationalStore
  readonly store: Pick<AlarmStore, 'findLatest' | 'entitiesOf'>
  readonly live: Pick<ChangeStream, 'watchAll'>
  readonly clock: Clock
  /** Throws when the tenant may make no more alarms this month; those that are there go on. */
  readonly requireCreation?: (tenantId: string) => void
}

export type PendingAlarms = ReturnType<typeof createPendingAlarms>

/** Plans above which those that nobody said the end of are looked for. */
const plansMany = 10_000

interface Planned {
  readonly alarm: Alarm
  readonly isDeleted: boolean
  /** Entities that it will be seen through, and that the store may not know yet. */
  readonly linked: readonly EntityId[]
  /** Plans that are not on disk. */
  readonly count: number
  readonly until: number
}

export function createPendingAlarms({ relational, store, live, clock, requireCreation }: AlarmPlansParts) {
  /** By originator and type. */
  const planned = new Map<string, Planned>()
  const placeOf = (originatorId: string, type: string) => `${originatorId} ${type}`
  const placeOfId = new Map<string, string>()

  live.watchAll({
    change({ entity }) {
      if (entity.entityType === 'ALARM') settle(entity.id)
    },
  })

  function settle(alarmId: string) {
    const entry = planned.get(placeOfId.get(alarmId) ?? '')
    if (!entry) return
    if (entry.count > 1) keep({ ...entry, count: entry.count - 1 })
    else forget(entry)
  }

  function keep(entry: Planned) {
    const place = placeOf(entry.alarm.originator.id, entry.alarm.type)
    planned.set(place, entry)
    placeOfId.set(entry.alarm.id.id, place)
  }

  function forget({ alarm }: Planned) {
    planned.delete(placeOf(alarm.originator.id, alarm.type))
    placeOfId.delete(alarm.id.id)
  }

  /** What is planned of an originator and type and may not be on disk yet. */
  function pending(originatorId: string, type: string): Planned | undefined {
    const entry = planned.get(placeOf(originatorId, type))
    if (!entry || entry.until > clock.nowMs()) return entry
    forget(entry)
    return undefined
  }

  /** The newest alarm of a type, cleared or not. */
  async function latest(tenantId: string, originatorId: string, type: string): Promise<Alarm | undefined> {
    const entry = pending(originatorId, type)
    if (entry) return entry.isDeleted ? undefined : entry.alarm
    return store.findLatest(tenantId, originatorId, type)
  }

  async function plan(
    before: Alarm | null,
    alarm: Alarm,
    kind: EntityChange['kind'],
    records: readonly AlarmWrite[],
    newlyLinked: readonly EntityId[],
  ): Promise<PendingAlarm> {
    const stored = before ? await store.entitiesOf(alarm.id.id) : []
    const other = pending(alarm.originator.id, alarm.type)
    const isSame = other?.alarm.id.id === alarm.id.id
    if (other && !isSame) forget(other)
    const linked = [...(isSame ? other.linked : []), ...newlyLinked]
    if (planned.size > plansMany) for (const entry of planned.values()) if (entry.until < clock.nowMs()) forget(entry)
    const until = clock.nowMs() + plansKeptMs
    keep({ alarm, isDeleted: kind === 'deleted', linked, count: (isSame ? other.count : 0) + 1, until })
    return {
      alarm,
      before,
      records,
      changes: changesOf(kind, alarm, [alarm.originator, ...stored, ...linked]),
      drop: () => settle(alarm.id.id),
    }
  }

  /**
   * Raises an alarm. While the originator has an active one of this type, that one grows: its times only go forward,
   * severity and details are replaced, propagation is joined.
   */
  async function raise(request: AlarmRequest): Promise<PendingAlarm> {
    const before = await latest(request.tenantId, request.originator.id, request.type)
    if (before && !isCleared(before)) return grow(before, request, false)
    if (!request.isUncounted) requireCreation?.(request.tenantId)
    const alarm = freshAlarm(request, clock.nowMs())
    const linked = [alarm.originator, ...(await propagationOf(relational, alarm))]
    // What is posted as cleared is in nobody's way.
    return plan(null, alarm, 'created', [{ kind: 'alarm raised', alarm }, ...linksOf(alarm, linked)], linked)
  }

  async function grow(before: Alarm, request: AlarmRequest, mustExist: boolean): Promise<PendingAlarm> {
    const alarm = grown(before, request, clock.nowMs())
    const linked = widens(before, alarm) ? await propagationOf(relational, alarm) : []
    const changed = { kind: 'alarm changed', alarm, mustExist } as const
    return plan(before, alarm, 'updated', [changed, ...linksOf(alarm, linked)], linked)
  }

  /** Changes an alarm that is known by its id. The transaction fails when it is gone meanwhile. */
  const change = (known: Alarm, request: AlarmRequest): Promise<PendingAlarm> => grow(known, request, true)

  /** Null when it is acknowledged already. */
  async function acknowledge(known: Alarm, ackTs: number): Promise<PendingAlarm | null> {
    if (isAcknowledged(known)) return null
    const alarm: Alarm = { ...known, ackTs, status: alarmStatusOf(isCleared(known), true) }
    return plan(known, alarm, 'updated', [{ kind: 'alarm acknowledged', alarm: known, ackTs }], [])
  }

  /** Null when it is cleared already. `details` undefined: they stay. */
  async function clear(known: Alarm, clearTs: number, details?: unknown): Promise<PendingAlarm | null> {
    if (isCleared(known)) return null
    const status = alarmStatusOf(true, isAcknowledged(known))
    const alarm: Alarm = { ...known, clearTs, status, ...(details === undefined ? {} : { details }) }
    return plan(known, alarm, 'updated', [{ kind: 'alarm cleared', alarm: known, clearTs, details }], [])
  }

  const remove = (known: Alarm, { mustExist }: { mustExist: boolean }): Promise<PendingAlarm> =>
    plan(known, known, 'deleted', [{ kind: 'alarm deleted', alarm: known, mustExist }], [])

  return { latest, raise, change, acknowledge, clear, remove }
}

const linksOf = (alarm: Alarm, entities: readonly EntityId[]) =>
  entities.map((entity) => ({ kind: 'alarm linked', alarm, entity }) as const)

const isCleared = ({ status }: Pick<Alarm, 'status'>) => status.startsWith('CLEARED')
const isAcknowledged = ({ status }: Pick<Alarm, 'status'>) => status.endsWith('_ACK')

function freshAlarm(request: AlarmRequest, nowMs: number): Alarm {
  const status = request.status ?? 'ACTIVE_UNACK'
  const startTs = request.startTs || nowMs
  return {
    id: entityId('ALARM', newId(nowMs)),
    createdTime: nowMs,
    tenantId: entityId('TENANT', request.tenantId),
    customerId: entityId('CUSTOMER', request.customerId),
    type: request.type,
    originator: request.originator,
    severity: request.severity,
    status,
    startTs,
    endTs: request.endTs || startTs,
    ackTs: request.ackTs || (isAcknowledged({ status }) ? nowMs : 0),
    clearTs: request.clearTs || (isCleared({ status }) ? nowMs : 0),
    details: request.details ?? null,
    propagate: request.propagate ?? false,
    propagateToOwner: request.propagateToOwner ?? false,
    propagateToTenant: request.propagateToTenant ?? false,
    propagateRelationTypes: request.propagateRelationTypes ?? [],
    name: request.type,
  }
}

function grown(before: Alarm, request: AlarmRequest, nowMs: number): Alarm {
  const asked = freshAlarm({ ...request, status: request.status ?? before.status }, nowMs)
  return {
    ...before,
    // The originator may have got another customer since.
    customerId: asked.customerId,
    severity: asked.severity,
    status: asked.status,
    details: asked.details,
    endTs: Math.max(before.endTs, asked.endTs),
    ackTs: Math.max(before.ackTs, request.ackTs ?? 0) || asked.ackTs,
    clearTs: Math.max(before.clearTs, request.clearTs ?? 0) || asked.clearTs,
    propagate: before.propagate || asked.propagate,
    propagateToOwner: before.propagateToOwner || asked.propagateToOwner,
    propagateToTenant: before.propagateToTenant || asked.propagateToTenant,
    propagateRelationTypes: [...new Set([...before.propagateRelationTypes, ...asked.propagateRelationTypes])],
  }
}

/**
 * Each change is published of the ALARM itself, `aspect` the originator's id, for parts that follow alarms; and of every
 * entity through which it is seen with the aspect `alarm`, so that whoever watches an entity hears of its alarms.
 */
function changesOf(kind: EntityChange['kind'], alarm: Alarm, seenThrough: readonly EntityId[]): EntityChange[] {
  const owner = { tenantId: alarm.tenantId.id, customerId: alarm.customerId.id }
  const entities = new Map(seenThrough.map((entity) => [entity.id, entity]))
  return [
    { kind, entity: alarm.id, ...owner, aspect: alarm.originator.id },
    ...[...entities.values()].map((entity) => ({ kind: 'updated' as const, entity, ...owner, aspect: 'alarm' })),
  ]
}
