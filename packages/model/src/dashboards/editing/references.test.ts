import assert from 'node:assert/strict'
import { test } from 'node:test'
import { referencesOf } from './references.ts'

const rooms = '5a3c61c8-4ba5-4a4e-8a0e-6a8b2f3a9d01'

test('finds widgets by the aliases and filters of their sources, settings and targets', () => {
  const { ofAlias, ofFilter } = referencesOf({
    widgets: {
      chart: { config: { datasources: [{ entityAliasId: rooms, filterId: 'warm' }] } },
      knob: { config: { targetDeviceAliasIds: ['short'] } },
      alarms: { config: { alarmSource: { entityAliasId: 'short', filterId: rooms } } },
      custom: { config: { settings: { mine: { source: rooms } } } },
      plan: { config: { settings: { imageEntityAlias: 'Cold rooms', title: 'short' } } },
      broken: null,
    },
  })
  assert.deepEqual(ofAlias(rooms, 'Cold rooms'), ['chart', 'custom', 'plan'])
  assert.deepEqual(ofAlias('short', ''), ['knob', 'alarms'])
  assert.deepEqual(ofAlias('other', 'Other'), [])
  assert.deepEqual(ofFilter('warm'), ['chart'])
  assert.deepEqual(ofFilter(rooms), ['alarms'])
})
