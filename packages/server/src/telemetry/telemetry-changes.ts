/**
 * What a commit holds when telemetry or attributes change: writes for the stores, messages for the rule engine
 *. Pure; services add them to their transactions.
 */

import type { EntityId } from '@sonde/model/ids'
import type { AttributeScope, KeyedValue } from '@sonde/model/telemetry/values'
import type { Scope } from '../access/scope.ts'
import { entityMessage } from '../journal/entity-message.ts'
import type { Message } from '../messages/message.ts'
import { jsonValue } from '../storage/series/value-codec.ts'
import type { AttributeWrite, PointWrite } from '../storage/storage.ts'

/** The entity that the values are of, and whose it is. */
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

/** `{key: value}` as JSON holds it. */
export const valuesObject = (values: readonly KeyedValue[]): Record<string, unknown> =>
  Object.fromEntries(values.map((value) => [value.key, jsonValue(value)]))

const messageOf = (
  caller: Scope,
  type: string,
  { entity, tenantId, customerId }: Subject,
  data: unknown,
  nowMs: number,
  metadata: Record<string, string> = {},
): Message => entityMessage({ scope: caller, tenantId, type, originator: entity, customerId, data, metadata, nowMs })

export const attributesUpdated = (
  caller: Scope,
  subject: Subject,
  scope: AttributeScope,
  values: readonly KeyedValue[],
  nowMs: number,
): Message => messageOf(caller, 'ATTRIBUTES_UPDATED', subject, valuesObject(values), nowMs, { scope })

export const attributesDeleted = (
  caller: Scope,
  subject: Subject,
  scope: AttributeScope,
  keys: readonly string[],
  nowMs: number,
): Message => messageOf(caller, 'ATTRIBUTES_DELETED', subject, { attributes: keys }, nowMs, { scope })

export function timeseriesUpdated(
  caller: Scope,
  subject: Subject,
  entries: readonly StampedValues[],
  nowMs: number,
): Message {
  const timeseries = entries.map(({ ts, values }) => ({ ts, values: valuesObject(values) }))
  return messageOf(caller, 'TIMESERIES_UPDATED', subject, { timeseries }, nowMs)
}

export const timeseriesDeleted = (
  caller: Scope,
  subject: Subject,
  keys: readonly string[],
  range: { readonly startTs: number; readonly endTs: number } | null,
  nowMs: number,
): Message =>
  messageOf(
    caller,
    'TIMESERIES_DELETED',
    subject,
    { timeseries: keys, startTs: range?.startTs ?? 0, endTs: range?.endTs ?? nowMs },
    nowMs,
  )
