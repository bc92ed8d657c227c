import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import type { OtaPackageInfo } from '@sonde/model/ota-packages/ota-package'
import type { PageData } from '@sonde/model/paging'
import { openPackageWorld, type PackageWorld } from './testing-http.ts'

const page = 'pageSize=10&page=0&sortProperty=title&sortOrder=ASC'
const filesOf = ({ dataFolder }: PackageWorld): string[] => {
  try {
    return readdirSync(join(dataFolder, 'ota-packages'))
  } catch {
    return []
  }
}

test('a package is described, uploaded once, read and downloaded', async (t) => {
  const world = await openPackageWorld(t)
  const { as, make, upload } = world
  const info = await make('FIRMWARE', { title: 'Fw', tag: 'Fw 1.0', additionalInfo: { description: 'x' } })
  assert.deepEqual([info.hasData, info.dataSize, info.url, info.tag], [false, null, null, 'Fw 1.0'])
  const path = `/api/otaPackage/${info.id.id}`
  assert.equal((await as('admin', 'GET', `${path}/download`)).status, 404)

  const wrong = await upload(info.id.id, 'hello', 'checksumAlgorithm=SHA256&checksum=00')
  assert.deepEqual([wrong.status, filesOf(world)], [400, []])
  assert.match(wrong.text, /SHA256 is 2cf24dba/)
  const uploaded = await upload(info.id.id, 'hello')
  assert.equal(uploaded.status, 200)
  const { data, ...whole } = uploaded.body
  assert.equal(data, 'aGVsbG8=')
  assert.deepEqual(
    [whole.hasData, whole.fileName, whole.contentType, whole.checksumAlgorithm, whole.checksum, whole.dataSize],
    [true, 'fw.bin', 'application/octet-stream', 'SHA256', createHash('sha256').update('hello').digest('hex'), 5],
  )
  const again = await upload(info.id.id, 'hello', 'checksumAlgorithm=MURMUR3_128')
  assert.deepEqual([again.status, filesOf(world).length], [400, 1])
  assert.deepEqual((await as('admin', 'GET', path)).body, { ...whole, data: 'aGVsbG8=' })
  assert.deepEqual((await as('admin', 'GET', `/api/otaPackages/${info.id.id}`)).body.data, 'aGVsbG8=')
  assert.equal((await as('user', 'GET', `/api/otaPackages/${info.id.id}`)).body.data, null)
  assert.deepEqual((await as('user', 'GET', `/api/otaPackage/info/${info.id.id}`)).body, whole)

  const download = await as('admin', 'GET', `${path}/download`)
  assert.equal(download.text, 'hello')
  const header = (name: string) => download.headers.get(name)
  assert.deepEqual(
    [header('x-filename'), header('content-disposition'), header('content-type'), header('content-length')],
    ['fw.bin', 'attachment;filename=fw.bin', 'application/octet-stream', '5'],
  )
  for (const [token, status] of [
    ['user', 403],
    ['stranger', 403],
    ['nobody', 401],
  ] as const) {
    assert.equal((await as(token, 'GET', `${path}/download`)).status, status, token)
    assert.equal((await as(token, 'DELETE', path)).status, status, token)
  }
  assert.equal((await as('stranger', 'GET', `/api/otaPackage/info/${info.id.id}`)).status, 403)
})

