import type { DataKey } from '@sonde/model/dashboards/dashboard-configuration'
import { normalizeWidget } from '@sonde/model/dashboards/normalize-widget'
import { emptyColumn } from '@sonde/model/dashboards/series-column'
import { entityId } from '@sonde/model/ids'
import { expect, test } from 'vitest'
import type { LatestView, SeriesView } from '../../dashboards/widget-api.ts'
import { codeOf } from './type-code.ts'
import { createDataReader } from './widget-data.ts'

const keys = [{ name: 'a' }, { name: 'b' }].map((key) => ({ ...key, type: 'timeseries', label: key.name }))
const widget = normalizeWidget(
  'w',
  { type: 'latest', config: { datasources: [{ type: 'entity', name: 'Tanks', dataKeys: keys }] } },
  new Map(),
)
const tank = (n: number) => ({
  id: entityId('DEVICE', `784f394c-42b6-435a-983c-b7beff27840${n}`),
  name: `Tank ${n}`,
  label: '',
})

const latest = (n: number, keyIndex: number, text: string): LatestView => ({
  id: '',
  role: 'main',
  datasourceIndex: 0,
  keyIndex,
  entity: tank(n),
  dataKey: widget.config.datasources[0]?.dataKeys[keyIndex] as DataKey,
  label: `Label ${keyIndex}`,
  decimalsSeen: 0,
  ts: 5,
  text,
})

test('data is in order of entities and keys; numbers are numbers, and only changes are sent again', () => {
  const read = createDataReader(widget, false)
  const view = {
    series: [],
    latest: [latest(1, 0, '1.5'), latest(2, 0, 'on'), latest(1, 1, '1e400'), latest(2, 1, '')],
  }
  const first = read(view)
  expect(first.datasources).toMatchObject([
    { entityName: 'Tank 1', aliasName: 'Tanks', dataKeys: [{ label: 'Label 0' }, { label: 'Label 1' }] },
    { entityName: 'Tank 2' },
  ])
  expect(first.keys?.map(({ datasource }) => datasource)).toEqual([0, 0, 1, 1])
  expect(first.points).toEqual([
    [0, [[5, 1.5]]],
    [1, [[5, '1e400']]],
    [2, [[5, 'on']]],
    [3, [[5, '']]],
  ])
  expect(read({ ...view, latest: view.latest.with(1, latest(2, 0, 'off')) })).toEqual({ points: [[2, [[5, 'off']]]] })
  expect(createDataReader(widget, true)(view).datasources).toHaveLength(1)
})

test('series have texts and booleans as on the wire', () => {
  const series = {
    ...latest(1, 0, ''),
    column: {
      ...emptyColumn,
      ts: Float64Array.of(1, 2),
      values: Float64Array.of(Number.NaN, 3),
      texts: ['open', null],
    },
  }
  const read = createDataReader(widget, false)
  expect(read({ latest: [], series: [series as unknown as SeriesView] }).points).toEqual([
    [
      0,
      [
        [1, 'open'],
        [2, 3],
      ],
    ],
  ])
})

test('a descriptor without script and template has no code; resources without address are left out', () => {
  expect(codeOf({ controllerScript: ' ', templateHtml: null })).toBeNull()
  expect(codeOf({ templateHtml: '<p></p>', resources: [{ url: 'a.js' }, { url: {} }, null] })).toEqual({
    html: '<p></p>',
    css: '',
    script: '',
    resources: [{ url: 'a.js', isModule: false }],
  })
})
