import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Caller, openLibrary, resourceBytesMax } from './library-testing.ts'

const base64 = (text: string) => Buffer.from(text).toString('base64')
const store = (fileName: string, more: object = {}) => ({
  title: `Title of ${fileName}`,
  resourceType: 'JKS',
  fileName,
  data: base64('x'),
  ...more,
})
const modelOf = (id: number, name = 'Thing', resource = 'Level') => ({
  resourceType: 'LWM2M_MODEL',
  fileName: `${id}.xml`,
  data: base64(
    `<LWM2M><Object><Name>${name}</Name><ObjectID>${id}</ObjectID><Resources><Item ID="1"><Name>${resource}</Name><Operations>R</Operations></Item></Resources></Object></LWM2M>`,
  ),
})
const page = 'pageSize=10&page=0'

test('a file is kept, shown without and with its content, renamed and deleted', async (t) => {
  const { get, post, del, messages, changes, auditActions } = await openLibrary(t)
  const made = await post('/api/resource', store('a.jks'))
  assert.equal(made.status, 200)
  assert.equal(made.at('resourceKey'), 'a.jks')
  assert.equal(made.at('data'), 'eA==')
  const id = made.at('id.id')
  const info = await get(`/api/resource/info/${id}`)
  assert.equal(info.at('title'), 'Title of a.jks')
  assert.equal(info.at('data'), undefined)
  const listed = await get(`/api/resource?${page}`)
  assert.deepEqual([listed.at('totalElements'), listed.at('data.0.data')], [1, undefined])

  // The form sends only the title, or everything that it received.
  const renamed = await post('/api/resource', { id: made.at('id'), title: 'New', resourceType: 'JKS' })
  assert.deepEqual(['title', 'data', 'fileName', 'createdTime'].map(renamed.at), [
    'New',
    'eA==',
    'a.jks',
    made.at('createdTime'),
  ])
  const other = await post('/api/resource', { id: made.at('id'), title: 'New', resourceType: 'PKCS_12' })
  assert.equal(other.status, 400)

  assert.equal((await del(`/api/resource/${id}`)).status, 200)
  assert.equal((await get(`/api/resource/${id}`)).status, 404)
  assert.deepEqual(
    changes.map(({ kind, entity }) => `${kind} ${entity.entityType}`),
    ['created TB_RESOURCE', 'updated TB_RESOURCE', 'deleted TB_RESOURCE'],
  )
  assert.equal(messages.length, 3)
  assert.ok(
    messages.every(({ message }) => !message.data.includes('eA==')),
    'rules do not get the file',
  )
  assert.deepEqual(await auditActions(), [
    'ADDED TB_RESOURCE Title of a.jks SUCCESS',
    'DELETED TB_RESOURCE New SUCCESS',
    'UPDATED TB_RESOURCE New FAILURE',
    'UPDATED TB_RESOURCE New SUCCESS',
  ])
})

test('a download is a file to be saved, whatever it holds and is called', async (t) => {
  const { get, post } = await openLibrary(t)
  const script = '<script>alert(1)</script>'
  const made = await post('/api/resource', store('page.html', { data: base64(script) }))
  const { status, headers, text } = await get(`/api/resource/${made.at('id.id')}/download`)
  assert.deepEqual([status, text], [200, script])
  assert.equal(headers.get('content-type'), 'application/octet-stream')
  assert.equal(headers.get('content-disposition'), 'attachment;filename=page.html')
  assert.equal(headers.get('x-filename'), 'page.html')
  assert.equal(headers.get('x-content-type-options'), 'nosniff')
  assert.match(headers.get('content-security-policy') ?? '', /sandbox/)
  const odd = await post('/api/resource', store('ключ "1"\r\n; x.jks'))
  const { headers: oddHeaders } = await get(`/api/resource/${odd.at('id.id')}/download`)
  assert.equal(
    oddHeaders.get('content-disposition'),
    "attachment;filename*=UTF-8''%D0%BA%D0%BB%D1%8E%D1%87%20%221%22%0D%0A%3B%20x.jks",
  )
})

test('what is wrong with a file is said', async (t) => {
  const { post } = await openLibrary(t)
  const rejected = async (body: object, reason: RegExp) => {
    const answer = await post('/api/resource', body)
    assert.deepEqual([answer.status, answer.at('errorCode')], [400, 31], answer.text)
    assert.match(String(answer.at('message')), reason)
  }
  await rejected({}, /resourceType is missing/)
  await rejected(store('a', { resourceType: 'EXE' }), /resourceType must be one of LWM2M_MODEL, JKS, PKCS_12/)
  await rejected(store('a', { data: '' }), /Send the file as Base64/)
  await rejected(store('a', { data: null }), /Send the file as Base64/)
  await rejected(store('a', { data: 'no base64!' }), /must be Base64/)
  await rejected(store('a', { title: ' ' }), /Enter a title for the resource/)
  await rejected(store('a', { title: '<b>' }), /can’t contain HTML/)
  await rejected(store(' '), /Enter a file name for the resource/)
  await rejected(store('x'.repeat(256)), /fileName has more than 255/)
  await rejected({ ...modelOf(1), data: base64('not xml') }, /The XML can’t be read/)
  await rejected({ ...modelOf(1), data: base64('<LWM2M><Object>') }, /<Object> is not closed in line 1/)
})

