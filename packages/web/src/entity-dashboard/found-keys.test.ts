import { expect, test } from 'vitest'
import { type FoundKey, freeTitle, type KeyFacts, mergedKeys, offeredKeys } from './found-keys.ts'

const series = (name: string, value: unknown, ts = 1): FoundKey => ({ name, type: 'timeseries', value, ts })
const attribute = (name: string, value: unknown): FoundKey => ({ name, type: 'attribute', value, ts: 1 })

const facts: KeyFacts = {
  describe: (key) => (key === 'level' ? { key, name: 'Level', unit: '%', decimals: 1, max: 100 } : undefined),
  placeOf: (key) => (key === 'level' ? 0 : Number.POSITIVE_INFINITY),
  limitsOf: (key) => (key === 'pressure' ? [{ value: 8, side: 'above', color: 'red' }] : []),
}

test('described keys come first, then those with limits, numbers, flags and texts; attributes are last', () => {
  const offered = offeredKeys(
    [
      attribute('level', 80),
      series('phase', 'idle'),
      series('on', true),
      series('flow', 1.5),
      series('pressure', 3),
      series('level', 75.2),
    ],
    facts,
  )
  expect(offered.map(({ id, value }) => [id, value])).toEqual([
    ['timeseries level', 'number'],
    ['timeseries pressure', 'number'],
    ['timeseries flow', 'number'],
    ['timeseries on', 'flag'],
    ['timeseries phase', 'text'],
    ['attribute level', 'number'],
  ])
  expect(offered[0]).toMatchObject({ label: 'Level', unit: '%', decimals: 1, min: null, max: 100, text: '75.2' })
  expect(offered[1]?.limits).toHaveLength(1)
  expect(offered.every(({ isSuggested }) => isSuggested)).toBe(true)
})

test('what the server and updates write, and JSON, is offered but not selected; a time is no number', () => {
  const offered = offeredKeys(
    [
      attribute('active', true),
      series('fw_state', 'UPDATED'),
      series('raw', { a: 1 }),
      series('startTime', 1_700_000_000_000),
      series('soon', null),
    ],
    facts,
  )
  const of = (name: string) => offered.find((key) => key.name === name)
  expect([of('active'), of('fw_state'), of('raw')].map((key) => key?.isSuggested)).toEqual([false, false, false])
  expect(of('raw')?.text).toBe('{"a":1}')
  expect([of('startTime')?.value, of('startTime')?.isSuggested]).toEqual(['text', true])
  expect([of('soon')?.value, of('soon')?.text, of('soon')?.isSuggested]).toEqual(['unknown', null, true])
})

test('of many keys the first ones are selected', () => {
  const many = Array.from({ length: 60 }, (_, at) => at)
  const offered = offeredKeys(
    [...many.map((at) => series(`s${at}`, at)), ...many.map((at) => attribute(`a${at}`, 'x'))],
    facts,
  )
  const count = (type: string) => offered.filter((key) => key.type === type && key.isSuggested).length
  expect([offered.length, count('timeseries'), count('attribute')]).toEqual([120, 24, 12])
})

test('of several devices each key has its newest value', () => {
  expect(
    mergedKeys([[series('a', 1, 5), series('b', 1, 5)], [series('a', 2, 9), attribute('a', 3)], [series('b', 2, 1)]]),
  ).toEqual([series('a', 2, 9), series('b', 1, 5), attribute('a', 3)])
})

test('a title that is taken gets a number', () => {
  expect(freeTitle('Tank', [])).toBe('Tank')
  expect(freeTitle('Tank', ['Tank', 'Tank 2'])).toBe('Tank 3')
})
