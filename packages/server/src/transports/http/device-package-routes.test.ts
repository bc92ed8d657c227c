import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openPackageWorld } from '../../ota-packages/testing-http.ts'

test('a device fetches its firmware, whole or in chunks', async (t) => {
  const world = await openPackageWorld(t)
  const { devices, profiles, admin, makeWithFile, as, profileId } = world
  const fw = await makeWithFile('FIRMWARE', '0123456789')
  const device = await devices.save(admin, { name: 'D' }, { credentialsType: 'ACCESS_TOKEN', credentialsId: 'T' })
  const get = (query: string, kind = 'firmware', token = 'T') => as('none', 'GET', `/api/v1/${token}/${kind}?${query}`)
  const named = `title=${encodeURIComponent(fw.title)}&version=1.0`
  assert.equal((await get(named)).status, 404, 'none assigned')
  await devices.save(admin, { ...device, firmwareId: fw.id }, null)

  const whole = await get(named)
  const header = (name: string) => whole.headers.get(name)
  assert.deepEqual([whole.status, whole.text], [200, '0123456789'])
  assert.deepEqual(
    [header('content-type'), header('content-disposition'), header('x-filename'), header('content-length')],
    ['application/octet-stream', 'attachment;filename=fw.bin', 'fw.bin', '10'],
  )
  assert.equal((await get(`${named}&size=0&chunk=0`)).text, '0123456789')
  const chunks = await Promise.all([0, 1, 2, 3, 4].map((n) => get(`${named}&size=4&chunk=${n}`)))
  assert.deepEqual(
    chunks.map(({ status, text }) => `${status} ${text}`),
    ['200 0123', '200 4567', '200 89', '200 ', '200 '],
  )
  const huge = await get(`${named}&size=2147483647&chunk=2147483647`)
  assert.deepEqual([huge.status, huge.text], [200, ''])

  assert.equal((await get('title=Other&version=1.0')).status, 400)
  assert.equal((await get(`title=${encodeURIComponent(fw.title)}&version=2`)).status, 400)
  assert.equal((await get(`${named}&size=-1`)).status, 400)
  assert.equal((await get('version=1.0')).status, 400)
  assert.equal((await get(named, 'software')).status, 404)
  assert.equal((await get(named, 'firmware', 'unknown')).status, 401)

  const sw = await makeWithFile('SOFTWARE', 'sw')
  await profiles.save(admin, { ...(await profiles.get(admin, profileId.id)), softwareId: sw.id })
  const software = await get(`title=${encodeURIComponent(sw.title)}&version=1.0`, 'software')
  assert.deepEqual([software.status, software.text], [200, 'sw'])
})

test('what lies elsewhere is not fetched here', async (t) => {
  const { devices, admin, make, as } = await openPackageWorld(t)
  const { id, title } = await make('FIRMWARE', { url: 'https://example.org/fw.bin', usesUrl: true })
  const credentials = { credentialsType: 'ACCESS_TOKEN' as const, credentialsId: 'T' }
  await devices.save(admin, { name: 'D', firmwareId: id }, credentials)
  const { status } = await as('none', 'GET', `/api/v1/T/firmware?title=${encodeURIComponent(title)}&version=1.0`)
  assert.equal(status, 404)
})
