/**
 * Tenants with the most expensive devices and rule chains, one and two at a time, at default settings: the calls and
 * acknowledgments of another tenant stay fast, and the server within its memory limit.
 */

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { makeLoop } from './chains.ts'
import type { HttpLoad, HttpLoadFigures } from './http-load.ts'
import { shareScenes } from './message-scene.ts'
import { startOwnProcess } from './own-process.ts'
import { assertUnharmed, attackMs } from './probe.ts'

/**
 * Long enough that two floods would use up the memory if the backlog were unbounded; the usual duration of an attack
 * isn't.
 */
const floodMs = Math.max(attackMs, 2_500)
const setScene = shareScenes(floodMs)

test('a flood of small messages', async (t) => {
  const { attack, assertAlive } = await setScene(t, async () => undefined)
  await attack({ inFlight: 500, payload: { kind: 'text', text: '{"a":1,"b":2.5,"c":true}' } })
  await assertAlive()
})

test('a flood of the largest messages', async (t) => {
  const { attack, assertAlive } = await setScene(t, async () => undefined)
  await attack({ inFlight: 50, payload: { kind: 'large', characters: 60_000 } })
  await assertAlive()
})

test('lists of thousands of entries', async (t) => {
  const { attack, assertAlive } = await setScene(t, async () => undefined)
  await attack({ inFlight: 20, payload: { kind: 'list', entries: 6_000 } })
  await assertAlive()
})

test('new telemetry keys without end', async (t) => {
  const { attack, assertAlive, bad, platform } = await setScene(t, async () => undefined, 40)
  const [first] = bad[0]?.devices ?? []
  const post = (keys: number) =>
    fetch(`${platform.baseUrl}/api/v1/${first?.token}/telemetry`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(Object.fromEntries(Array.from({ length: keys }, (_, i) => [`key ${i}`, i]))),
    })
  const rejected = await post(40_000)
  assert.equal(rejected.status, 400)
  assert.match(
    ((await rejected.json()) as { message: string }).message,
    /^Telemetry keys per entity: the limit is 2,000\./,
  )
  assert.equal((await post(1_900)).status, 200)
  await attack({ inFlight: 5, payload: { kind: 'newKeys', keys: 400 } })
  await assertAlive()
})

test('device messages over HTTP, as large as they may be', async (t) => {
  const { platform, bad, probe, assertAlive } = await setScene(t, async () => undefined)
  const body = JSON.stringify(
    Array.from({ length: 10_000 }, (_, i) => ({ ts: 1_700_000_000_000 + i, values: { a: i } })),
  )
  const loads = [startOwnProcess(t, './http-load.ts', 'load'), startOwnProcess(t, './http-load.ts', 'load')]
  const flood = (index: number, ms: number) =>
    loads[index]?.ask<HttpLoadFigures>('load', {
      baseUrl: platform.baseUrl,
      token: '',
      requests: (bad[index]?.devices ?? []).map(({ token }) => ({
        method: 'POST',
        path: `/api/v1/${token}/telemetry`,
        body,
      })),
      connections: 50,
      ms,
      untilAnswered: [['200']],
    } satisfies HttpLoad)
  await probe.restart()
  const one = await flood(0, attackMs)
  assertUnharmed(t, await probe.look(), 'one bad tenant')
  await probe.restart()
  const two = await Promise.all([flood(0, floodMs), flood(1, floodMs)])
  assertUnharmed(t, await probe.look(), 'two bad tenants')
  const answers = [one, ...two].map((figures) => figures?.statuses ?? {})
  t.diagnostic(`answers: ${JSON.stringify(answers)}`)
  for (const statuses of answers) assert.ok((statuses['200'] ?? 0) > 0, 'the attack was none: nothing was accepted')
  await assertAlive()
})

// Last, because its backlog takes longest to process.
test('chains that call each other, with messages of thousands of keys', async (t) => {
  const { attack, assertAlive } = await setScene(t, makeLoop)
  const keys = Object.fromEntries(Array.from({ length: 1_900 }, (_, i) => [`k${i}`, i]))
  await attack({ inFlight: 20, payload: { kind: 'text', text: JSON.stringify(keys) } })
  await assertAlive()
})
