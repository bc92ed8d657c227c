/** Whole numbers with more digits than a double holds, in parts of entities that users define. */

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseJson } from '@sonde/model/exact-json'
import { startTestPlatform } from '../platform-testing.ts'

const long = 12345678901234567890n
const info = { description: 'd', uid: long, list: [{ uid: -long }, 9007199254740993n] }

type Json = Record<string, unknown>

test('whole numbers keep all digits in everything that users define, on every way back', async (t) => {
  const { tenant, call, root } = await startTestPlatform(t)
  const { token, device } = await tenant({})
  const send = async (method: string, path: string, body?: object, as = token) => {
    const { status, text } = await call(method, path, as, body)
    assert.equal(status, 200, `${method} ${path}: ${text}`)
    return (text === '' ? {} : parseJson(text)) as Json
  }
  const saved = async (path: string, body: Json, as = token) => {
    const answer = await send('POST', path, body, as)
    const { id } = answer.id as { id: string }
    return { id, entity: answer.id, answer, read: await send('GET', `${path}/${id}`, undefined, as) }
  }
  for (const [path, body] of [
    ['/api/device', { name: 'D', type: 'default' }],
    ['/api/asset', { name: 'A', type: 'a' }],
    ['/api/customer', { title: 'C' }],
    ['/api/ruleChain', { name: 'R' }],
    ['/api/edge', { name: 'E', type: 'e', routingKey: 'k', secret: 's' }],
    ['/api/entityView', { name: 'V', type: 'v', entityId: device.id, keys: {} }],
    ['/api/tenant', { title: 'T', additionalInfo: info }],
  ] as const) {
    const { answer, read } = await saved(path, { ...body, additionalInfo: info }, path === '/api/tenant' ? root : token)
    for (const one of [answer, read]) assert.deepEqual({ ...(one.additionalInfo as Json) }, info, path)
  }
  const { read: dashboard } = await saved('/api/dashboard', { title: 'B', configuration: info })
  assert.deepEqual(dashboard.configuration, info)

  const asset = await saved('/api/asset', { name: 'A2', type: 'a' })
  const from = asset.entity
  await send('POST', '/api/relation', { from, to: device.id, type: 'Contains', additionalInfo: info })
  const relations = (await send('GET', `/api/relations?fromId=${asset.id}&fromType=ASSET`)) as unknown as Json[]
  assert.deepEqual(relations[0]?.additionalInfo, info)

  const alarm = { originator: device.id, type: 'T', severity: 'MAJOR', status: 'ACTIVE_UNACK', details: info }
  assert.deepEqual((await saved('/api/alarm', alarm)).read.details, info)

  const chain = await saved('/api/ruleChain', { name: 'R2' })
  const node = { type: 'org.thingsboard.rule.engine.filter.TbMsgTypeFilterNode', name: 'N', additionalInfo: info }
  const metadata = {
    ruleChainId: chain.entity,
    firstNodeIndex: 0,
    nodes: [{ ...node, debugMode: false, configuration: { messageTypes: ['A'], note: long } }],
    connections: null,
    ruleChainConnections: null,
  }
  const { nodes } = await send('POST', '/api/ruleChain/metadata', metadata)
  const [first] = nodes as { additionalInfo: unknown; configuration: Json }[]
  assert.deepEqual([first?.additionalInfo, first?.configuration.note], [info, long])
})

test('they are in the audit log, and in what is restored from the trash', async (t) => {
  const { tenant, call } = await startTestPlatform(t)
  const { token } = await tenant({})
  const get = async (path: string) => parseJson((await call('GET', path, token)).text) as Json
  const asset = { name: 'A', type: 'a', additionalInfo: info }
  const { id } = (await call('POST', '/api/asset', token, asset)).body
  assert.equal((await call('DELETE', `/api/asset/${id.id}`, token)).status, 200)
  assert.equal((await call('GET', `/api/asset/${id.id}`, token)).status, 404)
  const restored = await call('POST', `/api/v2/trash/${id.id}/restore`, token, {})
  assert.equal(restored.status, 200, restored.text)
  assert.deepEqual((await get(`/api/asset/${id.id}`)).additionalInfo, info)
  const log = await get(`/api/audit/logs/entity/ASSET/${id.id}?pageSize=10&page=0`)
  const entries = log.data as { actionType: string; actionData: { entity?: Json } }[]
  const added = entries.find(({ actionType }) => actionType === 'ADDED')
  assert.deepEqual(added?.actionData.entity?.additionalInfo, info)
})

test('calls to devices and their responses keep all digits', async (t) => {
  const { tenant, call } = await startTestPlatform(t)
  const { token, device } = await tenant({})
  const { body: credentials } = await call<{ credentialsId: string }>(
    'GET',
    `/api/device/${device.id.id}/credentials`,
    token,
  )
  const door = `/api/v1/${credentials.credentialsId}/rpc`
  for (const isPersistent of [false, true]) {
    const request = { method: 'm', params: info, persistent: isPersistent, timeout: 30_000, additionalInfo: info }
    const poll = call('GET', `${door}?timeout=30000`)
    const answered = call('POST', `/api/rpc/twoway/${device.id.id}`, token, request)
    const received = parseJson((await poll).text) as { id: number; params: unknown }
    assert.deepEqual(received.params, info)
    assert.equal((await call('POST', `${door}/${received.id}`, '', { uid: long })).status, 200)
    const answer = parseJson((await answered).text) as Json
    if (!isPersistent) assert.deepEqual(answer, { uid: long })
    else {
      const read = async () => parseJson((await call('GET', `/api/rpc/persistent/${answer.rpcId}`, token)).text) as Json
      let stored = await read()
      while (stored.response === null) stored = await read()
      assert.deepEqual([stored.response, stored.additionalInfo], [{ uid: long }, info])
    }
  }
})

test('number fields take a long whole number as a double', async (t) => {
  const { tenant, call } = await startTestPlatform(t)
  const { token, device } = await tenant({})
  const request = { method: 'm', params: {}, persistent: true, expirationTime: 2n ** 63n - 1n }
  const late = await call('POST', `/api/rpc/oneway/${device.id.id}`, token, request)
  assert.match(late.text, /expirationTime must be <= 8640000000000000/)
  const predicate = { type: 'NUMERIC', operation: 'LESS', value: { defaultValue: long } }
  const { status, text } = await call('POST', '/api/entitiesQuery/count', token, {
    entityFilter: { type: 'entityType', entityType: 'DEVICE' },
    keyFilters: [{ key: { type: 'TIME_SERIES', key: 'k' }, valueType: 'NUMERIC', predicate }],
  })
  assert.deepEqual([status, text], [200, '0'])
})
