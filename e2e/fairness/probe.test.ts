/** The probe itself: quiet on a quiet server, and a stall shows in full. */

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { createWorld } from '../platform/world.ts'
import { assertUnharmed, startMeasured, startProbe } from './probe.ts'

const stallMs = 600

test('a quiet server leaves the probe unharmed; a server that stalls does not', async (t) => {
  const platform = await startMeasured(t)
  const probe = await startProbe(t, platform, await createWorld(platform))
  await delay(1_500)
  process.kill(platform.pid, 'SIGSTOP')
  await delay(stallMs)
  process.kill(platform.pid, 'SIGCONT')
  await delay(500)
  const stalled = await probe.stop()
  for (const { max, p50, n } of [stalled.rest, stalled.ack]) {
    assert.ok(max >= stallMs - 100, `the longest took ${max} ms`)
    assert.ok(p50 < stallMs / 2, `half of them took ${p50} ms`)
    assert.ok(n >= 40, `${n} were sent`)
  }
  assert.throws(() => assertUnharmed(t, stalled, 'stalled', stallMs / 2), /stood still: REST/)

  const quiet = await startProbe(t, platform, await createWorld(platform, 'Quiet'))
  await delay(1_500)
  assertUnharmed(t, await quiet.stop(), 'quiet')
})
