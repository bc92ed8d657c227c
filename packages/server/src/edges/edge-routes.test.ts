import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Edge, EdgeEvent } from '@sonde/model/edges/edge'
import { NIL_UUID } from '@sonde/model/ids'
import type { PageData } from '@sonde/model/paging'
import { adminOnly, openEntities, unknownId } from '../assignables/testing-http.ts'

async function openEdges(t: Parameters<typeof openEntities>[0]) {
  const entities = await openEntities(t)
  const root = await entities.makeTemplateRoot()
  const eventsOf = async (edge: Edge, query = '') => {
    await entities.eventRecorder.idle()
    const path = `/api/edge/${edge.id.id}/events?pageSize=100&page=0&sortProperty=id&sortOrder=ASC${query}`
    return (await entities.get<PageData<EdgeEvent>>(path)).body.data
  }
  return { ...entities, root, eventsOf }
}

test('an edge over its calls: made with its root chain, changed, listed, assigned, deleted', async (t) => {
  const { get, post, del, root, makeEdge, customerId, eventsOf, relations, admin, messages } = await openEdges(t)
  messages.length = 0
  const edge = await makeEdge('Edge', { label: 'l', additionalInfo: { description: 'x' } })
  const { id } = edge.id
  assert.deepEqual([edge.rootRuleChainId?.id, edge.customerId.id, edge.routingKey], [root.id.id, NIL_UUID, 'key-Edge'])
  assert.deepEqual(
    (await relations.listOf(admin, edge.id, 'FROM', 'EDGE')).map(({ to }) => to.id),
    [root.id.id],
  )
  assert.deepEqual(
    (await eventsOf(edge)).map(({ type, action, entityId, body }) => [type, action, entityId, body]),
    [['RULE_CHAIN', 'ASSIGNED_TO_EDGE', root.id.id, null]],
  )
  assert.equal((await post('/api/edge', { ...edge, label: 'm' })).at('label'), 'm')
  assert.equal((await get(`/api/edge/${id}`)).at('rootRuleChainId.id'), root.id.id)
  assert.equal((await get(`/api/edge/info/${id}`)).at('customerTitle'), null)
  assert.equal((await get('/api/tenant/edges?edgeName=Edge')).at('id.id'), id)
  assert.equal((await get('/api/tenant/edges?pageSize=9&page=0&type=site')).at('totalElements'), 1)
  assert.equal((await get('/api/tenant/edgeInfos?pageSize=9&page=0&textSearch=EDG')).at('totalElements'), 1)
  assert.equal((await get('/api/edges?pageSize=9&page=0')).at('totalElements'), 1)
  assert.equal((await get(`/api/edges?edgeIds=${id},${unknownId}`)).at('length'), 1)
  assert.equal((await get('/api/edges')).status, 400)
  assert.equal((await get('/api/edge/types')).at('0.type'), 'site')
  assert.equal((await post(`/api/customer/${customerId}/edge/${id}`)).at('customerId.id'), customerId)
  assert.equal(
    (await get(`/api/customer/${customerId}/edgeInfos?pageSize=9&page=0`, 'user')).at('data.0.customerTitle'),
    'Acme',
  )
  assert.equal((await del(`/api/customer/edge/${id}`)).at('customerId.id'), NIL_UUID)
  assert.equal((await post(`/api/customer/public/edge/${id}`)).status, 200)
  assert.ok((await eventsOf(edge)).some(({ action }) => action === 'ASSIGNED_TO_CUSTOMER'))
  assert.equal((await del(`/api/edge/${id}`)).status, 200)
  assert.deepEqual([(await get(`/api/edge/${id}`)).status, (await del(`/api/edge/${id}`)).status], [404, 404])
  assert.equal(messages.at(-1)?.type, 'ENTITY_DELETED')
})

test('refuses what is not an edge and names the field', async (t) => {
  const { post, makeEdge, tenantIds } = await openEdges(t)
  const plain = { name: 'a', type: 'site', routingKey: 'k', secret: 's' }
  for (const [more, named] of [
    [{ name: undefined }, /name is missing/],
    [{ name: ' ' }, /a name/],
    [{ type: undefined }, /type is missing/],
    [{ routingKey: undefined }, /routingKey is missing/],
    [{ secret: undefined }, /secret is missing/],
    [{ secret: ' ' }, /a secret/],
    [{ label: 'x'.repeat(256) }, /label/],
  ] as const) {
    const answer = await post('/api/edge', { ...plain, ...more })
    assert.deepEqual([answer.status, answer.at('errorCode')], [400, 31], JSON.stringify(more).slice(0, 80))
    assert.match(String(answer.at('message')), named)
  }
  await makeEdge('Taken')
  assert.match(String((await post('/api/edge', { ...plain, name: 'Taken' })).at('message')), /name/)
  assert.match(String((await post('/api/edge', { ...plain, routingKey: 'key-Taken' })).at('message')), /edge key/)
  // Another tenant can use the same name but not the same key, and needs its own template.
  const foreign = await post('/api/edge', { ...plain, name: 'Taken' }, 'stranger')
  assert.deepEqual([foreign.status, /edge root/.test(foreign.text)], [400, true])
  assert.notEqual(tenantIds.own.id, tenantIds.other.id)
})

