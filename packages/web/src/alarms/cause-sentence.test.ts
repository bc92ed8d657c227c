import type { AlarmCause, CauseComparison } from '@sonde/model/alarms/alarm-cause'
import { expect, test } from 'vitest'
import { englishTexts } from '../testing/render-page.tsx'
import { createFormat } from '../ui/format/format.ts'
import { causeParts, causeSentence } from './cause-sentence.ts'

const words = {
  t: englishTexts().current.t,
  format: createFormat('en-US', 'UTC'),
  language: 'en-US',
  describe: (key: string) => (key === 'temp' ? { key, name: 'Oil temperature', unit: '°C', decimals: 0 } : undefined),
}

const comparison = (over: Partial<CauseComparison> = {}): CauseComparison => ({
  keyType: 'TIME_SERIES',
  key: 'temperature',
  value: 83.4,
  operation: 'GREATER',
  limit: 80,
  ...over,
})
const sentence = (comparisons: CauseComparison[], over: Partial<AlarmCause> = {}) =>
  causeSentence({ ts: 1, comparisons, durationMs: null, eventCount: null, ...over }, words)

test('a comparison, its duration and its count are one sentence', () => {
  expect(sentence([comparison()])).toBe('temperature was 83.4, greater than 80.')
  expect(sentence([comparison()], { durationMs: 300_000 })).toBe(
    'temperature was 83.4, greater than 80, for 5\u00a0min.',
  )
  expect(sentence([comparison()], { eventCount: 3 })).toBe('temperature was 83.4, greater than 80, 3 times in a row.')
  expect(sentence([comparison()], { eventCount: 1 })).toBe('temperature was 83.4, greater than 80.')
})

test('several comparisons are listed; texts are quoted, booleans and times are words', () => {
  expect(sentence([comparison(), comparison({ key: 'mode', value: 'idle', operation: 'EQUAL', limit: 'idle' })])).toBe(
    'temperature was 83.4, greater than 80 and mode was “idle”.',
  )
  expect(sentence([comparison({ key: 'open', value: true, operation: 'NOT_EQUAL', limit: false })])).toBe(
    'open was true, not false.',
  )
  const created = comparison({ keyType: 'ENTITY_FIELD', key: 'createdTime', value: 0, operation: 'LESS', limit: 1000 })
  expect(sentence([created])).toMatch(/1970.+less than.+1970/)
  expect(sentence([comparison({ keyType: 'CONSTANT', key: '', value: 5 })])).toBe(
    'the constant was 5, greater than 80.',
  )
})

test('small differences stay visible, binary noise does not', () => {
  expect(sentence([comparison({ value: 0.1 + 0.2, limit: 0.0004 })])).toBe('temperature was 0.3, greater than 0.0004.')
})

test('keys with a name and a unit are called by these, with all decimals of the limit', () => {
  expect(sentence([comparison({ key: 'temp', limit: 80.5 })])).toBe(
    'Oil temperature was 83.4\u00a0°C, greater than 80.5\u00a0°C.',
  )
  expect(
    sentence([comparison({ keyType: 'ENTITY_FIELD', key: 'temp', value: 'x', limit: 'y', operation: 'EQUAL' })]),
  ).toBe('temp was “x”.')
})

test('a rule that compared nothing has no sentence', () => {
  expect(sentence([])).toBeNull()
  expect(causeParts({ ts: 1, comparisons: [], durationMs: null, eventCount: null }, words)).toBeNull()
})

test('values and limits are parts of their own, also those with control characters', () => {
  const parts = (over: Partial<CauseComparison>) =>
    causeParts({ ts: 1, comparisons: [comparison(over)], durationMs: null, eventCount: null }, words)
  expect(parts({})).toEqual([
    { text: 'temperature was ', isValue: false },
    { text: '83.4', isValue: true },
    { text: ', greater than ', isValue: false },
    { text: '80', isValue: true },
    { text: '.', isValue: false },
  ])
  expect(
    parts({ key: 'a\u0002b\u0003', value: '\u0003x\u0002', operation: 'EQUAL' })?.filter((one) => one.isValue),
  ).toEqual([{ text: '“x”', isValue: true }])
})
