/**
 * What raising, acknowledging, clearing and deleting an alarm mean, as parts of a transaction: the records to write and
 * the changes to publish. REST and the nodes of the rule engine commit the same plans.
 *
 * A plan counts from the moment it is made: the next one of the same originator and type builds upon it, although it may
 * not be on disk yet. The nodes need that, because an originator's next message may run before the outcome of the last
 * one is stored. A plan is forgotten when its change is published, when it was dropped, or after `pendingRetentionMs`.
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

/** How long a plan counts that nobody said the end of, ms. */
export const pendingRetentionMs = 30_000

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
  /** Of rules. Counts where the alarm is new or its severity changes. */
  readonly cause?: AlarmCause
  /** Epoch ms. 0 counts as absent. */
  readonly startTs?: number
  readonly endTs?: number
  readonly ackTs?: number
  readonly clearTs?: number
  /** Who asks for it; absent: a rule, or the server. */
  readonly by?: AlarmUser
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

export interface PendingAlarmsDeps {
  readonly relational: RelationalStore
  readonly store: Pick<AlarmStore, 'findPlain' | 'findLatest' | 'entitiesOf'>
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
  /** Entities that it was seen through when the first of the plans was made. */
  readonly stored: readonly EntityId[]
  /** Entities that it will be seen through, and that the store may not know yet. */
  readonly linked: readonly EntityId[]
  /** Plans that are not on disk. */
  readonly count: number
  readonly until: number
}

export function createPendingAlarms({ relational, store, live, clock, requireCreation }: PendingAlarmsDeps) {
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

  /** The plans of an alarm itself. */
  function planOf({ id, originator, type }: Alarm): Planned | undefined {
    const entry = pending(originator.id, type)
    return entry?.alarm.id.id === id.id ? entry : undefined
  }

  /** The newest alarm of a type, cleared or not. */
  async function latest(tenantId: string, originatorId: string, type: string): Promise<Alarm | undefined> {
    const entry = pending(originatorId, type)
    if (entry) return entry.isDeleted ? undefined : entry.alarm
    return store.findLatest(tenantId, originatorId, type)
  }

  /** An alarm as it will be when what is planned is on disk. */
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

  /** What a change is in its history. */
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

  /** Changes an alarm that is known by its id. The transaction fails when it is gone meanwhile. */
  const change = (known: Alarm, request: AlarmRequest): Promise<PendingAlarm> => grow(known, request, true)

  /** Null when it is acknowledged already. */
  async function acknowledge(known: Alarm, ackTs: number, by?: AlarmUser): Promise<PendingAlarm | null> {
    if (isAcknowledged(known)) return null
    const alarm: Alarm = { ...known, ackTs, status: alarmStatusOf(isCleared(known), true) }
    const note = noteOf(known, 'ACKNOWLEDGED', ackTs, by)
    return plan(known, alarm, 'updated', [note, { kind: 'alarm acknowledged', alarm: known, ackTs }], [])
  }

  /** Null when it is cleared already. `details` undefined: they stay. `by` absent: a rule, or the server. */
  async function clear(known: Alarm, clearTs: number, details?: unknown, by?: AlarmUser): Promise<PendingAlarm | null> {
    if (isCleared(known)) return null
    const status = alarmStatusOf(true, isAcknowledged(known))
    const alarm: Alarm = { ...known, clearTs, status, ...(details === undefined ? {} : { details }) }
    const note = noteOf(known, 'CLEARED', clearTs, by)
    return plan(known, alarm, 'updated', [note, { kind: 'alarm cleared', alarm: known, clearTs, details }], [])
  }

  const remove = (known: Alarm, { mustExist }: { mustExist: boolean }): Promise<PendingAlarm> =>
    plan(known, known, 'deleted', [{ kind: 'alarm deleted', alarm: known, mustExist }], [])

  return { find, latest, raise, change, acknowledge, clear, remove }
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
    // The wire keeps the times that are sent, whatever the status.
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
    // The originator may have got another customer since.
    customerId: requested.customerId,
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
 * Each change is published of the ALARM itself, `aspect` the originator's id, for parts that follow alarms; and of every
 * entity through which it is seen with the aspect `alarm`, so that watchers of an entity see its alarms.
 */
function changesOf(kind: EntityChange['kind'], alarm: Alarm, seenThrough: readonly EntityId[]): EntityChange[] {
  const owner = { tenantId: alarm.tenantId.id, customerId: alarm.customerId.id }
  const entities = new Map(seenThrough.map((entity) => [entity.id, entity]))
  return [
    { kind, entity: alarm.id, ...owner, aspect: alarm.originator.id },
    ...[...entities.values()].map((entity) => ({ kind: 'updated' as const, entity, ...owner, aspect: 'alarm' })),
  ]
}
