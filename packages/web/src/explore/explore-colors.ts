/** Colors of an exploration's series in charts. */

import { type SeriesColors, tokenColor } from '../dashboards/series-colors.ts'
import { colorsMax, type Exploration, idOf } from './explore-state.ts'

/** Colors from the URL; series beyond `colorsMax` are dashed, since colors repeat. */
export function colorsOf(series: Exploration): SeriesColors {
  const looks = new Map(
    series.map((one, index) => [
      idOf(one),
      { color: tokenColor(one.color), dash: index >= colorsMax ? ([6, 4] as const) : null },
    ]),
  )
  const fallback = { color: tokenColor(0), dash: null }
  return { looks: (requested) => requested.map(({ id }) => looks.get(id) ?? fallback) }
}
