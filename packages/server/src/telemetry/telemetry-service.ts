/**
 * Telemetry and attributes of entities for people and programs: read, save, delete.
 *
 * Devices come in through transports and the rule engine; this is the way of REST and imports. The message that the
 * rule engine gets names the user who saves.
 */

import { badRequest } from '@sonde/model/errors'
import type { EntityId } from '@sonde/model/ids'
import {
  checkKey,
  PayloadError,
  parseTelemetry,
  strictPayload,
  type TelemetryEntry,
} from '@sonde/model/telemetry/payload'
import { telemetryParts } from '@sonde/model/telemetry/payload-parts'
import { type Aggregation, type AttributeScope, attributeScopes, type KeyedValue } from '@sonde/model/telemetry/values'
import type { Operation, ValuesAccess } from '../access/operations.ts'
import type { Scope } from '../access/scope.ts'
import type { Clock } from '../clock.ts'
import type { Commit } from '../journal/commit.ts'
import { type KeyChecks, noKeyChecks } from '../limits/key-checks.ts'
import type { LatestPoint, SeriesStore } from '../storage/series.ts'
import type { Turns } from '../turns/turns.ts'
import { attributeName } from './attribute-name.ts'
import type { AttributeStore, StoredAttribute } from './attribute-store.ts'
import {
  attributeDeletions,
  attributesDeleted,
  attributesUpdated,
  attributeWrites,
  pointWrites,
  type Subject,
  timeseriesDeleted,
  timeseriesUpdated,
} from './telemetry-changes.ts'

/** Buckets of one aggregation, as on the wire. */
export const bucketsMax = 700
/** Narrower intervals count as this when buckets are counted. */
const bucketCountIntervalMinMs = 1000
/** Keys in one question or deletion. */
export const keysPerCallMax = 1000
/** Values in one call that saves, and in one commit: of more of them others are stored in between. */
export const valuesPerCallMax = 100_000
const valuesPerCommit = 5_000
/** Characters of telemetry that are parsed at a time. */
const partCharacters = 64 * 1024

export interface SeriesQuery {
  readonly startTs: number
  readonly endTs: number
  readonly intervalMs: number
  readonly limit: number
  readonly aggregation: Aggregation
  readonly order: 'ASC' | 'DESC'
}

export interface TelemetryDeps {
  readonly attributes: AttributeStore
  readonly series: SeriesStore
  readonly access: ValuesAccess
  readonly commit: Commit
  readonly clock: Clock
  /** How long telemetry of a tenant is kept when nobody says, in seconds; 0: for ever. */
  readonly ttlSecondsOf: (tenantId: string) => number
  /** Absent: any number of keys. */
  readonly keyChecks?: KeyChecks
  /** Throws 429 when the tenant may store no more telemetry this month. */
  readonly requireStorage?: (tenantId: string) => void
  readonly turns: Pick<Turns, 'isOver' | 'next'>
}

export type TelemetryService = ReturnType<typeof createTelemetryService>

