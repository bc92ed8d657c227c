/**
 * A page of entities and what streams of them.
 *
 * The first command brings the query; later ones under the same id change what streams. Entities are watched before
 * their values are read a second time, so that nothing falls in between.
 */

import type {
  EntityData,
  EntityDataQuery,
  EntityKey,
  LatestValues,
  TsValue,
} from '@sonde/model/entity-query/entity-query'
import type { EntityDataUpdate, EntityUpdate } from '@sonde/model/entity-query/live-updates'
import { badRequest } from '@sonde/model/errors'
import type { EntityId } from '@sonde/model/ids'
import type { PageData } from '@sonde/model/paging'
import { valueText } from '@sonde/model/telemetry/values'
import { parseEntityDataQuery } from '../entity-query/query-parsing.ts'
import { jsonPieces } from '../http/json-pieces.ts'
import type { PointWrite } from '../storage/storage.ts'
import { charactersOf, dropOlderPoints } from './buffered-points.ts'
import { entityKeysOf, isObject, type SeriesRequest, seriesAsked } from './command-parsing.ts'
import { watchDynamicSources } from './dynamic-sources.ts'
import { catchUp, createLatestWatch, type LatestWatch, type WatchedKeys, watchedKeys } from './latest-watch.ts'
import { readSeriesOfMany, type SeriesAnswer } from './series-reading.ts'
import { createSeriesTexts, type SeriesTexts } from './series-text.ts'
import { type LiveSubscription, mergedJob, type SessionContext } from './session-parts.ts'

/** An entity of the page that is followed. */
interface Followed {
  readonly entityId: EntityId
  readonly latest: LatestWatch | null
  /** Points since the client was told, and the characters that they have. */
  points: Map<string, TsValue[]>
  characters: number
  unwatch(): void
}

export interface EntityDataSubscription extends LiveSubscription {
  /** Runs a command of this id. Throws 400 for what it cannot mean. */
  run(command: Readonly<Record<string, unknown>>): Promise<void>
}

/** Entities of one update message; the others are told in the next one. */
const entitiesPerUpdate = 500

