/**
 * Subscription to a page of entities and to their values.
 *
 * The first command contains the query; later commands with the same ID change the watched keys. Entities are watched
 * before their values are read a second time, so that no change is missed in between.
 */

import type {
  EntityData,
  EntityDataQuery,
  EntityKey,
  EntityKeyType,
  LatestValues,
  TsValue,
} from '@sonde/model/entity-query/entity-query'
import type { EntityDataUpdate, EntityUpdate } from '@sonde/model/entity-query/live-updates'
import { badRequest } from '@sonde/model/errors'
import type { EntityId } from '@sonde/model/ids'
import type { PageData } from '@sonde/model/paging'
import { valueText } from '@sonde/model/telemetry/values'
import { nothingReadable, type ReadableValues } from '../access/readable-values.ts'
import { parseEntityDataQuery } from '../entity-query/query-parsing.ts'
import { jsonBytes, jsonPieces } from '../http/json-pieces.ts'
import type { PointWrite } from '../storage/storage.ts'
import { charactersOf, dropOlderPoints } from './buffered-points.ts'
import { entityKeysOf, isObject, type SeriesRequest, seriesRequestOf } from './command-parsing.ts'
import { watchDynamicSources } from './dynamic-sources.ts'
import { isAllowed } from './is-allowed.ts'
import { catchUp, createLatestWatch, type LatestWatch, type WatchedKeys, watchedKeys } from './latest-watch.ts'
import { readSeriesOfMany, type SeriesAnswer } from './series-reading.ts'
import { createSeriesTexts, type SeriesTexts } from './series-text.ts'
import { type LiveSubscription, mergedJob, type SessionContext } from './session-parts.ts'
import { charactersOfLatest } from './subscription-memory.ts'

/** A watched entity of the page. */
interface Followed {
  readonly entityId: EntityId
  readonly latest: LatestWatch | null
  /** Points since the last update. */
  points: Map<string, TsValue[]>
  characters: number
  unwatch(): void
}

/** A page and the keys that are watched on it. */
interface Watch {
  readonly query: EntityDataQuery
  page: PageData<EntityData>
  latestKeys: WatchedKeys | null
  seriesKeys: ReadonlySet<string> | null
  /** Values that the caller may read, by entity ID; null: all. */
  readable: ReadonlyMap<string, ReadableValues> | null
}

/**
 * `new`: the query has no result yet. `answering`: a response is being prepared; changes wait until it is sent.
 * `streaming`: changes are sent as they arrive. `stopped`: final state.
 */
type State =
  | { readonly at: 'new' }
  | { readonly at: 'answering' | 'streaming'; readonly watch: Watch }
  | { readonly at: 'stopped' }

export interface EntityDataSubscription extends LiveSubscription {
  /** Executes a command with this ID. Throws 400 for an invalid command. */
  run(command: Readonly<Record<string, unknown>>): Promise<void>
}

/** Maximum number of entities in an update message; the rest is sent in the next one. */
const entitiesPerUpdate = 500

