/**
 * Series store at rest: bytes per point after compaction, and averages over a million points with and without roll-ups.
 *
 * The points are stored by the server, then the store is compacted like by `sonde compact`.
 */

import { once } from 'node:events'
import { Agent, type IncomingMessage, request } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import { type CleanUp, startPlatform } from '../../e2e/platform/start-platform.ts'
import { createWorld, signIn } from '../../e2e/platform/world.ts'
import { systemClock } from '../../packages/server/src/clock.ts'
import { compactStore } from '../../packages/server/src/maintenance/compact.ts'
import { readStoreFigures } from '../../packages/server/src/maintenance/store-figures.ts'
import { withCleanUp } from './clean-up.ts'
import { median, type Row } from './report.ts'

const rounds = 3
const readsPerRound = 15
const warmUps = 10
const pointCount = 1_000_000
const pointsAtOnce = 10_000
const stepMs = 10_000
const jitterMs = 200
/** A full hour, so that buckets of whole hours match the roll-ups. */
const startTs = 1_699_999_200_000
const bucketsMax = 700
const hourMs = 3_600_000

/** Pseudorandom numbers with a fixed seed. */
function createRandom(): () => number {
  let a = 1
  return () => {
    // mulberry32, twice for 52 bits.
    const word = () => {
      a = (a + 0x6d2b79f5) | 0
      let t = Math.imul(a ^ (a >>> 15), 1 | a)
      t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
      return (t ^ (t >>> 14)) >>> 0
    }
    return (word() * 2 ** 20 + (word() >>> 12)) / 2 ** 52
  }
}

type Values = (random: () => number) => () => number

/** Resolution 0.01: a random walk in steps of up to 0.1. */
const sensorValues: Values = (random) => {
  let hundredths = 2000
  return () => {
    hundredths += Math.round((random() - 0.5) * 20)
    return hundredths / 100
  }
}

/** Fewer than 17 digits after the point: numbers with more are stored as text. */
const randomValues: Values = (random) => () => 100 + random() * 900

interface Filled {
  readonly dataFolder: string
  readonly deviceId: string
  readonly email: string
  readonly password: string
}

/** Creates a store with a million points of one device; its server is stopped. */
async function fill(t: CleanUp, values: Values): Promise<Filled> {
  const platform = await startPlatform(t)
  const world = await createWorld(platform)
  const { id: deviceId } = await world.device('Filled')
  const random = createRandom()
  const next = values(random)
  for (let at = 0; at < pointCount; at += pointsAtOnce) {
    const points = Array.from({ length: pointsAtOnce }, (_, i) => ({
      ts: startTs + (at + i) * stepMs + Math.round((random() - 0.5) * jitterMs),
      values: { temperature: next() },
    }))
    await world.call('POST', `/api/plugins/telemetry/DEVICE/${deviceId}/timeseries/ANY`, points)
  }
  await platform.stop()
  return { dataFolder: platform.dataFolder, deviceId, email: world.email, password: world.password }
}

async function bytesPerPoint(values: Values): Promise<{ bytes: number; points: number }> {
  return withCleanUp(async (t) => {
    const { dataFolder } = await fill(t, values)
    await compactStore({ dataFolder, clock: systemClock })
    const { bytesPerPoint: bytes, pointsPerChunk: points } = readStoreFigures(dataFolder, Date.now())
    return { bytes, points }
  })
}

/** Average queries over REST, from the request to the last byte, ms. */
async function averages(baseUrl: string, token: string, deviceId: string) {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  async function read(start: number, interval: number): Promise<number> {
    const path = `/api/plugins/telemetry/DEVICE/${deviceId}/values/timeseries?keys=temperature&startTs=${start}&endTs=${startTs + pointCount * stepMs}&agg=AVG&interval=${interval}`
    const begun = performance.now()
    const asking = request(baseUrl + path, { agent, headers: { 'x-authorization': `Bearer ${token}` } })
    asking.end()
    const [answer] = (await once(asking, 'response')) as [IncomingMessage]
    let bytes = 0
    answer.on('data', (piece: Buffer) => {
      bytes += piece.length
    })
    await once(answer, 'end')
    if (answer.statusCode !== 200 || bytes < 10_000) throw new Error(`${answer.statusCode}, ${bytes} bytes`)
    return performance.now() - begun
  }
  async function measure(start: number, interval: number): Promise<number> {
    for (let i = 0; i < warmUps; i++) await read(start, interval)
    const medians: number[] = []
    for (let round = 0; round < rounds; round++) {
      const times: number[] = []
      for (let i = 0; i < readsPerRound; i++) {
        times.push(await read(start, interval))
        await delay(5)
      }
      medians.push(median(times))
    }
    return median(medians)
  }
  const span = pointCount * stepMs
  const hours = Math.ceil(span / bucketsMax / hourMs)
  try {
    return {
      // Roll-ups can't be used if the range doesn't start at a full hour.
      without: await measure(startTs - 1, Math.ceil((span + 1) / bucketsMax)),
      withRollUps: await measure(startTs, hours * hourMs),
      buckets: Math.ceil(span / (hours * hourMs)),
    }
  } finally {
    agent.destroy()
  }
}

export async function benchSeries(): Promise<Row[]> {
  const sensor = await bytesPerPoint(sensorValues)
  const random = await bytesPerPoint(randomValues)
  const read = await withCleanUp(async (t) => {
    const { dataFolder, deviceId, email, password } = await fill(t, sensorValues)
    const open = async () => {
      const platform = await startPlatform(t, { dataFolder })
      const figures = await averages(platform.baseUrl, await signIn(platform, email, password), deviceId)
      await platform.stop()
      return figures
    }
    const fresh = await open()
    await compactStore({ dataFolder, clock: systemClock })
    return { fresh, compacted: await open() }
  })
  const ms = (value: number) => `${value.toFixed(1)} ms`
  const bytes = ({ bytes: each, points }: { bytes: number; points: number }) =>
    `${each.toFixed(2)} bytes, ${Math.round(points)} points a chunk`
  return [
    {
      what: 'Bytes a point at rest, headers, indexes and roll-ups included: sensor, 0.01 resolution, 10 s with jitter',
      reference: '157',
      mustReach: '≤ 3, aim 2',
      measured: bytes(sensor),
    },
    {
      what: 'The same of random full-entropy doubles',
      reference: '157',
      mustReach: '≤ 9, aim 8',
      measured: bytes(random),
    },
    {
      what: 'AVG over 1 M points in 700 buckets over REST, no roll-ups, before compaction and after',
      reference: '260 ms',
      mustReach: '≤ 40 ms',
      measured: `${ms(read.fresh.without)}, ${ms(read.compacted.without)}`,
    },
    {
      what: `AVG over 1 M points in ${read.compacted.buckets} buckets of whole hours over REST, with roll-ups`,
      reference: '260 ms',
      mustReach: '≤ 10 ms, aim 3 ms',
      measured: ms(read.compacted.withRollUps),
    },
  ]
}
