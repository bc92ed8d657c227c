import { expect, test } from 'vitest'
import { createDecimalsSeen, digitsOfText } from './decimals-seen.ts'

test('a whole value among others keeps their digits; integers have none', () => {
  const seen = createDecimalsSeen(2)
  expect(['44', '45.4', '44', '45.37', '44'].map((text) => seen.see('power', text))).toEqual([0, 1, 1, 2, 2])
  expect(['7', '8', '1200'].map((text) => seen.see('count', text))).toEqual([0, 0, 0])
  expect(seen.of('power')).toBe(2)
  expect(seen.of('unknown')).toBe(0)
})

test('no more digits than are wanted', () => {
  expect(createDecimalsSeen(2).see('t', '45.300000000000004')).toBe(2)
  expect(createDecimalsSeen(6).see('t', '1.5e-3')).toBe(4)
})

test('numbers without their text count as they are written', () => {
  const seen = createDecimalsSeen(3)
  expect([44, 45.4, 0.25, Number.NaN].map((value) => seen.see('x', value))).toEqual([0, 1, 2, 2])
})

test('what is no number has no digits', () => {
  expect(['', 'on', 'v1.25', '12.0', '-3.25', '1e3'].map(digitsOfText)).toEqual([0, 0, 0, 1, 2, 0])
})
