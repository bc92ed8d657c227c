/** Routes of entities: their positions over the time window. */

import type { SeriesColumn } from '@sonde/model/dashboards/series-column'
import type { SeriesView, WidgetProps } from '../../dashboards/widget-api.ts'
import { configuredLabel, type ItemParts, type ItemValue, itemOf, type MapItem, textAt, worldPair } from './map-data.ts'
import type { Pair } from './map-shapes.ts'

export interface Route {
  /** With the latest values; its position is the end of the route. */
  readonly item: MapItem
  /** From the oldest to the newest. */
  readonly points: readonly Pair[]
}

/** One route per entity. Times at which only one of the coordinates has a value are left out. */
export function routesOf({ series, entities }: WidgetProps['view'], parts: Omit<ItemParts, 'pairOf'>): Route[] {
  const all = { ...parts, pairOf: worldPair }
  const byEntity = Map.groupBy(
    series.filter(({ role }) => role === 'main'),
    ({ entity }) => entity.id.id,
  )
  return entities.map((entity) => {
    const own = byEntity.get(entity.id.id) ?? []
    const labels = new Map(own.map((one) => [one, configuredLabel(one, all)]))
    const columnOf = (key: string) =>
      own.find((one) => labels.get(one) === key) ?? own.find(({ dataKey }) => dataKey.name === key)
    const item = itemOf(
      entity,
      own.map((one) => newestOf(one, labels.get(one) ?? one.label)),
      all,
    )
    const points = pointsOf(columnOf(parts.keys.first)?.column, columnOf(parts.keys.second)?.column)
    return { item: { ...item, position: points.at(-1) ?? null }, points }
  })
}

function newestOf(view: SeriesView, label: string): ItemValue {
  const { ts } = view.column
  const index = ts.length - 1
  return { view, label, text: index < 0 ? '' : textAt(view, index), ts: ts[index] ?? 0 }
}

function pointsOf(first: SeriesColumn | undefined, second: SeriesColumn | undefined): Pair[] {
  if (!first || !second) return []
  const points: Pair[] = []
  let at = 0
  for (let index = 0; index < first.ts.length; index++) {
    const time = first.ts[index] as number
    while (at < second.ts.length && (second.ts[at] as number) < time) at++
    if (second.ts[at] !== time) continue
    const pair = worldPair(first.values[index] as number, second.values[at] as number)
    if (pair) points.push(pair)
  }
  return points
}
