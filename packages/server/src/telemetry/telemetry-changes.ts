/**
 * Builds the parts of a commit for changed telemetry or attributes: store writes, rule engine messages and audit log
 * entries. Pure; services add them to their transactions.
 */

import type { AuditAction } from '@sonde/model/audit-log/audit-log'
import { parseJson } from '@sonde/model/exact-json'
import type { EntityId } from '@sonde/model/ids'
import type { AttributeScope, KeyedValue } from '@sonde/model/telemetry/values'
import type { Scope } from '../access/scope.ts'
import { type EntityAction, valuesAction } from '../journal/entity-action.ts'
import { jsonValue } from '../storage/series/value-codec.ts'
import type { AttributeWrite, PointWrite } from '../storage/storage.ts'

/** Entity of the values, and its owners. */
export interface Subject {
  readonly entity: EntityId
  readonly tenantId: string
  readonly customerId: string
}

export interface StampedValues {
  /** Epoch ms. */
  readonly ts: number
  readonly values: readonly KeyedValue[]
}

export function pointWrites(
  { tenantId, customerId, entity }: Subject,
  entries: readonly StampedValues[],
  ttlSeconds: number,
): PointWrite[] {
  const points: PointWrite[] = []
  for (const { ts, values } of entries) {
    for (const { key, type, value } of values) {
      points.push({ tenantId, entity, key, ts, type, value, ttlSeconds, customerId })
    }
  }
  return points
}

export const attributeWrites = (
  { tenantId, entity }: Subject,
  scope: AttributeScope,
  values: readonly KeyedValue[],
  nowMs: number,
  notifyDevice: boolean,
): AttributeWrite[] =>
  values.map(({ key, type, value }) => ({
    tenantId,
    entity,
    scope,
    key,
    lastUpdateTs: nowMs,
    value: { type, value },
    notifyDevice,
  }))

export const attributeDeletions = (
  { tenantId, entity }: Subject,
  scope: AttributeScope,
  keys: readonly string[],
  nowMs: number,
  notifyDevice: boolean,
): AttributeWrite[] =>
  keys.map((key) => ({ tenantId, entity, scope, key, lastUpdateTs: nowMs, value: null, notifyDevice }))

/** Values as a JSON object by key. */
export const valuesObject = (values: readonly KeyedValue[]): Record<string, unknown> =>
  Object.fromEntries(values.map((value) => [value.key, jsonValue(value)]))

/** Text form of each value, numbers as formatted by JavaScript. */
const textsOf = (values: Record<string, unknown>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(parseJson(JSON.stringify(values)) as Record<string, unknown>).map(([key, value]) => [
      key,
      typeof value === 'string' ? value : JSON.stringify(value),
    ]),
  )

/** `said` is the data for the audit log in addition to the entity. */
const actionOf = (
  caller: Scope,
  action: AuditAction,
  { entity, tenantId, customerId }: Subject,
  data: object,
  nowMs: number,
  { said = data, metadata = {} }: { readonly said?: object; readonly metadata?: Record<string, string> } = {},
): EntityAction =>
  valuesAction(caller, { action, entity, customerId, data: { entityId: entity.id, ...said } }, data, nowMs, {
    tenantId,
    metadata,
  })

export function attributesUpdated(
  caller: Scope,
  subject: Subject,
  scope: AttributeScope,
  values: readonly KeyedValue[],
  nowMs: number,
): EntityAction {
  const data = valuesObject(values)
  const said = { scope, attributes: textsOf(data) }
  return actionOf(caller, 'ATTRIBUTES_UPDATED', subject, data, nowMs, { said, metadata: { scope } })
}

export function attributesDeleted(
  caller: Scope,
  subject: Subject,
  scope: AttributeScope,
  attributes: readonly string[],
  nowMs: number,
): EntityAction {
  const said = { scope, attributes }
  return actionOf(caller, 'ATTRIBUTES_DELETED', subject, { attributes }, nowMs, { said, metadata: { scope } })
}

export function timeseriesUpdated(
  caller: Scope,
  subject: Subject,
  entries: readonly StampedValues[],
  nowMs: number,
): EntityAction {
  const timeseries = entries.map(({ ts, values }) => ({ ts, values: valuesObject(values) }))
  return actionOf(caller, 'TIMESERIES_UPDATED', subject, { timeseries }, nowMs)
}

export function timeseriesDeleted(
  caller: Scope,
  subject: Subject,
  keys: readonly string[],
  range: { readonly startTs: number; readonly endTs: number } | null,
  nowMs: number,
): EntityAction {
  const data = { timeseries: keys, startTs: range?.startTs ?? 0, endTs: range?.endTs ?? nowMs }
  return actionOf(caller, 'TIMESERIES_DELETED', subject, data, nowMs)
}
