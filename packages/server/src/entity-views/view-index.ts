/**
 * Every entity view in memory, by its id and by what it is a view of: each read of telemetry asks whether its entity is
 * a view, and each written point whether somebody views it, so neither may cost a query.
 *
 * A view takes about half a kilobyte. What changes is kept from the change stream; the room that saves a view puts it here
 * itself, so that it is there when the save is answered.
 */

import type { EntityView } from '@sonde/model/entity-views/entity-view'
import type { ChangeStream } from '../changes/change-stream.ts'

/** What of the viewed entity's telemetry the view shows. */
export interface Viewed {
  readonly view: EntityView
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
  put(view: EntityView): void
  close(): void
}

export interface ViewIndexParts {
  readonly views: readonly EntityView[]
  readonly live: Pick<ChangeStream, 'watchAll'>
}

export function createViewIndex({ views, live }: ViewIndexParts): ViewIndex {
  const byId = new Map<string, Viewed>()
  const byViewed = new Map<string, readonly Viewed[]>()

  function drop(viewId: string) {
    const known = byId.get(viewId)
    if (!known) return
    byId.delete(viewId)
    const source = known.view.entityId.id
    const rest = (byViewed.get(source) ?? []).filter((each) => each !== known)
    if (rest.length > 0) byViewed.set(source, rest)
    else byViewed.delete(source)
  }

  function put(view: EntityView) {
    drop(view.id.id)
    const viewed = viewedOf(view)
    byId.set(view.id.id, viewed)
    byViewed.set(view.entityId.id, [...(byViewed.get(view.entityId.id) ?? []), viewed])
  }

  for (const view of views) put(view)
  const close = live.watchAll({
    change({ kind, entity }) {
      if (kind === 'deleted' && entity.entityType === 'ENTITY_VIEW') drop(entity.id)
    },
  })

  return {
    find: (viewId) => byId.get(viewId),
    of: (entityId) => byViewed.get(entityId) ?? [],
    get isEmpty() {
      return byId.size === 0
    },
    put,
    close,
  }
}

function viewedOf(view: EntityView): Viewed {
  const keys = new Set(view.keys.timeseries)
  return {
    view,
    startTs: view.startTimeMs,
    endTs: view.endTimeMs === 0 ? Number.MAX_SAFE_INTEGER : view.endTimeMs,
    // No key stands for all.
    shows: (key) => keys.size === 0 || keys.has(key),
  }
}
