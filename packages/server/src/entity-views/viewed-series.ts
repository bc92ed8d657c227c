/**
 * Telemetry of entity views: nothing is stored for a view. Reads are forwarded to the viewed entity, limited to the
 * keys and times that the view shows. Points that are written to the entity are also published to watchers of the view.
 *
 * The latest value of a view is the newest one that it shows, even if the entity has newer ones after the view's end.
 */

import type { ChangeStream } from '../changes/change-stream.ts'
import type { LatestPoint, RangeQuery, RangeSpec, SeriesPoints, SeriesStore, SeriesText } from '../storage/series.ts'
import type { PointWrite } from '../storage/storage.ts'
import type { Viewed, ViewIndex } from './view-index.ts'

export interface ViewedSeriesDeps {
  readonly series: SeriesStore
  readonly index: Pick<ViewIndex, 'find'>
}

/** Series store for readers: views return what they show of their entity. */
export function createViewedSeries({ series, index }: ViewedSeriesDeps): SeriesStore {
  async function latestOfView({ source, startTs, endTs, shows }: Viewed, keys?: readonly string[]) {
    const wanted = keys?.filter(shows)
    if (wanted?.length === 0) return []
    const found = (await series.latest(source, wanted)).filter((point) => shows(point.key))
    // Latest values after the view's end: look up the newest ones before it.
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

  /** Converts a query on a view to one on its entity. */
  const clipped = ({ source, shows, ...times }: Viewed, query: RangeQuery): RangeQuery => ({
    ...clip(times, query),
    entityId: source,
    keys: query.keys.filter(shows),
  })

  async function rangeOfView(viewed: Viewed, query: RangeQuery) {
    const requested = clipped(viewed, query)
    const found = isEmpty(requested) ? undefined : await series.range(requested)
    return new Map(query.keys.map((key) => [key, found?.get(key) ?? []]))
  }

  async function rangesOfView(
    viewed: Viewed,
    keys: readonly string[],
    ranges: readonly RangeSpec[],
    pointsMax: number,
  ): Promise<readonly SeriesPoints[] | null> {
    const shown = keys.filter(viewed.shows)
    if (shown.length === 0) return []
    const clippedRanges = ranges.map((range) => clip(viewed, range))
    const found = await series.rangesOfMany([viewed.source], shown, clippedRanges, pointsMax)
    return found?.map((points) => ({ ...points, entityId: viewed.id.id })) ?? null
  }

  async function textsOfView(
    viewed: Viewed,
    keys: readonly string[],
    ranges: readonly RangeSpec[],
    options: Parameters<SeriesStore['textsOfMany']>[3],
  ): Promise<readonly SeriesText[] | null> {
    const shown = keys.filter(viewed.shows)
    if (shown.length === 0) return []
    const clippedRanges = ranges.map((range) => clip(viewed, range))
    const found = await series.textsOfMany([viewed.source], shown, clippedRanges, options)
    return found?.map((text) => ({ ...text, entityId: viewed.id.id })) ?? null
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
      const requested = viewed ? clipped(viewed, query) : query
      if (viewed && isEmpty(requested)) yield nothing
      else yield* series.rangeText(requested, strict)
    },
    async rangesOfMany(entityIds, keys, ranges, pointsMax) {
      if (!entityIds.some((id) => index.find(id))) return series.rangesOfMany(entityIds, keys, ranges, pointsMax)
      const all: SeriesPoints[] = []
      let room = pointsMax
      for (const run of runsOf(entityIds, (id) => index.find(id))) {
        const found = run.viewed
          ? await rangesOfView(run.viewed, keys, ranges, room)
          : await series.rangesOfMany(run.ids, keys, ranges, room)
        if (!found) return null
        for (const points of found) {
          all.push(points)
          for (const range of points.ranges) room -= range.length
        }
      }
      return room < 0 ? null : all
    },
    async textsOfMany(entityIds, keys, ranges, options) {
      if (!entityIds.some((id) => index.find(id))) return series.textsOfMany(entityIds, keys, ranges, options)
      const all: SeriesText[] = []
      let room = options.pointsMax
      for (const run of runsOf(entityIds, (id) => index.find(id))) {
        const inRoom = { ...options, pointsMax: room }
        const found = run.viewed
          ? await textsOfView(run.viewed, keys, ranges, inRoom)
          : await series.textsOfMany(run.ids, keys, ranges, inRoom)
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
      return (await series.keys(viewed.source)).filter((key) => viewed.shows(key))
    },
  }
}

interface Run {
  readonly ids: string[]
  /** Set if the run is a single view. */
  readonly viewed: Viewed | undefined
}

/** Splits the IDs in order into runs: consecutive entities that aren't views together, each view alone. */
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

/**
 * Part of a range that the view shows; empty if there is none. `bucketsEndTs` keeps later points out of wide buckets.
 */
function clip<S extends RangeSpec>(times: Pick<Viewed, 'startTs' | 'endTs'>, range: S): S {
  const startTs = Math.max(range.startTs, times.startTs)
  // Exclusive in queries, inclusive in views.
  const bucketsEndTs = times.endTs + 1
  return { ...range, startTs, endTs: Math.max(startTs, Math.min(range.endTs, bucketsEndTs)), bucketsEndTs }
}

const isEmpty = ({ keys, startTs, endTs }: RangeQuery) => keys.length === 0 || endTs <= startTs

export interface ViewEchoDeps {
  readonly live: Pick<ChangeStream, 'publish'>
  readonly index: Pick<ViewIndex, 'of' | 'isEmpty'>
}

/**
 * Maximum points of a commit that are published for views. Above that, each view gets only the newest point of each
 * key. After as many of those, the remaining views get none: they are updated with their next point.
 */
export const echoesMax = 20_000

/** Publishes commits, and points of viewed entities again as points of their views. */
export function createViewEcho({ live, index }: ViewEchoDeps): Pick<ChangeStream, 'publish'> {
  function echo(points: readonly PointWrite[]) {
    let left = echoesMax
    let newestLeft = echoesMax
    for (const run of runsOfEntities(points)) {
      const [first] = run
      const views = first ? index.of(first.entity.id) : []
      const newest = views.length * run.length > left ? newestOfEachKey(run) : run
      for (const view of views) {
        const isWhole = run.length <= left
        const some = isWhole ? run : newest
        if (isWhole) left -= run.length
        else if (some.length > newestLeft) return
        else newestLeft -= some.length
        const shown = some.filter(({ ts, key }) => ts >= view.startTs && ts <= view.endTs && view.shows(key))
        if (shown.length === 0) continue
        const seen = shown.map((point) => ({ ...point, entity: view.id }))
        live.publish({ points: seen, attributes: [], changes: [] })
      }
    }
  }

  return {
    publish(committed) {
      live.publish(committed)
      if (!index.isEmpty && committed.points.length > 0) echo(committed.points)
    },
  }
}

/** Splits points into runs of the same entity, in order. */
function* runsOfEntities(points: readonly PointWrite[]): Generator<readonly PointWrite[]> {
  for (let start = 0; start < points.length; ) {
    const { id } = (points[start] as PointWrite).entity
    let end = start + 1
    while (end < points.length && points[end]?.entity.id === id) end++
    yield start === 0 && end === points.length ? points : points.slice(start, end)
    start = end
  }
}

function newestOfEachKey(points: readonly PointWrite[]): PointWrite[] {
  const newest = new Map<string, PointWrite>()
  for (const point of points) if (point.ts >= (newest.get(point.key)?.ts ?? point.ts)) newest.set(point.key, point)
  return [...newest.values()]
}
