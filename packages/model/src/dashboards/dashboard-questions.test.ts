/** Queries that dashboards make. */

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { dashboardQuestions } from './dashboard-questions.ts'
import { normalizeConfiguration } from './normalize-dashboard.ts'

const alias = '5a2d7f4e-0000-4000-8000-00000000000a'
const other = '5a2d7f4e-0000-4000-8000-00000000000b'
const aliases = {
  [alias]: { alias: 'Pumps', filter: { type: 'deviceType', resolveMultiple: true, deviceType: 'pump' } },
  [other]: { alias: 'Plant', filter: { type: 'stateEntity' } },
}

function questionsOf(config: object, more: object = {}) {
  const configuration = {
    widgets: { w: { type: 'latest', config } },
    states: { default: { name: 's', root: true, layouts: { main: { widgets: { w: {} } } } } },
    entityAliases: aliases,
    ...more,
  }
  const { questions, dynamicValues } = dashboardQuestions(
    normalizeConfiguration(configuration, { nowMs: 0, newId: () => 'id' }),
  )
  const keys: Record<string, string[]> = {}
  for (const { about, keys: some } of questions) {
    const name = 'alias' in about ? about.alias : about.id
    keys[name] = [...(keys[name] ?? []), ...some.map(({ type, key }) => `${type} ${key}`)]
  }
  return { questions, dynamicValues, keys }
}

const source = (more: object = {}) => ({ type: 'entity', entityAliasId: alias, ...more })
const key = (type: string, name: string, more: object = {}) => ({ type, name, ...more })

test('keys of datasources and of their filters, by alias', () => {
  const predicate = {
    type: 'NUMERIC',
    operation: 'GREATER',
    value: { defaultValue: 1, dynamicValue: { sourceType: 'CURRENT_TENANT', sourceAttribute: 'limit' } },
  }
  const { keys, dynamicValues } = questionsOf(
    {
      datasources: [
        source({
          filterId: 'f',
          dataKeys: [key('timeseries', 't'), key('attribute', 'a'), key('entityField', 'label'), key('function', 'f')],
        }),
      ],
    },
    {
      filters: {
        f: {
          filter: 'Hot',
          keyFilters: [
            {
              key: { type: 'SERVER_ATTRIBUTE', key: 'active' },
              valueType: 'NUMERIC',
              predicates: [{ keyFilterPredicate: predicate }],
            },
          ],
        },
      },
    },
  )
  assert.deepEqual(keys, { Pumps: ['TIME_SERIES t', 'ATTRIBUTE a', 'ENTITY_FIELD label', 'SERVER_ATTRIBUTE active'] })
  assert.deepEqual(
    dynamicValues.map(({ sourceAttribute }) => sourceAttribute),
    ['limit'],
  )
})

test('limits, labels and controls ask by their settings', () => {
  const limits = {
    thresholds: [{ thresholdValueSource: 'entityAttribute', thresholdEntityAlias: 'Plant', thresholdAttribute: 'max' }],
  }
  assert.deepEqual(
    questionsOf({
      datasources: [source({ dataKeys: [key('timeseries', 't', { settings: limits })] })],
      settings: {
        dataKeysListForLabels: [{ name: 'zone', type: 'attribute' }],
        ticksValue: [{ valueSource: 'entityAttribute', entityAlias: 'Pumps', attribute: 'tick' }],
      },
    }).keys,
    { Pumps: ['TIME_SERIES t', 'ATTRIBUTE zone', 'ATTRIBUTE tick'], Plant: ['ATTRIBUTE max'] },
  )
  const control = (settings: object) => questionsOf({ targetDeviceAliasIds: [alias], settings }).keys.Pumps
  assert.deepEqual(control({ retrieveValueMethod: 'attribute', valueKey: 'on' }), ['ATTRIBUTE on'])
  assert.deepEqual(control({ retrieveValueMethod: 'timeseries' }), ['TIME_SERIES value'])
  assert.deepEqual(control({ retrieveValueMethod: 'rpc', valueKey: 'on' }), [])
  const older = { targetDeviceAliases: [alias], settings: { retrieveValueMethod: 'attribute' } }
  assert.deepEqual(questionsOf(older).keys.Pumps, ['ATTRIBUTE value'])
})

test('alarms with their details, unless the details are switched off', () => {
  const alarms = (settings: object, ...names: string[]) =>
    questionsOf({ alarmSource: source({ dataKeys: names.map((name) => key('alarm', name)) }), settings }).questions.map(
      (question) => question.alarms,
    )
  assert.deepEqual(alarms({}, 'type'), ['details'])
  assert.deepEqual(alarms({ displayDetails: false }, 'type'), ['fields'])
  assert.deepEqual(alarms({ displayDetails: false }, 'details.pressure'), ['details'])
})

test('the description where a label shows it; nothing of widgets that stand nowhere', () => {
  // biome-ignore lint/suspicious/noTemplateCurlyInString: the wire's own placeholder
  const [first] = questionsOf({ title: '${entityDescription}', datasources: [source()] }).questions
  assert.equal(first?.description, true)
  const unplaced = { default: { name: 's', root: true, layouts: { main: { widgets: {} } } } }
  assert.deepEqual(
    questionsOf({ datasources: [source({ dataKeys: [key('timeseries', 't')] })] }, { states: unplaced }).questions,
    [],
  )
})

test('one entity without an alias, as old dashboards name it', () => {
  const entityId = { entityType: 'DEVICE', id: '5a2d7f4e-0000-4000-8000-00000000000c' }
  const { keys } = questionsOf({ datasources: [{ type: 'entity', entityId, dataKeys: [key('timeseries', 't')] }] })
  assert.deepEqual(keys, { [entityId.id]: ['TIME_SERIES t'] })
})
