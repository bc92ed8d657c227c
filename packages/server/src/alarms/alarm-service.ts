/**
 * Alarms: raised by programs and people, acknowledged and cleared by people.
 *
 * Invariant: an originator has at most one active alarm of a type. A unique index holds it; two who raise the same
 * alarm at once end with one. What a change is made of: alarm-plans.ts.
 */

import type { Alarm, AlarmInfo, AlarmInput, AlarmSeverity } from '@sonde/model/alarms/alarm'
import { badRequest, notFound } from '@sonde/model/errors'
import { type EntityId, entityId } from '@sonde/model/ids'
import type { PageData, PageLink } from '@sonde/model/paging'
import type { Access, Operation } from '../access/operations.ts'
import type { Scope } from '../access/scope.ts'
import type { Clock } from '../clock.ts'
import type { Commit } from '../journal/commit.ts'
import { entityMessage } from '../journal/entity-message.ts'
import type { Message } from '../messages/message.ts'
import { RowsMismatch, UniqueViolation } from '../storage/storage.ts'
import type { AlarmFilter, AlarmList } from './alarm-list.ts'
import type { AlarmStore } from './alarm-store.ts'
import type { AlarmRequest, PendingAlarm, PendingAlarms } from './pending-alarms.ts'

export interface AlarmParts {
  readonly store: AlarmStore
  readonly list: AlarmList
  readonly plans: PendingAlarms
  readonly access: Access
  readonly commit: Commit
  readonly clock: Clock
}

export type AlarmService = ReturnType<typeof createAlarmService>

export function createAlarmService({ store, list, plans, access, commit, clock }: AlarmParts) {
  async function getFor(scope: Scope, operation: Operation, id: string): Promise<AlarmInfo> {
    const { tenantId } = await access.requireEntity(scope, operation, entityId('ALARM', id))
    const alarm = await store.find(tenantId, id.toLowerCase())
    if (!alarm) throw notFound('ALARM', id)
    return alarm
  }

  async function get(scope: Scope, id: string): Promise<Alarm> {
    return bare(await getFor(scope, 'READ', id))
  }

  const getInfo = (scope: Scope, id: string): Promise<AlarmInfo> => getFor(scope, 'READ', id)

  /** With an id the alarm is changed. Without one it is raised, or the active one of this originator and type grows. */
  async function save(scope: Scope, input: AlarmInput): Promise<Alarm> {
    if (input.type.trim() === '') throw badRequest('type: give the alarm a type.')
    if (input.id) return changeKnown(scope, input.id.id, input)
    const originator = entityId(input.originator.entityType, input.originator.id.toLowerCase())
    const owner = await access.requireEntity(scope, 'READ', originator)
    access.demand(scope, 'CREATE', { ...owner, id: entityId('ALARM', originator.id) })
    const plan = await plans.raise(requestOf(input, originator, owner))
    await commitPlan(scope, plan, 'ENTITY_CREATED')
    // Somebody may have raised the same one meanwhile: then that one grew.
    const stored = await store.find(owner.tenantId, plan.alarm.id.id)
    return stored ? bare(stored) : ((await store.findLatest(owner.tenantId, originator.id, input.type)) ?? plan.alarm)
  }

  /** Its originator and its type stay what they are. */
  async function changeKnown(scope: Scope, id: string, input: AlarmInput): Promise<Alarm> {
    const known = bare(await getFor(scope, 'WRITE', id))
    const owner = { tenantId: known.tenantId.id, customerId: known.customerId.id }
    const plan = await plans.change(known, requestOf(input, known.originator, owner))
    try {
      await commitPlan(scope, plan, 'ENTITY_UPDATED')
    } catch (error) {
      if (error instanceof RowsMismatch) throw notFound('ALARM', id)
      if (error instanceof UniqueViolation) {
        throw badRequest(
          `status: the originator has another active alarm of type ${plan.alarm.type}; clear that first.`,
        )
      }
      throw error
    }
    return plan.alarm
  }

  async function commitPlan(scope: Scope, plan: PendingAlarm, messageType: string): Promise<void> {
    try {
      await commit({
        records: plan.records,
        changes: plan.changes,
        messages: [alarmMessage(scope, messageType, plan.alarm, clock.nowMs())],
      })
    } catch (error) {
      plan.drop()
      throw error
    }
  }

  /** Marks the alarm as seen. The second time is no error; the first one stands. */
  async function acknowledge(scope: Scope, id: string): Promise<Alarm> {
    const alarm = bare(await getFor(scope, 'WRITE', id))
    const plan = await plans.acknowledge(alarm, clock.nowMs())
    if (!plan) return alarm
    await commitPlan(scope, plan, 'ALARM_ACK')
    return plan.alarm
  }

  /** Says that the cause is gone. The second time is no error; the first one stands. */
  async function clear(scope: Scope, id: string): Promise<Alarm> {
    const alarm = bare(await getFor(scope, 'WRITE', id))
    const plan = await plans.clear(alarm, clock.nowMs())
    if (!plan) return alarm
    await commitPlan(scope, plan, 'ALARM_CLEAR')
    return plan.alarm
  }

  /** False when somebody else deleted it meanwhile. */
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

  /** The alarms that are seen through an entity. */
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

  /** All of the tenant, or of the customer. */
  async function listAll(
    scope: Scope,
    filter: AlarmFilter,
    link: PageLink,
    withNames: boolean,
  ): Promise<PageData<AlarmInfo>> {
    const { tenantId, customerId } = scope
    const of =
      scope.authority === 'CUSTOMER_USER' ? { kind: 'customer' as const, customerId } : { kind: 'tenant' as const }
    return alarmsOf(await list.page(tenantId, of, filter, { ...link, withNames }))
  }

  async function highestSeverity(scope: Scope, entity: EntityId, filter: AlarmFilter): Promise<AlarmSeverity | null> {
    const { tenantId } = await access.requireEntity(scope, 'READ', entity)
    return list.highestSeverity(tenantId, entity.id, filter)
  }

  return { get, getInfo, save, acknowledge, clear, remove, listOf, listAll, highestSeverity }
}

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

const bare = ({ originatorName: _, ...alarm }: AlarmInfo): Alarm => alarm

const alarmsOf = ({ data, ...page }: PageData<{ alarm: AlarmInfo }>): PageData<AlarmInfo> => ({
  ...page,
  data: data.map(({ alarm }) => alarm),
})

/** The rule engine sees alarms as messages of their originator. */
const alarmMessage = (scope: Scope, type: string, alarm: Alarm, nowMs: number): Message =>
  entityMessage({
    scope,
    tenantId: alarm.tenantId.id,
    type,
    originator: alarm.originator,
    customerId: alarm.customerId.id,
    data: alarm,
    nowMs,
  })
