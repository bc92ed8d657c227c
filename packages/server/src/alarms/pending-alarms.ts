/**
 * Plans the raising, acknowledging, clearing and deletion of alarms as parts of a transaction: records to write and
 * changes to publish. REST and rule nodes commit the same plans.
 *
 * A plan is effective as soon as it's made: the next plan of the same originator and type builds on it, even if it
 * isn't on disk yet. Rule nodes need this because an originator's next message may run before the outcome of the previous one is
 * stored. A plan is removed when its change is published, when it's dropped, or after `pendingRetentionMs`.
 */

import type { Alarm, AlarmSeverity, AlarmStatus } from '@sonde/model/alarms/alarm'
import { alarmStatusOf } from '@sonde/model/alarms/alarm'
import type { AlarmCause } from '@sonde/model/alarms/alarm-cause'
import type { AlarmUser } from '@sonde/model/alarms/alarm-history'
import { type EntityId, entityId } from '@sonde/model/ids'
import type { ChangeStream } from '../changes/change-stream.ts'
import type { Clock } from '../clock.ts'
import { newId } from '../ids.ts'
import type { AlarmNote, AlarmWrite } from '../storage/record-writes.ts'
import type { RelationalStore } from '../storage/relational.ts'
import type { EntityChange } from '../storage/storage.ts'
import { type Propagation, propagationOf, widens } from './alarm-propagation.ts'
import type { AlarmStore } from './alarm-store.ts'
import { isAssigned } from './followed-owners.ts'

/** How long a plan is effective if it's neither published nor dropped, ms. */
export const pendingRetentionMs = 30_000

/** Requested alarm. Absent times are set from the clock; absent options are off. */
export interface AlarmRequest extends Partial<Propagation> {
  readonly tenantId: string
  /** Customer of the originator; NIL_UUID: none. */
  readonly customerId: string
  readonly originator: EntityId
  readonly type: string
  readonly severity: AlarmSeverity
  /** Absent: active and unacknowledged for a new alarm, otherwise unchanged. */
  readonly status?: AlarmStatus
  readonly details?: unknown
  /** Set by alarm rules. Used only if the alarm is new or its severity changes. */
  readonly cause?: AlarmCause
  /** Times in epoch ms; 0 is the same as absent. */
  readonly startTs?: number
  readonly endTs?: number
  readonly ackTs?: number
  readonly clearTs?: number
  /** The requesting user; absent: a rule or the server. */
  readonly by?: AlarmUser
  /** The alarm is the server's own and doesn't count towards the tenant's limit. */
  readonly isUncounted?: true
}

export interface PendingAlarm {
  /** The alarm after the change. */
  readonly alarm: Alarm
  /** The alarm before the change; null: it's new. */
  readonly before: Alarm | null
  readonly records: readonly AlarmWrite[]
  readonly changes: readonly EntityChange[]
  /** Must be called if the transaction failed. */
  drop(): void
}

export interface PendingAlarmsDeps {
  readonly relational: RelationalStore
  readonly store: Pick<AlarmStore, 'findPlain' | 'findLatest' | 'entitiesOf'>
  readonly live: Pick<ChangeStream, 'watchAll'>
  readonly clock: Clock
  /** Throws if the tenant reached its monthly limit of alarms. Isn't called for updates of existing alarms. */
  readonly requireCreation?: (tenantId: string) => void
}

export type PendingAlarms = ReturnType<typeof createPendingAlarms>

/** Number of plans above which expired ones are searched and removed. */
const plansMany = 10_000

interface Planned {
  readonly alarm: Alarm
  readonly isDeleted: boolean
  /** Entities that the alarm was linked to when the first of the plans was made. */
  readonly stored: readonly EntityId[]
  /** Entities that the alarm will be linked to, possibly not stored yet. */
  readonly linked: readonly EntityId[]
  /** Number of plans that aren't on disk. */
  readonly count: number
  readonly until: number
}

