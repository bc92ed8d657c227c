/**
 * Cost of a store with many points: ingestion and reads compared with an empty store.
 *
 * Two servers run at once and are measured alternately, so that other load on the machine affects both. The filled one
 * holds `SONDE_BENCH_POINTS` points, 100 million by default.
 */

import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { runLoad } from '@sonde/simulator/load/load'
import { type CleanUp, startPlatform, temporaryFolder } from '../../e2e/platform/start-platform.ts'
import { createWorld } from '../../e2e/platform/world.ts'
import { withCleanUp } from './clean-up.ts'
import { fillStore } from './filled-store.ts'
import { medianMs, prepareReads } from './reads.ts'
import { median, type Row } from './report.ts'

const pointsDefault = 100_000_000
const rounds = 5
const loadSeconds = 10
const warmUpSeconds = 5
const connections = 100
const inFlight = 20

const payload = (connection: number, n: number): Buffer =>
  Buffer.from(`{"temperature":${20 + (n % 100) / 100},"humidity":${40 + (connection % 50) / 10},"count":${n}}`)

async function stage(t: CleanUp, points: number) {
  const dataFolder = join(temporaryFolder(t), 'data')
  mkdirSync(dataFolder)
  if (points > 0) fillStore(dataFolder, points)
  const platform = await startPlatform(t, { dataFolder })
  const world = await createWorld(platform)
  const reads = await prepareReads(t, platform, world)
  const tokens: string[] = []
  for (let i = 0; i < connections; i++) tokens.push((await world.device(`Load ${i}`)).token)

  async function messagesPerSecond(seconds = loadSeconds): Promise<number> {
    const result = await runLoad({ host: '127.0.0.1', port: platform.mqttPort, tokens, payload, inFlight, seconds })
    if (result.lost > 0) throw new Error(`${result.lost} messages were never acknowledged`)
    return result.acked / result.seconds
  }

  await messagesPerSecond(warmUpSeconds)
  return { messagesPerSecond, reads }
}

export async function benchFilled(): Promise<Row[]> {
  const points = Number(process.env.SONDE_BENCH_POINTS ?? pointsDefault)
  return withCleanUp(async (t) => {
    const filled = await stage(t, points)
    const empty = await stage(t, 0)

    /** Median of the ratios filled / empty, and both medians. */
    async function compare(measure: (side: typeof filled) => Promise<number>) {
      const pairs: [number, number][] = []
      for (let i = 0; i < rounds; i++) {
        // The order within a pair alternates.
        const first = i % 2 ? empty : filled
        const one = await measure(first)
        const other = await measure(first === filled ? empty : filled)
        pairs.push(first === filled ? [one, other] : [other, one])
      }
      return {
        ratio: median(pairs.map(([full, none]) => full / none)).toFixed(2),
        full: median(pairs.map(([full]) => full)),
        none: median(pairs.map(([, none]) => none)),
      }
    }
    const read = async (what: string, name: keyof typeof filled.reads): Promise<Row> => {
      const { ratio, full, none } = await compare(({ reads }) => medianMs(reads[name]))
      const measured = `${ratio} × (${full.toFixed(1)} of ${none.toFixed(1)} ms)`
      return { what, reference: '', mustReach: '≤ 1.2 × (aim: 1 ×)', measured }
    }

    const millions = `${Math.round(points / 1e6).toLocaleString('en')} M points`
    const count = (value: number) => Math.round(value).toLocaleString('en')
    const reads = [
      await read(`Raw read of 100,000 points, ${millions} stored, against the empty store`, 'raw'),
      await read(`AVG over 1 M points in 700 buckets, ${millions} stored, against the empty store`, 'average'),
      await read(`Latest 5 keys of 1,000 devices, ${millions} stored, against the empty store`, 'latest'),
    ]
    const { ratio, full, none } = await compare(({ messagesPerSecond }) => messagesPerSecond())
    return [
      {
        what: `Messages of 3 keys in, ${millions} stored, against the empty store`,
        reference: '',
        mustReach: '≥ 0.9 × (aim: 1 ×)',
        measured: `${ratio} × (${count(full)} of ${count(none)} msg/s)`,
      },
      ...reads,
    ]
  })
}