export function createTelemetryService(deps: TelemetryDeps) {
  const { attributes, series, access, commit, clock, turns } = deps
  const { ttlSecondsOf, requireStorage, keyChecks = noKeyChecks } = deps

  async function subjectFor(
    scope: Scope,
    operation: Operation,
    entity: EntityId,
    names?: readonly string[],
  ): Promise<Subject> {
    const { tenantId, customerId } = await access.requireEntity(scope, operation, entity, names)
    return { entity, tenantId, customerId }
  }

  /** A scope that nobody knows has no attributes, as on the wire; null stands for all scopes. */
  async function readAttributes(
    scope: Scope,
    entity: EntityId,
    attributeScope: string | null,
    keys: readonly string[] | null,
  ): Promise<StoredAttribute[]> {
    const { readable } = await access.requireValues(scope, 'READ_ATTRIBUTES', entity)
    checkCount(keys)
    const known = knownScope(attributeScope)
    const found = known === undefined ? [] : await attributes.attributes(entity.id, known, keys)
    return readable ? found.filter((each) => readable.mayAttribute(each.scope, each.key)) : found
  }

  async function attributeKeys(scope: Scope, entity: EntityId, attributeScope: string | null): Promise<string[]> {
    const { readable } = await access.requireValues(scope, 'READ_ATTRIBUTES', entity)
    const known = knownScope(attributeScope)
    if (known === undefined) return []
    if (!readable) return attributes.attributeKeys(entity.id, known)
    const found = await attributes.attributes(entity.id, known, null)
    return [...new Set(found.filter((each) => readable.mayAttribute(each.scope, each.key)).map(({ key }) => key))]
  }

  /** People write what servers and devices share; what devices say of themselves only devices write. */
  async function saveAttributes(
    scope: Scope,
    entity: EntityId,
    attributeScope: AttributeScope,
    values: readonly KeyedValue[],
  ): Promise<void> {
    if (attributeScope === 'CLIENT_SCOPE') {
      throw badRequest('Only the device can write client attributes. Use SHARED_SCOPE or SERVER_SCOPE.')
    }
    if (values.length === 0) throw badRequest('Send at least one attribute, such as {"key":"value"}.')
    if (values.length > valuesPerCallMax) throw badRequest(`Send at most ${valuesPerCallMax} attributes at once.`)
    const names = scope.isPublic ? values.map(({ key }) => attributeName(attributeScope, key)) : undefined
    const subject = await subjectFor(scope, 'WRITE_ATTRIBUTES', entity, names)
    requireRoom(keyChecks.attributes(subject.tenantId, entity, attributeScope, values))
    const nowMs = clock.nowMs()
    await commit({
      attributes: attributeWrites(subject, attributeScope, values, nowMs, attributeScope === 'SHARED_SCOPE'),
      ...attributesUpdated(scope, subject, attributeScope, values, nowMs),
    })
  }

  /** Keys that are not there are no error. */
  async function deleteAttributes(
    scope: Scope,
    entity: EntityId,
    attributeScope: AttributeScope,
    keys: readonly string[],
  ): Promise<void> {
    const subject = await subjectFor(scope, 'WRITE_ATTRIBUTES', entity)
    requireKeys(keys)
    const nowMs = clock.nowMs()
    await commit({
      attributes: attributeDeletions(subject, attributeScope, keys, nowMs, attributeScope === 'SHARED_SCOPE'),
      ...attributesDeleted(scope, subject, attributeScope, keys, nowMs),
    })
  }

  /** Which keys of the entity the caller may read; the others read as keys that the entity doesn't have. */
  async function readableSeries(scope: Scope, entity: EntityId): Promise<(key: string) => boolean> {
    const { readable } = await access.requireValues(scope, 'READ_TELEMETRY', entity)
    return (key) => readable?.may('TIME_SERIES', key) ?? true
  }

  async function timeseriesKeys(scope: Scope, entity: EntityId): Promise<string[]> {
    const may = await readableSeries(scope, entity)
    return (await series.keys(entity.id)).filter(may)
  }

  /** Latest values; of all keys when `keys` is null. Keys without a value are left out. */
  async function latest(scope: Scope, entity: EntityId, keys: readonly string[] | null): Promise<LatestPoint[]> {
    const may = await readableSeries(scope, entity)
    checkCount(keys)
    return (await series.latest(entity.id, keys ?? undefined)).filter(({ key }) => may(key))
  }

  /**
   * Points or buckets of the keys that have any, as the wire's JSON text in pieces (`SeriesStore.rangeText`); however
   * many there are, memory stays bounded. A range that ends before it starts has none.
   */
  async function rangeText(
    scope: Scope,
    entity: EntityId,
    keys: readonly string[],
    question: SeriesQuery,
    strict: boolean,
  ): Promise<AsyncGenerator<Uint8Array, void>> {
    const may = await readableSeries(scope, entity)
    requireKeys(keys)
    const { startTs, endTs, intervalMs } = question
    const aggregation = intervalMs === 0 ? 'NONE' : question.aggregation
    if (aggregation !== 'NONE') checkBuckets(startTs, endTs, intervalMs)
    if (question.limit < 1) throw badRequest('The limit must be 1 or more.')
    return series.rangeText(
      {
        entityId: entity.id,
        // A range of no time has no points, so there is nothing to ask.
        keys: endTs <= startTs ? [] : keys.filter(may),
        startTs,
        endTs,
        limit: question.limit,
        order: question.order,
        aggregation,
        intervalMs: aggregation === 'NONE' ? 0 : intervalMs,
      },
      strict,
    )
  }

  /** What a text says. Throws 400 when it is no telemetry. */
  async function entriesOf(text: string): Promise<TelemetryEntry[]> {
    const entries: TelemetryEntry[] = []
    try {
      for (const part of telemetryParts(text, partCharacters)) {
        if (turns.isOver) await turns.next()
        for (const entry of parseTelemetry(part, strictPayload)) entries.push(entry)
      }
    } catch (error) {
      throw error instanceof PayloadError ? badRequest(error.message) : error
    }
    return entries
  }

  /**
   * Entries without a time get the server's. `ttlSeconds` 0: as long as the tenant keeps telemetry. Very many values are
   * stored one part after the other; a caller that gets an error sends all of them again.
   */
  async function saveTelemetry(
    scope: Scope,
    entity: EntityId,
    entries: readonly TelemetryEntry[],
    ttlSeconds: number,
  ): Promise<void> {
    const nowMs = clock.nowMs()
    const stamped = entries.flatMap(({ ts, values }) => (values.length > 0 ? [{ ts: ts ?? nowMs, values }] : []))
    const count = stamped.reduce((sum, { values }) => sum + values.length, 0)
    if (count === 0) throw badRequest('Send at least one value, such as {"key":1}.')
    if (count > valuesPerCallMax) throw badRequest(`Send at most ${valuesPerCallMax} values at once.`)
    const subject = await subjectFor(scope, 'WRITE_TELEMETRY', entity)
    rejectView(entity)
    requireStorage?.(subject.tenantId)
    for (const { values } of stamped) requireRoom(keyChecks.telemetry(subject.tenantId, entity, values))
    const ttl = ttlSeconds > 0 ? ttlSeconds : ttlSecondsOf(subject.tenantId)
    for (const some of partsOf(stamped)) {
      if (turns.isOver) await turns.next()
      await commit({
        points: pointWrites(subject, some, ttl),
        ...timeseriesUpdated(scope, subject, some, nowMs),
      })
    }
  }

  /** Deletes [startTs, endTs) of the keys; without a range everything of them. */
  async function deleteTelemetry(
    scope: Scope,
    entity: EntityId,
    keys: readonly string[],
    deleted: { readonly startTs: number; readonly endTs: number } | null,
    rewriteLatest: boolean,
  ): Promise<void> {
    const subject = await subjectFor(scope, 'WRITE_TELEMETRY', entity)
    rejectView(entity)
    requireKeys(keys)
    if (deleted && deleted.endTs < deleted.startTs) throw badRequest('endTs must not be before startTs.')
    await commit({
      deletions: [{ tenantId: subject.tenantId, entity, keys, range: deleted, rewriteLatest }],
      ...timeseriesDeleted(scope, subject, keys, deleted, clock.nowMs()),
    })
  }

  return {
    readAttributes,
    attributeKeys,
    saveAttributes,
    deleteAttributes,
    timeseriesKeys,
    latest,
    rangeText,
    entriesOf,
    saveTelemetry,
    deleteTelemetry,
  }
}

