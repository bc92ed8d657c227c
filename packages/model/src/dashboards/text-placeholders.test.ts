import assert from 'node:assert/strict'
import { test } from 'node:test'
import { normalizeConfiguration } from './normalize-dashboard.ts'
import { withConfigurationTexts, withTexts } from './text-placeholders.ts'

const known = (key: string) => (key === 'device.devices' ? 'Geräte' : undefined)

test('a placeholder is the text of its key, or the words of its last part', () => {
  assert.equal(withTexts('{i18n:device.devices} ({i18n:alarm.alarmType})', known), 'Geräte (Alarm type)')
  assert.equal(withTexts('{i18n: widgets.table.display-timestamp }', known), 'Display timestamp')
  assert.equal(withTexts('{i18n:} {i18n:a {x}', known), '{i18n:} {i18n:a {x}')
})

test('titles, labels, settings and names of states are translated; a configuration without placeholders stays', () => {
  const configurationOf = (title: string) =>
    normalizeConfiguration(
      {
        states: { home: { root: true, name: title, layouts: { main: { widgets: { w: {} } } } } },
        widgets: {
          w: {
            config: { title, settings: { cells: [title] }, datasources: [{ dataKeys: [{ name: 'a', label: title }] }] },
          },
        },
      },
      { nowMs: 0, newId: () => 'new' },
    )
  const plain = configurationOf('Devices')
  assert.equal(withConfigurationTexts(plain, known), plain)
  const { states, widgets } = withConfigurationTexts(configurationOf('{i18n:device.devices}'), known)
  const config = widgets.w?.config
  assert.deepEqual(
    [states.home?.name, config?.title, config?.settings.cells, config?.datasources[0]?.dataKeys[0]?.label],
    ['Geräte', 'Geräte', ['Geräte'], 'Geräte'],
  )
})
