import { normalizeWidget } from '@sonde/model/dashboards/normalize-widget'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { loadingView, type SeriesView, type WidgetView } from '../../dashboards/widget-view.ts'
import { pointId, pointOf } from './trip-texts.ts'
import { bearingOf, itemAt, placeAt, type TripPoint, tripsOf } from './trips.ts'
import { kindOf } from './type.tsx'

type Rows = readonly (readonly [ms: number, value: number])[]

const entityOf = (id: string) => ({ id: { entityType: 'DEVICE' as const, id }, name: id, label: '' })

const series = (id: string, name: string, rows: Rows, keyIndex: number) =>
  ({
    role: 'main',
    entity: entityOf(id),
    datasourceIndex: 0,
    keyIndex,
    label: name,
    dataKey: { name },
    column: {
      ts: Float64Array.from(rows, ([ms]) => ms),
      values: Float64Array.from(rows, ([, value]) => value),
      texts: null,
      longNumbers: null,
      isBoolean: false,
    },
  }) as unknown as SeriesView

const parts = {
  widget: normalizeWidget('w', { bundleAlias: 'maps_v2', typeAlias: 'test', type: 'timeseries' }, new Map()),
  keys: { first: 'latitude', second: 'longitude', polygon: '', circle: '' },
  aliasName: () => '',
}

function trips(
  stepMs: number,
  byEntity: Readonly<Record<string, readonly [latitude: Rows, longitude: Rows, speed?: Rows]>>,
) {
  const view: WidgetView = {
    ...loadingView,
    entities: Object.keys(byEntity).map(entityOf),
    series: Object.entries(byEntity).flatMap(([id, [latitude, longitude, speed = []]]) => [
      series(id, 'latitude', latitude, 0),
      series(id, 'longitude', longitude, 1),
      series(id, 'speed', speed, 2),
    ]),
  }
  return tripsOf(view, parts, stepMs)
}

test('missing coordinates are interpolated, the ends without any are cut, and times are rounded up to the step', () => {
  const { trips: found, range } = trips(1000, {
    a: [
      [
        [500, 0],
        [1000, 10],
        [3000, 30],
        [3400, 31],
      ],
      [
        [1000, 50],
        [2200, Number.NaN],
        [2600, 52],
        [3000, 54],
      ],
    ],
    b: [[[1700, 1]], [[1700, 2]]],
    c: [[], []],
  })
  expect(found.map(({ points }) => points)).toEqual([
    [
      { ms: 1000, at: [10, 50] },
      // 2600 and 3000 are in one step: the newer one counts.
      { ms: 3000, at: [30, 54] },
    ],
    [{ ms: 2000, at: [1, 2] }],
    [],
  ])
  expect(range).toEqual({ minMs: 1000, maxMs: 3000 })
  expect(trips(1000, { c: [[], []] }).range).toBeNull()
})

const points: readonly TripPoint[] = [
  { ms: 0, at: [0, 0] },
  { ms: 1000, at: [0, 10] },
  { ms: 2000, at: [0, 10] },
  { ms: 4000, at: [10, 10] },
]

test('between two points an entity is on the line, and faces where it goes next', () => {
  expect(placeAt(points, -5)).toEqual({ at: [0, 0], bearing: 90 })
  expect(placeAt(points, 250)).toEqual({ at: [0, 2.5], bearing: 90 })
  // It waits there, and faces north already.
  expect(placeAt(points, 1500)).toEqual({ at: [0, 10], bearing: 0 })
  expect(placeAt(points, 3000)).toEqual({ at: [5, 10], bearing: 0 })
  expect(placeAt(points, 9999)).toEqual({ at: [10, 10], bearing: 0 })
  expect(placeAt([], 0)).toBeNull()
  expect(bearingOf([0, 0], [0, -1])).toBe(270)
  expect(Math.round(bearingOf([60, 0], [61, 2]))).toBe(45)
})

test('a place is never outside of what its points span', () => {
  const anyTrip = fc.array(fc.tuple(fc.integer({ min: 0, max: 500 }), fc.double({ min: -80, max: 80, noNaN: true })), {
    minLength: 1,
  })
  fc.assert(
    fc.property(anyTrip, fc.integer({ min: -10, max: 600 }), (raw, ms) => {
      const sorted = [...new Map(raw)].sort(([a], [b]) => a - b)
      const some = sorted.map(([at, value]): TripPoint => ({ ms: at, at: [value, value] }))
      const place = placeAt(some, ms)
      const values = sorted.map(([, value]) => value)
      expect(place?.at[0]).toBeGreaterThanOrEqual(Math.min(...values) - 1e-9)
      expect(place?.at[0]).toBeLessThanOrEqual(Math.max(...values) + 1e-9)
    }),
  )
})

test('values are the newest of the step', () => {
  const { trips: found, grid } = trips(1000, {
    a: [
      [
        [0, 0],
        [4000, 4],
      ],
      [
        [0, 0],
        [4000, 4],
      ],
      [
        [1000, 30],
        [1500, 40],
      ],
    ],
  })
  const [trip] = found
  if (!trip) throw new Error('There is a trip.')
  const speedAt = (ms: number) => itemAt(trip, ms, grid, parts).values.find(({ label }) => label === 'speed')?.text
  expect([speedAt(999), speedAt(1000), speedAt(1999), speedAt(2000)]).toEqual(['', '30', '30', '40'])
  expect(itemAt(trip, 2000, grid, parts).position).toEqual([2, 2])
})

test('points name their entity and time, and the type is a trip whatever its provider', () => {
  expect(pointOf(pointId('a b', 12))).toEqual({ ms: 12, entityId: 'a b' })
  expect(pointOf('polygon a')).toBeNull()
  expect(kindOf({ ...parts.widget, config: { ...parts.widget.config, settings: { provider: 'image-map' } } })).toBe(
    'trip',
  )
})
