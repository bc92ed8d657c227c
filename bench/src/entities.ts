/**
 * Devices over REST at 1,000 and 100,000 of them: the client's first page of the list, text search, reading one device,
 * and creating devices, each of which is synced to disk before the response. The lists of 100,000 assets represent
 * those of entity views and edges, which use the same code.
 *
 * 32 connections, one request at a time on each. Each search is for a part of one name, of a different device or asset
 * per request.
 */

import { type Platform, startPlatform, temporaryFolder } from '../../e2e/platform/start-platform.ts'
import { createWorld, signIn } from '../../e2e/platform/world.ts'
import { withCleanUp } from './clean-up.ts'
import { fillAssets, fillFleet, nameOf } from './fleet.ts'
import { type HttpRequest, runHttpLoad } from './http-load.ts'
import { median, type Row } from './report.ts'

const connections = 32
const rounds = 3
const seconds = 2
const warmUpSeconds = 2

interface Fleet {
  readonly size: number
  readonly ids: readonly string[]
}

interface Measure {
  readonly what: string
  readonly sizes: Readonly<Record<number, { readonly reference: string; readonly mustReach: string }>>
  readonly request: (n: number, fleet: Fleet) => HttpRequest
}

const firstPage = '/api/tenant/deviceInfos?pageSize=10&page=0&sortProperty=createdTime&sortOrder=DESC'
/** Far apart, so that recently read pages don't help. */
const some = (n: number, { size }: Fleet) => (n * 7919) % size
let made = 0

const measures: readonly Measure[] = [
  {
    what: 'list, first page of 10, newest first',
    sizes: {
      1000: { reference: '974/s', mustReach: '5,000/s' },
      100000: { reference: '203/s', mustReach: '3,000/s' },
    },
    request: () => ({ method: 'GET', path: firstPage }),
  },
  {
    what: 'list, text search for a part of a name',
    sizes: {
      1000: { reference: '', mustReach: '' },
      100000: { reference: '70/s', mustReach: '1,000/s' },
    },
    request: (n, fleet) => ({ method: 'GET', path: `${firstPage}&textSearch=${nameOf(some(n, fleet)).slice(8)}` }),
  },
  {
    what: 'list, text search that finds every device',
    sizes: { 100000: { reference: '70/s', mustReach: '1,000/s' } },
    request: () => ({ method: 'GET', path: `${firstPage}&textSearch=device` }),
  },
  {
    what: 'one device',
    sizes: {
      1000: { reference: '2,785/s', mustReach: '8,000/s' },
      100000: { reference: '', mustReach: '8,000/s' },
    },
    request: (n, fleet) => ({ method: 'GET', path: `/api/device/${fleet.ids[some(n, fleet)]}` }),
  },
  {
    what: 'making devices',
    sizes: {
      1000: { reference: '94/s', mustReach: '1,000/s' },
      100000: { reference: '', mustReach: '1,000/s' },
    },
    request: () => {
      const name = `Made ${++made}`
      return { method: 'POST', path: '/api/device', body: JSON.stringify({ name, type: 'default', label: '' }) }
    },
  },
]

const assetPage = firstPage.replace('deviceInfos', 'assetInfos')

const assetMeasures: readonly (Omit<Measure, 'sizes'> & { readonly mustReach: string })[] = [
  {
    what: 'list, first page of 10, newest first',
    mustReach: '3,000/s',
    request: () => ({ method: 'GET', path: assetPage }),
  },
  {
    what: 'list, text search for a part of a name',
    mustReach: '1,000/s',
    request: (n, fleet) => ({ method: 'GET', path: `${assetPage}&textSearch=${nameOf(some(n, fleet)).slice(8)}` }),
  },
  {
    what: 'list, text search that finds every asset',
    mustReach: '1,000/s',
    request: () => ({ method: 'GET', path: `${assetPage}&textSearch=device` }),
  },
]

export async function benchEntities(): Promise<Row[]> {
  return [...(await benchDevices()), ...(await benchAssets())]
}

function benchAssets(): Promise<Row[]> {
  return withCleanUp(async (t) => {
    const size = 100_000
    const dataFolder = temporaryFolder(t)
    const empty = await startPlatform(t, { dataFolder })
    const world = await createWorld(empty, 'Fleet')
    await empty.stop()
    await fillAssets(dataFolder, size)
    const platform = await startPlatform(t, { dataFolder })
    const token = await signIn(platform, world.email, world.password)
    const rows: Row[] = []
    for (const { what, mustReach, request } of assetMeasures) {
      const measured = await measure(platform, token, (n) => request(n, { size, ids: [] }))
      rows.push({ what: `${size.toLocaleString('en')} assets: ${what}`, reference: '', mustReach, measured })
    }
    return rows
  })
}

function benchDevices(): Promise<Row[]> {
  return withCleanUp(async (t) => {
    const rows: Row[] = []
    for (const size of [1_000, 100_000]) {
      const dataFolder = temporaryFolder(t)
      const empty = await startPlatform(t, { dataFolder })
      const world = await createWorld(empty, 'Fleet')
      await empty.stop()
      const fleet = { size, ids: await fillFleet(dataFolder, size) }
      const platform = await startPlatform(t, { dataFolder })
      const token = await signIn(platform, world.email, world.password)
      for (const { what, sizes, request } of measures) {
        const wanted = sizes[size]
        if (!wanted) continue
        const measured = await measure(platform, token, (n) => request(n, fleet))
        rows.push({ what: `${size.toLocaleString('en')} devices: ${what}`, ...wanted, measured })
      }
      await platform.stop()
    }
    return rows
  })
}

/** Responses per second and their latencies, medians of the rounds. */
export async function measure(platform: Platform, token: string, request: (n: number) => HttpRequest): Promise<string> {
  const load = { baseUrl: platform.baseUrl, token, connections, request }
  await runHttpLoad({ ...load, seconds: warmUpSeconds })
  const figures: { perSecond: number; p50: number; p99: number }[] = []
  for (let round = 0; round < rounds; round++) {
    const { perSecond, latencies } = await runHttpLoad({ ...load, seconds })
    figures.push({ perSecond, p50: latencies.percentileMs(0.5), p99: latencies.percentileMs(0.99) })
  }
  const of = (name: 'perSecond' | 'p50' | 'p99') => median(figures.map((each) => each[name]))
  const rate = Math.round(of('perSecond')).toLocaleString('en')
  return `${rate}/s, p50 ${of('p50').toFixed(1)} ms, p99 ${of('p99').toFixed(1)} ms`
}
