import { expect, test } from 'vitest'
import { overviewKeys } from './overview-keys.ts'

const values = (times: Readonly<Record<string, number>>) =>
  new Map(Object.entries(times).map(([key, ts]) => [key, { ts, value: '1' }]))
const keys = (...args: Parameters<typeof overviewKeys>) => overviewKeys(...args).map(([key]) => key)

test('described keys come first, in the order of their descriptions, then the most recent ones', () => {
  const described = {
    keys: [{ key: 'power' }, { key: 'flow' }],
    profiles: [{ deviceProfileId: 'p', deviceProfileName: 'pump', keys: [{ key: 'vibration' }] }],
  }
  const all = values({ flow: 1, power: 2, vibration: 3, older: 4, newer: 5 })
  expect(keys(all, described, 'pump')).toEqual(['vibration', 'power', 'flow', 'newer', 'older'])
  expect(keys(all, described, 'meter')).toEqual(['power', 'flow', 'newer', 'older', 'vibration'])
  expect(keys(values({ b: 1, a: 1, c: 2 }))).toEqual(['c', 'a', 'b'])
})

test('no more than fit into a few rows', () => {
  const names = Array.from({ length: 14 }, (_, at) => `key${at}`)
  expect(keys(values(Object.fromEntries(names.map((name, at) => [name, 100 - at]))))).toEqual(names.slice(0, 12))
})

test('keys of updates are left out, unless the device sends nothing else', () => {
  expect(keys(values({ flow: 1, fw_state: 9, target_fw_title: 9 }))).toEqual(['flow'])
  expect(keys(values({ fw_state: 9, target_fw_title: 8 }))).toEqual(['fw_state', 'target_fw_title'])
  expect(keys(undefined)).toEqual([])
})
