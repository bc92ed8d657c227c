/** Series that the chart of a key compares with: further keys of the entity, and the key of other entities. Pure. */

import {
  type Exploration,
  type ExploreSeries,
  explorationOfText,
  freeColor,
  isSameSeries,
  type SeriesKey,
  textOfExploration,
} from '../explore/explore-state.ts'

/** Maximum number of series in the chart of a key; Explore compares more. */
export const comparedMax = 4

export type UnitOf = (series: SeriesKey) => string

/** The chart's own series first, then those of the search parameter. Unknown parts are ignored. */
export function chartSeries(main: SeriesKey, text: string | undefined, unitOf: UnitOf): Exploration {
  const first: ExploreSeries = { ...main, chart: 0, color: 0, axis: 'left', isHidden: false, aggregation: null }
  return explorationOfText(text).reduce(
    (series, { entity, key, color }) => withCompared(series, { entity, key }, unitOf, color) ?? series,
    [first] as Exploration,
  )
}

/** Search parameter of all series but the first. */
export const textOfCompared = (series: Exploration): string | undefined => textOfExploration(series.slice(1))

/**
 * Adds a series: those with the unit or the key of the first one share its axis, one other series has the right axis.
 * Null: the chart is full, or has no axis for it.
 */
export function withCompared(
  series: Exploration,
  added: SeriesKey,
  unitOf: UnitOf,
  color = freeColor(series),
): Exploration | null {
  const [main] = series
  if (!main || series.length >= comparedMax || series.some((one) => isSameSeries(one, added))) return null
  const unit = unitOf(added)
  const isLike = added.key === main.key || (unit !== '' && unit === unitOf(main))
  if (!isLike && series.some(({ axis }) => axis === 'right')) return null
  const free = series.some((one) => one.color === color) ? freeColor(series) : color
  const axis = isLike ? 'left' : 'right'
  return [...series, { ...added, chart: 0, color: free, axis, isHidden: false, aggregation: null }]
}

/** Series to compare with after a step to another key: other entities follow, further keys are left out. */
export const steppedTo = (series: Exploration, key: string): Exploration => {
  const [main, ...compared] = series
  if (!main) return series
  const others = compared.filter((one) => one.entity.id !== main.entity.id && one.key === main.key)
  return [main, ...others].map((one) => ({ ...one, key }))
}

export type SeriesNaming = 'key' | 'entity' | 'both'

/** What tells the series apart. */
export function namingOf(series: Exploration): SeriesNaming {
  const [main] = series
  if (series.every(({ entity }) => entity.id === main?.entity.id)) return 'key'
  return series.every(({ key }) => key === main?.key) ? 'entity' : 'both'
}
