import { expect, test } from 'vitest'
import { paramsOf, timeoutMsOf } from './rpc-input.ts'

test('parameters are any JSON, nothing typed is an empty object', () => {
  expect(paramsOf(' ')).toEqual({ value: {} })
  expect(paramsOf('true')).toEqual({ value: true })
  expect(paramsOf('{"pin": 4}')).toEqual({ value: { pin: 4 } })
  expect(paramsOf('{pin: 4}')).toBeUndefined()
})

test('a time-out lies between 5 s and 600 s', () => {
  expect(timeoutMsOf('10')).toBe(10_000)
  expect(timeoutMsOf('7.5')).toBe(7500)
  expect(['', '4', '601', 'soon'].map(timeoutMsOf)).toEqual([undefined, undefined, undefined, undefined])
})
