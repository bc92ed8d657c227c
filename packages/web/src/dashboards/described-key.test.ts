import { normalizeConfiguration } from '@sonde/model/dashboards/normalize-dashboard'
import { expect, test } from 'vitest'
import { describedKey } from './described-key.ts'

const keyOf = (json: object) => {
  const configuration = normalizeConfiguration(
    { widgets: { w: { config: { datasources: [{ type: 'entity', dataKeys: [{ name: 't', ...json }] }] } } } },
    { nowMs: 0, newId: () => 'id' },
  )
  const dataKey = configuration.widgets.w?.config.datasources[0]?.dataKeys[0]
  if (!dataKey) throw new Error('the key was lost')
  return dataKey
}
const description = { key: 't', name: 'Temperature', unit: '°C', decimals: 1 }
const config = { units: '', decimals: null }

test('fills in what neither the key nor its widget sets', () => {
  expect(describedKey(keyOf({}), config, undefined)).toEqual(keyOf({}))
  expect(describedKey(keyOf({ label: 't' }), config, description)).toMatchObject({
    label: 'Temperature',
    units: '°C',
    decimals: 1,
  })
  expect(describedKey(keyOf({ label: 'Inside', units: 'K', decimals: 0 }), config, description)).toMatchObject({
    label: 'Inside',
    units: 'K',
    decimals: 0,
  })
  expect(describedKey(keyOf({}), { units: 'degrees', decimals: 3 }, description)).toMatchObject({
    units: null,
    decimals: 3,
  })
  expect(describedKey(keyOf({}), undefined, { key: 't', min: 0 })).toMatchObject({ label: 't', units: null })
})
