/**
 * Reads of stored data over REST: raw points, buckets, latest values of many devices.
 *
 * Measures the time from the request to the last byte of the response, on an open connection.
 */

import { once } from 'node:events'
import { Agent, type IncomingMessage, request } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import { type CleanUp, type Platform, startPlatform } from '../../e2e/platform/start-platform.ts'
import { createWorld, type Device, type World } from '../../e2e/platform/world.ts'
import { withCleanUp } from './clean-up.ts'
import { median, type Row } from './report.ts'

const rounds = 3
/** Reads before the rounds, so that code is compiled and pages are in memory; and reads per round. */
const warmUps = 5
const readsPerRound = 7
const rawPoints = 100_000
const averagedPoints = 1_000_000
const buckets = 700
const deviceCount = 1000
const latestKeys = ['temperature', 'humidity', 'pressure', 'voltage', 'count']
const stepMs = 10_000
const pointsPerCall = 10_000
const startTs = 1_700_000_000_000

/** Sensor with a resolution of 0.01, every ten seconds with jitter. */
const tsOf = (i: number): number => startTs + i * stepMs + ((i * 31) % 97)
const sensorValue = (i: number): number => Math.round(2000 + 500 * Math.sin(i / 500) + ((i * 7919) % 13)) / 100

async function fill({ call }: World, { id }: Device, count: number): Promise<void> {
  for (let at = 0; at < count; at += pointsPerCall) {
    const points = Array.from({ length: pointsPerCall }, (_, i) => ({
      ts: tsOf(at + i),
      values: { temperature: sensorValue(at + i) },
    }))
    await call('POST', `/api/plugins/telemetry/DEVICE/${id}/timeseries/ANY`, points)
  }
}

async function createDevices(world: World): Promise<{ raw: Device; averaged: Device }> {
  for (let i = 0; i < deviceCount; i++) {
    const { id } = await world.device(`Latest ${String(i).padStart(4, '0')}`)
    const values = Object.fromEntries(latestKeys.map((key, k) => [key, sensorValue(i + k)]))
    await world.call('POST', `/api/plugins/telemetry/DEVICE/${id}/timeseries/ANY`, { ts: tsOf(i), values })
  }
  return { raw: await world.device('Raw'), averaged: await world.device('Averaged') }
}

interface Answer {
  readonly ms: number
  readonly bytes: number
}

/** HTTP client that reuses its connection and reads responses without parsing them. */
export function createReader(platform: Platform, token: string) {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  async function read(method: string, path: string, body?: unknown): Promise<Answer> {
    const started = performance.now()
    const asking = request(platform.baseUrl + path, {
      method,
      agent,
      headers: { 'x-authorization': `Bearer ${token}`, 'content-type': 'application/json' },
    })
    asking.end(body === undefined ? undefined : JSON.stringify(body))
    const [answer] = (await once(asking, 'response')) as [IncomingMessage]
    let bytes = 0
    answer.on('data', (piece: Buffer) => {
      bytes += piece.length
    })
    await once(answer, 'end')
    if (answer.statusCode !== 200) throw new Error(`${method} ${path} answered ${answer.statusCode}`)
    return { ms: performance.now() - started, bytes }
  }
  return { read, close: () => agent.destroy() }
}

export async function medianMs(read: () => Promise<Answer>): Promise<number> {
  for (let i = 0; i < warmUps; i++) await read()
  const medians: number[] = []
  for (let round = 0; round < rounds; round++) {
    const times: number[] = []
    for (let i = 0; i < readsPerRound; i++) {
      times.push((await read()).ms)
      await delay(20)
    }
    medians.push(median(times))
  }
  return median(medians)
}

interface Reads {
  /** 100,000 points of one key. */
  readonly raw: () => Promise<Answer>
  /** 1 million points in 700 buckets. */
  readonly average: () => Promise<Answer>
  /** 5 keys of 1,000 devices. */
  readonly latest: () => Promise<Answer>
}

/** Reads of filled devices; each response is verified first. */
async function dashboardReads(
  { call }: World,
  { read }: Pick<ReturnType<typeof createReader>, 'read'>,
  { raw, averaged }: { raw: Device; averaged: Device },
): Promise<Reads> {
  const series = ({ id }: Device, query: string) =>
    `/api/plugins/telemetry/DEVICE/${id}/values/timeseries?keys=temperature&startTs=${startTs}&${query}`
  const rawPath = series(raw, `endTs=${startTs + rawPoints * stepMs}&limit=${rawPoints}&orderBy=ASC`)
  const answer = await call<{ temperature: unknown[] }>('GET', rawPath)
  if (answer.temperature.length !== rawPoints) throw new Error(`${answer.temperature.length} points were read`)
  const spanMs = averagedPoints * stepMs
  const interval = Math.ceil(spanMs / buckets)
  const averagePath = series(averaged, `endTs=${startTs + spanMs}&agg=AVG&interval=${interval}`)
  const latestQuery = {
    entityFilter: { type: 'deviceType', deviceType: 'default', deviceNameFilter: 'Latest' },
    pageLink: {
      page: 0,
      pageSize: deviceCount,
      sortOrder: { key: { type: 'ENTITY_FIELD', key: 'name' }, direction: 'ASC' },
    },
    entityFields: [{ type: 'ENTITY_FIELD', key: 'name' }],
    latestValues: latestKeys.map((key) => ({ type: 'TIME_SERIES', key })),
  }
  const page = await call<{ data: unknown[] }>('POST', '/api/entitiesQuery/find', latestQuery)
  if (page.data.length !== deviceCount) throw new Error(`${page.data.length} devices were read`)
  return {
    raw: () => read('GET', rawPath),
    average: () => read('GET', averagePath),
    latest: () => read('POST', '/api/entitiesQuery/find', latestQuery),
  }
}

/** Creates and fills devices, and returns the reads to measure. */
export async function prepareReads(t: CleanUp, platform: Platform, world: World): Promise<Reads> {
  const made = await createDevices(world)
  await fill(world, made.raw, rawPoints)
  await fill(world, made.averaged, averagedPoints)
  const reader = createReader(platform, world.accessToken)
  t.after(reader.close)
  return dashboardReads(world, reader, made)
}

export async function benchReads(): Promise<Row[]> {
  return withCleanUp(async (t) => {
    const platform = await startPlatform(t)
    const { raw, average, latest } = await prepareReads(t, platform, await createWorld(platform))
    const rawMs = await medianMs(raw)
    const averageMs = await medianMs(average)
    const latestMs = await medianMs(latest)
    const ms = (value: number) => `${value.toFixed(1)} ms`
    return [
      {
        what: 'Raw read of 100,000 points of one key over REST',
        reference: '670 ms',
        mustReach: '≤ 60 ms, aim 30 ms',
        measured: ms(rawMs),
      },
      {
        what: 'AVG over 1 M points in 700 buckets over REST',
        reference: '260 ms',
        mustReach: '≤ 40 ms; with roll-ups ≤ 10 ms, aim 3 ms',
        measured: ms(averageMs),
      },
      {
        what: 'Latest 5 keys of 1,000 devices, one entity query over REST',
        reference: '',
        mustReach: '≤ 30 ms, aim 10 ms',
        measured: ms(latestMs),
      },
    ]
  })
}