test('who may', async (t) => {
  const { get, statuses, post, del, makeEdge, customerId } = await openEdges(t)
  const { id } = await makeEdge('Edge')
  const path = `/api/edge/${id.id}`
  const none = adminOnly
  const list = `${path}/devices?pageSize=9&page=0`
  const events = `${path}/events?pageSize=9&page=0`
  assert.deepEqual(await statuses(path), none)
  assert.deepEqual(await statuses(list), none)
  assert.deepEqual(await statuses(events), none)
  await post(`/api/customer/${customerId}/edge/${id.id}`)
  assert.deepEqual(await statuses(path), { ...none, user: 200 })
  assert.deepEqual(await statuses(list), { ...none, user: 200 })
  assert.deepEqual(await statuses(events), none)
  assert.equal((await get('/api/edges?pageSize=9&page=0', 'user')).status, 403)
  assert.equal((await get(`/api/edges?edgeIds=${id.id}`, 'user')).at('length'), 1)
  assert.equal((await get(`/api/edges?edgeIds=${id.id}`, 'neighbour')).at('length'), 0)
  for (const as of ['user', 'stranger', 'sys'] as const) {
    assert.equal(
      (await post('/api/edge', { id, name: 'x', type: 'y', routingKey: 'k', secret: 's' }, as)).status,
      403,
      as,
    )
    assert.equal((await del(path, as)).status, 403, as)
    assert.equal((await post(`/api/edge/sync/${id.id}`, undefined, as)).status, 403, as)
    assert.equal((await post(`${path}/device/${unknownId}`, undefined, as)).status, 403, as)
    assert.equal((await get(`/api/edge/missingToRelatedRuleChains/${id.id}`, as)).status, 403, as)
  }
})

test('what an edge signs in with is shown to administrators of its tenant alone', async (t) => {
  const { get, post, makeEdge, customerId, call } = await openEdges(t)
  const edge = await makeEdge('Secretive', { secret: 'a-very-secret-text' })
  const { id } = edge.id
  const shows = (text: string) => /key-Secretive|a-very-secret-text/.test(text)
  const waysOf = (customer: string) => [
    `/api/edge/${id}`,
    `/api/edge/info/${id}`,
    `/api/edges?edgeIds=${id}`,
    `/api/customer/${customer}/edges?pageSize=9&page=0`,
    `/api/customer/${customer}/edgeInfos?pageSize=9&page=0`,
    `/api/customer/${customer}/edges?pageSize=9&page=0&textSearch=a-very-secret`,
  ]
  const customerOf = (json: { readonly customerId: { readonly id: string } }) => json.customerId.id
  const owners = [
    ['user', (await post<Edge>(`/api/customer/${customerId}/edge/${id}`)).body],
    ['visitor', (await post<Edge>(`/api/customer/public/edge/${id}`)).body],
  ] as const
  for (const [caller, assigned] of owners) {
    await post(caller === 'user' ? `/api/customer/${customerId}/edge/${id}` : `/api/customer/public/edge/${id}`)
    for (const path of waysOf(customerOf(assigned))) {
      const answer = await get(path, caller)
      assert.equal(answer.status, 200, path)
      assert.ok(!shows(answer.text), `${path} as ${caller}: ${answer.text}`)
      if (!path.includes('textSearch')) assert.match(answer.text, /"routingKey":"","secret":""/, 'the shape stays')
      if (!path.includes('textSearch')) assert.ok(shows((await get(path)).text), `${path} as the administrator`)
    }
    await post('/api/relation', { from: assigned.customerId, to: edge.id, type: 'Contains' })
    const root = { rootId: customerOf(assigned), rootType: 'CUSTOMER', direction: 'FROM' }
    const search = { parameters: { ...root, relationTypeGroup: 'COMMON', maxLevel: 1 }, edgeTypes: ['site'] }
    const found = await call<Edge[]>('POST', '/api/edges', caller, search)
    assert.deepEqual(
      found.body.map(({ routingKey, secret }) => [routingKey, secret]),
      [['', '']],
    )
  }
})

