import { expect, test } from 'vitest'
import { readAttributes } from './stored-attributes.ts'

const read = (value: string) => readAttributes(`[{"lastUpdateTs":1760000000000,"key":"k","value":${value}}]`)[0]

test('numbers keep the digits that say what they are', () => {
  expect(read('3.0')).toEqual({ key: 'k', value: 3, json: '3.0', lastUpdateTs: 1760000000000 })
  expect(read('3')?.json).toBe('3')
  expect(read('21.5')).toMatchObject({ value: 21.5, json: '21.5' })
  expect(read('9007199254740993')?.json).toBe('9007199254740993')
  expect(read('1.0E21')?.json).toBe('1.0E21')
})

test('text, flags and JSON are as they came', () => {
  expect(read('"3.0"')).toMatchObject({ value: '3.0', json: '"3.0"' })
  expect(read('true')).toMatchObject({ value: true, json: 'true' })
  expect(read('{"a":[1.0,null,{"b":"x"}]}')).toMatchObject({
    value: { a: [1, null, { b: 'x' }] },
    json: '{"a":[1.0,null,{"b":"x"}]}',
  })
})
