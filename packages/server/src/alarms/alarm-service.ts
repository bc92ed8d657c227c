/**
 * Alarms: raised by programs and users, acknowledged and cleared by users.
 *
 * Invariant: an originator has at most one active alarm of each type, enforced by a unique index. Concurrent requests
 * to
 * raise the same alarm result in one alarm. Writes are planned by pending-alarms.ts.
 */

import type { ActiveAlarms } from '@sonde/model/alarms/active-alarms'
import {
  type Alarm,
  type AlarmInfo,
  type AlarmInput,
  type AlarmSeverity,
  type AlarmStatus,
  alarmStatusOf,
} from '@sonde/model/alarms/alarm'
import type { ExplainedAlarm } from '@sonde/model/alarms/alarm-cause'
import type { AlarmHistogram } from '@sonde/model/alarms/alarm-histogram'
import type { AuditAction } from '@sonde/model/audit-log/audit-log'
import { badRequest, DomainError, ErrorCode, notFound } from '@sonde/model/errors'
import { type EntityId, entityId } from '@sonde/model/ids'
import type { PageData, PageLink } from '@sonde/model/paging'
import type { Access, Operation } from '../access/operations.ts'
import type { Scope } from '../access/scope.ts'
import type { Clock } from '../clock.ts'
import type { Commit } from '../journal/commit.ts'
import { entityAction } from '../journal/entity-action.ts'
import { RowsMismatch } from '../storage/storage.ts'
import type { AlarmFilter, AlarmList } from './alarm-list-store.ts'
import type { AlarmStore } from './alarm-store.ts'
import { alarmUserOf } from './alarm-users.ts'
import type { AlarmRequest, PendingAlarm, PendingAlarms } from './pending-alarms.ts'

/** Maximum number of types offered as a filter. */
export const typesShownMax = 50

/** Filters of the alarms visible to a caller. */
export interface AlarmSearchFilter extends AlarmFilter {
  /** Also alarms of the entities that the originator contains, at any depth, and alarms propagated to them. */
  readonly withContained?: boolean | undefined
}

export interface AlarmDeps {
  /** Entities that an entity contains, at any depth. Throws 400 if there are too many. */
  readonly containedIn: (id: string) => Promise<readonly string[]>
  readonly store: AlarmStore
  readonly list: AlarmList
  readonly plans: PendingAlarms
  readonly access: Access
  readonly commit: Commit
  readonly clock: Clock
}

export type AlarmService = ReturnType<typeof createAlarmService>

