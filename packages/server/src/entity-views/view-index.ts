/**
 * Every entity view in memory, by its id and by what it is a view of: each read of telemetry asks whether its entity is
 * a view, and each written point whether somebody views it, so neither may cost a query.
 *
 * Only what these questions need is here, and the limits `entityViewBytes` of a tenant and `entityViews` of a device or
 * asset bound it. What changes is kept from the change stream; the module that saves a view puts it here itself, so that
 * it is there when the save is answered.
 */

import type { EntityView } from '@sonde/model/entity-views/entity-view'
import { type EntityId, entityId } from '@sonde/model/ids'
import { limitOf } from '@sonde/model/limits/limits'
import type { ChangeStream } from '../changes/change-stream.ts'
import type { Limits } from '../limits/limits.ts'

/** What of a view is held here. */
export type IndexedView = Pick<EntityView, 'id' | 'tenantId' | 'entityId' | 'name' | 'startTimeMs' | 'endTimeMs'> & {
  readonly keys: Pick<EntityView['keys'], 'timeseries'>
}

/** What of the viewed entity's telemetry the view shows. */
export interface Viewed {
  readonly id: EntityId<'ENTITY_VIEW'>
  readonly name: string
  readonly tenantId: string
  /** Id of what it is a view of. */
  readonly source: string
  /** Epoch ms, inclusive. */
  readonly startTs: number
  /** Epoch ms, inclusive. */
  readonly endTs: number
  shows(key: string): boolean
}

export interface ViewIndex {
  find(viewId: string): Viewed | undefined
  /** Views of an entity; empty for most. */
  of(entityId: string): readonly Viewed[]
  /** Whether there is any view at all. */
  readonly isEmpty: boolean
  put(view: IndexedView): void
  /** Throws `LimitReached` where there is no room for the view, or for what it becomes. */
  requireRoom(view: IndexedView, limits: Pick<Limits, 'of' | 'reject'>): void
  /** Memory that the views of a tenant take, about. */
  bytesOf(tenantId: string): number
  /** The most views that a device or asset of the tenant has. */
  mostOf(tenantId: string): number
  /** Views that were stored and are not here: more than any limit allows. */
  readonly left: number
  close(): void
}

export interface ViewIndexDeps {
  readonly views: AsyncIterable<IndexedView>
  readonly live: Pick<ChangeStream, 'watchAll'>
}

interface Entry extends Viewed {
  readonly bytes: number
}

const none: readonly Viewed[] = []

/** What a view takes besides its texts, and a key besides its characters. */
const viewBytes = 400
const keyBytes = 64

const bytesOfView = ({ name, keys: { timeseries } }: IndexedView): number =>
  timeseries.reduce((sum, key) => sum + keyBytes + 2 * key.length, viewBytes + 2 * name.length)

export async function createViewIndex({ views, live }: ViewIndexDeps): Promise<ViewIndex> {
  const byId = new Map<string, Entry>()
  const byViewed = new Map<string, Set<Entry>>()
  const bytes = new Map<string, number>()
  let left = 0

  const bytesOf = (tenantId: string): number => bytes.get(tenantId) ?? 0

  function count(tenantId: string, change: number) {
    const now = bytesOf(tenantId) + change
    if (now > 0) bytes.set(tenantId, now)
    else bytes.delete(tenantId)
  }

  function drop(viewId: string) {
    const known = byId.get(viewId)
    if (!known) return
    byId.delete(viewId)
    count(known.tenantId, -known.bytes)
    const rest = byViewed.get(known.source)
    rest?.delete(known)
    if (rest?.size === 0) byViewed.delete(known.source)
  }

  function put(view: IndexedView) {
    drop(view.id.id)
    const entry = entryOf(view)
    byId.set(entry.id.id, entry)
    count(entry.tenantId, entry.bytes)
    const others = byViewed.get(entry.source)
    if (others) others.add(entry)
    else byViewed.set(entry.source, new Set([entry]))
  }

  function requireRoom(view: IndexedView, limits: Pick<Limits, 'of' | 'reject'>) {
    const { id: tenantId } = view.tenantId
    const before = byId.get(view.id.id)
    const source = view.entityId.id
    const others = byViewed.get(source)?.size ?? 0
    if (before?.source !== source && others >= limits.of(tenantId, 'entityViews')) {
      limits.reject(tenantId, 'entityViews', view.entityId)
    }
    const more = bytesOfView(view) - (before?.bytes ?? 0)
    if (more > 0 && bytesOf(tenantId) + more > limits.of(tenantId, 'entityViewBytes')) {
      limits.reject(tenantId, 'entityViewBytes')
    }
  }

  for await (const view of views) {
    const isTooMuch =
      bytesOf(view.tenantId.id) + bytesOfView(view) > limitOf('entityViewBytes').max ||
      (byViewed.get(view.entityId.id)?.size ?? 0) >= limitOf('entityViews').max
    if (isTooMuch) left++
    else put(view)
  }
  const close = live.watchAll({
    change({ kind, entity }) {
      if (kind === 'deleted' && entity.entityType === 'ENTITY_VIEW') drop(entity.id)
    },
  })

  return {
    find: (viewId) => byId.get(viewId),
    of(entityId) {
      const views = byViewed.get(entityId)
      return views ? [...views] : none
    },
    get isEmpty() {
      return byId.size === 0
    },
    put,
    requireRoom,
    bytesOf,
    mostOf(tenantId) {
      let most = 0
      if (bytesOf(tenantId) === 0) return 0
      for (const views of byViewed.values()) {
        if (views.size <= most) continue
        const [first] = views
        if (first?.tenantId === tenantId) most = views.size
      }
      return most
    },
    left,
    close,
  }
}

function entryOf(view: IndexedView): Entry {
  const keys = new Set(view.keys.timeseries)
  return {
    id: entityId('ENTITY_VIEW', view.id.id),
    name: view.name,
    tenantId: view.tenantId.id,
    source: view.entityId.id,
    startTs: view.startTimeMs,
    endTs: view.endTimeMs === 0 ? Number.MAX_SAFE_INTEGER : view.endTimeMs,
    bytes: bytesOfView(view),
    // No key stands for all.
    shows: (key) => keys.size === 0 || keys.has(key),
  }
}
