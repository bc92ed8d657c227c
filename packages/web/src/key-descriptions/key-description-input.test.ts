import { expect, test } from 'vitest'
import messages from '../locale/en/index.ts'
import { createTexts } from '../locale/texts.ts'
import { draftOfKeys, emptyKey, keyErrors, keysErrors, typedNumber, wireOfKeys } from './key-description-input.ts'

const { t } = createTexts({ tag: 'en_US', intl: 'en-US' }, 'en', messages)
const celsius = { key: 't', name: 'Temperature', unit: '°C', decimals: 1, min: -20, max: 120 }

test('what is stored and what is sent are the same; rows that say nothing are left out', () => {
  expect(wireOfKeys(draftOfKeys([celsius, { key: 'p', unit: 'bar' }]))).toEqual({
    keys: [celsius, { key: 'p', unit: 'bar' }],
  })
  expect(
    wireOfKeys({
      keys: [
        { ...emptyKey(' p '), unit: ' ' },
        { ...emptyKey(' q '), max: '−1.5' },
      ],
    }),
  ).toEqual({
    keys: [{ key: 'q', max: -1.5 }],
  })
  expect([typedNumber(''), typedNumber('1e3'), typedNumber('.5')]).toEqual([undefined, 1000, 0.5])
  expect(typedNumber('1,5')).toBeNaN()
})

test('faults say what to enter', () => {
  const row = (part: object) => ({ ...emptyKey('t'), key: 'r', ...part })
  const fieldErrorsOf = (part: object) => Object.values(keyErrors([row(part)], t)).filter(Boolean)
  expect(fieldErrorsOf({})).toEqual([])
  expect(fieldErrorsOf({ name: ' ' })).toEqual(['Enter a key.'])
  expect(fieldErrorsOf({ decimals: '7' })).toEqual(['Enter a whole number from 0 to 6.'])
  expect(fieldErrorsOf({ min: 'low' })).toEqual(['Enter a number.'])
  expect(fieldErrorsOf({ min: '5', max: '5' })).toEqual(['Enter more than the minimum.'])
  expect(fieldErrorsOf({ unit: 'u'.repeat(33) })).toHaveLength(1)
  expect(keyErrors([row({}), { ...row({}), key: 'q' }], t)['q.name']).toBe('This key is used in another row.')
  const many = Array.from({ length: 201 }, (_, at) => row({ key: `r${at}`, name: `k${at}` }))
  expect(keysErrors({ keys: many }, t)).toEqual({ keys: 'At most 200 keys. Remove some.' })
})
