/**
 * Assigns the theme's series colors in order. A series has the same color in every widget of a dashboard unless that
 * would repeat a color within a widget.
 *
 * A color that the user chose has priority; the default palette of ThingsBoard's editor counts as not chosen.
 */

import { editorPalette } from '@sonde/model/dashboards/editor-palette'
import { cssColor } from './css-color.ts'

/** Number of series colors in the theme. */
export const chartColors = 10
/** Index of the first series with a dashed line. */
const dashedFrom = 6

export interface SeriesLook {
  readonly color: string
  /** Lengths of line and gap in px; null: solid. */
  readonly dash: readonly number[] | null
}

const defaultPalette: ReadonlySet<string> = new Set(editorPalette)

export const tokenColor = (index: number): string => `var(--sd-chart-${(index % chartColors) + 1})`

/** The color that a user chose for a key, or null. */
export function chosenColor(color: string | null): string | null {
  const checked = cssColor(color)
  return checked === null || checked.startsWith('var(--sd-chart-') || defaultPalette.has(checked.toLowerCase())
    ? null
    : checked
}

export interface SeriesColors {
  /** Looks of a widget's series, in order. `chosen`: result of `chosenColor`, only for a key's first entity. */
  looks(series: readonly { readonly id: string; readonly chosen: string | null }[]): SeriesLook[]
}

export function createSeriesColors(): SeriesColors {
  const known = new Map<string, number>()
  return {
    looks(series) {
      const taken = new Set<number>()
      const indices: (number | null)[] = series.map(({ id, chosen }) => {
        const index = known.get(id)
        if (chosen || index === undefined || taken.has(index)) return null
        taken.add(index)
        return index
      })
      return series.map(({ id, chosen }, position) => {
        const dash = position >= dashedFrom ? ([6, 4] as const) : null
        if (chosen) return { color: chosen, dash }
        let index = indices[position] ?? null
        if (index === null) {
          index = 0
          while (taken.has(index)) index++
          taken.add(index)
          if (!known.has(id)) known.set(id, index)
        }
        return { color: tokenColor(index), dash }
      })
    },
  }
}
