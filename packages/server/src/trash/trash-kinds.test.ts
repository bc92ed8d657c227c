/** Specifics of entity types in the trash: files, parts, keys, calls, and the system's own entities. */

import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { PageData } from '@sonde/model/paging'
import type { TrashItem } from '@sonde/model/trash/trash'
import { connectAsync } from 'mqtt'
import { openTrash, type TestEntity } from './testing.ts'

type World = Awaited<ReturnType<typeof openTrash>>

interface Package extends TestEntity {
  readonly title: string
  readonly hasData: boolean
}

/** Creates a package with a file. */
async function packageWithFile({ httpUrl, token, make }: World, title: string, of: object = {}): Promise<Package> {
  const { id } = await make('otaPackage', { title, version: '1', type: 'FIRMWARE', ...of })
  const form = new FormData()
  form.append('file', new Blob([`file of ${title}`]), 'fw.bin')
  const response = await fetch(`${httpUrl}/api/otaPackage/${id.id}?checksumAlgorithm=SHA256`, {
    method: 'POST',
    headers: { 'X-Authorization': `Bearer ${token}` },
    body: form,
  })
  assert.equal(response.status, 200)
  return (await response.json()) as Package
}

const meter = (more: object = {}) => ({
  name: 'meter',
  type: 'DEFAULT',
  transportType: 'DEFAULT',
  profileData: { configuration: { type: 'DEFAULT' }, transportConfiguration: { type: 'DEFAULT' } },
  ...more,
})

const widget = (bundleAlias: string, name: string) => ({
  bundleAlias,
  name,
  descriptor: {
    type: 'latest',
    sizeX: 4,
    sizeY: 3,
    resources: [],
    templateHtml: '<b>x</b>',
    templateCss: '',
    controllerScript: '',
    settingsSchema: '{}',
    dataKeySettingsSchema: '{}',
    defaultConfig: '{}',
  },
})

test('an edge comes back with its root chain, assignments and keys; keys that others use are made anew', async (t) => {
  const { ok, make, restore, first } = await openTrash(t)
  const chain = await make('ruleChain', { name: 'Edge root', type: 'EDGE' })
  await ok('POST', `/api/ruleChain/${chain.id.id}/edgeTemplateRoot`)
  const keys = { routingKey: 'key', secret: 'secret' }
  const made = await make('edge', { name: 'Edge', type: 'site', ...keys })
  const { id } = made.id
  await ok('POST', `/api/edge/${id}/device/${first}`)
  await ok('POST', `/api/plugins/telemetry/EDGE/${id}/SERVER_SCOPE`, { floor: 3 })
  const devices = async () =>
    (await ok<PageData<TestEntity>>('GET', `/api/edge/${id}/devices?pageSize=9&page=0`)).data.map((each) => each.id.id)
  const before = await ok('GET', `/api/edge/${id}`)
  await ok('DELETE', `/api/edge/${id}`)
  assert.equal((await restore(id)).status, 200)
  assert.deepEqual(await ok('GET', `/api/edge/${id}`), before)
  assert.deepEqual(await devices(), [first])

  await ok('DELETE', `/api/edge/${id}`)
  await make('edge', { name: 'Edge', type: 'site', ...keys })
  assert.equal((await restore<{ taken: string }>(id)).body.taken, 'NAME')
  assert.equal((await restore<{ taken: string }>(id, { name: 'Edge 2' })).body.taken, 'CREDENTIALS')
  assert.equal((await restore(id, { name: 'Edge 2', newCredentials: true })).status, 200)
  const now = await ok<{ routingKey: string; secret: string; name: string }>('GET', `/api/edge/${id}`)
  assert.equal(now.name, 'Edge 2')
  assert.notEqual(now.routingKey, keys.routingKey)
  assert.notEqual(now.secret, keys.secret)
})

