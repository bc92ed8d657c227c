/**
 * Color of a series: the theme's series colors in order. A series has the same color in every widget of a dashboard
 * unless that would repeat a color within a widget.
 *
 * Colors that users chose stay; the default palette of ThingsBoard's editor counts as not chosen.
 */

import { cssColor } from './css-color.ts'

/** Number of series colors in the theme. */
export const chartColors = 10
/** Index of the first series with a dashed line. */
const dashedFrom = 6

export interface SeriesLook {
  readonly color: string
  /** Px of line and gap; null: solid. */
  readonly dash: readonly number[] | null
}

/** Colors that ThingsBoard's editor gives to the first keys of a widget. */
const defaultPalette = new Set([
  '#2196f3',
  '#4caf50',
  '#f44336',
  '#ffc107',
  '#607d8b',
  '#9c27b0',
  '#8bc34a',
  '#3f51b5',
  '#e91e63',
  '#ffeb3b',
  '#03a9f4',
  '#ff9800',
  '#673ab7',
  '#cddc39',
  '#009688',
  '#795548',
  '#00bcd4',
  '#ff5722',
  '#9e9e9e',
  '#2962ff',
  '#d50000',
])

export const tokenColor = (index: number): string => `var(--sd-chart-${(index % chartColors) + 1})`

/** The color that a user chose for a key, or null. */
export function chosenColor(color: string | null): string | null {
  const checked = cssColor(color)
  return checked === null || checked.startsWith('var(--sd-chart-') || defaultPalette.has(checked.toLowerCase())
    ? null
    : checked
}

export interface SeriesColors {
  /** Looks of one widget's series, in order. `chosen`: result of `chosenColor`, only for a key's first entity. */
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
