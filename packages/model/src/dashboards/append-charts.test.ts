import assert from 'node:assert/strict'
import test from 'node:test'
import { defaultTimeWindow } from '../time-windows/time-window.ts'
import { type AppendedChart, appendCharts, removeCharts } from './append-charts.ts'
import { normalizeConfiguration } from './normalize-dashboard.ts'

const timewindow = defaultTimeWindow(1)
const series = (id: string, key: string) => ({
  entity: { entityType: 'DEVICE' as const, id },
  entityName: `Pump ${id}`,
  key,
  settings: { isNumber: true },
})
const chart = (...of: AppendedChart['series']): AppendedChart => ({ title: 'Level', series: of, timewindow })

function ids() {
  let next = 0
  return () => `00000000-0000-4000-8000-${String(++next).padStart(12, '0')}`
}
const normalized = (json: unknown) => normalizeConfiguration(json, { nowMs: 1, newId: ids() })

// biome-ignore lint/suspicious/noTemplateCurlyInString: the wire's own placeholder
const ofEntity = '${entityName}'

test('a new dashboard gets the chart, with an alias per entity', () => {
  const added = appendCharts(null, [chart(series('a', 'level'), series('b', 'level'), series('a', 'flow'))], ids())
  const { widgets, entityAliases, states } = normalized(added.configuration)
  const [id = ''] = added.widgetIds
  assert.deepEqual(
    widgets[id]?.config.datasources.map(({ entityAliasId, dataKeys }) => [
      entityAliases[entityAliasId ?? '']?.alias,
      dataKeys.map(({ name, label }) => [name, label]),
    ]),
    [
      [
        'Pump a',
        [
          ['level', `${ofEntity}, level`],
          ['flow', `${ofEntity}, flow`],
        ],
      ],
      ['Pump b', [['level', `${ofEntity}, level`]]],
    ],
  )
  assert.deepEqual(Object.keys(states.default?.layouts.main.widgets ?? {}), [id])
  assert.equal(widgets[id]?.config.useDashboardTimewindow, false)
})

test('it comes below what is there, in the first state; what is unknown stays, an alias of the entity is used', () => {
  const before = {
    ofALaterVersion: { x: 1 },
    entityAliases: {
      k: {
        id: 'k',
        alias: 'Pump b',
        filter: { type: 'singleEntity', singleEntity: { entityType: 'DEVICE', id: 'a' } },
      },
    },
    widgets: { w: { typeAlias: 'x' } },
    states: {
      other: { layouts: { main: { widgets: {} } } },
      start: {
        root: true,
        layouts: { main: { widgets: { w: { row: 4, sizeY: 3 } }, gridSettings: { columns: 8 } }, right: { y: 1 } },
      },
    },
  }
  const added = appendCharts(before, [chart(series('a', 'level')), chart(series('b', 'level'))], ids())
  const { configuration, widgetIds, aliasIds } = added
  assert.equal(aliasIds.length, 1)
  const after = configuration as typeof before & { entityAliases: Record<string, { alias: string }> }
  assert.equal(after.entityAliases[aliasIds[0] ?? '']?.alias, 'Pump b 2')
  assert.deepEqual(after.states.other, before.states.other)
  assert.deepEqual(after.states.start.layouts.right, { y: 1 })
  assert.deepEqual(after.states.start.layouts.main.widgets, {
    w: { row: 4, sizeY: 3 },
    [widgetIds[0] ?? '']: { sizeX: 8, sizeY: 6, row: 7, col: 0 },
    [widgetIds[1] ?? '']: { sizeX: 8, sizeY: 6, row: 13, col: 0 },
  })
  assert.deepEqual(removeCharts(configuration, added), before)
})

test('a dashboard of an older version, with a list of widgets and no states, keeps its form', () => {
  const before = { widgets: [{ id: 'w', row: 0, sizeY: 4 }] }
  const added = appendCharts(before, [chart(series('a', 'level'))], ids())
  const { widgets } = added.configuration as { widgets: { id: string; row: number }[] }
  assert.deepEqual(
    widgets.map(({ id, row }) => [id, row]),
    [
      ['w', 0],
      [added.widgetIds[0], 4],
    ],
  )
  assert.deepEqual(removeCharts(added.configuration, added), { ...before, entityAliases: {} })
})

test('an alias that something else uses by now stays when the chart is taken out', () => {
  const added = appendCharts({}, [chart(series('a', 'level'))], ids())
  const [alias = ''] = added.aliasIds
  const { widgets } = added.configuration as { widgets: Record<string, unknown> }
  const later = {
    ...added.configuration,
    widgets: { ...widgets, later: { config: { datasources: [{ entityAliasId: alias }] } } },
  }
  const { entityAliases } = removeCharts(later, added) as { entityAliases: Record<string, unknown> }
  assert.deepEqual(Object.keys(entityAliases), [alias])
})
