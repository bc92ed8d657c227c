/**
 * Alarms: raised by programs and people, acknowledged and cleared by people.
 *
 * Invariant: an originator has at most one uncleared alarm of a type. A unique index holds it; two who raise the same
 * alarm at once end with one.
 *
 * Each change is published twice: of the ALARM itself, `aspect` the originator's id, for parts that follow alarms; and
 * of the originator with the aspect `alarm`, so that whoever watches an entity hears of its alarms.
 */

import type { Alarm, AlarmInfo, AlarmInput, AlarmSeverity } from '@sonde/model/alarms/alarm'
import { alarmStatusOf } from '@sonde/model/alarms/alarm'
import { badRequest, notFound } from '@sonde/model/errors'
import { type EntityId, entityId } from '@sonde/model/ids'
import type { PageData, PageLink } from '@sonde/model/paging'
import type { Access, Operation } from '../access/operations.ts'
import type { Scope } from '../access/scope.ts'
import type { Clock } from '../clock.ts'
import { newId } from '../ids.ts'
import type { Commit } from '../journal/commit.ts'
import { entityMessage } from '../journal/entity-message.ts'
import type { Message } from '../journal/message.ts'
import { type EntityChange, RowsMismatch, UniqueViolation } from '../storage/storage.ts'
import type { AlarmFilter, AlarmStore } from './alarm-store.ts'

export interface AlarmParts {
  readonly store: AlarmStore
  readonly access: Access
  readonly commit: Commit
  readonly clock: Clock
}

export type AlarmService = ReturnType<typeof createAlarmService>

export function createAlarmService({ store, access, commit, clock }: AlarmParts) {
  async function getFor(scope: Scope, operation: Operation, id: string): Promise<AlarmInfo> {
    const { tenantId } = await access.demandEntity(scope, operation, entityId('ALARM', id))
    const alarm = await store.find(tenantId, id)
    if (!alarm) throw notFound('ALARM', id)
    return alarm
  }

  async function get(scope: Scope, id: string): Promise<Alarm> {
    const { originatorName: _, ...alarm } = await getFor(scope, 'READ', id)
    return alarm
  }

  const getInfo = (scope: Scope, id: string): Promise<AlarmInfo> => getFor(scope, 'READ', id)

  /**
   * With an id the alarm is changed. Without one it is raised; when the originator has an uncleared alarm of this type
   * it grows instead: times only go forward, severity and details are replaced, propagation is joined.
   */
  async function save(scope: Scope, input: AlarmInput): Promise<Alarm> {
    const originator = entityId(input.originator.entityType, input.originator.id.toLowerCase())
    if (input.type.trim() === '') throw badRequest('Give the alarm a type.')
    const owner = await access.demandEntity(scope, 'READ', originator)
    const known = input.id ? await getFor(scope, 'WRITE', input.id.id) : undefined
    const nowMs = clock.nowMs()
    try {
      return await write()
    } catch (error) {
      if (error instanceof RowsMismatch) throw notFound('ALARM', input.id?.id ?? input.type)
      // Somebody raised the same alarm meanwhile: now it is found and grows.
      if (error instanceof UniqueViolation && !known) return write()
      throw error
    }

    async function write(): Promise<Alarm> {
      const before = known ?? (await store.findUncleared(owner.tenantId, originator.id, input.type))
      const startTs = input.startTs || nowMs
      const fresh: Alarm = {
        id: entityId('ALARM', newId(nowMs)),
        createdTime: nowMs,
        tenantId: entityId('TENANT', owner.tenantId),
        customerId: entityId('CUSTOMER', owner.customerId),
        type: input.type,
        originator,
        severity: input.severity,
        status: input.status,
        startTs,
        endTs: input.endTs || startTs,
        ackTs: input.ackTs || (input.status.endsWith('UNACK') ? 0 : nowMs),
        clearTs: input.clearTs || (input.status.startsWith('ACTIVE') ? 0 : nowMs),
        details: input.details ?? null,
        propagate: input.propagate ?? false,
        propagateToOwner: input.propagateToOwner ?? false,
        propagateToTenant: input.propagateToTenant ?? false,
        propagateRelationTypes: input.propagateRelationTypes ?? [],
        name: input.type,
      }
      const alarm = withStatus(before ? merged(before, fresh) : fresh)
      await commit({
        statements: [before ? store.update(alarm) : store.insert(alarm)],
        changes: alarmChanges(before ? 'updated' : 'created', alarm),
        messages: [alarmMessage(scope, input.id ? 'ENTITY_UPDATED' : 'ENTITY_CREATED', alarm, nowMs)],
      })
      return alarm
    }
  }

  /** Marks the alarm as seen. The second time is no error; the first one stands. */
  async function acknowledge(scope: Scope, id: string): Promise<Alarm> {
    const alarm = await getFor(scope, 'WRITE', id)
    if (alarm.ackTs !== 0) return alarm
    const nowMs = clock.nowMs()
    const acknowledged = withStatus({ ...alarm, ackTs: nowMs })
    await commit({
      statements: [store.setAckTs(alarm, nowMs)],
      changes: alarmChanges('updated', acknowledged),
      messages: [alarmMessage(scope, 'ALARM_ACK', acknowledged, nowMs)],
    })
    return acknowledged
  }

  /** Says that the cause is gone. The second time is no error; the first one stands. */
  async function clear(scope: Scope, id: string): Promise<Alarm> {
    const alarm = await getFor(scope, 'WRITE', id)
    if (alarm.clearTs !== 0) return alarm
    const nowMs = clock.nowMs()
    const cleared = withStatus({ ...alarm, clearTs: nowMs })
    await commit({
      statements: [store.setClearTs(alarm, nowMs, undefined)],
      changes: alarmChanges('updated', cleared),
      messages: [alarmMessage(scope, 'ALARM_CLEAR', cleared, nowMs)],
    })
    return cleared
  }

  async function remove(scope: Scope, id: string): Promise<boolean> {
    const alarm = await getFor(scope, 'DELETE', id)
    try {
      await commit({
        statements: [store.remove(alarm)],
        changes: alarmChanges('deleted', alarm),
        messages: [alarmMessage(scope, 'ALARM_DELETE', alarm, clock.nowMs())],
      })
    } catch (error) {
      if (error instanceof RowsMismatch) return false
      throw error
    }
    return true
  }

  async function listOf(
    scope: Scope,
    originator: EntityId,
    filter: AlarmFilter,
    link: PageLink,
  ): Promise<PageData<AlarmInfo>> {
    const { tenantId } = await access.demandEntity(scope, 'READ', originator)
    return store.findByOriginators(tenantId, [originator.id], filter, link)
  }

  /** All of the tenant, or of the customer. */
  const list = (scope: Scope, filter: AlarmFilter, link: PageLink): Promise<PageData<AlarmInfo>> =>
    store.findByOriginators(
      scope.tenantId,
      null,
      scope.authority === 'CUSTOMER_USER' ? { ...filter, customerId: scope.customerId } : filter,
      link,
    )

  async function highestSeverity(
    scope: Scope,
    originator: EntityId,
    filter: AlarmFilter,
  ): Promise<AlarmSeverity | null> {
    const { tenantId } = await access.demandEntity(scope, 'READ', originator)
    return store.highestSeverity(tenantId, originator.id, filter)
  }

  return { get, getInfo, save, acknowledge, clear, remove, listOf, list, highestSeverity }
}

