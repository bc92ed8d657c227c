/**
 * Reads, saves and deletes telemetry and attributes of entities for users and API clients.
 *
 * REST and imports use this service; devices use transports and the rule engine. The message to the rule engine
 * contains the user who saves.
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
import { type NamedKeys, resolveKeys } from './named-keys.ts'
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

/** Maximum number of buckets of one aggregation, as in ThingsBoard. */
export const bucketsMax = 700
/** Minimum interval when buckets are counted. */
const bucketCountIntervalMinMs = 1000
/** Maximum keys per query or deletion. */
export const keysPerCallMax = 1000
/** Maximum values per save and per commit. Larger saves are split, so that other commits can run in between. */
export const valuesPerCallMax = 100_000
const valuesPerCommit = 5_000
/** Maximum characters of telemetry parsed at a time. */
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
  /** Default retention of a tenant's telemetry in seconds. 0: forever. */
  readonly ttlSecondsOf: (tenantId: string) => number
  /** Absent: unlimited number of keys. */
  readonly keyChecks?: KeyChecks
  /** Throws 429 if the tenant's monthly storage limit is reached. */
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

  /** Unknown scopes have no attributes. Null: all scopes. */
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

  /** Saves shared or server attributes. Client attributes can only be written by devices. */
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

  /** Attributes that a request means by their names. */
  const attributesNamed = (entity: EntityId, scope: AttributeScope, named: NamedKeys | null) =>
    named ? resolveKeys(named, async (key) => (await attributes.attributes(entity.id, scope, [key])).length > 0) : []

  /** Series that a request means by their names. */
  const seriesNamed = (entity: EntityId, named: NamedKeys | null) =>
    named ? resolveKeys(named, async (key) => (await series.keys(entity.id)).includes(key)) : []

  /** Ignores keys that don't exist. */
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

  /** Returns whether the caller may read a key of the entity. Other keys behave as if they didn't exist. */
  async function readableSeries(scope: Scope, entity: EntityId): Promise<(key: string) => boolean> {
    const { readable } = await access.requireValues(scope, 'READ_TELEMETRY', entity)
    return (key) => readable?.may('TIME_SERIES', key) ?? true
  }

  async function timeseriesKeys(scope: Scope, entity: EntityId): Promise<string[]> {
    const may = await readableSeries(scope, entity)
    return (await series.keys(entity.id)).filter(may)
  }

  /** Latest values of the keys, or of all keys if `keys` is null. Keys without a value are omitted. */
  async function latest(scope: Scope, entity: EntityId, keys: readonly string[] | null): Promise<LatestPoint[]> {
    const may = await readableSeries(scope, entity)
    checkCount(keys)
    return (await series.latest(entity.id, keys ?? undefined)).filter(({ key }) => may(key))
  }

  /**
   * Points or buckets of the keys that have any, as chunks of JSON text (`SeriesStore.rangeText`), so that memory
   * stays bounded. Empty if the range ends before it starts.
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
        // An empty range has no points, so no keys are queried.
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

  /** Parses telemetry. Throws 400 if it is invalid. */
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
   * Saves telemetry. Entries without a timestamp get the server's time. `ttlSeconds` 0: the tenant's default
   * retention. Large saves are committed in parts; after an error, the caller must send everything again.
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

  /** Deletes [startTs, endTs) of the keys or, without a range, all of their data. */
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
    attributesNamed,
    saveAttributes,
    deleteAttributes,
    timeseriesKeys,
    seriesNamed,
    latest,
    rangeText,
    entriesOf,
    saveTelemetry,
    deleteTelemetry,
  }
}

/** Splits entries into parts of at most `valuesPerCommit` values. A larger entry is a part by itself. */
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
