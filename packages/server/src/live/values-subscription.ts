/**
 * Subscriptions of the old style: attributes or series of one entity.
 *
 * The entity is watched before its values are read, so that no change is missed. Changes that arrive in between are
 * sent after the response, unless the response already contains them.
 */

import { LiveErrorCode, type SubscriptionUpdate } from '@sonde/model/entity-query/live-updates'
import type { EntityId } from '@sonde/model/ids'
import { type AttributeScope, valueText } from '@sonde/model/telemetry/values'
import type { ReadsValues } from '../access/operations.ts'
import type { ChangeListener } from '../changes/change-stream.ts'
import type { StoredAttribute } from '../telemetry/attribute-store.ts'
import { charactersOf, dropOlderPoints } from './buffered-points.ts'
import type { SeriesRequest } from './command-parsing.ts'
import { isAllowed } from './is-allowed.ts'
import { readSeries } from './series-reading.ts'
import { type LiveSubscription, mergedJob, type SessionContext } from './session-parts.ts'

type Pair = readonly [ts: number, value: string]
/** A requested key without a value is answered with null at the current time. */
type Answered = readonly [ts: number, value: string | null]

export interface ValuesRequest {
  readonly cmdId: number
  readonly entity: EntityId
  /** null: all keys. */
  readonly keys: readonly string[] | null
}

/** Responds with the newest attribute values of the requested scopes, then sends each change. */
export async function subscribeAttributes(
  context: SessionContext,
  request: ValuesRequest & { readonly scope: AttributeScope | null },
): Promise<LiveSubscription> {
  const { entity, scope } = request
  const { attributes } = context.parts
  return subscribe(context, request, 'READ_ATTRIBUTES', {
    keeps: 'newest',
    listener: (note, isWanted, { mayAttribute }) => ({
      attributes(writes) {
        for (const write of writes) {
          if ((scope !== null && write.scope !== scope) || !isWanted(write.key)) continue
          if (!mayAttribute(write.scope, write.key)) continue
          if (write.value) note(write.key, write.lastUpdateTs, valueText(write.value))
          else note(write.key, 0, '')
        }
      },
    }),
    async read({ mayAttribute }) {
      const found = await attributes.attributes(entity.id, scope, request.keys)
      return newestByKey(found.filter((each) => mayAttribute(each.scope, each.key)))
    },
  })
}

/** Responds with the latest values or the points of the window, then sends each point. */
export async function subscribeSeries(
  context: SessionContext,
  request: ValuesRequest & { readonly window: SeriesRequest | null },
): Promise<LiveSubscription> {
  const { entity, keys, window } = request
  const { series, clock } = context.parts
  return subscribe(context, request, 'READ_TELEMETRY', {
    keeps: window ? 'all' : 'newer',
    listener: (note, isWanted, { maySeries }, forget) => ({
      points(points) {
        for (const point of points) {
          if (isWanted(point.key) && maySeries(point.key)) note(point.key, point.ts, valueText(point))
        }
      },
      // A window keeps its points until the client requests it again.
      deletedLatest(deleted) {
        if (window) return
        for (const { key, latest } of deleted) {
          if (!isWanted(key) || !maySeries(key)) continue
          forget(key)
          if (latest) note(key, latest.ts, valueText(latest))
          else note(key, 0, '')
        }
      },
    }),
    async read({ maySeries }) {
      const byKey = new Map<string, Answered[]>()
      if (window) {
        const readable = { ...window, keys: window.keys.filter(maySeries) }
        for (const [key, points] of Object.entries(await readSeries(series, entity.id, readable))) {
          if (points.length > 0)
            byKey.set(
              key,
              points.map(({ ts, value }): Pair => [ts, value]),
            )
        }
      } else {
        for (const key of keys ?? []) byKey.set(key, [[clock.nowMs(), null]])
        for (const point of await series.latest(entity.id, keys ?? undefined)) {
          if (maySeries(point.key)) byKey.set(point.key, [[point.ts, valueText(point)]])
        }
      }
      return byKey
    },
  })
}

/** Values that the caller may read; all others appear as missing. */
interface Readable {
  maySeries(key: string): boolean
  mayAttribute(scope: AttributeScope, key: string): boolean
}

async function readableFor(
  { scope, parts }: SessionContext,
  operation: ReadsValues,
  entity: EntityId,
): Promise<Readable> {
  const { readable } = await parts.access.requireValues(scope, operation, entity)
  return {
    maySeries: (key) => readable?.may('TIME_SERIES', key) ?? true,
    mayAttribute: (of, key) => readable?.mayAttribute(of, key) ?? true,
  }
}

interface ValuesSource {
  /**
   * `all`: every value is sent, regardless of its time, until too many wait. `newer`: values newer than those that the
   * client knows; while updates wait, only the newest of them. `newest`: only the newest value.
   */
  readonly keeps: 'all' | 'newer' | 'newest'
  listener(
    note: (key: string, ts: number, value: string) => void,
    isWanted: (key: string) => boolean,
    readable: Readable,
    forget: (key: string) => void,
  ): Pick<ChangeListener, 'points' | 'attributes' | 'deletedLatest'>
  read(readable: Readable): Promise<Map<string, readonly Answered[]>>
}