export function createAlarmService({ store, list, plans, access, commit, clock, containedIn }: AlarmDeps) {
  async function getFor(scope: Scope, operation: Operation, id: string): Promise<AlarmInfo> {
    const { tenantId } = await access.requireEntity(scope, operation, entityId('ALARM', id))
    const alarm = await store.find(tenantId, id.toLowerCase())
    if (!alarm) throw notFound('ALARM', id)
    return alarm
  }

  async function get(scope: Scope, id: string): Promise<Alarm> {
    return bare(await getFor(scope, 'READ', id))
  }

  /** Includes the cause recorded by the alarm rule. */
  async function getExplained(scope: Scope, id: string): Promise<ExplainedAlarm> {
    const { tenantId } = await access.requireEntity(scope, 'READ', entityId('ALARM', id))
    const alarm = await store.findExplained(tenantId, id.toLowerCase(), clock.nowMs())
    if (!alarm) throw notFound('ALARM', id)
    return seenBy(scope, alarm)
  }

  const getInfo = (scope: Scope, id: string): Promise<AlarmInfo> => getFor(scope, 'READ', id)

  /**
   * With an ID, changes the alarm. Otherwise raises an alarm, or updates the active one of this originator and type.
   */
  async function save(scope: Scope, input: AlarmInput): Promise<Alarm> {
    if (input.type.trim() === '') throw badRequest('type: enter a type.')
    if (input.id) return changeKnown(scope, input.id.id, input)
    const originator = entityId(input.originator.entityType, input.originator.id.toLowerCase())
    const owner = await access.requireEntity(scope, 'READ', originator)
    access.require(scope, 'CREATE', { ...owner, id: entityId('ALARM', originator.id) })
    const plan = await plans.raise({ ...requestOf(input, originator, owner), by: alarmUserOf(scope) })
    await commitPlan(scope, plan, 'ADDED')
    // If the same alarm was raised concurrently, that one was updated instead.
    const stored = await store.find(owner.tenantId, plan.alarm.id.id)
    return stored ? bare(stored) : ((await store.findLatest(owner.tenantId, originator.id, input.type)) ?? plan.alarm)
  }

  /** The originator and the type can't change. */
  async function changeKnown(scope: Scope, id: string, input: AlarmInput): Promise<Alarm> {
    const known = bare(await getFor(scope, 'WRITE', id))
    const owner = { tenantId: known.tenantId.id, customerId: known.customerId.id }
    const plan = await plans.change(known, {
      ...requestOf(input, known.originator, owner),
      status: laterStatus(known.status, input.status ?? known.status),
      by: alarmUserOf(scope),
    })
    try {
      await commitPlan(scope, plan, 'UPDATED')
    } catch (error) {
      if (error instanceof RowsMismatch) throw notFound('ALARM', id)
      throw error
    }
    return plan.alarm
  }

  async function commitPlan(scope: Scope, plan: PendingAlarm, action: AuditAction): Promise<void> {
    try {
      await commit({
        records: plan.records,
        changes: plan.changes,
        // The rule engine receives alarm actions as messages of the originator.
        ...entityAction(scope, action, plan.alarm, clock.nowMs(), { originator: plan.alarm.originator }),
      })
    } catch (error) {
      plan.drop()
      throw error
    }
  }

  /** Marks the alarm as seen. Has no effect if it's already acknowledged. */
  async function acknowledge(scope: Scope, id: string): Promise<Alarm> {
    const alarm = bare(await getFor(scope, 'WRITE', id))
    const plan = await plans.acknowledge(alarm, clock.nowMs(), alarmUserOf(scope))
    if (!plan) return alarm
    await commitPlan(scope, plan, 'ALARM_ACK')
    return plan.alarm
  }

  /** Marks the cause of the alarm as resolved. Has no effect if it's already cleared. */
  async function clear(scope: Scope, id: string): Promise<Alarm> {
    const alarm = bare(await getFor(scope, 'WRITE', id))
    const plan = await plans.clear(alarm, clock.nowMs(), undefined, alarmUserOf(scope))
    if (!plan) return alarm
    await commitPlan(scope, plan, 'ALARM_CLEAR')
    return plan.alarm
  }

  /** Undoes an acknowledgement. Has no effect if the alarm isn't acknowledged. */
  async function unacknowledge(scope: Scope, id: string): Promise<void> {
    const plan = await plans.unacknowledge(bare(await getFor(scope, 'WRITE', id)), alarmUserOf(scope))
    if (plan) await commitUndo(scope, plan)
  }

  /**
   * Makes a cleared alarm active again. Has no effect on an active one. Throws 409 if its originator has another active
   * alarm of this type by now.
   */
  async function reopen(scope: Scope, id: string): Promise<void> {
    const alarm = bare(await getFor(scope, 'WRITE', id))
    const latest = await plans.latest(alarm.tenantId.id, alarm.originator.id, alarm.type)
    if (latest && latest.id.id !== alarm.id.id && !latest.status.startsWith('CLEARED')) throw raisedAgain(alarm)
    const plan = await plans.reopen(alarm, alarmUserOf(scope))
    if (plan) await commitUndo(scope, plan)
  }

  /** A concurrent change may have made the undo impossible. */
  async function commitUndo(scope: Scope, plan: PendingAlarm): Promise<void> {
    try {
      await commitPlan(scope, plan, 'UPDATED')
    } catch (error) {
      if (error instanceof RowsMismatch) throw raisedAgain(plan.alarm)
      throw error
    }
  }

  /** Returns false if the alarm was deleted concurrently. */
  async function remove(scope: Scope, id: string): Promise<boolean> {
    const plan = await plans.remove(bare(await getFor(scope, 'DELETE', id)), { mustExist: true })
    try {
      await commitPlan(scope, plan, 'ALARM_DELETE')
    } catch (error) {
      if (error instanceof RowsMismatch) return false
      throw error
    }
    return true
  }

  /** Alarms linked to an entity. */
  async function listOf(
    scope: Scope,
    entity: EntityId,
    filter: AlarmFilter,
    link: PageLink,
    withNames: boolean,
  ): Promise<PageData<AlarmInfo>> {
    const { tenantId } = await access.requireEntity(scope, 'READ', entity)
    const of = { kind: 'entities', ids: [entity.id], propagated: true } as const
    return alarmsOf(await list.page(tenantId, of, filter, { ...link, withNames }))
  }

  /** All alarms of the tenant, or of the customer for a customer user. */
  async function listAll(
    scope: Scope,
    filter: AlarmFilter,
    link: PageLink,
    withNames: boolean,
  ): Promise<PageData<AlarmInfo>> {
    return alarmsOf(await list.page(scope.tenantId, allOf(scope), filter, { ...link, withNames }))
  }

  /**
   * Alarms and filter of a search. Customer users find only alarms of their customer, also of contained entities.
   * Throws 404 for an unknown customer, 403 for one that the caller can't read.
   */
  async function searched<F extends AlarmSearchFilter>(scope: Scope, { withContained, ...rest }: F) {
    const { originatorId, customerId } = rest
    if (customerId !== undefined) await access.requireEntity(scope, 'READ', entityId('CUSTOMER', customerId))
    const filter = { ...rest, nowMs: clock.nowMs() }
    if (!withContained || originatorId === undefined) return { of: allOf(scope), filter }
    const ids = [originatorId, ...(await containedIn(originatorId))]
    const own = scope.authority === 'CUSTOMER_USER' ? { customerId: scope.customerId } : {}
    return {
      of: { kind: 'entities', ids, propagated: true } as const,
      filter: { ...filter, originatorId: undefined, ...own },
    }
  }

  /** Like `listAll`, with originator names and causes. */
  async function search(scope: Scope, requested: AlarmSearchFilter, link: PageLink): Promise<PageData<ExplainedAlarm>> {
    const { of, filter } = await searched(scope, requested)
    const page = await list.page(scope.tenantId, of, filter, { ...link, withNames: true })
    return { ...page, data: page.data.map(({ explained }) => seenBy(scope, explained)) }
  }

  /** Active alarms of the originators that the caller can see; others are left out. */
  const active = (scope: Scope, originatorIds: readonly string[]): Promise<ActiveAlarms[]> =>
    list.active(scope.tenantId, allOf(scope), originatorIds, clock.nowMs())

  /** Types of all alarms visible to the caller, at most `typesShownMax`. */
  const types = (scope: Scope, textSearch: string | undefined): Promise<string[]> =>
    list.types(scope.tenantId, allOf(scope), textSearch, typesShownMax)

  /** Counts the alarms visible to the caller by severity, in at most `bars` parts of the time range. Throws 400. */
  async function histogram(
    scope: Scope,
    requested: AlarmSearchFilter & { readonly startTs: number; readonly endTs: number },
    textSearch: string | undefined,
    bars: number,
  ): Promise<AlarmHistogram> {
    const { startTs, endTs } = requested
    if (endTs < startTs) throw badRequest('endTime must not be before startTime.')
    const intervalMs = Math.max(1, Math.ceil((endTs - startTs + 1) / bars))
    const { of, filter } = await searched(scope, requested)
    return list.histogram(scope.tenantId, of, filter, textSearch, intervalMs)
  }

  async function highestSeverity(scope: Scope, entity: EntityId, filter: AlarmFilter): Promise<AlarmSeverity | null> {
    const { tenantId } = await access.requireEntity(scope, 'READ', entity)
    return list.highestSeverity(tenantId, entity.id, filter)
  }

  return {
    get,
    getInfo,
    getExplained,
    save,
    acknowledge,
    clear,
    unacknowledge,
    reopen,
    remove,
    listOf,
    listAll,
    search,
    active,
    types,
    histogram,
    highestSeverity,
  }
}