/** `characters` is the length of the first command. */
export function createEntityDataSubscription(
  context: SessionContext,
  cmdId: number,
  characters: number,
): EntityDataSubscription {
  const { scope, outbox, parts } = context
  const { entityQuery, watchers, limits, turns } = parts
  const hold = context.hold({ characters })

  let state: State = { at: 'new' }
  /** True once the client has received the page. */
  let isAnswered = false
  /** Latest values sent to the client since the page, by entity ID. */
  const sent = new Map<string, LatestValues>()
  const followed = new Map<string, Followed>()
  const changed = new Set<Followed>()
  let unwatchSources = () => {}
  /**
   * Changed entities for which the caller's permission must be checked again; `toCatchUp` holds entities whose deleted
   * attributes may exist in another scope.
   */
  const toCheck = new Set<Followed>()
  let checked: Followed | null = null
  const toCatchUp = new Set<Followed>()
  const checkRights = mergedJob(context, leaveOutOthers)
  const catchUpDeleted = mergedJob(context, catchUpAttributes)
  const queueRefresh = mergedJob(context, refreshPage)

  const isStopped = () => state.at === 'stopped'
  const isStreaming = () => state.at === 'streaming'
  const watchNow = (): Watch | null => ('watch' in state ? state.watch : null)
  const isDynamic = () => watchNow()?.query.pageLink.dynamic === true

  async function run(command: Readonly<Record<string, unknown>>) {
    const { latestCmd, historyCmd, tsCmd } = command
    const requested = {
      query: command.query == null ? null : parseEntityDataQuery(command.query),
      latest: latestCmd == null ? null : entityKeysOf(latestCmd),
      history: historyCmd == null ? null : seriesRequestOf(historyCmd, limits.pointsPerKey),
      live: tsCmd == null ? null : seriesRequestOf(liveWindow(tsCmd), limits.pointsPerKey),
    }
    const known = watchNow()
    if (!requested.query && !known) throw badRequest('The query is empty.')

    const { position } = parts.live
    if (!requested.query && known) await keepReadable(known)
    // Pending changes are sent before they are discarded.
    for (const pending of subscription.drain()) outbox.answer(pending)
    unfollow()
    const watch = requested.query ? await find(withLatest(requested.query, requested.latest ?? [])) : known
    if (!watch || isStopped()) return
    watch.latestKeys = requested.latest ? watchedKeys(requested.latest) : null
    watch.seriesKeys = requested.live ? new Set(requested.live.keys) : null
    state = { at: 'answering', watch }
    resize(watch)
    follow(watch)
    checkSince(position)
    await answer(watch, requested.history ?? requested.live)
    await release(watch)
  }

  async function find(query: EntityDataQuery): Promise<Watch> {
    state = { at: 'new' }
    sent.clear()
    unwatchSources()
    unwatchSources = watchDynamicSources(context, query.keyFilters, queueRefresh)
    const page = await entityQuery.find(scope, query)
    return { query, page, latestKeys: null, seriesKeys: null, readable: await readableOf(page) }
  }

  async function readableOf({ data }: PageData<EntityData>): Promise<Watch['readable']> {
    const view = await parts.visitorReads.of(scope)
    return view ? view.ofEntities(data.map(({ entityId }) => entityId)) : null
  }

  /** Throws when the subscription's memory limit is exceeded. */
  function resize({ query, page, latestKeys, seriesKeys }: Watch) {
    const followed = (latestKeys?.series.size ?? 0) + (latestKeys?.attributes.size ?? 0) + (seriesKeys?.size ?? 0)
    const known = (query.entityFields?.length ?? 0) + (query.latestValues?.length ?? 0)
    // The page was read for this subscription only; later values are shared with other subscriptions.
    let retained = characters
    for (const { latest } of page.data) retained += charactersOfLatest(latest)
    hold.resize({ characters: retained, entities: page.data.length, keys: Math.max(followed, known) })
  }

  /** Sends the page the first time; later, sends updates of the entities if there are new series. */
  async function answer(watch: Watch, series: SeriesRequest | null) {
    const byId = series ? await readableSeries(watch, series) : null
    await leaveOutOthers()
    if (isStopped()) return
    const { page } = watch
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
        latest: sent.get(entityId.id) ?? latest,
        timeseries: seriesOf(entityId),
      }))
      outbox.answer(await written(update(null, entities), texts))
    }
    if (byId) dropAnswered(byId)
    isAnswered = true
  }

  /** Entities with the same readable keys are read together. */
  async function readableSeries({ page, readable }: Watch, series: SeriesRequest): Promise<Map<string, SeriesAnswer>> {
    const groups = new Map<string, { readonly keys: readonly string[]; readonly ids: string[] }>()
    for (const { entityId } of page.data) {
      const keys = series.keys.filter((key) => mayRead(readable, entityId, 'TIME_SERIES', key))
      const name = readable ? JSON.stringify(keys) : ''
      const group = groups.get(name) ?? { keys, ids: [] }
      groups.set(name, group)
      group.ids.push(entityId.id)
    }
    const found = new Map<string, SeriesAnswer>()
    for (const { keys, ids } of groups.values()) {
      for (const [id, answer] of await readSeriesOfMany(parts.series, ids, { ...series, keys })) found.set(id, answer)
    }
    return found
  }

  const written = async (answer: EntityDataUpdate, { stringify }: SeriesTexts): Promise<Buffer> =>
    jsonBytes(await jsonPieces(answer, turns, stringify))

  /** Removes points that arrived during the read and are already in the response. */
  function dropAnswered(byId: ReadonlyMap<string, SeriesAnswer>) {
    for (const [id, one] of followed) {
      for (const [key, points] of one.points) {
        const left = points.filter(({ ts }) => !byId.get(id)?.has(key, ts))
        if (left.length > 0) one.points.set(key, left)
        else one.points.delete(key)
      }
    }
  }

  /** Starts to send changes, beginning with those since the page was read. */
  async function release(watch: Watch) {
    if (isStopped()) return
    state = { at: 'streaming', watch }
    const { latestKeys } = watch
    if (latestKeys) {
      const watches = new Map<string, LatestWatch>()
      for (const [id, { latest }] of followed) if (latest) watches.set(id, latest)
      for (const id of await catchUp(parts, watches, latestKeys)) push(followed.get(id), 0)
    }
    for (const one of followed.values()) if (one.points.size > 0) push(one, one.characters)
  }

  function push(one: Followed | undefined, characters: number) {
    if (!one || isStopped() || followed.get(one.entityId.id) !== one) return
    changed.add(one)
    if (isStreaming()) outbox.mark(subscription, characters)
  }

  function follow(watch: Watch) {
    const { page, query, latestKeys, seriesKeys } = watch
    if (!latestKeys && !seriesKeys && !query.pageLink.dynamic) return
    for (const { entityId, latest } of page.data) {
      followed.set(entityId.id, followedOf(watch, entityId, sent.get(entityId.id) ?? latest))
    }
  }

  function followedOf(
    { latestKeys, seriesKeys: all, readable }: Watch,
    entityId: EntityId,
    known: LatestValues,
  ): Followed {
    const may = readable && ((type: EntityKeyType, key: string) => mayRead(readable, entityId, type, key))
    const latest = latestKeys ? createLatestWatch(latestKeys, known, onDeleted, may ?? undefined) : null
    const seriesKeys = all && may ? new Set([...all].filter((key) => may('TIME_SERIES', key))) : all
    const one: Followed = { entityId, latest, points: new Map(), characters: 0, unwatch }
    const unwatchEntity = watchers.watchEntity(scope.tenantId, entityId.id, {
      points(points) {
        const retained = seriesKeys ? keep(one, points, seriesKeys) : 0
        if (latest?.points(points) || retained > 0) push(one, retained)
      },
      attributes(writes) {
        if (latest?.attributes(writes)) push(one, 0)
      },
      deletedLatest(deleted) {
        if (latest?.deletedLatest(deleted)) push(one, 0)
      },
      change({ aspect }) {
        if (aspect === 'alarm') return
        toCheck.add(one)
        checkRights()
        if (isDynamic()) queueRefresh()
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

  /** Reads deleted attributes again, because another scope may still have them. */
  async function catchUpAttributes() {
    const watches = new Map<string, LatestWatch>()
    for (const one of toCatchUp) {
      if (one.latest && followed.get(one.entityId.id) === one) watches.set(one.entityId.id, one.latest)
    }
    toCatchUp.clear()
    const latestKeys = watchNow()?.latestKeys
    if (!latestKeys) return
    const fresh = await catchUp(parts, watches, { ...latestKeys, series: new Set() })
    for (const id of fresh) push(followed.get(id), 0)
  }

  /** Stops updates of entities that were deleted or that the caller may no longer read. */
  async function leaveOutOthers() {
    for (const one of toCheck) {
      toCheck.delete(one)
      if (isStopped() || followed.get(one.entityId.id) !== one) continue
      checked = one
      const may = await mayStill(one.entityId)
      checked = null
      if (!may) leaveOut(one.entityId)
      else if (changed.has(one) && isStreaming()) outbox.mark(subscription, one.characters)
    }
  }

  /** Checks the entities of a page again if something changed since its read began: they weren't watched then. */
  function checkSince(position: number) {
    if (parts.live.position === position) return
    for (const one of followed.values()) toCheck.add(one)
    checkRights()
  }

  /** Nothing of an entity is sent until the permission check has finished. */
  const isUndecided = (one: Followed) => checked === one || toCheck.has(one)

  const mayStill = (entity: EntityId) => isAllowed(parts.access.requireEntity(scope, 'READ', entity))

  function leaveOut({ id }: EntityId) {
    const one = followed.get(id)
    one?.unwatch()
    followed.delete(id)
    if (one) changed.delete(one)
    sent.delete(id)
    const watch = watchNow()
    if (watch) watch.page = { ...watch.page, data: watch.page.data.filter(({ entityId }) => entityId.id !== id) }
  }

  /** Checks permissions before a page is reused: entities that weren't watched may have changed. */
  async function keepReadable({ page }: Watch) {
    for (const { entityId } of page.data) {
      if (!isStopped() && !(await mayStill(entityId))) leaveOut(entityId)
    }
    toCheck.clear()
  }

  function unfollow() {
    if (state.at === 'streaming') state = { at: 'answering', watch: state.watch }
    for (const [id, one] of followed) {
      one.unwatch()
      if (one.latest) sent.set(id, one.latest.values)
    }
    followed.clear()
    changed.clear()
    toCheck.clear()
    toCatchUp.clear()
    outbox.forget(subscription)
  }

  /** Sends a new page if the set of entities has changed. */
  async function refreshPage() {
    const watch = watchNow()
    if (!watch) return
    const { position } = parts.live
    const next = await entityQuery.find(scope, watch.query)
    if (watchNow() !== watch || sameEntities(watch.page, next)) return
    const readable = await readableOf(next)
    if (watchNow() !== watch) return
    unfollow()
    sent.clear()
    watch.page = next
    watch.readable = readable
    resize(watch)
    follow(watch)
    checkSince(position)
    await leaveOutOthers()
    if (watchNow() !== watch) return
    outbox.answer(await written(update(watch.page, null), createSeriesTexts()))
    await release(watch)
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
    drain() {
      const updates: EntityUpdate[] = []
      for (const one of changed) {
        if (updates.length >= entitiesPerUpdate) {
          outbox.mark(subscription, charactersLeft())
          break
        }
        if (isUndecided(one)) continue
        changed.delete(one)
        const latest = one.latest?.drain() ?? null
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
      if (isDynamic()) await refreshPage()
    },
    stop() {
      if (isStopped()) return
      state = { at: 'stopped' }
      hold.release()
      unwatchSources()
      unfollow()
    },
  }
  return subscription
}

const mayRead = (readable: Watch['readable'], { id }: EntityId, type: EntityKeyType, key: string): boolean =>
  readable === null || (readable.get(id) ?? nothingReadable).may(type, key)

/** Returns the number of characters added. */
function keep(one: Followed, points: readonly PointWrite[], keys: ReadonlySet<string>): number {
  let retained = 0
  for (const point of points) {
    if (!keys.has(point.key)) continue
    const value = { ts: point.ts, value: valueText(point) }
    retained += charactersOf(value.value)
    const ofKey = one.points.get(point.key)
    if (ofKey) ofKey.push(value)
    else one.points.set(point.key, [value])
  }
  one.characters += retained
  return retained
}

/** A live window ends at `startTs + timeWindow`, even if the command has no `timeWindow`. */
const liveWindow = (command: unknown) => (isObject(command) ? { timeWindow: 0, ...command } : command)

/** Adds the watched keys to the query, so that their values are on the page from the start. */
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
