/** Trips of entities: where each is at any time of the time window. Pure; the playback asks for every frame. */

import type { SeriesColumn } from '@sonde/model/dashboards/series-column'
import type { EntityInfo, SeriesView, WidgetProps } from '../../dashboards/widget-api.ts'
import { configuredLabel, type ItemParts, itemOf, type MapItem, textAt, worldPair } from './map-data.ts'
import type { Pair } from './map-shapes.ts'

export interface TripPoint {
  /** Epoch ms, rounded up to the step. */
  readonly ms: number
  readonly at: Pair
}

export interface Trip {
  readonly entity: EntityInfo
  readonly series: readonly { readonly view: SeriesView; readonly label: string }[]
  /** From the oldest to the newest, one per time. */
  readonly points: readonly TripPoint[]
}

export interface Trips {
  readonly trips: readonly Trip[]
  /** Null: no entity has a position. */
  readonly range: { readonly minMs: number; readonly maxMs: number } | null
  readonly grid: Grid
}

/** Times are rounded up to steps from the first one. */
export interface Grid {
  readonly minMs: number
  readonly stepMs: number
}

export interface Place {
  readonly at: Pair
  /** Degrees, clockwise from north. */
  readonly bearing: number
}

type TripParts = Omit<ItemParts, 'pairOf'>

/** One trip per entity. */
export function tripsOf({ series, entities }: WidgetProps['view'], parts: TripParts, stepMs: number): Trips {
  const all = { ...parts, pairOf: worldPair }
  const byEntity = Map.groupBy(
    series.filter(({ role }) => role === 'main'),
    ({ entity }) => entity.id.id,
  )
  const found = entities.map((entity) => {
    const own = (byEntity.get(entity.id.id) ?? []).map((view) => ({ view, label: configuredLabel(view, all) }))
    const columnOf = (key: string) =>
      (own.find(({ label }) => label === key) ?? own.find(({ view }) => view.dataKey.name === key))?.view.column
    return { entity, series: own, points: positionsOf(columnOf(parts.keys.first), columnOf(parts.keys.second)) }
  })
  const minMs = Math.min(...found.flatMap(({ points }) => points[0]?.ms ?? []))
  const grid = { minMs: Number.isFinite(minMs) ? minMs : 0, stepMs }
  const trips = found.map((trip) => ({ ...trip, points: onGrid(trip.points, grid) }))
  const maxMs = Math.max(...trips.flatMap(({ points }) => points.at(-1)?.ms ?? []))
  return { trips, range: Number.isFinite(minMs) ? { minMs, maxMs } : null, grid }
}

interface Samples {
  readonly ts: readonly number[]
  readonly values: readonly number[]
}

/**
 * Positions at the times of both coordinates. One that is missing at a time is between those before and after it; times
 * before the first or after the last of one coordinate are cut.
 */
export function positionsOf(first: SeriesColumn | undefined, second: SeriesColumn | undefined): TripPoint[] {
  if (!first || !second) return []
  const [a, b] = [samplesOf(first), samplesOf(second)]
  const times = [...new Set([...a.ts, ...b.ts])].sort((one, other) => one - other)
  return times.flatMap((ms) => {
    const [x, y] = [between(a, ms), between(b, ms)]
    const at = x === null || y === null ? null : worldPair(x, y)
    return at ? [{ ms, at }] : []
  })
}

function samplesOf({ ts, values }: SeriesColumn): Samples {
  const indices = [...ts.keys()].filter((index) => Number.isFinite(values[index]))
  return { ts: indices.map((index) => ts[index] as number), values: indices.map((index) => values[index] as number) }
}

function between({ ts, values }: Samples, ms: number): number | null {
  const before = lastAt(ts, ms)
  const value = values[before]
  if (value === undefined) return null
  if (ts[before] === ms) return value
  const next = values[before + 1]
  return next === undefined
    ? null
    : value + (next - value) * shareOf(ms, ts[before] as number, ts[before + 1] as number)
}

const shareOf = (ms: number, fromMs: number, toMs: number): number => (ms - fromMs) / (toMs - fromMs)

/** Index of the last time that isn't later; -1: all are. */
function lastAt(ts: ArrayLike<number>, ms: number): number {
  let low = 0
  let high = ts.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((ts[middle] as number) <= ms) low = middle + 1
    else high = middle
  }
  return low - 1
}

/** The newest point of each step. */
function onGrid(points: readonly TripPoint[], { minMs, stepMs }: Grid): TripPoint[] {
  const byTime = new Map<number, TripPoint>()
  for (const { ms, at } of points) {
    const rounded = minMs + Math.ceil((ms - minMs) / stepMs) * stepMs
    byTime.set(rounded, { ms: rounded, at })
  }
  return [...byTime.values()]
}

/** Place at a time: on the straight line between two points, at the first one before it, and at the last one after it. */
export function placeAt(points: readonly TripPoint[], ms: number): Place | null {
  let low = 0
  let high = points.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((points[middle] as TripPoint).ms <= ms) low = middle + 1
    else high = middle
  }
  const index = Math.max(0, low - 1)
  const from = points[index]
  if (!from) return null
  const to = points[index + 1]
  const bearing = bearingFrom(points, index)
  if (!to || ms <= from.ms) return { at: from.at, bearing }
  const share = shareOf(ms, from.ms, to.ms)
  return { at: [mix(from.at[0], to.at[0], share), mix(from.at[1], to.at[1], share)], bearing }
}

const mix = (from: number, to: number, share: number): number => from + (to - from) * share

/** To the next point elsewhere; at the end, from the last one elsewhere. */
function bearingFrom(points: readonly TripPoint[], index: number): number {
  const here = points[index]?.at
  if (!here) return 0
  for (let next = index + 1; next < points.length; next++) {
    const there = points[next]?.at
    if (there && isElsewhere(here, there)) return bearingOf(here, there)
  }
  for (let before = index - 1; before >= 0; before--) {
    const there = points[before]?.at
    if (there && isElsewhere(here, there)) return bearingOf(there, here)
  }
  return 0
}

const isElsewhere = (a: Pair, b: Pair): boolean => a[0] !== b[0] || a[1] !== b[1]

/** Direction on the map, degrees clockwise from north, 0 to 360. */
export function bearingOf([latitude, longitude]: Pair, [toLatitude, toLongitude]: Pair): number {
  const shrink = Math.cos((((latitude + toLatitude) / 2) * Math.PI) / 180)
  const degrees = (Math.atan2((toLongitude - longitude) * shrink, toLatitude - latitude) * 180) / Math.PI
  return (degrees + 360) % 360
}

/** The entity with its newest values at a time. */
export function itemAt(
  { entity, series, points }: Trip,
  ms: number,
  { minMs, stepMs }: Grid,
  parts: TripParts,
): MapItem {
  // A value counts from the step to which its time is rounded up.
  const latestMs = minMs + Math.floor((ms - minMs) / stepMs) * stepMs
  const values = series.map(({ view, label }) => {
    const index = lastAt(view.column.ts, latestMs)
    return index < 0
      ? { view, label, text: '', ts: 0 }
      : { view, label, text: textAt(view, index), ts: view.column.ts[index] as number }
  })
  return { ...itemOf(entity, values, { ...parts, pairOf: worldPair }), position: placeAt(points, ms)?.at ?? null }
}
