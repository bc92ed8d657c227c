/**
 * Subscription to a page of alarms of the entities that a query finds.
 *
 * When alarms of one of the entities change, the page is read again and compared: if it has the same alarms in the same
 * order, the changed ones are sent as updates, otherwise the new page is sent.
 */

import type { AlarmData, AlarmDataQuery } from '@sonde/model/entity-query/entity-query'
import type { AlarmDataUpdate } from '@sonde/model/entity-query/live-updates'
import type { EntityId } from '@sonde/model/ids'
import type { PageData } from '@sonde/model/paging'
import { nothingReadable, type ReadableValues } from '../access/readable-values.ts'
import { alarmEntitiesMax } from '../alarms/alarm-query.ts'
import { parseAlarmDataQuery } from '../entity-query/query-parsing.ts'
import { watchDynamicSources } from './dynamic-sources.ts'
import { isAllowed } from './is-allowed.ts'
import { createLatestWatch, type LatestWatch, watchedKeys } from './latest-watch.ts'
import { type LiveSubscription, mergedJob, type SubscribeQuery } from './session-parts.ts'
import { charactersOfLatest } from './subscription-memory.ts'

/** Maximum number of page reads per refresh interval that follow a change at once. */
const promptReadsMax = 10
/** Interval of further reads, ms; changes in between are merged. */
const laterReadsMs = 2000

type Phase =
  /** The first page is being read; changes since then are noted. */
  | { readonly kind: 'opening'; missedAlarm: boolean }
  | { readonly kind: 'open'; page: PageData<AlarmData> }
  | { readonly kind: 'closed' }

/** When the page is read again after a change. */
type NextRead =
  | { readonly kind: 'none' }
  | { readonly kind: 'delayed'; readonly timer: NodeJS.Timeout }
  | { readonly kind: 'queued' }

const noRead: NextRead = { kind: 'none' }