const withStatus = <A extends Alarm>(alarm: A): A => ({ ...alarm, status: alarmStatusOf(alarm.clearTs, alarm.ackTs) })

const merged = (before: Alarm, { id: _, createdTime: __, ...fresh }: Alarm): Alarm => ({
  ...fresh,
  id: before.id,
  createdTime: before.createdTime,
  type: before.type,
  name: before.name,
  originator: before.originator,
  startTs: before.startTs,
  endTs: Math.max(before.endTs, fresh.endTs),
  ackTs: Math.max(before.ackTs, fresh.ackTs),
  clearTs: Math.max(before.clearTs, fresh.clearTs),
  propagate: before.propagate || fresh.propagate,
  propagateToOwner: before.propagateToOwner || fresh.propagateToOwner,
  propagateToTenant: before.propagateToTenant || fresh.propagateToTenant,
  propagateRelationTypes: [...new Set([...before.propagateRelationTypes, ...fresh.propagateRelationTypes])],
})

/** What is published of an alarm; the rule engine's alarm nodes publish the same. */
export function alarmChanges(kind: EntityChange['kind'], alarm: Alarm): EntityChange[] {
  const owner = { tenantId: alarm.tenantId.id, customerId: alarm.customerId.id }
  return [
    { kind, entity: alarm.id, ...owner, aspect: alarm.originator.id },
    { kind: 'updated', entity: alarm.originator, ...owner, aspect: 'alarm' },
  ]
}

/** The rule engine sees alarms as messages of their originator. */
const alarmMessage = (scope: Scope, type: string, alarm: Alarm, nowMs: number): Message =>
  entityMessage({
    scope,
    type,
    originator: alarm.originator,
    customerId: alarm.customerId.id,
    data: alarm,
    nowMs,
  })