test('a package comes back with its file, and under another title where it is taken', async (t) => {
  const world = await openTrash(t, { maxOtaPackagesInBytes: 30 })
  const { ok, restore, make, httpUrl, token, call } = world
  const { id } = await packageWithFile(world, 'Meter')
  await ok('POST', `/api/plugins/telemetry/OTA_PACKAGE/${id.id}/SERVER_SCOPE`, { note: 'x' })
  const before = await ok('GET', `/api/otaPackage/info/${id.id}`)
  await ok('DELETE', `/api/otaPackage/${id.id}`)
  assert.equal((await call('GET', `/api/otaPackage/${id.id}/download`)).status, 404)
  await make('otaPackage', { title: 'Meter', version: '1', type: 'FIRMWARE' })
  assert.equal((await restore<{ taken: string }>(id.id)).body.taken, 'NAME')
  // Files in the trash don't count towards the limit; restored ones do.
  const other = await packageWithFile(world, 'Other meter')
  assert.equal((await restore(id.id, { name: 'Meter of old' })).status, 400)
  await ok('DELETE', `/api/otaPackage/${other.id.id}`)
  assert.equal((await restore(id.id, { name: 'Meter of old' })).status, 200)
  assert.deepEqual(await ok('GET', `/api/otaPackage/info/${id.id}`), { ...before, title: 'Meter of old' })
  const file = await fetch(`${httpUrl}/api/otaPackage/${id.id}/download`, {
    headers: { 'X-Authorization': `Bearer ${token}` },
  })
  assert.equal(await file.text(), 'file of Meter')
  const trashed = await ok<{ key: string }[]>(
    'GET',
    `/api/plugins/telemetry/OTA_PACKAGE/${id.id}/values/attributes/SERVER_SCOPE`,
  )
  assert.deepEqual(
    trashed.map(({ key }) => key),
    ['note'],
  )
})

test('a device profile comes back with its packages and what it names; a package whose title is taken waits', async (t) => {
  const world = await openTrash(t)
  const { ok, make, restore, list, call } = world
  const dashboard = await make('dashboard', { title: 'Plant' })
  const gone = await make('dashboard', { title: 'Gone' })
  const chain = await make('ruleChain', { name: 'chain', type: 'CORE' })
  const made = await make('deviceProfile', meter())
  const own = await packageWithFile(world, 'Own', { deviceProfileId: made.id })
  const taken = await packageWithFile(world, 'Taken', { deviceProfileId: made.id })
  const names = { firmwareId: own.id, defaultRuleChainId: chain.id, defaultDashboardId: dashboard.id }
  const profile = await make('deviceProfile', { ...made, ...meter(), ...names })
  const other = await make('deviceProfile', meter({ name: 'other', defaultDashboardId: gone.id }))
  await ok('DELETE', `/api/deviceProfile/${other.id.id}`)
  await ok('DELETE', `/api/deviceProfile/${profile.id.id}`)
  await ok('DELETE', `/api/dashboard/${gone.id.id}`)
  const items = new Map((await list()).data.map((item) => [item.name, item]))
  assert.deepEqual([...items.keys()].sort(), ['Gone', 'meter', 'other'])
  assert.equal(items.get('meter')?.parts, 2)
  assert.equal((await call('GET', `/api/otaPackage/info/${own.id.id}`)).status, 404)
  assert.equal((await restore(own.id.id)).status, 404)

  await make('otaPackage', { title: 'Taken', version: '1', type: 'FIRMWARE' })
  assert.equal((await restore(profile.id.id)).status, 200)
  assert.deepEqual(await ok('GET', `/api/deviceProfile/${profile.id.id}`), profile)
  assert.equal((await ok<Package>('GET', `/api/otaPackage/info/${own.id.id}`)).hasData, true)
  assert.deepEqual(
    (await list('&entityType=OTA_PACKAGE')).data.map(({ id }) => id.id),
    [taken.id.id],
  )
  assert.equal((await restore(taken.id.id, { name: 'Free' })).status, 200)

  assert.equal((await restore(other.id.id)).status, 200)
  const now = await ok<{ defaultDashboardId: unknown }>('GET', `/api/deviceProfile/${other.id.id}`)
  assert.equal(now.defaultDashboardId, null)
})