test('what an edge has: assigned, listed, taken away, told to the edge and to the rules', async (t) => {
  const entities = await openEdges(t)
  const { get, post, del, makeEdge, makeAsset, makeDevice, eventsOf, messages, customerId } = entities
  const edge = await makeEdge('Edge')
  const other = await makeEdge('Other')
  const base = `/api/edge/${edge.id.id}`
  const [device, asset] = [await makeDevice('D'), await makeAsset('A')]
  const dashboard = (await post<{ id: { id: string } }>('/api/dashboard', { title: 'B', configuration: {} })).body
  const view = (await post<{ id: { id: string } }>('/api/entityView', { name: 'V', type: 'v', entityId: device.id }))
    .body
  messages.length = 0
  assert.equal((await post(`${base}/entityView/${view.id.id}`)).status, 400, 'its device is not there')
  for (const [path, { id }] of [
    ['device', device],
    ['asset', asset],
    ['dashboard', dashboard],
    ['entityView', view],
  ] as const) {
    assert.equal((await post(`${base}/${path}/${id.id}`)).at('id.id'), id.id, path)
    assert.equal((await post(`${base}/${path}/${id.id}`)).status, 200, 'again')
    assert.equal((await get(`${base}/${path}s?pageSize=9&page=0`)).at('data.0.id.id'), id.id, path)
    assert.equal((await get(`/api/edge/${other.id.id}/${path}s?pageSize=9&page=0`)).at('totalElements'), 0, path)
    assert.equal((await get(`${base}/${path}s?pageSize=9&page=0&startTime=1&endTime=2`)).at('totalElements'), 0, path)
    assert.equal((await post(`${base}/${path}/${unknownId}`)).status, 404, path)
    assert.equal((await post(`/api/edge/${unknownId}/${path}/${id.id}`)).status, 404, path)
    assert.equal((await post(`${base}/${path}/${id.id}`, undefined, 'stranger')).status, 403, path)
  }
  assert.equal((await get(`${base}/devices?pageSize=9&page=0&type=other`)).at('totalElements'), 0)
  assert.equal((await del(`${base}/device/${device.id.id}`)).status, 400, 'a view on the edge shows it')
  // A customer user sees only the customer's entities on the edge.
  await post(`/api/customer/${customerId}/edge/${edge.id.id}`)
  await post(`/api/customer/${customerId}/device/${device.id.id}`)
  assert.equal((await get(`${base}/devices?pageSize=9&page=0`, 'user')).at('totalElements'), 1)
  assert.equal((await get(`${base}/assets?pageSize=9&page=0`, 'user')).at('totalElements'), 0)
  assert.equal((await get(`${base}/dashboards?pageSize=9&page=0`, 'user')).at('totalElements'), 0)
  for (const path of [
    `entityView/${view.id.id}`,
    `device/${device.id.id}`,
    `asset/${asset.id.id}`,
    `dashboard/${dashboard.id.id}`,
  ]) {
    assert.equal((await del(`${base}/${path}`)).status, 200, path)
    assert.equal((await del(`${base}/${path}`)).status, 200, 'again')
  }
  const received = await eventsOf(edge)
  for (const type of ['DEVICE', 'ASSET', 'DASHBOARD', 'ENTITY_VIEW']) {
    const actions = received.filter((event) => event.type === type).map((event) => event.action)
    assert.ok(actions.includes('ASSIGNED_TO_EDGE') && actions.includes('UNASSIGNED_FROM_EDGE'), `${type} ${actions}`)
  }
  const assigned = messages.find(
    ({ type, originator }) => type === 'ENTITY_ASSIGNED_TO_EDGE' && originator.id === asset.id.id,
  )
  assert.deepEqual([assigned?.metadata.assignedEdgeId, assigned?.metadata.assignedEdgeName], [edge.id.id, 'Edge'])
})

test('an edge hears of changes of what it has, and of deletions', async (t) => {
  const { post, del, makeEdge, makeAsset, eventsOf } = await openEdges(t)
  const edge = await makeEdge('Edge')
  const [mine, away] = [await makeAsset('Mine'), await makeAsset('Away')]
  await post(`/api/edge/${edge.id.id}/asset/${mine.id.id}`)
  const before = (await eventsOf(edge)).length
  await post('/api/asset', { ...mine, label: 'x' })
  await post('/api/asset', { ...away, label: 'x' })
  await del(`/api/asset/${away.id.id}`)
  const received = (await eventsOf(edge)).slice(before)
  assert.deepEqual(
    received.map(({ action, entityId }) => [action, entityId]),
    [
      ['UPDATED', mine.id.id],
      ['DELETED', away.id.id],
    ],
  )
  const [first, last] = [received[0]?.createdTime ?? 0, received[1]?.createdTime ?? 0]
  assert.equal((await eventsOf(edge, `&startTime=${last + 1}`)).length, 0)
  assert.ok((await eventsOf(edge, `&startTime=${first}&endTime=${last}`)).length >= 2)
  assert.equal((await eventsOf(edge, '&textSearch=dele')).length, 1)
})

