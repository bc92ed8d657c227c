/**
 * Guarantee: acknowledged messages survive kill -9 at any time.
 *
 * `SONDE_KILL_ROUNDS=1000 npm test -- --only durability` runs more rounds; `SONDE_KILL_LOAD_SECONDS=600` sets how long
 * the server runs at full load before the timed restart.
 */

import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { runLoad } from '@sonde/simulator/load/load'
import { until } from '../../packages/server/src/until-testing.ts'
import { openDatabase } from '../platform/open-database.ts'
import { startPlatform, temporaryFolder } from '../platform/start-platform.ts'
import { createWorld, type Device, reopenWorld, type World } from '../platform/world.ts'
import { momentAfter } from './moment.ts'

const rounds = Number(process.env.SONDE_KILL_ROUNDS ?? 12)
const loadSeconds = Number(process.env.SONDE_KILL_LOAD_SECONDS ?? 3)
const connections = 10

/** Unique time of a message, so that each acknowledged one can be looked up. */
const timeOf = (round: number, n: number): number => 1_700_000_000_000 + round * 1_000_000_000 + n

async function storedTimes(call: World['call'], device: Device, round: number): Promise<Set<number>> {
  const start = timeOf(round, 0)
  const answer = await call<{ n?: { ts: number }[] }>(
    'GET',
    `/api/plugins/telemetry/DEVICE/${device.id}/values/timeseries?keys=n&startTs=${start}&endTs=${start + 999_999_999}&limit=10000000`,
  )
  return new Set((answer.n ?? []).map((point) => point.ts))
}

test(`kill -9 at a random moment under load, ${rounds} rounds: nothing acknowledged is missing`, async (t: TestContext) => {
  const dataFolder = temporaryFolder(t)
  let platform = await startPlatform(t, { dataFolder })
  const world = await createWorld(platform)
  const devices: Device[] = []
  for (let i = 0; i < connections; i++) devices.push(await world.device(`Kill ${i}`))
  let acknowledged = 0
  let slowestMs = 0

  for (let round = 0; round < rounds; round++) {
    const acked: number[][] = devices.map(() => [])
    const stop = new AbortController()
    const moment = momentAfter(1 + Math.floor(Math.random() * 3_000))
    const load = runLoad({
      host: '127.0.0.1',
      port: platform.mqttPort,
      tokens: devices.map((device) => device.token),
      seconds: 60,
      inFlight: 20,
      payload: (_, n) => Buffer.from(`{"ts":${timeOf(round, n)},"values":{"n":${n},"a":1.5,"b":true}}`),
      onAcked(connection, n) {
        acked[connection]?.push(n)
        moment.note()
      },
      signal: stop.signal,
      settle: false,
    })
    await moment.reached
    await platform.kill()
    stop.abort()
    await load

    const started = performance.now()
    platform = await startPlatform(t, { dataFolder })
    const { call } = await reopenWorld(platform, world)
    slowestMs = Math.max(slowestMs, performance.now() - started)
    for (const [i, device] of devices.entries()) {
      // The server responds while the rule engine still processes the journal of the killed process.
      const isWhole = async () => {
        const stored = await storedTimes(call, device, round)
        return (acked[i] ?? []).every((n) => stored.has(timeOf(round, n)))
      }
      await until(isWhole, `what ${device.name} was acknowledged in round ${round} is stored`)
      acknowledged += acked[i]?.length ?? 0
    }
  }
  await platform.stop()
  const database = openDatabase(dataFolder, { readOnly: true })
  assert.equal(database.prepare('pragma integrity_check').get()?.integrity_check, 'ok')
  database.close()
  t.diagnostic(
    `${acknowledged} acknowledged in ${rounds} rounds, 0 missing; slowest restart ${slowestMs.toFixed(0)} ms`,
  )
})

test(`a restart after ${loadSeconds} s of full load takes up what is left at once`, async (t: TestContext) => {
  const dataFolder = temporaryFolder(t)
  let platform = await startPlatform(t, { dataFolder })
  const world = await createWorld(platform)
  const devices: Device[] = []
  for (let i = 0; i < connections; i++) devices.push(await world.device(`Full ${i}`))
  const acked = devices.map(() => 0)
  const stop = new AbortController()
  const load = runLoad({
    host: '127.0.0.1',
    port: platform.mqttPort,
    tokens: devices.map((device) => device.token),
    seconds: loadSeconds + 60,
    inFlight: 40,
    payload: (_, n) => Buffer.from(`{"ts":${timeOf(0, n)},"values":{"n":${n},"a":${20 + (n % 100) / 100},"b":true}}`),
    onAcked(connection) {
      acked[connection] = (acked[connection] ?? 0) + 1
    },
    signal: stop.signal,
    settle: false,
  })
  await new Promise((resolve) => setTimeout(resolve, loadSeconds * 1000))
  await platform.kill()
  stop.abort()
  await load

  const started = performance.now()
  platform = await startPlatform(t, { dataFolder })
  const tookMs = performance.now() - started
  const { call } = await reopenWorld(platform, world)
  for (const [i, device] of devices.entries()) {
    const range = `startTs=${timeOf(0, 0)}&endTs=${timeOf(1, 0)}&interval=1000000000&agg=COUNT`
    const path = `/api/plugins/telemetry/DEVICE/${device.id}/values/timeseries?keys=n&${range}`
    const isWhole = async () => {
      const { n = [] } = await call<{ n?: { value: string }[] }>('GET', path)
      return n.reduce((sum, { value }) => sum + Number(value), 0) >= (acked[i] ?? 0)
    }
    // The journal is processed after the start.
    await until(isWhole, `what ${device.name} was acknowledged is stored`)
  }
  await platform.stop()
  const total = acked.reduce((sum, count) => sum + count, 0)
  t.diagnostic(`${total} acknowledged in ${loadSeconds} s; the restart took ${tookMs.toFixed(0)} ms`)
})
