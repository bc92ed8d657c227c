/** Test of the probe: low latencies on an idle server, and full visibility of a stall. */

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { until } from '../../packages/server/src/until-testing.ts'
import { createWorld } from '../platform/world.ts'
import { assertUnharmed, type ProbeCounts, startMeasured, startProbe } from './probe.ts'

/** Calls of each kind: more than the probe's minimum. */
const calls = 30
const kinds = ['rest', 'ack'] as const

test('a quiet server leaves the probe unharmed; a server that stalls does not', async (t) => {
  const platform = await startMeasured(t)
  const probe = await startProbe(t, platform, await createWorld(platform))
  const reach = async (what: 'sent' | 'answered', more: number, { rest, ack }: ProbeCounts) => {
    let counts = await probe.counts()
    await until(async () => {
      counts = await probe.counts()
      return counts.rest[what] >= rest[what] + more && counts.ack[what] >= ack[what] + more
    }, `${more} more calls of each kind are ${what}`)
    return counts
  }
  const none: ProbeCounts = { rest: { sent: 0, answered: 0 }, ack: { sent: 0, answered: 0 } }
  await reach('answered', calls, none)
  assertUnharmed(t, await probe.look(), 'quiet')

  process.kill(platform.pid, 'SIGSTOP')
  // Responses sent before the stop have arrived by the time of the next calls.
  const stopped = await reach('sent', 2, await probe.counts())
  const started = performance.now()
  const still = await reach('sent', calls, stopped)
  const stallMs = performance.now() - started
  process.kill(platform.pid, 'SIGCONT')
  for (const kind of kinds) assert.equal(still[kind].answered, stopped[kind].answered, `${kind}: none was answered`)
  const stalled = await probe.look()
  assert.throws(() => assertUnharmed(t, stalled, 'stalled', stallMs), /stood still: REST/)
  const { rest: quick } = stalled
  assert.throws(
    () => assertUnharmed(t, { ...stalled, rest: { ...quick, max: 0 } }, 'stalled', stallMs),
    /stood still: ack/,
  )

  await probe.restart()
  await reach('answered', calls, none)
  assertUnharmed(t, await probe.look(), 'quiet again')
})
