import { expect, test } from 'vitest'
import { createKeyValues } from './key-values.ts'

const value = (text: string) => ({ ts: 1, value: text })
const format = { number: (number: unknown, { unit }: { unit?: string }) => (unit ? `${number} ${unit}` : `${number}`) }

const keyValues = createKeyValues({
  keys: [
    { key: 'humidity', unit: '%' },
    { key: 'level', name: 'Level', unit: '%' },
  ],
  profiles: [
    {
      deviceProfileId: 'p',
      deviceProfileName: 'tank',
      keys: [{ key: 'level', unit: 'm' }, { key: 'inflow' }],
    },
    { deviceProfileId: 'q', deviceProfileName: 'plain', keys: [] },
  ],
})

test('the first key of the profile is the key value, with the profile’s unit', () => {
  expect(keyValues.keysOf('tank')).toEqual(['level'])
  expect(keyValues.text('tank', { level: value('3'), inflow: value('1') }, format)).toBe('3 m')
  expect(keyValues.title('tank', { level: value('3') })).toBe('Level')
})

test('without one, the first key described for all that was sent', () => {
  for (const profile of ['plain', 'unknown']) {
    expect(keyValues.keysOf(profile)).toEqual(['humidity', 'level'])
    expect(keyValues.text(profile, { humidity: { ts: 0, value: '' }, level: value('80') }, format)).toBe('80 %')
  }
})

test('no value, no text; without descriptions there are no key values', () => {
  expect(keyValues.text('tank', { inflow: value('1') }, format)).toBe('')
  expect(keyValues.title('tank', {})).toBeUndefined()
  expect(createKeyValues({ keys: [], profiles: [] }).areKnown).toBe(false)
  expect(keyValues.areKnown).toBe(true)
})
