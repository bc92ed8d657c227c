import { expect, test } from 'vitest'
import { applyValues } from './live-values.ts'

test('newer values replace, older ones do not', () => {
  let values = applyValues(undefined, { t: [{ ts: 10, value: '1' }], h: [{ ts: 10, value: '5' }] }, true)
  values = applyValues(values, { t: [{ ts: 20, value: '2' }], h: [{ ts: 5, value: '4' }] }, false)
  expect(values.get('t')).toEqual({ ts: 20, value: '2' })
  expect(values.get('h')).toEqual({ ts: 10, value: '5' })
})

test('a deleted key goes', () => {
  const values = applyValues(new Map([['t', { ts: 10, value: '1' }]]), { t: [{ ts: 0, value: '' }] }, false)
  expect(values.has('t')).toBe(false)
})

test('a snapshot replaces everything', () => {
  const values = applyValues(new Map([['old', { ts: 10, value: '1' }]]), { t: [{ ts: 1, value: 'a' }] }, true)
  expect([...values.keys()]).toEqual(['t'])
})
