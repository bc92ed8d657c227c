/**
 * Tenants with the most expensive scripts, one and two at a time, at default settings: the calls and acknowledgments of
 * another tenant stay fast, its scripts run, and the server stays within its memory limit.
 */

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createWorld, type World } from '../platform/world.ts'
import { busyScript, makeChain, scripted } from './chains.ts'
import { noteFigures } from './figures.ts'
import { shareScenes } from './message-scene.ts'

const setScene = shareScenes()

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

/** Longest time until a tenant's script starts, over sequential calls, ms. The first script runs for `firstMs`. */
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

// In the first case, the other tenant has run a slow script itself. The slowest scripts are last, because their backlog
// takes longest.
for (const [ms, firstMs] of [
  [20, 200],
  [950, 0],
] as const) {
  test(`scripts that take ${ms} ms`, async (t) => {
    const scene = await setScene(t, (world) => makeChain(world, 'Slow', scripted('filter', busyScript(ms))))
    const { platform, attack, assertAlive } = scene
    // A new tenant for each scene, because a slow script counts against its tenant for a minute.
    const quick = await createWorld(platform, `Quick${ms}`)
    await attack({ inFlight: 500, payload: { kind: 'text', text: '{"a":1}' } }, async () => {
      const longest = await longestScriptMs(quick, 4, firstMs)
      noteFigures(t, 'script', 'two bad tenants', { p50: longest, p99: longest })
      t.diagnostic(`longest wait of another tenant's script: ${longest.toFixed(0)} ms`)
    })
    // Processing the accepted messages takes a while: the other tenant isn't affected.
    await assertAlive()
  })
}