test('events are kept for a month', async (t) => {
  const { makeEdge, eventsOf, eventRecorder, clock } = await openEdges(t)
  const edge = await makeEdge('Edge')
  clock.now += 29 * 86_400_000
  await eventRecorder.expire()
  assert.equal((await eventsOf(edge)).length, 1)
  clock.now += 2 * 86_400_000
  await eventRecorder.expire()
  assert.equal((await eventsOf(edge)).length, 0)
})

test('the root chain changes, cannot be taken away, and what chains lack is named', async (t) => {
  const { get, post, del, makeEdge, ruleChains, admin, root } = await openEdges(t)
  const edge = await makeEdge('Edge')
  const second = await ruleChains.save(admin, { name: 'Second', type: 'EDGE' })
  const called = await ruleChains.save(admin, { name: 'Called', type: 'EDGE' })
  const core = await ruleChains.save(admin, { name: 'Core' })
  const path = `/api/edge/${edge.id.id}`
  assert.equal((await post(`${path}/${core.id.id}/root`)).status, 400)
  assert.equal((await post(`${path}/${unknownId}/root`)).status, 404)
  assert.equal((await post(`${path}/${second.id.id}/root`)).at('rootRuleChainId.id'), second.id.id)
  const list = `${path}/ruleChains?pageSize=9&page=0&sortProperty=name&sortOrder=ASC`
  assert.deepEqual([(await get(list)).at('data.0.name'), (await get(list)).at('data.1.name')], ['Edge root', 'Second'])
  assert.deepEqual([(await get(list, 'user')).status, (await get(list, 'stranger')).status], [403, 403])
  const rejected = await del(`${path}/ruleChain/${second.id.id}`)
  assert.deepEqual([rejected.status, /root rule chain/.test(rejected.text)], [400, true])
  assert.equal((await del(`${path}/ruleChain/${root.id.id}`)).at('name'), 'Edge root')
  assert.equal((await get(list)).at('totalElements'), 1)
  assert.equal((await post(`${path}/ruleChain/${core.id.id}`)).status, 400)
  await ruleChains.saveMetadata(admin, {
    ruleChainId: second.id,
    nodes: [
      {
        type: 'org.thingsboard.rule.engine.flow.TbRuleChainInputNode',
        name: 'to called',
        configuration: { ruleChainId: called.id.id },
      },
    ],
  })
  const missing = `/api/edge/missingToRelatedRuleChains/${edge.id.id}`
  assert.deepEqual((await get(missing)).body, { Second: ['Called'] })
  assert.equal((await post(`${path}/ruleChain/${called.id.id}`)).at('name'), 'Called')
  assert.deepEqual((await get(missing)).body, {})
})

test('an edge that is away is not synchronised; without edges none is made', async (t) => {
  const { post, makeEdge } = await openEdges(t)
  const edge = await makeEdge('Edge')
  const away = await post(`/api/edge/sync/${edge.id.id}`)
  assert.deepEqual([away.status, /isn’t connected/.test(away.text)], [400, true])
  const without = await openEntities(t, { edges: false })
  await without.makeTemplateRoot()
  const rejected = await without.post('/api/edge', { name: 'a', type: 'b', routingKey: 'c', secret: 'd' })
  assert.deepEqual([rejected.status, /SONDE_EDGES/.test(rejected.text)], [400, true])
})

test('imports edges, with keys of their own or new ones; found along relations', async (t) => {
  const { get, post, makeAsset } = await openEdges(t)
  const columns = ['NAME', 'TYPE', 'ROUTING_KEY', 'SECRET'].map((type) => ({ type }))
  const mapping = { columns, delimiter: ',', header: false, update: false }
  const imported = await post('/api/edge/bulk_import', { file: 'E,site,k,s\nF,site,k,s\nG,site,,', mapping })
  assert.deepEqual([imported.at('created'), imported.at('updated'), imported.at('errors')], [2, 0, 1])
  assert.match(String(imported.at('errorsList.0')), /^Line 2: /)
  const made = (await get<Edge>('/api/tenant/edges?edgeName=G')).body
  assert.match(`${made.routingKey} ${made.secret}`, /^[0-9a-f-]{36} [A-Za-z0-9]{20}$/)
  const again = await post('/api/edge/bulk_import', { file: 'E,other,,', mapping })
  assert.deepEqual([again.at('updated'), again.at('errors')], [1, 0])
  const asset = await makeAsset('A')
  const edge = (await post<Edge>('/api/edge', { name: 'X', type: 'site', routingKey: 'x', secret: 'y' })).body
  await post('/api/relation', { from: asset.id, to: edge.id, type: 'Contains' })
  const parameters = { rootId: asset.id.id, rootType: 'ASSET', direction: 'FROM', maxLevel: 1 }
  const found = await post('/api/edges', { parameters, relationType: 'Contains', edgeTypes: ['site'] })
  assert.equal(found.at('0.name'), 'X')
})
