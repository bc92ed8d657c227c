import { expect, test } from 'vitest'
import { expiryMsOf, paramsOf, retriesOf, timeoutMsOf } from './rpc-input.ts'

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

test('an expiry is hours up to a year, retries a whole number up to five', () => {
  expect([expiryMsOf('24'), expiryMsOf('0.5'), expiryMsOf('8760')]).toEqual([86_400_000, 1_800_000, 31_536_000_000])
  for (const text of ['', '0', '-1', '8761', 'x']) expect(expiryMsOf(text)).toBeUndefined()
  expect([retriesOf('0'), retriesOf('5')]).toEqual([0, 5])
  for (const text of ['', '6', '-1', '1.5']) expect(retriesOf(text)).toBeUndefined()
})
