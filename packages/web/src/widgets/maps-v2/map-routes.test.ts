import { expect, test } from 'vitest'
import { loadingView, type SeriesView, type WidgetView } from '../../dashboards/widget-view.ts'
import { routesOf } from './map-routes.ts'

test('a route has the times with both coordinates, and ends at the marker', () => {
  const entity = { id: { entityType: 'DEVICE' as const, id: 'a' }, name: 'Truck', label: '' }
  const series = (name: string, ts: number[], values: number[], keyIndex: number) =>
    ({
      role: 'main',
      entity,
      datasourceIndex: 0,
      keyIndex,
      label: name,
      dataKey: { name },
      column: {
        ts: Float64Array.from(ts),
        values: Float64Array.from(values),
        texts: null,
        longNumbers: null,
        isBoolean: false,
      },
    }) as unknown as SeriesView
  const view: WidgetView = {
    ...loadingView,
    entities: [entity],
    series: [
      series('latitude', [1, 2, 3, 5], [50, 51, 52, 53], 0),
      series('longitude', [1, 3, 4, 5], [8, 9, 10, Number.NaN], 1),
      series('speed', [4], [70], 2),
    ],
  }
  const widget = { config: { datasources: [] } } as unknown as Parameters<typeof routesOf>[1]['widget']
  const keys = { first: 'latitude', second: 'longitude', polygon: '', circle: '' }
  const [route] = routesOf(view, { widget, keys, aliasName: () => '' })
  expect(route?.points).toEqual([
    [50, 8],
    [52, 9],
  ])
  expect(route?.item.position).toEqual([52, 9])
  expect(route?.item.data.values.find(({ label }) => label === 'speed')?.text).toBe('70')
})
