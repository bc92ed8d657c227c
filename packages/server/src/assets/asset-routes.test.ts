import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Asset } from '@sonde/model/assets/asset'
import type { Info } from '@sonde/model/assignables/assignable'
import { NIL_UUID } from '@sonde/model/ids'
import type { PageData } from '@sonde/model/paging'
import { adminOnly, type Caller, openEntities, unknownId } from '../assignables/testing-http.ts'

test('an asset over its calls: made, changed, read, listed, deleted', async (t) => {
  const { get, post, del, makeAsset, messages, changes } = await openEntities(t)
  const asset = await makeAsset('Plant', { label: 'north', additionalInfo: { description: 'x' } })
  assert.deepEqual([asset.customerId.id, asset.additionalInfo], [NIL_UUID, { description: 'x' }])
  const id = asset.id.id
  assert.equal((await post('/api/asset', { ...asset, label: 'south' })).at('label'), 'south')
  assert.equal((await get(`/api/asset/${id.toUpperCase()}`)).at('label'), 'south')
  const info = (await get<Info<Asset>>(`/api/asset/info/${id}`)).body
  assert.deepEqual([info.customerTitle, info.customerIsPublic], [null, false])
  assert.equal((await get('/api/tenant/assets?assetName=Plant')).at('id.id'), id)
  assert.equal((await get('/api/tenant/assets?assetName=nope')).status, 404)
  assert.deepEqual(
    (await get<Asset[]>(`/api/assets?assetIds=${id},${unknownId},${id}`)).body.map((each) => each.name),
    ['Plant'],
  )
  assert.equal((await get('/api/assets?assetIds=x')).status, 400)
  assert.deepEqual((await get('/api/asset/types')).at('0.type'), 'plant')
  const page = (await get<PageData<object>>('/api/tenant/assets?pageSize=1&page=0')).body
  assert.deepEqual([page.totalElements, page.totalPages, page.hasNext], [1, 1, false])
  assert.ok(page.data[0] && !('customerTitle' in page.data[0]))
  assert.equal((await del(`/api/asset/${id}`)).status, 200)
  for (const gone of [await get(`/api/asset/${id}`), await del(`/api/asset/${id}`)]) {
    assert.deepEqual([gone.status, gone.at('errorCode')], [404, 32])
  }
  assert.deepEqual(
    messages.map(({ type }) => type),
    ['ENTITY_CREATED', 'ENTITY_UPDATED', 'ENTITY_DELETED'],
  )
  assert.deepEqual(
    changes.map(({ kind }) => kind),
    ['created', 'updated', 'deleted'],
  )
})

test('refuses what is not an asset and names the field', async (t) => {
  const { get, post, makeAsset } = await openEntities(t)
  const long = 'x'.repeat(256)
  for (const [body, named] of [
    [{}, /name is missing/],
    [{ name: 'a' }, /type is missing/],
    [{ name: '', type: 'x' }, /name is empty/],
    [{ name: '  ', type: 'x' }, /a name/],
    [{ name: 'a', type: ' ' }, /a type/],
    [{ name: 5, type: 'x' }, /name/],
    [{ name: long, type: 'x' }, /name/],
    [{ name: 'a', type: long }, /type/],
    [{ name: 'a', type: 'x', label: long }, /label/],
    [{ name: '<b>a</b>', type: 'x' }, /name can’t contain HTML/],
    [{ name: 'a', type: 'TbServiceQueue' }, /reserved/],
    [{ name: 'a', type: 'x', id: { entityType: 'DEVICE', id: unknownId } }, /id/],
    [[], /body/],
  ] as const) {
    const answer = await post('/api/asset', body)
    assert.deepEqual([answer.status, answer.at('errorCode')], [400, 31], JSON.stringify(body).slice(0, 80))
    assert.match(String(answer.at('message')), named)
  }
  await makeAsset('x'.repeat(255), { type: 'y'.repeat(255), label: 'z'.repeat(255) })
  await makeAsset('Taken')
  const taken = await post('/api/asset', { name: 'Taken', type: 'x' })
  assert.deepEqual([taken.status, taken.at('errorCode')], [400, 31])
  assert.equal((await post('/api/asset', { name: 'a', type: 'x', id: { id: unknownId } })).status, 404)
  for (const query of ['', 'pageSize=0&page=0', 'pageSize=10&page=-1', 'pageSize=1&page=0&sortProperty=secret']) {
    assert.equal((await get(`/api/tenant/assets?${query}`)).status, 400, query)
    assert.equal((await get(`/api/tenant/assetInfos?${query}`)).status, 400, query)
  }
})

