/** Chains in which alarm nodes receive the messages that they cause. */

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newId } from '../../ids.ts'
import { causedInARowMax } from '../nodes/caused-message.ts'
import { openEngineWorld, testMessage } from './engine-testing.ts'

test('a chain without a filter ends: the last of the messages that led to one another fails', async (t) => {
  const world = await openEngineWorld(t)
  const tenantId = await world.tenant()
  const configuration = { alarmType: 'Hot', alarmDetailsBuildJs: 'return {};', severity: 'MAJOR' }
  await world.chain(tenantId, { nodes: { Create: ['action.TbCreateAlarmNode', configuration] } })
  const { build, all } = world.storage.relational
  const device = newId()
  for (const rounds of [1, 2]) {
    await world.commit({ messages: [testMessage(tenantId, device)] })
    await world.engine.idle()
    const { processed, failed } = world.engine.stats
    assert.deepEqual([processed, failed], [rounds * (causedInARowMax + 1), rounds])
    // One alarm of the device and one of each alarm except the last. The second round finds all of them.
    const alarms = await all(build.selectFrom('alarm').select('originator_type'))
    assert.equal(alarms.length, causedInARowMax)
    assert.equal(alarms.filter(({ originator_type }) => originator_type === 'DEVICE').length, 1)
  }
})
