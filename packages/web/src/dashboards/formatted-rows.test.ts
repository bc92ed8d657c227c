import { normalizeWidget } from '@sonde/model/dashboards/normalize-widget'
import { expect, test } from 'vitest'
import { formattedRows } from './formatted-rows.ts'
import { type LatestView, loadingView } from './widget-view.ts'

const widget = normalizeWidget(
  'w',
  {
    config: {
      datasources: [{ type: 'entity', name: 'Pumps', dataKeys: [{ name: 'flow', label: 'Flow' }, { name: 'on' }] }],
    },
  },
  new Map(),
)
const dataKeys = widget.config.datasources[0]?.dataKeys ?? []

const value = (name: string, keyIndex: number, text: string): LatestView => ({
  id: `${name} ${keyIndex}`,
  role: 'main',
  datasourceIndex: 0,
  keyIndex,
  entity: { id: { entityType: 'DEVICE', id: name }, name, label: '' },
  dataKey: dataKeys[keyIndex] as LatestView['dataKey'],
  label: 'Described',
  ts: 5,
  text,
  decimalsSeen: 0,
})

test('one row per entity, with typed values by the labels of the settings', () => {
  const latest = [value('P1', 0, '1.5'), value('P1', 1, 'true'), value('P2', 0, 'low')]
  const rows = formattedRows(widget, { ...loadingView, latest: [...latest, { ...value('P3', 0, '1'), role: 'label' }] })
  expect(rows).toMatchObject([
    { entityName: 'P1', entityType: 'DEVICE', dsName: 'Pumps', dsIndex: 0, Flow: 1.5, 'Flow|ts': 5, on: true },
    { entityName: 'P2', dsIndex: 1, Flow: 'low' },
  ])
})