test('lists sort by every property, search without regard to case and narrow by type', async (t) => {
  const { get, makeAsset, post, customerId } = await openEntities(t)
  const b = await makeAsset('Beta', { label: '2' })
  await makeAsset('alpha', { type: 'hall', label: '1' })
  await makeAsset('Gamma_1', { label: '3' })
  await post(`/api/customer/${customerId}/asset/${b.id.id}`)
  const names = async (query: string) =>
    (await get<PageData<Asset>>(`/api/tenant/assetInfos?pageSize=10&page=0&${query}`)).body.data.map((one) => one.name)
  for (const property of ['createdTime', 'id', 'name', 'type', 'label', 'tenantId', 'customerId', 'customerTitle']) {
    const sorted = await names(`sortProperty=${property}&sortOrder=ASC`)
    assert.equal(sorted.length, 3, property)
    assert.deepEqual(await names(`sortProperty=${property}&sortOrder=DESC`), sorted.reverse(), property)
  }
  assert.deepEqual(await names('sortProperty=name'), ['alpha', 'Beta', 'Gamma_1'])
  assert.deepEqual(await names('sortProperty=label&sortOrder=DESC'), ['Gamma_1', 'Beta', 'alpha'])
  assert.deepEqual(await names('textSearch=BET'), ['Beta'])
  assert.deepEqual(await names('textSearch=_'), ['Gamma_1'])
  assert.deepEqual(await names('textSearch=acme'), ['Beta'])
  assert.deepEqual(await names('type=hall'), ['alpha'])
  assert.equal((await names('type=')).length, 3)
})

test('who may: customers their own, visitors what is public, strangers nothing', async (t) => {
  const { get, statuses, post, del, makeAsset, customerId, tenantIds } = await openEntities(t)
  const { id } = await makeAsset('Plant')
  const path = `/api/asset/${id.id}`
  const none = adminOnly
  assert.deepEqual(await statuses(path), none)
  assert.deepEqual(await statuses(`/api/asset/info/${id.id}`), none)
  const assigned = await post(`/api/customer/${customerId}/asset/${id.id}`)
  assert.equal(assigned.at('customerId.id'), customerId)
  assert.deepEqual(await statuses(path), { ...none, user: 200 })
  assert.equal((await get(`/api/customer/${customerId}/assets?pageSize=9&page=0`, 'user')).at('totalElements'), 1)
  assert.equal(
    (await get(`/api/customer/${customerId}/assetInfos?pageSize=9&page=0`, 'user')).at('data.0.customerTitle'),
    'Acme',
  )
  for (const as of ['stranger', 'neighbour', 'visitor'] as const) {
    assert.equal((await get(`/api/customer/${customerId}/assets?pageSize=9&page=0`, as)).status, 403, as)
    assert.deepEqual((await get(`/api/assets?assetIds=${id.id}`, as)).body, [], as)
  }
  // Customer users can update their assets, but can't create, assign or delete any.
  assert.equal((await post('/api/asset', { id, name: 'Renamed', type: 'plant' }, 'user')).status, 200)
  assert.equal((await post('/api/asset', { id, name: 'Mine', type: 'plant' }, 'neighbour')).status, 403)
  assert.equal((await post('/api/asset', {}, 'user')).status, 403, 'told before what is missing')
  assert.equal((await del(path, 'user')).status, 403)
  assert.equal((await del(path, 'stranger')).status, 403)
  assert.equal((await post(`/api/customer/${customerId}/asset/${id.id}`, undefined, 'user')).status, 403)
  assert.equal((await post(`/api/customer/${customerId}/asset/${id.id}`, undefined, 'stranger')).status, 403)
  assert.equal((await post(`/api/customer/${unknownId}/asset/${id.id}`)).status, 404)
  assert.equal((await post(`/api/customer/${customerId}/asset/${unknownId}`)).status, 404)
  assert.equal((await get('/api/asset/not-an-id')).status, 400)
  assert.equal((await get('/api/tenant/assets?assetName=Renamed', 'stranger')).status, 404)
  assert.equal((await del(`/api/customer/asset/${id.id}`)).at('customerId.id'), NIL_UUID)
  assert.equal((await del(`/api/customer/asset/${id.id}`)).status, 400)
  assert.equal((await post(`/api/customer/public/asset/${id.id}`)).status, 200)
  assert.deepEqual(await statuses(path), { ...none, visitor: 200 })
  assert.equal((await get(`/api/asset/info/${id.id}`)).at('customerIsPublic'), true)
  assert.equal(
    (await post('/api/asset', { id, name: 'x', type: 'y', tenantId: tenantIds.other })).at('tenantId.id'),
    tenantIds.own.id,
  )
})