test('a given checksum is compared in every algorithm, whatever the case of both', async (t) => {
  const { make, upload } = await openPackageWorld(t)
  for (const [algorithm, checksum] of [
    ['MD5', '5D41402ABC4B2A76B9719D911017C592'],
    ['CRC32', '86a61036'],
    ['MURMUR3_32', '47fa8b24'],
    ['MURMUR3_128', '029bbd41b3a7d8cb191dae486a901e5b'],
  ] as const) {
    const { id } = await make()
    const query = `checksumAlgorithm=${algorithm}&checksum=`
    assert.equal((await upload(id.id, 'hallo', query + checksum)).status, 400, algorithm)
    const { status, body } = await upload(id.id, 'hello', query + checksum)
    assert.deepEqual([status, body.checksum], [200, checksum.toLowerCase()], algorithm)
    const other = await make()
    const lower = await upload(other.id.id, 'hello', `checksumAlgorithm=${algorithm.toLowerCase()}`)
    assert.deepEqual([lower.status, lower.body.checksumAlgorithm], [200, algorithm])
  }
  const { id } = await make()
  assert.equal((await upload(id.id, 'hello', 'checksumAlgorithm=SHA1')).status, 400)
  assert.equal((await upload(id.id, 'hello', 'checksum=00')).status, 400)
})

test('lists show all packages; those of a profile and a type only what can be fetched', async (t) => {
  const { as, make, makeWithFile, profileId, profiles, admin } = await openPackageWorld(t)
  await make('FIRMWARE', { title: 'A empty' })
  await makeWithFile('FIRMWARE', 'x', { title: 'B file' })
  await make('FIRMWARE', { title: 'C url', url: 'https://example.org/fw.bin', usesUrl: true })
  await makeWithFile('SOFTWARE', 'x', { title: 'D software' })
  const other = await profiles.save(admin, { name: 'Other', type: 'DEFAULT', transportType: 'DEFAULT' })
  await make('FIRMWARE', { title: 'E other', deviceProfileId: other.id, url: 'coap://x', usesUrl: true })
  const titles = async (path: string, token = 'admin') => {
    const { body } = await as<PageData<OtaPackageInfo>>(token, 'GET', path)
    return body.data.map(({ title, hasData }) => `${title}${hasData ? '' : ' (nothing)'}`)
  }
  assert.deepEqual(await titles(`/api/otaPackages?${page}`), [
    'A empty (nothing)',
    'B file',
    'C url',
    'D software',
    'E other',
  ])
  assert.deepEqual(await titles(`/api/otaPackages?${page}&textSearch=SOFT`), ['D software'])
  assert.deepEqual(await titles(`/api/otaPackages/${profileId.id}/FIRMWARE?${page}`), ['B file', 'C url'])
  assert.deepEqual(await titles(`/api/otaPackages/${profileId.id}/SOFTWARE?${page}`, 'user'), ['D software'])
  assert.deepEqual(await titles(`/api/otaPackages?${page}`, 'stranger'), [])
  for (const property of ['createdTime', 'version', 'tag', 'type', 'url', 'fileName', 'dataSize', 'checksum']) {
    const path = `/api/otaPackages?pageSize=2&page=1&sortProperty=${property}&sortOrder=DESC`
    assert.equal((await as<PageData<OtaPackageInfo>>('admin', 'GET', path)).body.data.length, 2, property)
  }
  assert.equal((await as('admin', 'GET', '/api/otaPackages?pageSize=1&page=0&sortProperty=data')).status, 400)
})