test('a device comes back with its own package, and hears when it has to have another one by now', async (t) => {
  const world = await openTrash(t)
  const { ok, make, restore, first } = world
  const device = await ok('GET', `/api/device/${first}`)
  const old = await packageWithFile(world, 'Old')
  await make('device', { ...device, firmwareId: old.id })
  const received = async () => {
    const path = `/api/plugins/telemetry/DEVICE/${first}/values/attributes/SHARED_SCOPE?keys=fw_title`
    return (await ok<{ value: unknown; lastUpdateTs: number }[]>('GET', path))[0]
  }
  const before = await received()
  assert.equal(before?.value, 'Old')
  await ok('DELETE', `/api/device/${first}`)
  assert.equal((await restore(first)).status, 200)
  assert.deepEqual((await ok<{ firmwareId: unknown }>('GET', `/api/device/${first}`)).firmwareId, old.id)
  assert.deepEqual(await received(), before)

  await ok('DELETE', `/api/device/${first}`)
  await ok('DELETE', `/api/otaPackage/${old.id.id}`)
  assert.equal((await restore(first)).status, 200)
  assert.equal((await ok<{ firmwareId: unknown }>('GET', `/api/device/${first}`)).firmwareId, null)
  assert.equal(await received(), undefined)
})

test('calls that waited for a device come back with it and reach it; those that expired do not', async (t) => {
  let aheadMs = 0
  const replace = { clock: { nowMs: () => Date.now() + aheadMs } }
  const { ok, restore, first, accessToken, mqttUrl } = await openTrash(t, {}, {}, { replace })
  const queue = async (expirationTime: number) =>
    (
      await ok<{ rpcId: string }>('POST', `/api/rpc/oneway/${first}`, {
        method: 'blink',
        params: {},
        persistent: true,
        expirationTime,
      })
    ).rpcId
  await queue(Date.now() + 600_000)
  const waiting = await queue(Date.now() + 6_000_000)
  const calls = async () =>
    (
      await ok<PageData<{ id: { id: string }; status: string }>>(
        'GET',
        `/api/rpc/persistent/device/${first}?pageSize=9&page=0`,
      )
    ).data.map(({ id, status }) => [id.id, status])
  assert.equal((await calls()).length, 2)
  await ok('DELETE', `/api/device/${first}`)
  aheadMs = 700_000
  assert.equal((await restore(first)).status, 200)
  assert.deepEqual(await calls(), [[waiting, 'QUEUED']])
  const client = await connectAsync(mqttUrl, { username: accessToken, reconnectPeriod: 0 })
  const received = new Promise<string>((resolve) => client.on('message', (_, payload) => resolve(String(payload))))
  await client.subscribeAsync('v1/devices/me/rpc/request/+', { qos: 1 })
  assert.equal((JSON.parse(await received) as { method: string }).method, 'blink')
  await client.endAsync()
})

test('a resource comes back under its key, or as another file', async (t) => {
  const { ok, make, restore } = await openTrash(t)
  const input = { resourceType: 'JKS', title: 'Keys', fileName: 'keys.jks', data: 'aGVsbG8=' }
  const { id } = await make('resource', input)
  const before = await ok('GET', `/api/resource/${id.id}`)
  await ok('DELETE', `/api/resource/${id.id}`)
  assert.equal((await restore(id.id)).status, 200)
  assert.deepEqual(await ok('GET', `/api/resource/${id.id}`), before)
  await ok('DELETE', `/api/resource/${id.id}`)
  await make('resource', { ...input, title: 'Other keys' })
  assert.equal((await restore<{ taken: string }>(id.id)).body.taken, 'NAME')
  assert.equal((await restore(id.id, { name: 'old-keys.jks' })).status, 200)
  const now = await ok<{ resourceKey: string; data: string }>('GET', `/api/resource/${id.id}`)
  assert.deepEqual([now.resourceKey, now.data], ['old-keys.jks', input.data])
})

