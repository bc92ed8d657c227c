/**
 * Alarms: raised by programs and users, acknowledged and cleared by users.
 *
 * Invariant: an originator has at most one active alarm of each type, enforced by a unique index. Concurrent requests
 * to
 * raise the same alarm result in one alarm. Writes are planned by pending-alarms.ts.
 */

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
import { badRequest, notFound } from '@sonde/model/errors'
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

export interface AlarmDeps {
  readonly store: AlarmStore
  readonly list: AlarmList
  readonly plans: PendingAlarms
  readonly access: Access
  readonly commit: Commit
  readonly clock: Clock
}

export type AlarmService = ReturnType<typeof createAlarmService>

export function createAlarmService({ store, list, plans, access, commit, clock }: AlarmDeps) {
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

  /** Like `listAll`, with originator names and causes. */
  async function search(scope: Scope, filter: AlarmFilter, link: PageLink): Promise<PageData<ExplainedAlarm>> {
    const requested = { ...filter, nowMs: clock.nowMs() }
    const page = await list.page(scope.tenantId, allOf(scope), requested, { ...link, withNames: true })
    return { ...page, data: page.data.map(({ explained }) => seenBy(scope, explained)) }
  }

  /** Types of all alarms visible to the caller, at most `typesShownMax`. */
  const types = (scope: Scope, textSearch: string | undefined): Promise<string[]> =>
    list.types(scope.tenantId, allOf(scope), textSearch, typesShownMax)

  /** Counts the alarms visible to the caller by severity, in at most `bars` parts of the time range. Throws 400. */
  async function histogram(
    scope: Scope,
    filter: AlarmFilter & { readonly startTs: number; readonly endTs: number },
    textSearch: string | undefined,
    bars: number,
  ): Promise<AlarmHistogram> {
    const { startTs, endTs } = filter
    if (endTs < startTs) throw badRequest('endTime must not be before startTime.')
    const intervalMs = Math.max(1, Math.ceil((endTs - startTs + 1) / bars))
    const asked = { ...filter, nowMs: clock.nowMs() }
    return list.histogram(scope.tenantId, allOf(scope), asked, textSearch, intervalMs)
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
    remove,
    listOf,
    listAll,
    search,
    types,
    histogram,
    highestSeverity,
  }
}

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
