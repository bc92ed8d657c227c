/**
 * Effect on another tenant while an unauthenticated client sends request bodies that never end, and bodies in chunks of
 * one byte, to a call that needs no sign-in. At default settings.
 */

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createWorld } from '../platform/world.ts'
import type { BodyLoad, BodyLoadFigures } from './body-load.ts'
import { startOwnProcess } from './own-process.ts'
import { assertUnharmed, attackMs, startMeasured, startProbe } from './probe.ts'

test('bodies of a stranger that never end, or come byte by byte, are refused', async (t) => {
  const platform = await startMeasured(t)
  const probe = await startProbe(t, platform, await createWorld(platform, 'Good'))
  const load = startOwnProcess(t, './body-load.ts', 'load')
  const attack = (kind: BodyLoad['kind'], connections: number, bytes: number, endedMin: number) =>
    load.ask<BodyLoadFigures>('bodies', {
      baseUrl: platform.baseUrl,
      path: '/api/v1/provision',
      kind,
      connections,
      bytes,
      ms: attackMs,
      endedMin,
    } satisfies BodyLoad)

  const unfinished = await attack('unfinished', 1_000, 64_000, 901)
  t.diagnostic(`unfinished: ${JSON.stringify(unfinished)}`)
  assert.ok((unfinished.statuses['429'] ?? 0) > 900, 'most found no room')
  assertUnharmed(t, await probe.look(), 'unfinished')

  const parts = await attack('parts', 5, 1_000_000, 5)
  t.diagnostic(`parts: ${JSON.stringify(parts)}`)
  assert.equal(parts.ended, 5)
  assertUnharmed(t, await probe.stop(), 'parts')
})