/** Of at most `valuesPerCommit` values each, where an entry has no more. */
function* partsOf<T extends { readonly values: readonly unknown[] }>(entries: readonly T[]): Generator<T[], void> {
  let part: T[] = []
  let count = 0
  for (const entry of entries) {
    if (count > 0 && count + entry.values.length > valuesPerCommit) {
      yield part
      part = []
      count = 0
    }
    part.push(entry)
    count += entry.values.length
  }
  yield part
}

function rejectView({ entityType }: EntityId) {
  if (entityType !== 'ENTITY_VIEW') return
  throw badRequest('Telemetry of entity views is read-only. Write it to the device or asset.')
}

function checkBuckets(startTs: number, endTs: number, intervalMs: number) {
  if (endTs < startTs) throw badRequest('endTs must not be before startTs.')
  if (intervalMs < 0) throw badRequest('The interval must be positive.')
  if ((endTs - startTs) / Math.max(intervalMs, bucketCountIntervalMinMs) > bucketsMax) {
    throw badRequest(`The range has more than ${bucketsMax} intervals. Use a longer interval or a shorter range.`)
  }
}

function requireRoom(rejection: string | null) {
  if (rejection !== null) throw badRequest(rejection)
}

function requireKeys(keys: readonly string[]) {
  if (keys.length === 0) throw badRequest('Specify the keys, separated by commas.')
  checkCount(keys)
  for (const key of keys) {
    try {
      checkKey(key)
    } catch (error) {
      throw error instanceof PayloadError ? badRequest(error.message) : error
    }
  }
}

function checkCount(keys: readonly string[] | null) {
  if (keys && keys.length > keysPerCallMax) throw badRequest(`Specify at most ${keysPerCallMax} keys at once.`)
}

const knownScope = (name: string | null): AttributeScope | null | undefined =>
  name === null ? null : attributeScopes.find((each) => each === name)
