/**
 * Tenants whose devices and rule chains do their worst, one and two at a time, at default settings: another tenant's calls
 * and acknowledgements stay quick, and the server within its memory.
 */

import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { World } from '../platform/world.ts'
import { busyScript, makeChain, makeLoop, scripted } from './chains.ts'
import type { HttpLoad, HttpLoadFigures } from './http-load.ts'
import { setScene } from './message-scene.ts'
import { startOwnProcess } from './own-process.ts'
import { assertUnharmed, attackMs } from './probe.ts'

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

test('chains that call each other, with messages of thousands of keys', async (t) => {
  const { attack, assertAlive } = await setScene(t, makeLoop)
  const keys = Object.fromEntries(Array.from({ length: 1_900 }, (_, i) => [`k${i}`, i]))
  await attack({ inFlight: 20, payload: { kind: 'text', text: JSON.stringify(keys) } })
  await assertAlive()
})

test('scripts that return long lists', async (t) => {
  for (const count of [1_000, 100_000, 500_000]) {
    await t.test(`${count} messages`, async (t) => {
      const script = `return Array(${count}).fill(${count > 1_000 ? 0 : '{msg: msg}'});`
      const { attack, assertAlive } = await setScene(t, (world) => makeChain(world, 'List', scripted('update', script)))
      await attack({ inFlight: 50, payload: { kind: 'text', text: '{"a":1}' } })
      await assertAlive()
    })
  }
})

/** How long the scripts of a tenant take to begin, ms: the longest of calls one after the other. The first takes `firstMs`. */
async function longestScriptMs(world: World, calls: number, firstMs: number): Promise<number> {
  let longest = 0
  for (let i = 0; i < calls; i++) {
    const started = performance.now()
    const { output } = await world.call<{ output: string }>('POST', '/api/ruleChain/testScript', {
      script: i === 0 ? busyScript(firstMs) : 'return true;',
      scriptType: 'filter',
      argNames: ['msg', 'metadata', 'msgType'],
      msg: '{}',
      metadata: {},
      msgType: 'T',
    })
    assert.equal(output, 'true')
    longest = Math.max(longest, performance.now() - started - (i === 0 ? firstMs : 0))
  }
  return longest
}

// Beside quick scripts the good tenant has had a slow one itself.
for (const [ms, firstMs] of [
  [20, 200],
  [950, 0],
] as const) {
  test(`scripts that take ${ms} ms`, async (t) => {
    const scene = await setScene(t, (world) => makeChain(world, 'Slow', scripted('filter', busyScript(ms))))
    const { good, attack, assertAlive } = scene
    await attack({ inFlight: 500, payload: { kind: 'text', text: '{"a":1}' } }, async () => {
      const longest = await longestScriptMs(good, 8, firstMs)
      t.diagnostic(`longest wait of another tenant's script: ${longest.toFixed(0)} ms`)
    })
    // What they accepted is not done for a while: the other tenant does not notice.
    await assertAlive()
  })
}

test('device messages over HTTP, as large as they may be', async (t) => {
  const { platform, bad, probe, assertAlive } = await setScene(t, async () => undefined)
  const body = JSON.stringify(
    Array.from({ length: 10_000 }, (_, i) => ({ ts: 1_700_000_000_000 + i, values: { a: i } })),
  )
  const flood = (index: number) => {
    const load = startOwnProcess(t, './http-load.ts', 'load')
    return load.ask<HttpLoadFigures>('load', {
      baseUrl: platform.baseUrl,
      token: '',
      requests: (bad[index]?.devices ?? []).map(({ token }) => ({
        method: 'POST',
        path: `/api/v1/${token}/telemetry`,
        body,
      })),
      connections: 50,
      ms: attackMs,
    } satisfies HttpLoad)
  }
  await probe.restart()
  await flood(0)
  assertUnharmed(t, await probe.look(), 'one bad tenant')
  await probe.restart()
  const figures = await Promise.all([flood(0), flood(1)])
  assertUnharmed(t, await probe.look(), 'two bad tenants')
  t.diagnostic(`answers: ${JSON.stringify(figures.map(({ statuses }) => statuses))}`)
  await assertAlive()
})