export function createPendingAlarms({ relational, store, live, clock, requireCreation }: PendingAlarmsDeps) {
  /** Planned alarms by originator and type. */
  const planned = new Map<string, Planned>()
  const placeOf = (originatorId: string, type: string) => `${originatorId} ${type}`
  const placeOfId = new Map<string, string>()

  live.watchAll({
    change(change) {
      if (change.entity.entityType === 'ALARM') settle(change.entity.id)
      else if (isAssigned(change)) moveTo(change)
    },
  })

  /** The originator belongs to another customer now, and so do its alarms that aren't cleared. */
  function moveTo({ entity, customerId }: EntityChange) {
    for (const [place, entry] of planned) {
      const { alarm } = entry
      if (alarm.originator.id !== entity.id || isCleared(alarm)) continue
      planned.set(place, { ...entry, alarm: { ...alarm, customerId: entityId('CUSTOMER', customerId) } })
    }
  }

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

  /** The plan for an originator and type that may not be on disk yet. */
  function pending(originatorId: string, type: string): Planned | undefined {
    const entry = planned.get(placeOf(originatorId, type))
    if (!entry || entry.until > clock.nowMs()) return entry
    forget(entry)
    return undefined
  }

  /** The plan of exactly this alarm. */
  function planOf({ id, originator, type }: Alarm): Planned | undefined {
    const entry = pending(originator.id, type)
    return entry?.alarm.id.id === id.id ? entry : undefined
  }

  /** Newest alarm of a type, active or cleared, including planned changes. */
  async function latest(tenantId: string, originatorId: string, type: string): Promise<Alarm | undefined> {
    const entry = pending(originatorId, type)
    if (entry) return entry.isDeleted ? undefined : entry.alarm
    return store.findLatest(tenantId, originatorId, type)
  }

  /** The alarm including planned changes. */
  async function find(tenantId: string, id: string): Promise<Alarm | undefined> {
    const { alarm, isDeleted, until } = planned.get(placeOfId.get(id) ?? '') ?? {}
    const isPending = alarm?.id.id === id && alarm.tenantId.id === tenantId && (until ?? 0) > clock.nowMs()
    if (isPending) return isDeleted ? undefined : alarm
    return store.findPlain(tenantId, id)
  }

  async function plan(
    before: Alarm | null,
    alarm: Alarm,
    kind: EntityChange['kind'],
    records: readonly AlarmWrite[],
    newlyLinked: readonly EntityId[],
  ): Promise<PendingAlarm> {
    const known = planOf(alarm)
    const stored = known?.stored ?? (before ? await store.entitiesOf(alarm.id.id) : [])
    const other = pending(alarm.originator.id, alarm.type)
    const same = planOf(alarm)
    if (other && !same) forget(other)
    const linked = [...(same?.linked ?? []), ...newlyLinked]
    if (planned.size > plansMany) for (const entry of planned.values()) if (entry.until < clock.nowMs()) forget(entry)
    const until = clock.nowMs() + pendingRetentionMs
    keep({ alarm, isDeleted: kind === 'deleted', stored, linked, count: (same?.count ?? 0) + 1, until })
    return {
      alarm,
      before,
      records,
      changes: changesOf(kind, alarm, [alarm.originator, ...stored, ...linked]),
      drop: () => settle(alarm.id.id),
    }
  }

  /**
   * Raises an alarm. If the originator has an active alarm of this type, that one is updated: its times only move
   * forward,
   * severity and details are replaced, propagation settings are merged.
   */
  async function raise(request: AlarmRequest): Promise<PendingAlarm> {
    const before = await latest(request.tenantId, request.originator.id, request.type)
    if (before && !isCleared(before)) return grow(before, request, false)
    if (!request.isUncounted) requireCreation?.(request.tenantId)
    const alarm = freshAlarm(request, clock.nowMs())
    const linked = [alarm.originator, ...(await propagationOf(relational, alarm))]
    // An alarm created with a cleared status doesn't conflict with an active one.
    return plan(
      null,
      alarm,
      'created',
      [
        { kind: 'alarm raised', alarm, cause: request.cause },
        ...linksOf(alarm, linked),
        ...(before ? [{ kind: 'alarm shelf kept', alarm } as const] : []),
      ],
      linked,
    )
  }

  async function grow(before: Alarm, request: AlarmRequest, mustExist: boolean): Promise<PendingAlarm> {
    const alarm = grown(before, request, clock.nowMs())
    const linked = widens(before, alarm) ? await propagationOf(relational, alarm) : []
    const cause = alarm.severity === before.severity ? undefined : request.cause
    const changed = { kind: 'alarm changed', alarm, mustExist, cause } as const
    const notes = notesOf(before, alarm, request.by)
    return plan(before, alarm, 'updated', [...notes, changed, ...linksOf(alarm, linked)], linked)
  }

  const noteOf = (alarm: Alarm, kind: AlarmNote['kind'], ts: number, by?: AlarmUser, detail?: object) =>
    ({
      kind: 'alarm noted',
      alarm,
      note: { id: newId(clock.nowMs()), ts, kind, by: by ?? null, ...(detail && { detail }) },
    }) as const

  /** History entries of a change. */
  function notesOf(before: Alarm, after: Alarm, by: AlarmUser | undefined): AlarmWrite[] {
    const nowMs = clock.nowMs()
    const { severity } = after
    const isOther = severity !== before.severity
    return [
      ...(isOther ? [noteOf(after, 'SEVERITY', nowMs, by, { before: before.severity, severity })] : []),
      ...(isAcknowledged(after) && !isAcknowledged(before) ? [noteOf(after, 'ACKNOWLEDGED', nowMs, by)] : []),
      ...(isCleared(after) && !isCleared(before) ? [noteOf(after, 'CLEARED', nowMs, by)] : []),
    ]
  }

  /** Changes an alarm by its ID. The transaction fails if the alarm was deleted concurrently. */
  const change = (known: Alarm, request: AlarmRequest): Promise<PendingAlarm> => grow(known, request, true)

  /** Null if it's already acknowledged. */
  async function acknowledge(known: Alarm, ackTs: number, by?: AlarmUser): Promise<PendingAlarm | null> {
    if (isAcknowledged(known)) return null
    const alarm: Alarm = { ...known, ackTs, status: alarmStatusOf(isCleared(known), true) }
    const note = noteOf(known, 'ACKNOWLEDGED', ackTs, by)
    return plan(known, alarm, 'updated', [note, { kind: 'alarm acknowledged', alarm: known, ackTs }], [])
  }

  /** Null if it's already cleared. `details` undefined: unchanged. `by` absent: a rule or the server. */
  async function clear(known: Alarm, clearTs: number, details?: unknown, by?: AlarmUser): Promise<PendingAlarm | null> {
    if (isCleared(known)) return null
    const status = alarmStatusOf(true, isAcknowledged(known))
    const alarm: Alarm = { ...known, clearTs, status, ...(details === undefined ? {} : { details }) }
    const note = noteOf(known, 'CLEARED', clearTs, by)
    return plan(known, alarm, 'updated', [note, { kind: 'alarm cleared', alarm: known, clearTs, details }], [])
  }

  /** Null if it isn't acknowledged. */
  async function unacknowledge(known: Alarm, by: AlarmUser): Promise<PendingAlarm | null> {
    if (!isAcknowledged(known)) return null
    const alarm: Alarm = { ...known, ackTs: 0, status: alarmStatusOf(isCleared(known), false) }
    const note = noteOf(known, 'UNACKNOWLEDGED', clock.nowMs(), by)
    return plan(known, alarm, 'updated', [{ kind: 'alarm unacknowledged', alarm: known }, note], [])
  }

  /** Null if it's active. The transaction fails if the originator has another active alarm of this type. */
  async function reopen(known: Alarm, by: AlarmUser): Promise<PendingAlarm | null> {
    if (!isCleared(known)) return null
    const alarm: Alarm = { ...known, clearTs: 0, status: alarmStatusOf(false, isAcknowledged(known)) }
    const note = noteOf(known, 'REOPENED', clock.nowMs(), by)
    return plan(known, alarm, 'updated', [{ kind: 'alarm reopened', alarm: known }, note], [])
  }

  const remove = (known: Alarm, { mustExist }: { mustExist: boolean }): Promise<PendingAlarm> =>
    plan(known, known, 'deleted', [{ kind: 'alarm deleted', alarm: known, mustExist }], [])

  return { find, latest, raise, change, acknowledge, clear, unacknowledge, reopen, remove }
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
    // As in the wire API, the given times are stored regardless of the status.
    ackTs: request.ackTs ?? 0,
    clearTs: request.clearTs ?? 0,
    details: request.details ?? null,
    propagate: request.propagate ?? false,
    propagateToOwner: request.propagateToOwner ?? false,
    propagateToTenant: request.propagateToTenant ?? false,
    propagateRelationTypes: request.propagateRelationTypes ?? [],
    name: request.type,
  }
}

