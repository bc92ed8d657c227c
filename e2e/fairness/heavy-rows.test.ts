/**
 * A tenant whose rows have the maximum size or number: alarms and entity views with long texts, data points of 900 KB,
 * and thousands of edges that are affected by each deletion. Another tenant must be served normally, and the server
 * must start again with all data. At default settings.
 */

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { until } from '../../packages/server/src/until-testing.ts'
import { peakMb } from '../durability/process-memory.ts'
import { temporaryFolder } from '../platform/start-platform.ts'
import { createWorld, reopenWorld } from '../platform/world.ts'
import { copyRows } from './filled-tenant.ts'
import type { HttpLoad, HttpLoadFigures } from './http-load.ts'
import { startOwnProcess } from './own-process.ts'
import { assertUnharmed, attackMs, rssMbMax, startMeasured, startProbe } from './probe.ts'
import type { SocketLoad, SocketLoadFigures } from './socket-load.ts'

const longText = 'x'.repeat(900_000)
const heavyRows = 400
const longPoints = 30
const edges = 5_000
const deletions = 30
/** Minimum samples of the probe after the deletions. */
const samplesMin = 30

const none = { timeseries: [], attributes: { cs: [], sh: [], ss: [] } }

test('rows as heavy and as many as they may be', async (t) => {
  const dataFolder = temporaryFolder(t)
  const first = await startMeasured(t, { dataFolder })
  const good = await createWorld(first, 'Good')
  const evil = await createWorld(first, 'Evil')
  const device = await evil.device('Heavy')
  const { id: originator } = await evil.call<{ id: object }>('GET', `/api/device/${device.id}`)
  const details = { additionalInfo: { description: longText } }
  const view = { name: 'View', type: 'v', entityId: originator, keys: none, ...details }
  await evil.call('POST', '/api/entityView', view)
  const alarm = { type: 'Alarm', originator, severity: 'MAJOR', status: 'CLEARED_ACK', details: { text: longText } }
  await evil.call('POST', '/api/alarm', alarm)
  await evil.call('POST', '/api/edge', { name: 'Edge', type: 'default', routingKey: 'key', secret: 'secret' })
  for (let n = 0; n < longPoints; n++) {
    const entry = { ts: 1_700_000_000_000 + n, values: { long: `${n}${longText}` } }
    await evil.call('POST', `/api/plugins/telemetry/DEVICE/${device.id}/timeseries/ANY`, entry)
  }
  const others = await Promise.all(Array.from({ length: deletions }, (_, n) => evil.device(`Other ${n}`)))
  await first.stop()
  copyRows(dataFolder, [
    { table: 'entity_view', where: `name = 'View'`, count: heavyRows, change: (n) => ({ name: `View ${n}` }) },
    { table: 'alarm', where: `type = 'Alarm'`, count: heavyRows, change: (n) => ({ type: `Alarm ${n}` }) },
    {
      table: 'edge',
      where: `name = 'Edge'`,
      count: edges,
      change: (n) => ({ name: `Edge ${n}`, routing_key: `key ${n}` }),
    },
  ])

  const platform = await startMeasured(t, { dataFolder })
  const peak = peakMb(platform.pid)
  assert.ok(peak <= rssMbMax, `${peak} MB resident after a start`)
  const again = await reopenWorld(platform, evil)
  const probe = await startProbe(t, platform, await reopenWorld(platform, good))
  const http = startOwnProcess(t, './http-load.ts', 'load')
  const sockets = startOwnProcess(t, './socket-load.ts', 'load')
  const { baseUrl } = platform
  const token = again.accessToken

  // Reads all rows once: the memory needed for this counts in the measurement.
  await again.call('GET', '/api/v2/alarms?pageSize=1&page=0&sortProperty=details')
  await probe.restart()
  const lists = ['createdTime', 'originatorName'].map((sort) => ({
    method: 'GET',
    path: `/api/v2/alarms?pageSize=1&page=0&sortProperty=${sort}`,
  }))
  const listed = await http.ask<HttpLoadFigures>('load', {
    baseUrl,
    token,
    requests: [...lists, { method: 'GET', path: '/api/v2/alarms?pageSize=1000&page=0' }],
    connections: 5,
    ms: attackMs,
    untilAnswered: [['200'], ['400']],
  } satisfies HttpLoad)
  t.diagnostic(`alarms: ${JSON.stringify(listed)}`)
  assert.ok((listed.statuses['200'] ?? 0) > 0 && (listed.statuses['400'] ?? 0) > 0)
  assertUnharmed(t, await probe.look(), 'pages of alarms with 900 KB each')

  await probe.restart()
  const history = { keys: ['long'], startTs: 1, endTs: 1_900_000_000_000, interval: 1000, limit: 50_000, agg: 'NONE' }
  const query = {
    entityFilter: { type: 'singleEntity', singleEntity: { entityType: 'DEVICE', id: device.id } },
    pageLink: { page: 0, pageSize: 1 },
  }
  const read = await sockets.ask<SocketLoadFigures>('load', {
    baseUrl,
    token,
    sockets: 5,
    frames: [JSON.stringify({ entityDataCmds: [{ cmdId: 1, query, historyCmd: history }] })],
    everyMs: 50,
    ms: attackMs,
    untilRejected: true,
  } satisfies SocketLoad)
  t.diagnostic(`history: ${JSON.stringify(read)}`)
  assert.ok(Object.keys(read.rejections).some((words) => /Bytes per response/.test(words)))
  assert.deepEqual(read.closed, {})
  const range = 'keys=long&startTs=1&endTs=1900000000000&limit=50000'
  await http.ask<HttpLoadFigures>('load', {
    baseUrl,
    token,
    requests: [{ method: 'GET', path: `/api/plugins/telemetry/DEVICE/${device.id}/values/timeseries?${range}` }],
    connections: 30,
    ms: attackMs,
    isDeaf: true,
  } satisfies HttpLoad)
  assertUnharmed(t, await probe.look(), 'history of data points of 900 KB')

  await probe.restart()
  await Promise.all(others.map(({ id }) => again.call('DELETE', `/api/device/${id}`)))
  await again.call('DELETE', `/api/edge/${(await firstEdge(again)).id}`)
  // The events for each edge are stored during this time.
  await until(async () => {
    const { rest, ack } = await probe.counts()
    return Math.min(rest.answered, ack.answered) >= samplesMin
  }, `${samplesMin} calls of each kind are answered`)
  assertUnharmed(t, await probe.look(), `${deletions} deletions for ${edges} edges`)
  // The server isn't stopped gracefully: it would first write all remaining edge events, which no longer affects
  // others.
})

async function firstEdge({ call }: Awaited<ReturnType<typeof reopenWorld>>): Promise<{ readonly id: string }> {
  const page = await call<{ data: { id: { id: string } }[] }>('GET', '/api/tenant/edges?pageSize=1&page=0')
  return page.data[0]?.id ?? { id: '' }
}