/** `characters` are those of its first command. */
export function createEntityDataSubscription(
  context: SessionContext,
  cmdId: number,
  characters: number,
): EntityDataSubscription {
  const { scope, outbox, parts } = context
  const { entityQuery, watchers, limits, turns } = parts
  const hold = context.hold({ characters })

  let query: EntityDataQuery | null = null
  let page: PageData<EntityData> | null = null
  let isAnswered = false
  let latestKeys: WatchedKeys | null = null
  let seriesKeys: ReadonlySet<string> | null = null
  /** Points wait here until the answer that they follow is out. */
  let isStreaming = false
  /** Latest values that the client was told since the page, by entity. */
  const told = new Map<string, LatestValues>()
  const followed = new Map<string, Followed>()
  const changed = new Set<Followed>()
  let unwatchSources = () => {}
  /** Entities that changed: the caller's rights may have; and those of which another scope may have an attribute. */
  const toCheck = new Set<Followed>()
  let checked: Followed | null = null
  const toCatchUp = new Set<Followed>()
  let stopped = false
  const checkRights = mergedJob(context, leaveOutOthers)
  const catchUpDeleted = mergedJob(context, catchUpAttributes)
  const queueRefresh = mergedJob(context, refreshPage)

  async function run(command: Readonly<Record<string, unknown>>) {
    const { latestCmd, historyCmd, tsCmd } = command
    const asked = {
      query: command.query == null ? null : parseEntityDataQuery(command.query),
      latest: latestCmd == null ? null : entityKeysOf(latestCmd),
      history: historyCmd == null ? null : seriesAsked(historyCmd, limits.pointsPerKey),
      live: tsCmd == null ? null : seriesAsked(liveWindow(tsCmd), limits.pointsPerKey),
    }
    if (!asked.query && !query) throw badRequest('The query is empty.')

    if (!asked.query) await keepReadable()
    // What was found since goes out before it is forgotten.
    for (const pending of subscription.take()) outbox.answer(pending)
    unfollow()
    if (asked.query) {
      told.clear()
      query = withLatest(asked.query, asked.latest ?? [])
      unwatchSources()
      unwatchSources = watchDynamicSources(context, query.keyFilters, queueRefresh)
      page = await entityQuery.find(scope, query)
      if (stopped) return
    }
    latestKeys = asked.latest ? watchedKeys(asked.latest) : null
    seriesKeys = asked.live ? new Set(asked.live.keys) : null
    resize()
    follow()
    await answer(asked.history ?? asked.live)
    await release()
  }

  /** Throws when it may not watch so much. */
  function resize() {
    if (!page || stopped) return
    const followed = (latestKeys?.series.size ?? 0) + (latestKeys?.attributes.size ?? 0) + (seriesKeys?.size ?? 0)
    const known = (query?.entityFields?.length ?? 0) + (query?.latestValues?.length ?? 0)
    hold.resize({ characters, entities: page.data.length, keys: Math.max(followed, known) })
  }

  /** The page, the first time; later the entities as updates, when there is something new to say. */
  async function answer(series: SeriesRequest | null) {
    if (!page) return
    const ids = page.data.map(({ entityId }) => entityId.id)
    const byId = series ? await readSeriesOfMany(parts.series, ids, series) : null
    await leaveOutOthers()
    if (stopped) return
    const texts = createSeriesTexts()
    const seriesOf = ({ id }: EntityId) => {
      const found = byId?.get(id)
      return found ? texts.place(found.text) : {}
    }
    if (!isAnswered) {
      const data = page.data.map((entity) => ({ ...entity, timeseries: seriesOf(entity.entityId) }))
      outbox.answer(await written(update({ ...page, data }, null), texts))
    } else if (byId) {
      const entities = page.data.map(({ entityId, latest }) => ({
        entityId,
        latest: told.get(entityId.id) ?? latest,
        timeseries: seriesOf(entityId),
      }))
      outbox.answer(await written(update(null, entities), texts))
    }
    if (byId) dropAnswered(byId)
    isAnswered = true
  }

  const written = async (answer: EntityDataUpdate, { stringify }: SeriesTexts): Promise<Buffer> =>
    Buffer.concat(await jsonPieces(answer, turns, stringify))

  /** Points that came while the answer was read may be in it. */
  function dropAnswered(byId: ReadonlyMap<string, SeriesAnswer>) {
    for (const [id, one] of followed) {
      for (const [key, points] of one.points) {
        const left = points.filter(({ ts }) => !byId.get(id)?.has(key, ts))
        if (left.length > 0) one.points.set(key, left)
        else one.points.delete(key)
      }
    }
  }

  /** From here on changes are told; first those since the page was read. */
  async function release() {
    if (stopped) return
    isStreaming = true
    if (latestKeys) {
      const watches = new Map<string, LatestWatch>()
      for (const [id, { latest }] of followed) if (latest) watches.set(id, latest)
      for (const id of await catchUp(parts, watches, latestKeys)) tell(followed.get(id), 0)
    }
    for (const one of followed.values()) if (one.points.size > 0) tell(one, one.characters)
  }

  function tell(one: Followed | undefined, characters: number) {
    if (!one || stopped || followed.get(one.entityId.id) !== one) return
    changed.add(one)
    if (isStreaming) outbox.mark(subscription, characters)
  }

  function follow() {
    const isDynamic = query?.pageLink.dynamic === true
    if (!page || (!latestKeys && !seriesKeys && !isDynamic)) return
    for (const { entityId, latest } of page.data) {
      followed.set(entityId.id, followedOf(entityId, told.get(entityId.id) ?? latest))
    }
  }

  function followedOf(entityId: EntityId, known: LatestValues): Followed {
    const latest = latestKeys ? createLatestWatch(latestKeys, known, onDeleted) : null
    const one: Followed = { entityId, latest, points: new Map(), characters: 0, unwatch }
    const unwatchEntity = watchers.watchEntity(scope.tenantId, entityId.id, {
      points(points) {
        const kept = seriesKeys ? keep(one, points, seriesKeys) : 0
        if (latest?.points(points) || kept > 0) tell(one, kept)
      },
      attributes(writes) {
        if (latest?.attributes(writes)) tell(one, 0)
      },
      deletedLatest(deleted) {
        if (latest?.deletedLatest(deleted)) tell(one, 0)
      },
      change({ aspect }) {
        if (aspect === 'alarm') return
        toCheck.add(one)
        checkRights()
        if (query?.pageLink.dynamic) queueRefresh()
      },
    })
    function unwatch() {
      unwatchEntity()
    }
    function onDeleted() {
      toCatchUp.add(one)
      catchUpDeleted()
    }
    return one
  }

  /** Attributes were deleted; another scope may still have them. */
  async function catchUpAttributes() {
    const watches = new Map<string, LatestWatch>()
    for (const one of toCatchUp) {
      if (one.latest && followed.get(one.entityId.id) === one) watches.set(one.entityId.id, one.latest)
    }
    toCatchUp.clear()
    if (!latestKeys) return
    const news = await catchUp(parts, watches, { ...latestKeys, series: new Set() })
    for (const id of news) tell(followed.get(id), 0)
  }

  /** A deleted entity, and one that the caller may no longer see, is told of no more. */
  async function leaveOutOthers() {
    for (const one of toCheck) {
      toCheck.delete(one)
      if (stopped || followed.get(one.entityId.id) !== one) continue
      checked = one
      const may = await mayRead(one.entityId)
      checked = null
      if (!may) leaveOut(one.entityId)
      else if (changed.has(one) && isStreaming) outbox.mark(subscription, one.characters)
    }
  }

  /** Until it is known whether the caller may still see the entity, nothing of it is told. */
  const isUndecided = (one: Followed) => checked === one || toCheck.has(one)

  async function mayRead(entity: EntityId): Promise<boolean> {
    try {
      await parts.access.requireEntity(scope, 'READ', entity)
      return true
    } catch {
      // Refused or gone; whatever the reason, nothing more may be told.
      return false
    }
  }

  function leaveOut({ id }: EntityId) {
    const one = followed.get(id)
    one?.unwatch()
    followed.delete(id)
    if (one) changed.delete(one)
    told.delete(id)
    if (page) page = { ...page, data: page.data.filter(({ entityId }) => entityId.id !== id) }
  }

  /** What a page is used for again: those whom nobody followed may have changed meanwhile. */
  async function keepReadable() {
    for (const { entityId } of page?.data ?? []) {
      if (!stopped && !(await mayRead(entityId))) leaveOut(entityId)
    }
    toCheck.clear()
  }

  function unfollow() {
    isStreaming = false
    for (const [id, one] of followed) {
      one.unwatch()
      if (one.latest) told.set(id, one.latest.values)
    }
    followed.clear()
    changed.clear()
    toCheck.clear()
    toCatchUp.clear()
    outbox.forget(subscription)
  }

  /** Another set of entities is a new page; the same set is no news. */
  async function refreshPage() {
    if (stopped || !query || !page) return
    const next = await entityQuery.find(scope, query)
    if (stopped || sameEntities(page, next)) return
    unfollow()
    told.clear()
    page = next
    resize()
    follow()
    outbox.answer(await written(update(page, null), createSeriesTexts()))
    await release()
  }

  function charactersLeft(): number {
    let characters = 0
    for (const one of changed) characters += one.characters
    return characters
  }

  const update = (data: PageData<EntityData> | null, updates: readonly EntityUpdate[] | null): EntityDataUpdate => ({
    cmdId,
    data,
    update: updates,
    errorCode: 0,
    errorMsg: null,
    allowedEntities: limits.entities,
    cmdUpdateType: 'ENTITY_DATA',
  })

  const subscription: EntityDataSubscription = {
    cmdId,
    kind: 'entityData',
    run,
    take() {
      const updates: EntityUpdate[] = []
      for (const one of changed) {
        if (updates.length >= entitiesPerUpdate) {
          outbox.mark(subscription, charactersLeft())
          break
        }
        if (isUndecided(one)) continue
        changed.delete(one)
        const latest = one.latest?.take() ?? null
        if (latest) updates.push({ entityId: one.entityId, latest, timeseries: null })
        if (one.points.size > 0) {
          updates.push({ entityId: one.entityId, latest: null, timeseries: Object.fromEntries(one.points) })
          one.points = new Map()
          one.characters = 0
        }
      }
      return updates.length > 0 ? [update(null, updates)] : []
    },
    thin() {
      let left = 0
      for (const one of changed) {
        one.characters = dropOlderPoints(
          one.points,
          ({ ts }) => ts,
          ({ value }) => value,
        )
        left += one.characters
      }
      return left
    },
    refresh: async () => {
      if (query?.pageLink.dynamic) await refreshPage()
    },
    stop() {
      if (stopped) return
      stopped = true
      hold.release()
      unwatchSources()
      unfollow()
    },
  }
  return subscription
}