test('a file name or a model is there once per tenant', async (t) => {
  const { post } = await openLibrary(t)
  assert.equal((await post('/api/resource', store('a.jks'))).status, 200)
  const again = await post('/api/resource', store('a.jks'))
  assert.equal(again.status, 400)
  assert.match(String(again.at('message')), /file name a\.jks already/)
  assert.equal((await post('/api/resource', store('a.jks', { resourceType: 'PKCS_12' }))).status, 200)
  assert.equal((await post('/api/resource', store('a.jks'), 'stranger')).status, 200)
  const model = await post('/api/resource', modelOf(5))
  assert.deepEqual([model.at('resourceKey'), model.at('title')], ['5_1.0', 'Thing id=5 v1.0'])
  assert.match((await post('/api/resource', modelOf(5))).text, /model 5_1\.0 already/)
})

test('the system’s files are seen by tenants, who cannot touch them; a tenant’s own comes first', async (t) => {
  const { get, post, del } = await openLibrary(t)
  const titles = async (as: Caller) => {
    const { at } = await get(`/api/resource?${page}&sortProperty=title&sortOrder=ASC`, as)
    return (at('data') as { title: string }[]).map(({ title }) => title)
  }
  const system = await post('/api/resource', store('both.jks', { title: 'System' }), 'sys')
  await post('/api/resource', store('only.jks', { title: 'Only system' }), 'sys')
  const own = await post('/api/resource', store('both.jks', { title: 'Own' }))
  assert.deepEqual(await titles('sys'), ['Only system', 'System'])
  assert.deepEqual(await titles('admin'), ['Only system', 'Own'])
  assert.deepEqual(await titles('stranger'), ['Only system', 'System'])

  const path = `/api/resource/${system.at('id.id')}`
  assert.equal((await get(`${path}/download`, 'stranger')).status, 200)
  assert.equal((await del(path)).status, 403)
  assert.equal((await post('/api/resource', { ...store('b'), id: system.at('id') })).status, 403)
  for (const as of ['stranger', 'sys', 'user'] as const) {
    assert.equal((await get(`/api/resource/${own.at('id.id')}`, as)).status, 403, as)
    assert.equal((await del(`/api/resource/${own.at('id.id')}`, as)).status, 403, as)
  }
})

test('objects of models are offered by page and by key; the tenant’s model comes before the system’s', async (t) => {
  const { get, post } = await openLibrary(t)
  await post('/api/resource', modelOf(300, 'Alpha', 'System Level'), 'sys')
  await post('/api/resource', modelOf(20, 'Omega'), 'sys')
  await post('/api/resource', modelOf(300, 'Alpha', 'Own Level'))
  await post('/api/resource', store('a.jks'))
  const ids = async (path: string, as: Caller = 'admin') =>
    (JSON.parse((await get(`/api/resource/lwm2m${path}`, as)).text) as { id: number }[]).map(({ id }) => id)
  assert.deepEqual(await ids(`/page?${page}`), [20, 300])
  assert.deepEqual(await ids(`/page?${page}&sortProperty=name&sortOrder=ASC`), [300, 20])
  assert.deepEqual(await ids('/page?pageSize=1&page=1&sortProperty=id&sortOrder=DESC'), [20])
  assert.deepEqual(await ids(`/page?${page}&textSearch=ALPH`), [300])
  assert.deepEqual(await ids('?sortOrder=ASC&sortProperty=name&objectIds=20_1.0,300_1.0,9_1.0'), [300, 20])
  assert.deepEqual(await ids('?sortOrder=ASC&sortProperty=id'), [])
  const keyName = async (as: Caller) =>
    (await get('/api/resource/lwm2m?sortOrder=ASC&sortProperty=id&objectIds=300_1.0', as)).at(
      '0.instances.0.resources.0.keyName',
    )
  assert.deepEqual([await keyName('admin'), await keyName('stranger')], ['ownLevel', 'systemLevel'])
  assert.equal((await get('/api/resource/lwm2m?sortOrder=ASC&sortProperty=size')).status, 400)
})

test('a tenant’s files take no more bytes than its profile allows', async (t) => {
  const { post, del } = await openLibrary(t)
  const bytes = (count: number) => Buffer.alloc(count, 1).toString('base64')
  const made = await post('/api/resource', store('a', { data: bytes(resourceBytesMax - 1) }))
  assert.equal(made.status, 200)
  const full = await post('/api/resource', store('b', { data: bytes(2) }))
  assert.equal(full.status, 400)
  assert.match(String(full.at('message')), /limit is 1000 B/)
  const grown = await post('/api/resource', { ...store('a', { data: bytes(resourceBytesMax + 1) }), id: made.at('id') })
  assert.equal(grown.status, 400)
  assert.equal((await post('/api/resource', store('b', { data: bytes(1) }))).status, 200)
  assert.equal((await post('/api/resource', store('c', { data: bytes(2_000) }), 'sys')).status, 200)
  await del(`/api/resource/${made.at('id.id')}`)
  assert.equal((await post('/api/resource', store('d', { data: bytes(500) }))).status, 200)
})
