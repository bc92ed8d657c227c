/**
 * State of the Explore page in the URL: `DEVICE.<id>.<key>.<options>*DEVICE…`. Options are the chart's number, then `c`
 * and the color's, `r` for the right axis, `h` for hidden and `a` with the aggregation. `new` at the end is an empty chart.
 */

import { entityTypes as kinds } from '@sonde/model/entities/entity-kinds'
import type { EntityId, EntityType } from '@sonde/model/ids'
import { type Aggregation, aggregations } from '@sonde/model/telemetry/values'

export const seriesMax = 12
export const chartsMax = 4
/** Maximum characters of an exploration's name. */
export const nameLengthMax = 100
/** Number of series colors in the theme. */
export const colorsMax = 10

/** Telemetry key of an entity. */
export interface SeriesKey {
  readonly entity: EntityId
  readonly key: string
}

export interface ExploreSeries extends SeriesKey {
  /** Index of the chart, from 0. */
  readonly chart: number
  /** Index of the color in the theme. */
  readonly color: number
  readonly axis: 'left' | 'right'
  readonly isHidden: boolean
  /** Null: the aggregation of the time window. */
  readonly aggregation: Aggregation | null
}

export type Exploration = readonly ExploreSeries[]

/** Id of a series in the data layer. */
export const idOf = ({ entity, key }: SeriesKey): string => `${entity.id} TIME_SERIES ${key}`

export const isSameSeries = (a: SeriesKey, b: SeriesKey): boolean => idOf(a) === idOf(b)

const between = '*'
const part = '.'
/** Empty chart below the others, which the next series joins. */
const newChart = 'new'

/** Encodes `.` and `*` in keys, because they are separators. */
const keyText = (key: string): string => encodeURIComponent(key).replaceAll('.', '%2E').replaceAll('*', '%2A')

/** Undefined: no series. */
export function textOfExploration(series: Exploration, withNewChart = false): string | undefined {
  if (series.length === 0) return undefined
  const texts = series.map(({ entity, key, chart, color, axis, isHidden, aggregation }) => {
    const options = [
      String(chart + 1),
      `c${color + 1}`,
      ...(axis === 'right' ? ['r'] : []),
      ...(isHidden ? ['h'] : []),
      ...(aggregation ? [`a${aggregation}`] : []),
    ]
    return [entity.entityType, entity.id, keyText(key), options.join('-')].join(part)
  })
  return [...texts, ...(withNewChart && canAddChart(series) ? [newChart] : [])].join(between)
}

export const hasNewChart = (text: string | undefined, series: Exploration): boolean =>
  canAddChart(series) && (text ?? '').split(between).includes(newChart)

/** The first chart comes with the first series. */
export const canAddChart = (series: Exploration): boolean =>
  series.length > 0 && series.length < seriesMax && chartCount(series) < chartsMax

/** Invalid parts are ignored. */
export function explorationOfText(text: string | undefined): Exploration {
  const series: ExploreSeries[] = []
  for (const one of (text ?? '').split(between)) {
    const read = seriesOfText(one)
    if (!read || series.length >= seriesMax || series.some((before) => isSameSeries(before, read))) continue
    series.push({ ...read, color: read.color ?? freeColor(series) })
  }
  return tidy(series)
}

const id = /^[0-9a-f-]{36}$/i

function seriesOfText(text: string): (Omit<ExploreSeries, 'color'> & { readonly color: number | null }) | null {
  const [type, entityId, keyPart, optionsPart = ''] = text.split(part)
  const entityType = kinds.find((kind) => kind === type)
  const key = decoded(keyPart)
  if (!entityType || !entityId || !id.test(entityId) || !key) return null
  const options = optionsPart.split('-')
  const numberOf = (mark: string, max: number): number | null => {
    const found = options.find((option) => new RegExp(`^${mark}\\d{1,2}$`).test(option))
    const number = found === undefined ? 0 : Number(found.slice(mark.length))
    return number >= 1 && number <= max ? number - 1 : null
  }
  return {
    entity: { entityType: entityType as EntityType, id: entityId },
    key,
    chart: numberOf('', chartsMax) ?? 0,
    color: numberOf('c', colorsMax),
    axis: options.includes('r') ? 'right' : 'left',
    isHidden: options.includes('h'),
    aggregation: aggregations.find((aggregation) => options.includes(`a${aggregation}`)) ?? null,
  }
}

function decoded(text: string | undefined): string {
  try {
    return decodeURIComponent(text ?? '')
  } catch {
    return ''
  }
}

export function freeColor(series: Exploration): number {
  const taken = new Set(series.map(({ color }) => color))
  for (let color = 0; color < colorsMax; color++) if (!taken.has(color)) return color
  return series.length % colorsMax
}