async function subscribe(
  context: SessionContext,
  { cmdId, entity, keys }: ValuesRequest,
  operation: ReadsValues,
  source: ValuesSource,
): Promise<LiveSubscription> {
  const { scope, outbox, parts } = context
  const readable = await readableFor(context, operation, entity)
  const hold = context.hold({ entities: 1, keys: keys?.length ?? 0 })

  const wanted = keys ? new Set(keys) : null
  const known = new Map<string, Pair>()
  let answered = new Map<string, readonly Answered[]>()
  let pending = new Map<string, Pair[]>()
  let isLive = false
  let stopped = false
  /** The entity has changed: the caller's permission must be checked again. */
  let isUndecided = false
  let changes = 0

  const subscription: LiveSubscription = {
    cmdId,
    kind: 'values',
    get isUndecided() {
      return isUndecided
    },
    drain() {
      const taken = pending
      pending = new Map()
      for (const pairs of taken.values()) if (pairs.length > 1) pairs.sort((a, b) => b[0] - a[0])
      return taken.size > 0 ? [updateOf(cmdId, taken, (pairs) => pairs[0])] : []
    },
    thin: () =>
      dropOlderPoints(
        pending,
        ([ts]) => ts,
        ([, value]) => value,
      ),
    stop() {
      if (stopped) return
      stopped = true
      hold.release()
      unwatch()
      outbox.forget(subscription)
    },
  }

  function note(key: string, ts: number, value: string) {
    if (source.keeps === 'all') {
      if (!isLive || !answered.get(key)?.some((pair) => pair[0] === ts && pair[1] === value)) {
        const pairs = pending.get(key)
        if (pairs) pairs.push([ts, value])
        else pending.set(key, [[ts, value]])
        if (isLive) outbox.mark(subscription, charactersOf(value))
      }
      return
    }
    const before = known.get(key)
    // ts 0 is a deletion and always sent.
    if (before && ts !== 0 && (ts < before[0] || (ts === before[0] && value === before[1]))) return
    known.set(key, [ts, value])
    const pairs = pending.get(key)
    if (pairs && source.keeps === 'newer' && !outbox.isHolding) pairs.push([ts, value])
    else pending.set(key, [[ts, value]])
    if (isLive) outbox.mark(subscription)
  }

  /** The next value of the key counts as a change, even if it is older. */
  function forget(key: string) {
    known.delete(key)
    pending.delete(key)
  }

  const checkRights = mergedJob(context, async () => {
    if (stopped) return
    // The entity may change again during the check.
    let may: boolean
    do {
      changes = 0
      may = await isAllowed(parts.access.requireValues(scope, operation, entity))
    } while (may && changes > 0)
    if (stopped) return
    if (may) {
      isUndecided = false
      if (pending.size > 0) outbox.mark(subscription)
      return
    }
    context.end(cmdId, LiveErrorCode.UNAUTHORIZED, `You no longer have access to ${entity.entityType} ${entity.id}.`)
  })

  const unwatch = parts.watchers.watchEntity(scope.tenantId, entity.id, {
    ...source.listener(note, (key) => wanted === null || wanted.has(key), readable, forget),
    change({ aspect }) {
      if (aspect === 'alarm') return
      isUndecided = true
      changes++
      checkRights()
    },
  })

  /**
   * Characters of the response, which was read for this subscription only; later values are shared with other
   * subscriptions.
   */
  function retainedCharacters(): number {
    let characters = 0
    if (source.keeps !== 'all') for (const [first] of answered.values()) characters += first?.[1]?.length ?? 0
    return characters
  }

  try {
    answered = new Map(await source.read(readable))
    hold.resize({ entities: 1, keys: keys?.length ?? answered.size, characters: retainedCharacters() })
    // The entity's owner may have changed during the read.
    if (isUndecided) await parts.access.requireValues(scope, operation, entity)
  } catch (error) {
    subscription.stop()
    throw error
  }
  outbox.answer(updateOf(cmdId, answered))
  const arrived = pending
  pending = new Map()
  isLive = true
  if (source.keeps !== 'all') {
    known.clear()
    for (const [key, [first]] of answered) {
      if (first && first[1] !== null) known.set(key, [first[0], first[1]])
    }
  }
  for (const [key, pairs] of arrived) for (const [ts, value] of pairs) note(key, ts, value)
  answered = new Map()
  return subscription
}

/** Sends one response with the points of the window, without updates. */
export async function answerHistory(
  context: SessionContext,
  cmdId: number,
  entity: EntityId,
  request: SeriesRequest,
): Promise<void> {
  const { outbox, parts } = context
  const { maySeries } = await readableFor(context, 'READ_TELEMETRY', entity)
  const byKey = new Map<string, readonly Pair[]>()
  const readable = { ...request, keys: request.keys.filter(maySeries) }
  for (const [key, points] of Object.entries(await readSeries(parts.series, entity.id, readable))) {
    if (points.length > 0)
      byKey.set(
        key,
        points.map(({ ts, value }): Pair => [ts, value]),
      )
  }
  outbox.answer(updateOf(cmdId, byKey))
}

function updateOf(
  subscriptionId: number,
  byKey: ReadonlyMap<string, readonly Answered[]>,
  // For API compatibility, responses contain the time of the last pair in the list.
  latest: (pairs: readonly Answered[]) => Answered | undefined = (pairs) => pairs.at(-1),
): SubscriptionUpdate {
  const data: Record<string, readonly Answered[]> = {}
  const latestValues: Record<string, number> = {}
  for (const [key, pairs] of byKey) {
    data[key] = pairs
    latestValues[key] = latest(pairs)?.[0] ?? 0
  }
  return { subscriptionId, errorCode: 0, errorMsg: null, data, latestValues }
}

function newestByKey(attributes: readonly StoredAttribute[]): Map<string, Pair[]> {
  const byKey = new Map<string, Pair[]>()
  for (const attribute of attributes) {
    const existing = byKey.get(attribute.key)?.[0]
    if (!existing || attribute.lastUpdateTs > existing[0]) {
      byKey.set(attribute.key, [[attribute.lastUpdateTs, valueText(attribute)]])
    }
  }
  return byKey
}