test('what a package must have, and what never changes', async (t) => {
  const { as, make, makeWithFile } = await openPackageWorld(t)
  const save = (body: object) => as('admin', 'POST', '/api/otaPackage', { body })
  const plain = { title: 'T', version: '1', type: 'FIRMWARE' }
  for (const [wrong, words] of [
    [{ ...plain, title: '' }, /title/],
    [{ ...plain, title: 'x'.repeat(256) }, /title/],
    [{ ...plain, title: '<b>' }, /can’t contain HTML/],
    [{ ...plain, version: ' ' }, /version/],
    [{ ...plain, tag: 'x'.repeat(256) }, /tag/],
    [{ ...plain, type: 'HARDWARE' }, /type/],
    [{ ...plain, usesUrl: true, url: ' ' }, /URL/],
    [{ ...plain, usesUrl: true }, /URL/],
    [{ ...plain, deviceProfileId: { id: '0190a0a0-0000-7000-8000-000000000001' } }, /profile doesn’t exist/],
  ] as const) {
    const { status, text } = await save(wrong)
    assert.equal(status, 400, text)
    assert.match(text, words)
  }
  const info = await make('FIRMWARE', { title: 'Same' })
  assert.match((await save({ ...plain, title: 'Same', version: '1.0' })).text, /title and version already exists/)
  assert.equal((await save({ ...plain, title: 'Same', version: '2' })).status, 200)

  const whole = await makeWithFile('FIRMWARE', 'x', { title: 'Kept', tag: 'v1' })
  const changed = await save({ ...whole, additionalInfo: { description: 'new' } })
  assert.deepEqual([changed.status, changed.body.additionalInfo], [200, { description: 'new' }])
  for (const change of [
    { title: 'Other' },
    { version: '9' },
    { type: 'SOFTWARE' },
    { tag: null },
    { url: 'https://example.org' },
    { deviceProfileId: null },
    { fileName: 'other.bin' },
    { contentType: 'text/plain' },
    { checksum: '00' },
    { checksumAlgorithm: 'MD5' },
    { dataSize: 7 },
  ]) {
    const { status, text } = await save({ ...whole, ...change })
    assert.equal(status, 400, JSON.stringify(change))
    assert.match(text, /can’t change/)
  }
  const stored = await as('admin', 'GET', `/api/otaPackage/info/${whole.id.id}`)
  assert.deepEqual(stored.body, changed.body)
  assert.equal((await as('stranger', 'POST', '/api/otaPackage', { body: { ...info, title: 'X' } })).status, 403)
})

test('a package at a URL says so afterwards, and holds no file', async (t) => {
  const { as, make, upload } = await openPackageWorld(t)
  const made = await make('SOFTWARE', { url: 'https://example.org/sw.bin', usesUrl: true })
  // As in the reference API.
  assert.equal(made.hasData, false)
  const path = `/api/otaPackage/${made.id.id}`
  const { body } = await as('admin', 'GET', `/api/otaPackage/info/${made.id.id}`)
  assert.deepEqual([body.hasData, body.checksum, body.dataSize], [true, null, null])
  assert.equal((await as('admin', 'GET', `${path}/download`)).status, 400)
  assert.equal((await upload(made.id.id, 'hello')).status, 400)
})

test('what is no form with a file is refused, and nothing is left of it', async (t) => {
  const world = await openPackageWorld(t)
  const { make, send, as } = world
  const { id } = await make()
  const query = 'checksumAlgorithm=MD5'
  const form = (fill: (form: FormData) => void) => {
    const made = new FormData()
    fill(made)
    return made
  }
  const empty = await send(
    id.id,
    form((each) => each.append('file', new Blob([]), 'fw.bin')),
    query,
  )
  const noFile = await send(
    id.id,
    form((each) => each.append('note', 'x')),
    query,
  )
  const otherField = await send(
    id.id,
    form((each) => each.append('data', new Blob(['x']), 'fw.bin')),
    query,
  )
  const longName = await send(
    id.id,
    form((each) => each.append('file', new Blob(['x']), 'x'.repeat(256))),
    query,
  )
  const json = await as('admin', 'POST', `/api/otaPackage/${id.id}?${query}`, { body: {} })
  const type = (boundary: string) => ({ 'content-type': `multipart/form-data${boundary}` })
  const noBoundary = await send(id.id, 'x', query, type(''))
  const part = '--b\r\nContent-Disposition: form-data; name="file"; filename="fw.bin"\r\n\r\nhello'
  const cut = await send(id.id, part, query, type('; boundary=b'))
  const noForm = await send(id.id, 'hello', query, type('; boundary=b'))
  assert.deepEqual(
    [empty, noFile, otherField, longName, json, noBoundary, cut, noForm].map(({ status }) => status),
    [400, 400, 400, 400, 415, 400, 400, 400],
  )
  assert.match(cut.text, /broken or ended too early/)
  const tooLarge = await send(
    id.id,
    form((each) => each.append('file', new Blob([Buffer.alloc(1_000_001)]), 'fw.bin')),
  )
  assert.equal(tooLarge.status, 413, tooLarge.text)
  assert.deepEqual(filesOf(world), [])
  assert.equal((await world.upload(id.id, 'hello', `${query}&checksum=`)).status, 200)
  const { status } = await as('admin', 'POST', '/api/otaPackage', { text: 'x', headers: type('; boundary=b') })
  assert.equal(status, 415, 'a form is only taken where one is expected')
})

