import { expect, test } from 'vitest'
import { progressOf, stateKeys } from './package-state.ts'

const values = (texts: Readonly<Record<string, string>>) =>
  new Map(Object.entries(texts).map(([key, value]) => [key, { ts: 7, value }]))

test('the keys are those of the package type', () => {
  expect(stateKeys('SOFTWARE')).toEqual([
    'sw_state',
    'sw_error',
    'current_sw_title',
    'current_sw_version',
    'target_sw_title',
    'target_sw_version',
  ])
})

test('progress is the place of the state; the error counts only after a failure', () => {
  const reported = { target_fw_title: 'Pump', target_fw_version: '2', current_fw_version: '1', fw_error: 'checksum' }
  expect(progressOf('FIRMWARE', values({ ...reported, fw_state: 'DOWNLOADED' }))).toEqual({
    state: 'DOWNLOADED',
    ts: 7,
    percent: 50,
    current: '1',
    target: 'Pump 2',
    error: '',
  })
  expect(progressOf('FIRMWARE', values({ ...reported, fw_state: 'FAILED' }))).toMatchObject({
    percent: 0,
    error: 'checksum',
  })
  expect(progressOf('FIRMWARE', values({ fw_state: 'UPDATED' }))?.percent).toBe(100)
})

test('without a known state there is no update', () => {
  expect(progressOf('FIRMWARE', undefined)).toBeNull()
  expect(progressOf('FIRMWARE', values({ fw_state: 'SINGING' }))).toBeNull()
})
