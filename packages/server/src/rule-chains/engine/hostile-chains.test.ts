/**
 * Random chains of a tenant (loops, chains that call each other, scripts that are slow or return long lists, large
 * messages) must finish their messages within the limits, without blocking another tenant. A restart continues the
 * messages
 * that a stop left unfinished, at whatever point it happened.
 */

import assert from 'node:assert/strict'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { type TestContext, test } from 'node:test'
import { type Arbitrary, array, asyncProperty, assert as check, constantFrom, integer, nat, record } from 'fast-check'
import { newId } from '../../ids.ts'
import type { Message } from '../../messages/message.ts'
import { temporaryFolder } from '../../storage/testing.ts'
import { until } from '../../until-testing.ts'
import { type ChainDescription, openEngineWorld, save, straight, testMessage } from './engine-testing.ts'

const pointsMax = 2_000
/** Time for scripts and visits together determines how long the slowest chains take. */
const limits = {
  messagePoints: pointsMax,
  nodeVisits: 20,
  messageVisits: 100,
  messageMs: 1_000,
  scriptMessages: 20,
  telemetryKeys: 5_000,
}
/** Short, because the chains mostly wait for scripts that never end. */
const scriptTimeMs = 50
/** Longest time that the event loop was blocked, ms. */
let longestMs = 0

const kinds: Readonly<Record<string, readonly [string, unknown?]>> = {
  save,
  attributes: ['telemetry.TbMsgAttributesNode', { scope: 'SERVER_SCOPE' }],
  type: ['filter.TbMsgTypeSwitchNode', { version: 0 }],
  pass: ['filter.TbJsFilterNode', { jsScript: 'return true;' }],
  slow: ['filter.TbJsFilterNode', { jsScript: 'var end = Date.now() + 5; while (Date.now() < end) {} return true;' }],
  endless: ['filter.TbJsFilterNode', { jsScript: 'while (true) {}' }],
  list: ['transform.TbTransformMsgNode', { jsScript: 'return [{msg: msg}, {msg: {a: 1}}, {}];' }],
  longList: ['transform.TbTransformMsgNode', { jsScript: 'return Array(5000).fill(0);' }],
  grow: [
    'transform.TbTransformMsgNode',
    { jsScript: 'msg["k" + Math.random()] = "x".repeat(1000); return {msg: msg};' },
  ],
  many: ['filter.TbJsSwitchNode', { jsScript: "return ['True', 'False', 'Success', 'Failure', 'Post telemetry'];" }],
}
const labels = ['Success', 'Failure', 'True', 'False', 'Post telemetry', 'Other'] as const

interface Hostile {
  readonly nodes: readonly string[]
  readonly links: readonly { readonly from: number; readonly to: number; readonly label: (typeof labels)[number] }[]
  readonly keys: number
  readonly messages: number
}

/** Turns of the event loop after which the engine is stopped. */
const stops = [0, 1, 5, 50]
/** Several tenants share a store, because opening it and its threads takes longer than running a chain. */
const badTenants = 3

const hostile: Arbitrary<Hostile> = record({
  nodes: array(constantFrom(...Object.keys(kinds)), { minLength: 1, maxLength: 6 }),
  links: array(record({ from: nat(5), to: nat(5), label: constantFrom(...labels) }), { maxLength: 15 }),
  keys: constantFrom(1, 50, 1_500),
  messages: integer({ min: 1, max: 12 }),
})

function chainOf({ nodes, links }: Hostile): ChainDescription {
  const name = (index: number) => `N${index % nodes.length}`
  return {
    nodes: Object.fromEntries(nodes.map((kind, i) => [`N${i}`, kinds[kind] as readonly [string, unknown?]])),
    links: links.map(({ from, to, label }) => [name(from), label, name(to)]),
  }
}

const tick = () => new Promise<void>((resolve) => setImmediate(resolve))

async function run(t: TestContext, given: readonly Hostile[], stopAfter: number): Promise<void> {
  const dataFolder = await temporaryFolder(t)
  const options = { dataFolder, limits, scriptTimeMs }
  const first = await openEngineWorld(t, options)
  const good = await first.tenant()
  await first.chain(good, straight)
  const goodDevice = newId()
  const messages: Message[] = []
  for (const chain of given) {
    const bad = await first.tenant()
    await first.chain(bad, chainOf(chain))
    const data = JSON.stringify(Object.fromEntries(Array.from({ length: chain.keys }, (_, i) => [`k${i}`, i])))
    const device = newId()
    messages.push(...Array.from({ length: chain.messages }, () => testMessage(bad, device, { data })))
  }
  const delay = monitorEventLoopDelay({ resolution: 5 })
  delay.enable()
  await first.commit({
    messages: [
      ...messages,
      ...Array.from({ length: 5 }, (_, n) => testMessage(good, goodDevice, { data: `{"n":${n}}` })),
    ],
  })
  for (let i = 0; i < stopAfter; i++) await tick()
  await first.engine.stop()
  await first.scripts.stop()
  await first.storage.close()

  const second = await openEngineWorld(t, options)
  const left = await second.storage.recover()
  second.commit.resume(left)
  await second.engine.idle()
  delay.disable()
  const { journalLag, points } = await second.storage.stats()
  assert.equal(journalLag, 0, 'every message is done')
  const [latest] = await second.storage.series.latest(goodDevice)
  assert.equal(latest?.value, 4, 'the other tenant’s messages are processed')
  assert.ok(points <= messages.length * pointsMax + 5, `${points} points`)
  assert.deepEqual([...first.deadLetters, ...second.deadLetters], [])
  longestMs = Math.max(longestMs, delay.max / 1e6)
  await second.engine.stop()
  await second.scripts.stop()
  await second.storage.close()
}

test('a random chain ends its messages within their limits, and harms no other tenant', async (t) => {
  for (const stopAfter of stops) {
    await check(
      asyncProperty(array(hostile, { minLength: badTenants, maxLength: badTenants }), (given) =>
        run(t, given, stopAfter),
      ),
      { numRuns: Number(process.env.SONDE_HOSTILE_CHAINS ?? 1) },
    )
  }
  t.diagnostic(`the event loop stood still for ${longestMs.toFixed(0)} ms at most`)
})

test('while the slowest chain of a tenant is at work, another tenant’s messages are done', async (t) => {
  const world = await openEngineWorld(t, { limits, scriptTimeMs: 200 })
  const [bad, good] = [await world.tenant(), await world.tenant()]
  await world.chain(bad, { nodes: { Slow: kinds.endless as readonly [string, unknown] } })
  await world.chain(good, {
    nodes: { Pass: kinds.pass as readonly [string, unknown], Save: save },
    links: [['Pass', 'True', 'Save']],
  })
  const slow = 20
  const device = newId()
  let failedWhenStored = -1
  world.live.watchEntity(device, {
    points() {
      failedWhenStored = world.engine.stats.failed
    },
  })
  const messages = Array.from({ length: slow }, () => testMessage(bad, newId()))
  await world.commit({ messages: [...messages, testMessage(good, device)] })
  await until(() => failedWhenStored >= 0, 'the message of the other tenant is done')
  // In order of arrival, all slow messages would fail first. No stricter bound: a loaded machine may start the other
  // script's thread late.
  assert.ok(failedWhenStored < slow, `${failedWhenStored} slow messages came before it`)
  // Stopping the scripts makes the remaining slow messages fail at once.
  await world.scripts.stop()
  await world.engine.idle()
  assert.equal(world.engine.stats.failed, slow)
})
