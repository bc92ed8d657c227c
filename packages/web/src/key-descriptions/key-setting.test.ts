import type { KeyDescriptions } from '@sonde/model/key-descriptions/key-description'
import { expect, test } from 'vitest'
import { placeOf, withSetting } from './key-setting.ts'

const level = { key: 'level', name: 'Level', unit: '%', decimals: 1 }
const flow = { key: 'flow', unit: 'm³/h' }
const stored: KeyDescriptions = {
  keys: [level, flow],
  profiles: [{ deviceProfileId: 'p', deviceProfileName: 'tank', keys: [{ key: 'level', unit: 'l' }] }],
}

test('the setting in effect is that of the profile only if the profile has one', () => {
  const tank = { profile: { id: 'p', name: 'tank' }, keys: stored.profiles[0]?.keys }
  const all = { profile: null, keys: stored.keys }
  expect(placeOf(stored, 'tank', 'level', 'unit')).toEqual(tank)
  expect(placeOf(stored, 'tank', 'level', 'decimals')).toEqual(all)
  expect(placeOf(stored, 'tank', 'flow', 'unit')).toEqual(all)
  expect(placeOf(stored, 'pump', 'level', 'unit')).toEqual(all)
  expect(placeOf(stored, undefined, 'level', 'unit')).toEqual(all)
})

test('one setting of one key changes, the rest of the descriptions stays', () => {
  expect(withSetting(stored.keys, 'level', { decimals: 0 })).toEqual([{ ...level, decimals: 0 }, flow])
  expect(withSetting(stored.keys, 'flow', { unit: undefined })).toEqual([level, { key: 'flow' }])
  expect(withSetting(stored.keys, 'new', { unit: 'A' })).toEqual([level, flow, { key: 'new', unit: 'A' }])
  // What undo puts back has its place again.
  expect(withSetting([flow], 'level', { unit: '%' }, 0)).toEqual([{ key: 'level', unit: '%' }, flow])
})