const raisedAgain = ({ type }: Alarm) =>
  new DomainError(
    ErrorCode.BAD_REQUEST_PARAMS,
    `The alarm "${type}" was changed or raised again. Reload it and work on the active one.`,
    { status: 409 },
  )

/** The saved copy may be older than a clearing or an acknowledgement, which are final. */
const laterStatus = (known: AlarmStatus, saved: AlarmStatus): AlarmStatus =>
  alarmStatusOf(
    known.startsWith('CLEARED') || saved.startsWith('CLEARED'),
    known.endsWith('_ACK') || saved.endsWith('_ACK'),
  )

function requestOf(
  input: AlarmInput,
  originator: EntityId,
  { tenantId, customerId }: { tenantId: string; customerId: string },
): AlarmRequest {
  return {
    tenantId,
    customerId,
    originator,
    type: input.type,
    severity: input.severity,
    status: input.status,
    details: input.details ?? null,
    startTs: input.startTs ?? 0,
    endTs: input.endTs ?? 0,
    ackTs: input.ackTs ?? 0,
    clearTs: input.clearTs ?? 0,
    propagate: input.propagate ?? false,
    propagateToOwner: input.propagateToOwner ?? false,
    propagateToTenant: input.propagateToTenant ?? false,
    propagateRelationTypes: input.propagateRelationTypes ?? [],
  }
}

const allOf = ({ authority, customerId }: Scope) =>
  authority === 'CUSTOMER_USER' ? { kind: 'customer' as const, customerId } : { kind: 'tenant' as const }

/** Hides user names (assignee and shelf) from public visitors. */
const seenBy = ({ isPublic }: Scope, alarm: ExplainedAlarm): ExplainedAlarm =>
  isPublic ? { ...alarm, assignee: null, shelf: null } : alarm

const bare = ({ originatorName: _, ...alarm }: AlarmInfo): Alarm => alarm

const alarmsOf = ({ data, ...page }: PageData<{ alarm: AlarmInfo }>): PageData<AlarmInfo> => ({
  ...page,
  data: data.map(({ alarm }) => alarm),
})
