/**
 * Telemetry of entity views: nothing is stored for a view. Reads go to what it is a view of, with the
 * keys and the times that it shows; points that are written there are told to those who watch the view.
 *
 * The latest value of a view is the newest that it shows, also when the entity has newer ones since the view's end.
 */

import type { ChangeStream } from '../changes/change-stream.ts'
import type { LatestPoint, RangeQuery, RangeSpec, SeriesPoints, SeriesStore, SeriesText } from '../storage/series.ts'
import type { PointWrite } from '../storage/storage.ts'
import type { Viewed, ViewIndex } from './view-index.ts'

export interface ViewedSeriesParts {
  readonly series: SeriesStore
  readonly index: Pick<ViewIndex, 'find'>
}

/** The series store for all who read: views answer with what they show. */
export function createViewedSeries({ series, index }: ViewedSeriesParts): SeriesStore {
  async function latestOfView({ view, startTs, endTs, shows }: Viewed, keys?: readonly string[]) {
    const source = view.entityId.id
    const wanted = keys?.filter(shows)
    if (wanted?.length === 0) return []
    const found = (await series.latest(source, wanted)).filter((point) => shows(point.key))
    // Written after the view's end: the newest before it is to be looked for.
    const late = found.filter((point) => point.ts > endTs)
    const earlier = new Map<string, LatestPoint>()
    if (late.length > 0) {
      const range = await series.range({
        entityId: source,
        keys: late.map((point) => point.key),
        startTs,
        endTs: endTs + 1,
        limit: 1,
        order: 'DESC',
        aggregation: 'NONE',
        intervalMs: 0,
      })
      for (const [key, [point]] of range) if (point) earlier.set(key, { ...point, key })
    }
    return found.flatMap((point) => {
      if (point.ts < startTs) return []
      return point.ts <= endTs ? point : (earlier.get(point.key) ?? [])
    })
  }

  /** What of a question about a view is asked of its entity. */
  const clipped = ({ view, shows, ...times }: Viewed, query: RangeQuery): RangeQuery => ({
    ...clip(times, query),
    entityId: view.entityId.id,
    keys: query.keys.filter(shows),
  })

  async function rangeOfView(viewed: Viewed, query: RangeQuery) {
    const asked = clipped(viewed, query)
    const found = isEmpty(asked) ? undefined : await series.range(asked)
    return new Map(query.keys.map((key) => [key, found?.get(key) ?? []]))
  }

  async function stretchesOfView(
    viewed: Viewed,
    keys: readonly string[],
    stretches: readonly RangeSpec[],
    pointsMax: number,
  ): Promise<readonly SeriesPoints[] | null> {
    const shown = keys.filter(viewed.shows)
    if (shown.length === 0) return []
    const clippedStretches = stretches.map((stretch) => clip(viewed, stretch))
    const found = await series.rangesOfMany([viewed.view.entityId.id], shown, clippedStretches, pointsMax)
    return found?.map((points) => ({ ...points, entityId: viewed.view.id.id })) ?? null
  }

  async function textsOfView(
    viewed: Viewed,
    keys: readonly string[],
    stretches: readonly RangeSpec[],
    options: Parameters<SeriesStore['textsOfMany']>[3],
  ): Promise<readonly SeriesText[] | null> {
    const shown = keys.filter(viewed.shows)
    if (shown.length === 0) return []
    const clippedStretches = stretches.map((stretch) => clip(viewed, stretch))
    const found = await series.textsOfMany([viewed.view.entityId.id], shown, clippedStretches, options)
    return found?.map((text) => ({ ...text, entityId: viewed.view.id.id })) ?? null
  }

  return {
    latest(entityId, keys) {
      const viewed = index.find(entityId)
      return viewed ? latestOfView(viewed, keys) : series.latest(entityId, keys)
    },
    async latestOfMany(entityIds, keys) {
      const viewed = entityIds.map((id) => index.find(id))
      if (!viewed.some((each) => each)) return series.latestOfMany(entityIds, keys)
      const plain = entityIds.filter((_, at) => !viewed[at])
      const [found, shown] = await Promise.all([
        series.latestOfMany(plain, keys),
        Promise.all(viewed.map((each) => (each ? latestOfView(each, keys) : null))),
      ])
      let next = 0
      return shown.map((points) => points ?? found[next++] ?? [])
    },
    range(query) {
      const viewed = index.find(query.entityId)
      return viewed ? rangeOfView(viewed, query) : series.range(query)
    },
    async *rangeText(query, strict) {
      const viewed = index.find(query.entityId)
      const asked = viewed ? clipped(viewed, query) : query
      if (viewed && isEmpty(asked)) yield nothing
      else yield* series.rangeText(asked, strict)
    },
    async rangesOfMany(entityIds, keys, stretches, pointsMax) {
      if (!entityIds.some((id) => index.find(id))) return series.rangesOfMany(entityIds, keys, stretches, pointsMax)
      const all: SeriesPoints[] = []
      let room = pointsMax
      for (const run of runsOf(entityIds, (id) => index.find(id))) {
        const found = run.viewed
          ? await stretchesOfView(run.viewed, keys, stretches, room)
          : await series.rangesOfMany(run.ids, keys, stretches, room)
        if (!found) return null
        for (const points of found) {
          all.push(points)
          for (const stretch of points.stretches) room -= stretch.length
        }
      }
      return room < 0 ? null : all
    },
    async textsOfMany(entityIds, keys, stretches, options) {
      if (!entityIds.some((id) => index.find(id))) return series.textsOfMany(entityIds, keys, stretches, options)
      const all: SeriesText[] = []
      let room = options.pointsMax
      for (const run of runsOf(entityIds, (id) => index.find(id))) {
        const inRoom = { ...options, pointsMax: room }
        const found = run.viewed
          ? await textsOfView(run.viewed, keys, stretches, inRoom)
          : await series.textsOfMany(run.ids, keys, stretches, inRoom)
        if (!found) return null
        for (const text of found) {
          all.push(text)
          room -= text.points
        }
      }
      return all
    },
    async keys(entityId) {
      const viewed = index.find(entityId)
      if (!viewed) return series.keys(entityId)
      return (await series.keys(viewed.view.entityId.id)).filter((key) => viewed.shows(key))
    },
  }
}

