import assert from 'node:assert/strict'
import { test } from 'node:test'
import { formatValue } from './format-value.ts'
import { keyLookup, keyName, keyTitle } from './key-lookup.ts'
import { keyPlaces } from './key-order.ts'

const format = {
  number: (value: number | string, { decimals, unit }: { decimals: number; unit?: string }) =>
    `${typeof value === 'string' ? value : value.toFixed(decimals)}${unit ? ` ${unit}` : ''}`,
}

test('a device profile overrides fields of its own devices, and leaves the rest', () => {
  const of = keyLookup({
    keys: [
      { key: 't', name: 'Temperature', unit: '°C', decimals: 1 },
      { key: 'p', unit: 'bar' },
    ],
    profiles: [{ deviceProfileId: 'x', deviceProfileName: 'pump', keys: [{ key: 't', unit: '°F' }, { key: 'own' }] }],
  })
  assert.deepEqual(of('t'), { key: 't', name: 'Temperature', unit: '°C', decimals: 1 })
  assert.deepEqual(of('t', 'pump'), { key: 't', name: 'Temperature', unit: '°F', decimals: 1 })
  assert.deepEqual(of('t', 'meter'), of('t'))
  assert.deepEqual(of('p', 'pump'), { key: 'p', unit: 'bar' })
  assert.deepEqual(of('own', 'pump'), { key: 'own' })
  assert.equal(of('own'), undefined)
})

test('a key without a name is shown as it is', () => {
  assert.equal(keyName('t', undefined), 't')
  assert.equal(keyName('t', { key: 't', name: '' }), 't')
  assert.equal(keyName('t', { key: 't', name: 'Temperature' }), 'Temperature')
  assert.equal(keyTitle('t', { key: 't', name: 'Temperature', unit: '°C' }), 'Temperature (°C)')
  assert.equal(keyTitle('t', { key: 't', unit: '°C' }), 't (°C)')
  assert.equal(keyTitle('t', undefined), 't')
})

test('values have the decimals and the unit of their key', () => {
  const celsius = { key: 't', unit: '°C', decimals: 1 }
  assert.equal(formatValue('21.456', celsius, format), '21.5 °C')
  assert.equal(formatValue('21', celsius, format), '21.0 °C')
  assert.equal(formatValue('21.45', { key: 't', unit: '°C' }, format), '21.45 °C')
  assert.equal(formatValue('21', { key: 't', unit: '°C' }, format, 2), '21.00 °C')
  assert.equal(formatValue('21.45', undefined, format), '21.45')
  assert.equal(formatValue('true', celsius, format), 'true')
  assert.equal(formatValue('off', celsius, format), 'off')
  assert.equal(formatValue('', celsius, format), '')
  for (const text of ['0x10', '007', '241408E4', '1E5']) assert.equal(formatValue(text, celsius, format), text)
  assert.equal(formatValue('1.0E7', { key: 't' }, format), '10000000')
  assert.equal(formatValue('12345678901234567890', celsius, format), '12345678901234567890 °C')
})

test('keys have the order of their descriptions, those of the device profile first', () => {
  const described = {
    keys: [{ key: 'p' }, { key: 't' }, { key: 'a' }],
    profiles: [{ deviceProfileId: 'x', deviceProfileName: 'pump', keys: [{ key: 'z' }, { key: 't' }] }],
  }
  const sorted = (type?: string) => {
    const place = keyPlaces(described, type)
    return ['a', 'p', 't', 'z'].sort((one, other) => (place(one) < place(other) ? -1 : 1))
  }
  assert.deepEqual(sorted('pump'), ['z', 't', 'p', 'a'])
  assert.deepEqual(sorted('meter'), ['p', 't', 'a', 'z'])
  assert.equal(keyPlaces(described)('z'), Number.POSITIVE_INFINITY)
})
