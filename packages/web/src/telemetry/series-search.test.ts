import type { EntityDataQuery } from '@sonde/model/entity-query/entity-query'
import { expect, test } from 'vitest'
import type { Client } from '../session/page-client.ts'
import { chartPlace, findEntitiesWithKey, findSeries, wordsOf } from './series-search.ts'

const keys = ['level', 'temperature', 'temperatureMax', 'vibration']
const lookup = (key: string) => (key === 'temperature' ? { key, name: 'Oil heat' } : undefined)

test.each([
  ['vibr', ['vibration'], ''],
  ['Temperature of Pump 3', ['temperature', 'temperatureMax'], 'Pump 3'],
  ['pump 3 level', ['level'], 'pump 3'],
  ['House of Pumps', [], 'House of Pumps'],
  ['level vibration', [], 'level vibration'],
  ['', [], ''],
  // Matches the display name.
  ['oil of Pump 3', ['temperature'], 'Pump 3'],
  ['oil heat', ['temperature'], ''],
] as const)('“%s” names keys and an entity', (text, named, name) => {
  expect(wordsOf(text, keys, lookup)).toEqual({ keys: named, name })
})

const row = (id: string, name: string, values: Record<string, string>) => ({
  entityId: { entityType: 'DEVICE' as const, id },
  latest: {
    ENTITY_FIELD: { name: { ts: 1, value: name } },
    TIME_SERIES: Object.fromEntries(Object.entries(values).map(([key, value]) => [key, { ts: value ? 5 : 0, value }])),
  },
  timeseries: {},
})

test('series whose key is named come first; texts and keys without a value are left out', async () => {
  const queries: EntityDataQuery[] = []
  const client = {
    entityQuery: {
      find: async (query: EntityDataQuery) => {
        queries.push(query)
        const isDevice = JSON.stringify(query.entityFilter).includes('DEVICE')
        const isNamed = (query.keyFilters ?? []).length > 0
        const data = !isDevice
          ? []
          : isNamed
            ? [row('b', 'Pump 3', { temperature: '21.5' })]
            : [row('a', 'temperature sensor', { temperature: '7', level: '', vibration: 'low' })]
        return { data, totalPages: 1, totalElements: data.length, hasNext: false }
      },
    },
  } as unknown as Client
  const found = await findSeries(client, 'temperature', { keys: ['temperature', 'level', 'vibration'], lookup }, 10)
  expect(found.map(({ name, key, value }) => [name, key, value])).toEqual([
    ['Pump 3', 'temperature', '21.5'],
    ['temperature sensor', 'temperature', '7'],
  ])
  expect(queries).toHaveLength(6)
  expect(await findSeries(client, 'temperature', { keys: [], lookup }, 10)).toEqual([])

  // With text for both key and name, there is one query per type.
  queries.length = 0
  await findSeries(client, 'temperature of pump', { keys: ['temperature', 'level'], lookup }, 10)
  expect(queries.map(({ pageLink }) => pageLink.textSearch)).toEqual(['pump', 'pump', 'pump'])
})

test('the chart of a series is beside the list of its entities', () => {
  const { path, search } = chartPlace({ entity: { entityType: 'ASSET', id: 'a' }, key: 'flow' })
  expect([path, search]).toEqual(['/assets', { open: 'a', tab: 'telemetry', 'telemetry.key': 'flow' }])
})

test('entities with the key are searched by name, by the kind of its values', async () => {
  const queries: EntityDataQuery[] = []
  const client = {
    entityQuery: {
      find: async (query: EntityDataQuery) => {
        queries.push(query)
        return { data: [row('a', 'Tank 1', {})], totalPages: 1, totalElements: 1, hasNext: false }
      },
    },
  } as unknown as Client
  expect(await findEntitiesWithKey(client, 'DEVICE', 'level', 'number', 'tank', 5)).toEqual([
    { id: 'a', name: 'Tank 1' },
  ])
  await findEntitiesWithKey(client, 'DEVICE', 'running', 'boolean', '', 5)
  expect(queries.map(({ pageLink, keyFilters }) => [pageLink.textSearch, keyFilters?.[0]?.valueType])).toEqual([
    ['tank', 'NUMERIC'],
    ['', 'BOOLEAN'],
  ])
})