interface Run {
  readonly ids: string[]
  /** Of a view, which stands alone. */
  readonly viewed: Viewed | undefined
}

/** The ids in their order: entities that are no views together, each view for itself. */
function runsOf(ids: readonly string[], find: (id: string) => Viewed | undefined): Run[] {
  const runs: Run[] = []
  for (const id of ids) {
    const viewed = find(id)
    const last = runs.at(-1)
    if (!viewed && last && !last.viewed) last.ids.push(id)
    else runs.push({ ids: [id], viewed })
  }
  return runs
}

const nothing = new TextEncoder().encode('{}')

/** The part of a stretch that a view shows; empty when there is none. */
function clip<S extends Pick<RangeSpec, 'startTs' | 'endTs'>>(times: Pick<Viewed, 'startTs' | 'endTs'>, stretch: S): S {
  const startTs = Math.max(stretch.startTs, times.startTs)
  // Exclusive in questions, inclusive in views.
  return { ...stretch, startTs, endTs: Math.max(startTs, Math.min(stretch.endTs, times.endTs + 1)) }
}

const isEmpty = ({ keys, startTs, endTs }: RangeQuery) => keys.length === 0 || endTs <= startTs

export interface ViewEchoParts {
  readonly live: Pick<ChangeStream, 'publish'>
  readonly index: Pick<ViewIndex, 'of' | 'isEmpty'>
}

/** Where commits are told: points of viewed entities are told once more, as the views'. */
export function createViewEcho({ live, index }: ViewEchoParts): Pick<ChangeStream, 'publish'> {
  function echoes(points: readonly PointWrite[]): PointWrite[] {
    const found: PointWrite[] = []
    for (const point of points) {
      for (const { view, startTs, endTs, shows } of index.of(point.entity.id)) {
        if (point.ts < startTs || point.ts > endTs || !shows(point.key)) continue
        found.push({ ...point, entity: view.id })
      }
    }
    // One entity's points in one run, as listeners are called.
    return found.length > 1 ? found.sort((a, b) => (a.entity.id < b.entity.id ? -1 : 1)) : found
  }

  return {
    publish(committed) {
      live.publish(committed)
      if (index.isEmpty || committed.points.length === 0) return
      const points = echoes(committed.points)
      if (points.length > 0) live.publish({ points, attributes: [], changes: [] })
    },
  }
}
