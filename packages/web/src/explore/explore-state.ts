/**
 * State of the Explore page in the URL: `DEVICE.<id>.<key>.<options>*DEVICE…`. Options are the chart's number, then `c`
 * and the color's, `r` for the right axis, `h` for hidden and `a` with the aggregation.
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

/** Encodes `.` and `*` in keys, because they are separators. */
const keyText = (key: string): string => encodeURIComponent(key).replaceAll('.', '%2E').replaceAll('*', '%2A')

/** Undefined: no series. */
export function textOfExploration(series: Exploration): string | undefined {
  if (series.length === 0) return undefined
  return series
    .map(({ entity, key, chart, color, axis, isHidden, aggregation }) => {
      const options = [
        String(chart + 1),
        `c${color + 1}`,
        ...(axis === 'right' ? ['r'] : []),
        ...(isHidden ? ['h'] : []),
        ...(aggregation ? [`a${aggregation}`] : []),
      ]
      return [entity.entityType, entity.id, keyText(key), options.join('-')].join(part)
    })
    .join(between)
}

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

/** Numbers the charts without gaps and leaves each at most one right axis. */
function tidy(series: Exploration): Exploration {
  const charts = [...new Set(series.map(({ chart }) => chart))].sort((a, b) => a - b)
  const rights = new Set<number>()
  return series.map((one) => {
    const isRight = one.axis === 'right' && !rights.has(one.chart)
    if (isRight) rights.add(one.chart)
    return { ...one, chart: charts.indexOf(one.chart), axis: isRight ? 'right' : 'left' }
  })
}

export const chartCount = (series: Exploration): number => Math.max(0, ...series.map(({ chart }) => chart + 1))

/** Adds a series to the chart with the same key or unit, else to a new chart, else to the last chart. */
export function withSeries(series: Exploration, added: SeriesKey, unitOf: (key: SeriesKey) => string): Exploration {
  if (series.length >= seriesMax || series.some((one) => isSameSeries(one, added))) return series
  const unit = unitOf(added)
  const like =
    series.find(({ key }) => key === added.key) ??
    (unit === '' ? undefined : series.find((one) => unitOf(one) === unit))
  const count = chartCount(series)
  const chart = like?.chart ?? Math.min(count, chartsMax - 1)
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

/** Name of the exploration from its search parameter, as one line; empty: none. */
export const nameOfParam = (text: string | undefined): string =>
  (text ?? '').replaceAll(/\s+/g, ' ').trim().slice(0, nameLengthMax).trimEnd()

/** Search parameters of an exploration; `window` in the format of `paramOfTimeWindow`. */
export const exploreSearch = (series: Exploration, window?: string): Record<string, string | undefined> => ({
  series: textOfExploration(series),
  window,
})
