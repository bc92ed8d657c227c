import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ValueType } from '@sonde/model/telemetry/values'
import type { Message } from '../../messages/message.ts'
import { nodeContext, nodeMessage, relationsOf, runNode } from './node-testing.ts'
import { saveTimeseriesNode } from './save-timeseries-node.ts'

const T = 1_600_000_000_000
const save = (change: Partial<Message>, configuration: unknown = {}) =>
  runNode(saveTimeseriesNode, configuration, nodeMessage(change), nodeContext({ defaultTtlSeconds: () => 86_400 }))

async function fails(change: Partial<Message>) {
  const outcome = await save(change).catch((error: unknown) => error)
  if (outcome instanceof Error) return
  assert.deepEqual(relationsOf((outcome as Awaited<ReturnType<typeof save>>).result), ['Failure'])
}

test('values are stored with their types at the time of the metadata', async () => {
  const { result, points } = await save({ data: '{"n":1,"d":2.0,"big":9007199254740993,"s":"x","j":{"a":[1]}}' })
  assert.deepEqual(relationsOf(result), ['Success'])
  assert.deepEqual(
    points.map(({ key, ts, type, value }) => [key, ts, type, value]),
    [
      ['n', T, ValueType.LONG, 1],
      ['d', T, ValueType.DOUBLE, 2],
      ['big', T, ValueType.LONG, 9007199254740993n],
      ['s', T, ValueType.STRING, 'x'],
      ['j', T, ValueType.JSON, '{"a":[1]}'],
    ],
  )
})

test('without a usable time in the metadata, and by choice, the time of the message counts', async () => {
  const ts = 1_700_000_000_000
  for (const metadata of [{}, { ts: 'x' }, { ts: '' }, { ts: '1.5' }] as Record<string, string>[]) {
    assert.equal((await save({ metadata })).points[0]?.ts, ts)
  }
  assert.equal((await save({}, { useServerTs: true })).points[0]?.ts, ts)
})

test('data may carry times of its own', async () => {
  const { points } = await save({ data: `[{"ts":${T + 1},"values":{"a":1}},{"a":2}]` })
  assert.deepEqual(
    points.map(({ ts, value }) => [ts, value]),
    [
      [T + 1, 1],
      [T, 2],
    ],
  )
})

test('how long points are kept: metadata, then the node, then the tenant profile', async () => {
  const ttl = async (metadata: Record<string, string>, defaultTTL: number) =>
    (await save({ metadata }, { defaultTTL })).points[0]?.ttlSeconds
  assert.equal(await ttl({ TTL: '60' }, 5), 60)
  assert.equal(await ttl({}, 5), 5)
  assert.equal(await ttl({}, 0), 86_400)
})

test('other types, empty, null and broken data fail', async () => {
  await fails({ type: 'POST_ATTRIBUTES_REQUEST' })
  for (const data of ['{}', '[]', '{"a":null,"b":1}', `{"ts":${T},"values":{"a":null}}`, '"x"', 'x'])
    await fails({ data })
  await fails({ metadata: { TTL: 'soon' } })
  assert.equal((await save({ data: '{"a":{"b":null}}' })).points.length, 1)
  assert.equal((await save({ data: '{"a":"null"}' })).points.length, 1)
})

test('a configuration that cannot work is refused at the start', () => {
  assert.throws(() => saveTimeseriesNode.create({ defaultTTL: -1 }, nodeContext()), /defaultTTL/)
  assert.throws(() => saveTimeseriesNode.create(5, nodeContext()), /JSON object/)
})
