/** Colors of an exploration's series in charts. */

import { type SeriesColors, tokenColor } from '../dashboards/series-colors.ts'
import { type Exploration, idOf } from './explore-state.ts'

/** Colors from the URL; a series with the color of an earlier one is dashed. */
export function colorsOf(series: Exploration): SeriesColors {
  const looks = new Map(
    series.map((one, index) => [
      idOf(one),
      { color: tokenColor(one.color), dash: isRepeated(series, index) ? ([6, 4] as const) : null },
    ]),
  )
  const fallback = { color: tokenColor(0), dash: null }
  return { looks: (requested) => requested.map(({ id }) => looks.get(id) ?? fallback) }
}

const isRepeated = (series: Exploration, index: number): boolean =>
  series.findIndex(({ color }) => color === series[index]?.color) < index
