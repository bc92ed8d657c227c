import { normalizeWidget } from '@sonde/model/dashboards/normalize-widget'
import { defaultTimeWindow } from '@sonde/model/time-windows/time-window'
import { expect, test } from 'vitest'
import type { LatestView, WidgetProps } from '../dashboards/widget-api.ts'
import { ownValues, patternData, patternRequests } from './pattern-data.ts'

const key = (name: string, label = name) => ({ name, label, type: 'timeseries' })
const card = normalizeWidget(
  'w',
  {
    type: 'latest',
    config: {
      datasources: [
        { type: 'entity', entityAliasId: 'a', name: 'ds', dataKeys: [key('t', 'temp'), key('h')] },
        { type: 'entity', entityAliasId: 'b', dataKeys: [] },
      ],
    },
  },
  new Map(),
)
const pump = { id: { entityType: 'DEVICE' as const, id: '1' }, name: 'Pump', label: 'North' }
const tank = { id: { entityType: 'DEVICE' as const, id: '2' }, name: 'Tank', label: '' }

function value(entity: typeof pump, keyIndex: number, text: string): LatestView {
  const requested = patternRequests(card, defaultTimeWindow(0), 'entityDescription', false)
  const dataKey = requested[0]?.datasource.dataKeys[keyIndex]
  if (!dataKey) throw new Error(`no key ${keyIndex}`)
  const id = `${entity.id.id} ${keyIndex}`
  return {
    id,
    role: 'main',
    datasourceIndex: 0,
    keyIndex,
    entity,
    dataKey,
    label: 'described',
    decimalsSeen: 0,
    ts: 1,
    text,
  }
}

const view = {
  latest: [
    value(pump, 0, '20'),
    value(tank, 0, '30'),
    value(pump, 1, '1'),
    value(pump, 2, 'Pump'),
    value(pump, 3, '{"description":"Old"}'),
    value(tank, 3, 'no JSON'),
  ],
  entities: [pump, tank],
} as unknown as WidgetProps['view']

test('every datasource is asked for names, and for descriptions if they are shown', () => {
  const names = (pattern: string) =>
    patternRequests(card, defaultTimeWindow(0), pattern, false).map(({ datasource, keyIndices }) =>
      keyIndices.map((index) => datasource.dataKeys[index]?.name),
    )
  expect(names('')).toEqual([['t', 'h', 'name'], ['name']])
  expect(names('entityDescription')[1]).toEqual(['name', 'additionalInfo'])
})

test('values are those of the own keys, by entity, with the labels of the widget', () => {
  expect(ownValues(card, view).map(({ text }) => text)).toEqual(['20', '1', '30'])
  const { values, names } = patternData(card, view, (id) => `alias ${id}`)
  expect(values).toEqual([
    { label: 'temp', text: '20' },
    { label: 'h', text: '1' },
    { label: 'temp', text: '30' },
  ])
  expect(names).toEqual({
    entityName: 'Pump',
    entityLabel: 'North',
    entityDescription: 'Old',
    aliasName: 'alias a',
    dsName: 'ds',
  })
})

test('without entities, names are empty', () => {
  const nothing = { latest: [], entities: [] } as unknown as WidgetProps['view']
  expect(patternData(card, nothing, () => '')).toEqual({
    names: { entityName: '', entityLabel: '', aliasName: '', dsName: '' },
    values: [],
  })
})
