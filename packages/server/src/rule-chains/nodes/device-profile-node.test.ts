import assert from 'node:assert/strict'
import { test } from 'node:test'
import { deviceProfileNode } from './device-profile-node.ts'
import { nodeMessage, relationsOf, runNode } from './node-testing.ts'

test('every message goes on, with unknown keys in the configuration too', async () => {
  for (const type of ['POST_TELEMETRY_REQUEST', 'X']) {
    const { result } = await runNode(
      deviceProfileNode,
      { persistAlarmRulesState: false, more: 1 },
      nodeMessage({ type }),
    )
    assert.deepEqual(relationsOf(result), ['Success'])
  }
})
