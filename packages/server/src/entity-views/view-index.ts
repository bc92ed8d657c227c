/**
 * In-memory index of all entity views, by ID and by viewed entity. Each read of telemetry checks whether its entity is
 * a view, and each written point whether a view shows it, so neither may need a query.
 *
 * The index holds only what these checks need, and is limited by `entityViewBytes` per tenant and `entityViews` per
 * device or asset. Deletions come from the change stream. The module that saves a view adds it to the index itself,
 * before the response is sent.
 */

import type { EntityView } from '@sonde/model/entity-views/entity-view'
import { type EntityId, entityId } from '@sonde/model/ids'
import { limitOf } from '@sonde/model/limits/limits'
import type { ChangeStream } from '../changes/change-stream.ts'
import type { Limits } from '../limits/limits.ts'

/** Fields of a view that the index needs. */
export type IndexedView = Pick<EntityView, 'id' | 'tenantId' | 'entityId' | 'name' | 'startTimeMs' | 'endTimeMs'> & {
  readonly keys: Pick<EntityView['keys'], 'timeseries'>
}

/** Part of the viewed entity's telemetry that the view shows. */
export interface Viewed {
  readonly id: EntityId<'ENTITY_VIEW'>
  readonly name: string
  readonly tenantId: string
  /** ID of the viewed entity. */
  readonly source: string
  /** Epoch ms, inclusive. */
  readonly startTs: number
  /** Epoch ms, inclusive. */
  readonly endTs: number
  shows(key: string): boolean
}

export interface ViewIndex {
  find(viewId: string): Viewed | undefined
  /** Views of an entity; empty for most entities. */
  of(entityId: string): readonly Viewed[]
  /** Whether no view exists. */
  readonly isEmpty: boolean
  put(view: IndexedView): void
  /** Throws `LimitReached` when the new or changed view would exceed a limit of its tenant. */
  requireRoom(view: IndexedView, limits: Pick<Limits, 'of' | 'reject'>): void
  /** Estimated memory of the tenant's views, bytes. */
  bytesOf(tenantId: string): number
  /** Largest number of views of one device or asset of the tenant. */
  mostOf(tenantId: string): number
  /** Number of stored views that aren't in the index, because they exceed the maximum of a limit. */
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

/** Estimated bytes of a view besides its texts, and of a key besides its characters. */
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
    // An empty list means all keys.
    shows: (key) => keys.size === 0 || keys.has(key),
  }
}