/** Responds with the page. Throws 400 for an invalid query. */
export const subscribeAlarmData: SubscribeQuery = async (context, cmdId, queryJson, characters) => {
  const { scope, outbox, parts } = context
  const query: AlarmDataQuery = parseAlarmDataQuery(queryJson)
  const latestKeys = watchedKeys(query.latestValues ?? [])
  const followsLatest = latestKeys.series.size > 0 || latestKeys.attributes.size > 0
  const keys = latestKeys.series.size + latestKeys.attributes.size
  const hold = context.hold({ characters })

  let phase: Phase = { kind: 'opening', missedAlarm: false }
  let nextRead: NextRead = noRead
  let promptReads = 0
  /** Values that the caller may read, by entity ID; null: all. */
  let readable: ReadonlyMap<string, ReadableValues> | null = null
  let entities: readonly EntityId[] = []
  let entityIds = new Set<string>()
  let totalEntities = 0
  /** Entities with alarms on the page, by ID. */
  const followed = new Map<string, { watch: LatestWatch; unwatch: () => void }>()
  const changed = new Set<string>()
  /** Changed entities for which the caller's permission must be checked again. */
  const toCheck = new Map<string, EntityId>()
  let checked: string | null = null
  const checkRights = mergedJob(context, leaveOutOthers)

  const update = (data: PageData<AlarmData> | null, alarms: readonly AlarmData[] | null): AlarmDataUpdate => ({
    cmdId,
    data,
    update: alarms,
    errorCode: 0,
    errorMsg: null,
    allowedEntities: Math.min(parts.limits.entities, alarmEntitiesMax),
    totalEntities,
    cmdUpdateType: 'ALARM_DATA',
  })

  /** Reads the entities and their alarms. */
  async function readAll(): Promise<PageData<AlarmData>> {
    const answer = await parts.alarmQuery.find(scope, query)
    const view = await parts.visitorReads.of(scope)
    readable = view && (await view.ofEntities(answer.entities))
    entities = answer.entities
    resize(answer.page)
    entityIds = new Set(entities.map(({ id }) => id))
    totalEntities = answer.totalEntities
    return answer.page
  }

  /** Throws when the subscription's memory limit is exceeded. */
  function resize({ data }: PageData<AlarmData>) {
    if (isClosed()) return
    let retained = characters
    for (const { latest, details } of data) {
      retained += charactersOfLatest(latest) + (details == null ? 0 : JSON.stringify(details).length)
    }
    hold.resize({ characters: retained, entities: data.length, keys, ids: entities.length })
  }

  const isClosed = () => phase.kind === 'closed'

  function show(next: PageData<AlarmData>) {
    if (phase.kind !== 'open') return
    const { page } = phase
    resize(next)
    const sameRows =
      next.totalElements === page.totalElements &&
      next.data.length === page.data.length &&
      next.data.every((alarm, at) => alarm.id.id === page.data[at]?.id.id)
    const differing = next.data.filter((alarm, at) => !sameRows || isOther(alarm, page.data[at]))
    phase.page = next
    follow(next)
    if (!sameRows) outbox.answer(update(withLatest(next), null))
    else if (differing.length > 0) outbox.answer(update(null, differing.map(alarmWithLatest)))
  }

  function queueRead() {
    if (nextRead.kind !== 'none' || isClosed()) return
    if (promptReads < promptReadsMax) {
      promptReads++
      enqueueRead()
    } else nextRead = { kind: 'delayed', timer: setTimeout(enqueueRead, laterReadsMs) }
  }

  function enqueueRead() {
    nextRead = { kind: 'queued' }
    context.enqueue(async () => {
      nextRead = noRead
      await leaveOutOthers()
      if (!isClosed()) show(await readAlarms())
    })
  }

  const readAlarms = () => parts.alarmQuery.findOf(scope, query, entities)

  const alarmWithLatest = (alarm: AlarmData): AlarmData => {
    const watch = followed.get(alarm.entityId.id)?.watch
    return watch ? { ...alarm, latest: { ...alarm.latest, ...watch.values } } : alarm
  }
  const withLatest = (of: PageData<AlarmData>): PageData<AlarmData> => ({ ...of, data: of.data.map(alarmWithLatest) })

  /** Watches the latest values of the entities on the page only. */
  function follow(page: PageData<AlarmData>) {
    if (!followsLatest) return
    const wanted = new Set(page.data.map(({ entityId }) => entityId.id))
    for (const [id, { unwatch }] of followed) {
      if (wanted.has(id)) continue
      unwatch()
      followed.delete(id)
      changed.delete(id)
    }
    for (const { entityId, latest } of page.data) {
      if (followed.has(entityId.id)) continue
      const may = readable?.get(entityId.id) ?? nothingReadable
      const watch = createLatestWatch(latestKeys, latest, () => {}, readable ? may.may : undefined)
      const note = (isNew: boolean) => {
        if (!isNew) return
        changed.add(entityId.id)
        outbox.mark(subscription)
      }
      const unwatch = parts.watchers.watchEntity(scope.tenantId, entityId.id, {
        points: (points) => note(watch.points(points)),
        attributes: (writes) => note(watch.attributes(writes)),
        deletedLatest: (deleted) => note(watch.deletedLatest(deleted)),
      })
      followed.set(entityId.id, { watch, unwatch })
    }
  }

  const unwatchSources = watchDynamicSources(context, query.keyFilters, mergedJob(context, refresh))

  // Watched before the first page is read, so that no alarm raised in between is missed.
  const unwatchAlarms = parts.watchers.watchTenant(scope.tenantId, {
    change({ aspect, entity }) {
      if (aspect === 'relation') return
      if (phase.kind === 'opening') {
        if (aspect === 'alarm') phase.missedAlarm = true
        else toCheck.set(entity.id, entity)
      } else if (!entityIds.has(entity.id)) return
      else if (aspect === 'alarm') queueRead()
      else {
        toCheck.set(entity.id, entity)
        checkRights()
      }
    },
  })

  /** Removes entities that were deleted or that the caller may no longer read, with their alarms. */
  async function leaveOutOthers() {
    if ((await removeOthers()) && !isClosed()) show(await readAlarms())
  }

  /** Resolves with whether an entity was removed. */
  async function removeOthers(): Promise<boolean> {
    let isChanged = false
    for (const [id, entity] of toCheck) {
      toCheck.delete(id)
      if (isClosed() || !entityIds.has(id)) continue
      checked = id
      const may = await mayStill(entity)
      checked = null
      if (may) {
        if (changed.has(id)) outbox.mark(subscription)
        continue
      }
      entities = entities.filter((each) => each.id !== id)
      entityIds.delete(id)
      totalEntities = Math.max(0, totalEntities - 1)
      isChanged = true
    }
    return isChanged
  }

  const mayStill = (entity: EntityId) => isAllowed(parts.access.requireEntity(scope, 'READ', entity))

  async function refresh() {
    promptReads = 0
    const next = await readAll()
    show(next)
  }

  const subscription: LiveSubscription = {
    cmdId,
    kind: 'alarmData',
    drain() {
      if (phase.kind !== 'open') return []
      // Nothing of an entity is sent until the permission check has finished.
      const decided = new Set([...changed].filter((id) => checked !== id && !toCheck.has(id)))
      const alarms = phase.page.data.filter(({ entityId }) => decided.has(entityId.id)).map(alarmWithLatest)
      for (const id of decided) {
        followed.get(id)?.watch.drain()
        changed.delete(id)
      }
      return alarms.length > 0 ? [update(null, alarms)] : []
    },
    refresh,
    stop() {
      if (isClosed()) return
      phase = { kind: 'closed' }
      hold.release()
      if (nextRead.kind === 'delayed') clearTimeout(nextRead.timer)
      unwatchSources()
      unwatchAlarms()
      for (const { unwatch } of followed.values()) unwatch()
      followed.clear()
      outbox.forget(subscription)
    },
  }

  let page: PageData<AlarmData>
  try {
    page = await readAll()
    // Permissions may have changed while the page was read.
    if (await removeOthers()) page = await readAlarms()
  } catch (error) {
    subscription.stop()
    throw error
  }
  const { missedAlarm } = phase
  phase = { kind: 'open', page }
  outbox.answer(update(page, null))
  if (toCheck.size > 0) checkRights()
  follow(page)
  // For API compatibility, the first update with latest values contains the alarms of the page.
  if (followsLatest && page.data.length > 0) outbox.answer(update(null, page.data.map(alarmWithLatest)))
  if (missedAlarm) queueRead()
  return subscription
}

/** Compares the alarms without their latest values, which are watched separately. */
function isOther(alarm: AlarmData, before: AlarmData | undefined): boolean {
  const bare = ({ latest: _, ...rest }: AlarmData) => JSON.stringify(rest)
  return !before || bare(alarm) !== bare(before)
}