function grown(before: Alarm, request: AlarmRequest, nowMs: number): Alarm {
  const requested = freshAlarm({ ...request, status: request.status ?? before.status }, nowMs)
  return {
    ...before,
    severity: requested.severity,
    status: requested.status,
    details: requested.details,
    endTs: Math.max(before.endTs, requested.endTs),
    ackTs: Math.max(before.ackTs, requested.ackTs),
    clearTs: Math.max(before.clearTs, requested.clearTs),
    propagate: before.propagate || requested.propagate,
    propagateToOwner: before.propagateToOwner || requested.propagateToOwner,
    propagateToTenant: before.propagateToTenant || requested.propagateToTenant,
    propagateRelationTypes: [...new Set([...before.propagateRelationTypes, ...requested.propagateRelationTypes])],
  }
}

/**
 * Each change is published for the ALARM itself, with the originator's ID as `aspect`, for services that follow alarms.
 * It's
 * also published for every linked entity with the aspect `alarm`, so that subscribers of an entity are notified.
 */
function changesOf(kind: EntityChange['kind'], alarm: Alarm, seenThrough: readonly EntityId[]): EntityChange[] {
  const owner = { tenantId: alarm.tenantId.id, customerId: alarm.customerId.id }
  const entities = new Map(seenThrough.map((entity) => [entity.id, entity]))
  return [
    { kind, entity: alarm.id, ...owner, aspect: alarm.originator.id },
    ...[...entities.values()].map((entity) => ({ kind: 'updated' as const, entity, ...owner, aspect: 'alarm' })),
  ]
}