/** Orders the series by chart, numbers the charts without gaps and leaves each at most one right axis. */
function tidy(series: Exploration): Exploration {
  const charts = [...new Set(series.map(({ chart }) => chart))].sort((a, b) => a - b)
  const rights = new Set<number>()
  const sorted = series.toSorted((a, b) => a.chart - b.chart)
  return sorted.map((one) => {
    const isRight = one.axis === 'right' && !rights.has(one.chart)
    if (isRight) rights.add(one.chart)
    return { ...one, chart: charts.indexOf(one.chart), axis: isRight ? 'right' : 'left' }
  })
}

export const chartCount = (series: Exploration): number => Math.max(0, ...series.map(({ chart }) => chart + 1))

/**
 * Adds a series to the chart with the same key or unit, else to a new chart, else to the last chart. `toNewChart`: to a
 * new chart in any case.
 */
export function withSeries(
  series: Exploration,
  added: SeriesKey,
  unitOf: (key: SeriesKey) => string,
  toNewChart = false,
): Exploration {
  if (series.length >= seriesMax || series.some((one) => isSameSeries(one, added))) return series
  const unit = unitOf(added)
  const like =
    series.find(({ key }) => key === added.key) ??
    (unit === '' ? undefined : series.find((one) => unitOf(one) === unit))
  const count = chartCount(series)
  const chart = (toNewChart ? undefined : like?.chart) ?? Math.min(count, chartsMax - 1)
  return [...series, { ...added, chart, color: freeColor(series), axis: 'left', isHidden: false, aggregation: null }]
}

export const withoutSeries = (series: Exploration, gone: SeriesKey): Exploration =>
  tidy(series.filter((one) => !isSameSeries(one, gone)))

export type SeriesChange = Partial<Omit<ExploreSeries, 'entity' | 'key'>>

/** Changes a series. A chart has at most one series on the right axis: the previous one moves to the left. */
export function withChange(series: Exploration, changed: SeriesKey, change: SeriesChange): Exploration {
  const next = series.map((one) => (isSameSeries(one, changed) ? { ...one, ...change } : one))
  const own = next.find((one) => isSameSeries(one, changed))
  return tidy(
    next.map((one) =>
      own?.axis === 'right' && one !== own && one.chart === own.chart && one.axis === 'right'
        ? { ...one, axis: 'left' as const }
        : one,
    ),
  )
}

/** Place of a series: before another series, else at the end of a chart. A chart after the last one is new. */
export interface SeriesPlace {
  readonly chart: number
  readonly before: SeriesKey | null
}

/** Moves a series. It leaves the right axis if another series of the chart has it. */
export function withSeriesAt(series: Exploration, moved: SeriesKey, { chart, before }: SeriesPlace): Exploration {
  const own = series.find((one) => isSameSeries(one, moved))
  if (!own || chart >= chartsMax || (before && isSameSeries(before, moved))) return series
  const rest = series.filter((one) => one !== own)
  const isTaken = rest.some((one) => one.chart === chart && one.axis === 'right')
  const placed: ExploreSeries = { ...own, chart, axis: isTaken ? 'left' : own.axis }
  const at = before ? rest.findIndex((one) => isSameSeries(one, before)) : -1
  return tidy(at < 0 ? [...rest, placed] : rest.toSpliced(at, 0, placed))
}

/** Moves a series one place up (−1) or down (1) within its chart. */
export function withSeriesStep(series: Exploration, moved: ExploreSeries, by: -1 | 1): Exploration {
  const own = series.filter(({ chart }) => chart === moved.chart)
  const at = own.findIndex((one) => isSameSeries(one, moved))
  if (!own[at + by]) return series
  const before = own[by < 0 ? at - 1 : at + 2] ?? null
  return withSeriesAt(series, moved, { chart: moved.chart, before })
}

/** Moves a chart with its series. `to`: its index afterwards. */
export function withChartAt(series: Exploration, from: number, to: number): Exploration {
  const charts = Array.from({ length: chartCount(series) }, (_, chart) => chart)
  const order = charts.filter((chart) => chart !== from).toSpliced(to, 0, from)
  return tidy(series.map((one) => ({ ...one, chart: order.indexOf(one.chart) })))
}

/** Name of the exploration from its search parameter, as one line; empty: none. */
export const nameOfParam = (text: string | undefined): string =>
  (text ?? '').replaceAll(/\s+/g, ' ').trim().slice(0, nameLengthMax).trimEnd()

/** Search parameters of an exploration; `window` in the format of `paramOfTimeWindow`. */
export const exploreSearch = (series: Exploration, window?: string): Record<string, string | undefined> => ({
  series: textOfExploration(series),
  window,
})
