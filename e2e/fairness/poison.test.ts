/**
 * A message that repeatedly crashes the server: after a few starts it is stored as a dead letter, all other messages
 * are processed, and it can be replayed when its cause is fixed.
 *
 * A file records which message the server is processing. The test kills the server at this message, as a message that
 * takes up all memory or time would.
 */

import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { until } from '../../packages/server/src/until-testing.ts'
import { figureOf } from '../platform/metrics.ts'
import { administrator, startPlatform, temporaryFolder } from '../platform/start-platform.ts'
import { createWorld, reopenWorld, signIn } from '../platform/world.ts'
import { makeChain, makeLoop, save } from './chains.ts'

interface Letter {
  readonly id: string
  readonly originator: { readonly id: string }
  readonly reason: string
}

const markOf = (dataFolder: string) => join(dataFolder, 'recovery.mark')

/** Position of the running message of an earlier process; 0: none at present, null: all are done. */
function markedAt(dataFolder: string): number | null {
  try {
    const bytes = readFileSync(markOf(dataFolder))
    return bytes.length === 8 ? bytes.readDoubleLE(0) : 0
  } catch {
    return null
  }
}

/** Position of the first unprocessed message of earlier processes. */
function firstLeft(dataFolder: string): number {
  const { lives } = JSON.parse(readFileSync(join(dataFolder, 'recovery.json'), 'utf8')) as { lives: number[][] }
  return lives[0]?.[0] ?? 0
}

test('a message at which the server ends is set aside; the server starts and all others are processed', async (t) => {
  const dataFolder = temporaryFolder(t)
  // Raised limit, so that one message runs for seconds.
  const env = { SONDE_LIMITS: 'telemetryKeys:10000' }
  let platform = await startPlatform(t, { dataFolder, env })
  const world = await createWorld(platform, 'Bad')
  const other = await createWorld(platform, 'Good')
  await makeLoop(world)
  const poison = await world.device('Poison')
  const harmless = await other.device('Harmless')
  const post = (token: string, body: string) =>
    fetch(`${platform.baseUrl}/api/v1/${token}/telemetry`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
    })
  await until(async () => (await figureOf(platform, 'sonde_journal_lag_messages')) === 0, 'all before it is done')
  // Large enough to loop for seconds.
  const keys = JSON.stringify(Object.fromEntries(Array.from({ length: 9_000 }, (_, i) => [`k${i}`, i])))
  assert.equal((await post(poison.token, keys)).status, 200)
  assert.equal((await post(harmless.token, '{"a":1}')).status, 200)
  await platform.kill()

  let ends = 0
  let poisonAt = 0
  for (;;) {
    platform = await startPlatform(t, { dataFolder, env })
    poisonAt ||= firstLeft(dataFolder)
    let at = markedAt(dataFolder)
    for (; at !== null && at !== poisonAt; at = markedAt(dataFolder))
      await new Promise((resolve) => setImmediate(resolve))
    if (at === null) break
    await platform.kill()
    // Counts only if the server was processing the message, not between two time slices.
    if (markedAt(dataFolder) === poisonAt) ends++
    assert.ok(ends <= 5, 'it was never set aside')
  }
  t.diagnostic(`the server ended ${ends} times at the message before it was set aside`)
  // A kill while the message is being stored as a dead letter counts as well.
  assert.ok(ends === 2 || ends === 3, `${ends} times`)

  const { call } = await reopenWorld(platform, world)
  const { data: letters } = await call<{ data: Letter[] }>('GET', '/api/v2/deadLetters?pageSize=10&page=0')
  assert.deepEqual(
    letters.map(({ originator }) => originator.id),
    [poison.id],
  )
  assert.match(letters[0]?.reason ?? '', /ended 3 times while it processed this message/)
  const events = await call<{ data: { body: { error: string } }[] }>(
    'GET',
    `/api/events/DEVICE/${poison.id}/ERROR?tenantId=13814000-1dd2-11b2-8080-808080808080&pageSize=10&page=0`,
  )
  assert.match(events.data[0]?.body.error ?? '', /ended 3 times/)
  const { call: callGood } = await reopenWorld(platform, other)
  const stored = await callGood<{ a?: { value: string }[] }>(
    'GET',
    `/api/plugins/telemetry/DEVICE/${harmless.id}/values/timeseries?keys=a`,
  )
  assert.equal(stored.a?.[0]?.value, '1', 'the other tenant’s message is processed')
  const root = await signIn(platform, administrator.email, administrator.password)
  const all = await fetch(`${platform.baseUrl}/api/v2/deadLetters?pageSize=10&page=0`, {
    headers: { 'X-Authorization': `Bearer ${root}` },
  })
  assert.equal(((await all.json()) as { totalElements: number }).totalElements, 1)

  // With a harmless chain, the message is processed.
  await makeChain({ ...world, call }, 'Mended', { nodes: [save], links: [] })
  await call('POST', `/api/v2/deadLetters/${letters[0]?.id}/replay`)
  const path = `/api/plugins/telemetry/DEVICE/${poison.id}/values/timeseries?keys=k8999`
  await until(async () => {
    const { k8999 } = await call<{ k8999?: { value: string | null }[] }>('GET', path)
    return k8999?.[0]?.value === '8999'
  }, 'the replayed message is stored')
})