test('names that are no plain ones are sent so that every client understands them', async (t) => {
  const { make, upload, as } = await openPackageWorld(t)
  const { id } = await make()
  await upload(id.id, 'hello', 'checksumAlgorithm=MD5', 'Größe 1; v2.bin')
  const { headers } = await as('admin', 'GET', `/api/otaPackage/${id.id}/download`)
  assert.equal(headers.get('content-disposition'), `attachment;filename*=UTF-8''Gr%C3%B6%C3%9Fe%201%3B%20v2.bin`)
  assert.equal(decodeURIComponent(headers.get('x-filename') ?? ''), 'Größe 1; v2.bin')
})

test('of two uploads at once one is kept, whole', async (t) => {
  const world = await openPackageWorld(t)
  const { make, upload, as } = world
  const { id } = await make()
  const answers = await Promise.all(['first', 'second', 'third'].map((text) => upload(id.id, text)))
  assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 400, 400])
  const retained = answers.find(({ status }) => status === 200)?.body
  const { text } = await as('admin', 'GET', `/api/otaPackage/${id.id}/download`)
  assert.equal(createHash('sha256').update(text).digest('hex'), retained?.checksum)
  assert.equal(filesOf(world).length, 1)
})

test('a tenant has no more bytes than its profile allows', async (t) => {
  const { storage, commit, make, upload, makeWithFile, admin } = await openPackageWorld(t)
  const { build } = storage.relational
  const profile_data = JSON.stringify({ configuration: { type: 'DEFAULT', maxOtaPackagesInBytes: 8 } })
  const tenantId = { entityType: 'TENANT' as const, id: admin.tenantId }
  await commit({
    statements: [storage.relational.statement(build.updateTable('tenant_profile').set({ profile_data }))],
    changes: [{ kind: 'updated', entity: tenantId, tenantId: admin.tenantId, customerId: admin.customerId }],
  })
  await makeWithFile('FIRMWARE', 'hello')
  const { id } = await make()
  const rejected = await upload(id.id, 'hello')
  assert.deepEqual([rejected.status, /the limit is 8 B/.test(rejected.text)], [400, true], rejected.text)
  assert.equal((await upload(id.id, Buffer.alloc(100_000))).status, 400)
  assert.equal((await upload(id.id, 'hel')).status, 200)
})

test('files that no package names go at the start, those of packages that are gone go later', async (t) => {
  const world = await openPackageWorld(t)
  const { makeWithFile, packages, dataFolder, as } = world
  const [retained, gone] = [await makeWithFile(), await makeWithFile()]
  assert.equal(filesOf(world).length, 2)
  writeFileSync(join(dataFolder, 'ota-packages', 'orphan'), 'x')
  writeFileSync(join(dataFolder, 'ota-packages', 'broken-off.part'), 'x')
  assert.equal((await as('admin', 'DELETE', `/api/otaPackage/${gone.id.id}`)).status, 200)
  assert.equal(filesOf(world).length, 4, 'a backup may still want them')
  await packages.start()
  assert.equal(filesOf(world).length, 1)
  const { text } = await as('admin', 'GET', `/api/otaPackage/${retained.id.id}/download`)
  assert.equal(text, 'hello')
  assert.equal(readFileSync(join(dataFolder, 'ota-packages', filesOf(world)[0] ?? ''), 'utf8'), 'hello')
})