test('a widgets bundle comes back with its types, and one type with its bundle', async (t) => {
  const { ok, make, restore, list } = await openTrash(t)
  const bundle = (await make('widgetsBundle', { title: 'Plant' })) as TestEntity & { alias: string }
  const gauge = await make('widgetType', widget(bundle.alias, 'Gauge'))
  const chart = await make('widgetType', widget(bundle.alias, 'Chart'))
  const before = [await ok('GET', `/api/widgetType/${gauge.id.id}`), await ok('GET', `/api/widgetType/${chart.id.id}`)]
  await ok('DELETE', `/api/widgetType/${chart.id.id}`)
  await ok('DELETE', `/api/widgetsBundle/${bundle.id.id}`)
  assert.deepEqual(
    (await list()).data.map(({ name, parts }) => [name, parts]),
    [
      ['Plant', 1],
      ['Chart', 0],
    ],
  )
  assert.equal((await restore(chart.id.id)).status, 400)
  assert.equal((await restore(bundle.id.id)).status, 200)
  assert.equal((await restore(chart.id.id)).status, 200)
  assert.deepEqual(await ok('GET', `/api/widgetsBundle/${bundle.id.id}`), bundle)
  assert.deepEqual(
    [await ok('GET', `/api/widgetType/${gauge.id.id}`), await ok('GET', `/api/widgetType/${chart.id.id}`)],
    before,
  )

  await ok('DELETE', `/api/widgetsBundle/${bundle.id.id}`)
  await make('widgetsBundle', { title: 'Plant', alias: bundle.alias })
  assert.equal((await restore<{ taken: string }>(bundle.id.id)).body.taken, 'NAME')
  assert.equal((await restore(bundle.id.id, { name: 'Old plant' })).status, 200)
  const types = await ok<TestEntity[]>('GET', '/api/widgetTypes?isSystem=false&bundleAlias=old_plant')
  assert.equal(types.length, 2)
})

test("what is the system's comes back for its administrators, and so do administrators of tenants", async (t) => {
  const { call, root, make, token, user, list } = await openTrash(t)
  const asRoot = <T = TestEntity>(method: string, path: string, body?: object) => call<T>(method, path, body, root)
  const profile = (await asRoot('POST', '/api/tenantProfile', { name: 'Small' })).body
  const bundle = (await asRoot('POST', '/api/widgetsBundle', { title: 'For all' })).body
  const resource = (
    await asRoot('POST', '/api/resource', {
      resourceType: 'JKS',
      title: 'Keys',
      fileName: 'keys.jks',
      data: 'aGVsbG8=',
    })
  ).body
  const second = await user(token, { authority: 'TENANT_ADMIN', email: 'second@acme.example' })
  const made = await make('deviceProfile', meter())
  await call('DELETE', `/api/deviceProfile/${made.id.id}`)
  for (const path of [
    `tenantProfile/${profile.id.id}`,
    `widgetsBundle/${bundle.id.id}`,
    `resource/${resource.id.id}`,
    `user/${second.id}`,
  ]) {
    assert.equal((await asRoot('DELETE', `/api/${path}`)).status, 200, path)
  }
  const { data } = (await asRoot<PageData<TrashItem>>('GET', '/api/v2/trash?pageSize=9&page=0&sortProperty=name')).body
  assert.deepEqual(
    data.map(({ name, deletedBy }) => [name, deletedBy]),
    ['For all', 'Keys', 'second@acme.example', 'Small'].map((name) => [name, 'root@example.org']).reverse(),
  )
  assert.deepEqual((await list()).data.map(({ name }) => name).sort(), ['meter', 'second@acme.example'])
  assert.equal((await call('POST', `/api/v2/trash/${profile.id.id}/restore`, {})).status, 404)
  for (const { id } of data) {
    const answer = await asRoot('POST', `/api/v2/trash/${id.id}/restore`, {})
    assert.equal(answer.status, 200, answer.text)
  }
  assert.deepEqual((await asRoot('GET', `/api/tenantProfile/${profile.id.id}`)).body, profile)
  assert.deepEqual((await asRoot('GET', `/api/widgetsBundle/${bundle.id.id}`)).body, bundle)
  assert.equal((await call('GET', `/api/user/${second.id}`)).status, 200)
})