test('found along relations, of the wanted types', async (t) => {
  const { post, makeAsset } = await openEntities(t)
  const [site, hall, shed] = [
    await makeAsset('Site'),
    await makeAsset('Hall', { type: 'hall' }),
    await makeAsset('Shed', { type: 'shed' }),
  ]
  for (const to of [hall.id, shed.id]) await post('/api/relation', { from: site.id, to, type: 'Contains' })
  const parameters = { rootId: site.id.id, rootType: 'ASSET', direction: 'FROM', maxLevel: 1 }
  const search = async (body: object, as: Caller = 'admin') => post<Asset[]>('/api/assets', { parameters, ...body }, as)
  assert.deepEqual(
    (await search({ relationType: 'Contains', assetTypes: ['hall'] })).body.map((each) => each.name),
    ['Hall'],
  )
  assert.deepEqual((await search({ relationType: 'Manages', assetTypes: ['hall'] })).body, [])
  assert.equal((await search({ assetTypes: 'hall' })).status, 400)
  assert.equal((await search({ assetTypes: ['hall'] }, 'stranger')).status, 403)
})

test('an asset takes its relations along; its customer gives it back', async (t) => {
  const { post, del, get, makeAsset, customers, admin, customerId } = await openEntities(t)
  const [a, b] = [await makeAsset('A'), await makeAsset('B')]
  await post('/api/relation', { from: a.id, to: b.id, type: 'Contains' })
  assert.equal((await del(`/api/asset/${a.id.id}`)).status, 200)
  assert.deepEqual((await get(`/api/relations?toId=${b.id.id}&toType=ASSET`)).body, [])
  await post(`/api/customer/${customerId}/asset/${b.id.id}`)
  await customers.remove(admin, customerId)
  assert.equal((await get(`/api/asset/${b.id.id}`)).at('customerId.id'), NIL_UUID)
})

test('imports assets, names the lines that fail and the columns that assets lack', async (t) => {
  const { get, post, telemetry, attributes, assets, admin } = await openEntities(t)
  const run = (file: string, columns: object[], as: Caller = 'admin') =>
    post('/api/asset/bulk_import', { file, mapping: { columns, delimiter: ',', header: true, update: true } }, as)
  const columns = [
    { type: 'NAME' },
    { type: 'TYPE' },
    { type: 'LABEL' },
    { type: 'SERVER_ATTRIBUTE', key: 'floor' },
    { type: 'TIMESERIES', key: 'load' },
  ]
  const first = await run('name,type,label,floor,load\nA1,bld,x,3,1.5\nA2,bld,,,\n,bld,,,\nA3,,,,\nA1,hall,,,', columns)
  assert.deepEqual(first.body, {
    created: 2,
    updated: 1,
    errors: 2,
    errorsList: ['Line 4: Enter a name for the asset.', 'Line 5: Enter a type for the asset.'],
  })
  const asset = await assets.getByName(admin, 'A1')
  assert.deepEqual([asset.type, asset.label], ['hall', 'x'])
  assert.equal((await attributes.attributes(asset.id.id, 'SERVER_SCOPE', ['floor']))[0]?.value, 3)
  assert.equal((await telemetry.latest(admin, asset.id, ['load']))[0]?.value, 1.5)
  const wrong = await run('a,b,c', [{ type: 'NAME' }, { type: 'TYPE' }, { type: 'ACCESS_TOKEN' }])
  assert.deepEqual([wrong.status, wrong.at('errorCode')], [400, 31])
  assert.match(String(wrong.at('message')), /ACCESS_TOKEN doesn’t exist for assets/)
  assert.equal((await run('a', [{ type: 'NAME' }])).status, 400)
  assert.equal((await run('a', [{ type: 'NOPE' }])).status, 400)
  assert.equal((await run('a,b', [{ type: 'NAME' }, { type: 'TYPE' }], 'user')).status, 403)
  assert.equal((await get('/api/tenant/assets?pageSize=9&page=0')).at('totalElements'), 2)
})
