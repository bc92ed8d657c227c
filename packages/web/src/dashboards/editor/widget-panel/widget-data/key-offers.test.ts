import { expect, test } from 'vitest'
import type { Translate } from '../../../../locale/texts.ts'
import { functionOffers, keyOffers } from './key-offers.ts'

/** Texts as their keys, with their first argument. */
const t = ((key: string, values?: Record<string, string>) =>
  values ? `${key} ${Object.values(values)[0]}` : key) as unknown as Translate

const found = { entityTypes: ['DEVICE'], timeseries: ['temperature', 'pressure'], attribute: ['serial'] }
const keysOf = (offers: ReturnType<typeof keyOffers>) => offers.map(({ key: { name, type } }) => `${type} ${name}`)

test('offers what the entities have and the widget can show', () => {
  expect(keysOf(keyOffers(found, 'timeseries', '', t))).toEqual(['timeseries temperature', 'timeseries pressure'])
  expect(keysOf(keyOffers(found, 'latest', 'ser', t))).toEqual(['attribute serial', 'timeseries ser', 'attribute ser'])
  expect(keysOf(keyOffers(found, 'alarm', 'sever', t))[0]).toBe('alarm severity')
})

test('offers a new key of each type for which the name isn’t in use', () => {
  expect(keysOf(keyOffers(found, 'latest', 'temperature', t))).toEqual([
    'timeseries temperature',
    'attribute temperature',
  ])
  expect(keysOf(keyOffers(null, 'timeseries', ' flow ', t))).toEqual(['timeseries flow'])
  const [details] = keyOffers(null, 'alarm', 'details.limit', t)
  expect(details?.label).toBe('widgetData.create details.limit')
  expect(details?.key).toEqual({ name: 'details.limit', type: 'alarm', label: 'details.limit' })
})

test('fields are labeled by their name in the user’s language', () => {
  const field = keyOffers(null, 'latest', '', t).find(({ key }) => key.name === 'createdTime')
  expect(field?.key.label).toBe('widgetData.field_createdTime')
})

test('functions are presets, or count up under the typed label', () => {
  expect(functionOffers('').map(({ label }) => label)).toEqual(['Sin', 'Cos', 'Random'])
  expect(functionOffers('Sin')).toHaveLength(1)
  expect(functionOffers('Level').at(-1)?.key).toEqual({
    name: 'f(x)',
    type: 'function',
    label: 'Level',
    funcBody: 'return prevValue + 1;',
  })
})