/** The characters of those that were kept. */
function keep(one: Followed, points: readonly PointWrite[], keys: ReadonlySet<string>): number {
  let kept = 0
  for (const point of points) {
    if (!keys.has(point.key)) continue
    const value = { ts: point.ts, value: valueText(point) }
    kept += charactersOf(value.value)
    const ofKey = one.points.get(point.key)
    if (ofKey) ofKey.push(value)
    else one.points.set(point.key, [value])
  }
  one.characters += kept
  return kept
}

/** A window that is live ends at `startTs + timeWindow`, also when none is named. */
const liveWindow = (command: unknown) => (isObject(command) ? { timeWindow: 0, ...command } : command)

/** The keys that will stream are on the page from the start. */
function withLatest(query: EntityDataQuery, keys: readonly EntityKey[]): EntityDataQuery {
  const latestValues = [...(query.latestValues ?? [])]
  for (const key of keys) {
    if (key.type === 'ENTITY_FIELD' || latestValues.some((one) => one.type === key.type && one.key === key.key))
      continue
    latestValues.push(key)
  }
  return { ...query, latestValues }
}

function sameEntities(a: PageData<EntityData>, b: PageData<EntityData>): boolean {
  if (a.data.length !== b.data.length || a.totalElements !== b.totalElements) return false
  const ids = new Set(a.data.map(({ entityId }) => entityId.id))
  return b.data.every(({ entityId }) => ids.has(entityId.id))
}
