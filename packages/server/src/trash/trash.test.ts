import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { PageData } from '@sonde/model/paging'
import type { TrashItem } from '@sonde/model/trash/trash'
import { connectAsync } from 'mqtt'
import { openTrash, type TestEntity } from './testing.ts'

/** Whether a device can connect with the token. */
const isAlive = async (mqttUrl: string, token: string): Promise<boolean> => {
  try {
    const client = await connectAsync(mqttUrl, { username: token, reconnectPeriod: 0 })
    await client.endAsync()
    return true
  } catch {
    return false
  }
}

test('a deleted device is gone at once, and comes back with all that was its own', async (t) => {
  const world = await openTrash(t)
  const { first, ok, call, accessToken, mqttUrl } = world
  const customer = await world.make('customer', { title: 'Customer' })
  const asset = await world.make('asset', { name: 'hall', type: 'site' })
  await ok('POST', `/api/customer/${customer.id.id}/device/${first}`)
  const device = await ok('GET', `/api/device/${first}`)
  await world.relate(asset, device)
  await ok('POST', `/api/plugins/telemetry/DEVICE/${first}/SERVER_SCOPE`, { floor: 3 })
  await ok('POST', `/api/plugins/telemetry/DEVICE/${first}/timeseries/ANY`, { ts: 1000, values: { heat: 21 } })
  await ok('POST', '/api/alarm', {
    originator: device.id,
    type: 'hot',
    severity: 'MAJOR',
    status: 'ACTIVE_UNACK',
    name: 'hot',
  })

  await ok('DELETE', `/api/device/${first}`)
  assert.equal((await call('GET', `/api/device/${first}`)).status, 404)
  assert.equal((await call('GET', `/api/plugins/telemetry/DEVICE/${first}/values/attributes`)).status, 404)
  assert.equal(await isAlive(mqttUrl, accessToken), false)
  assert.deepEqual(await world.relations(asset), [])
  const [item, ...others] = (await world.list()).data
  assert.deepEqual(others, [])
  assert.deepEqual(
    { ...item, deletedTime: 0, expiryTime: (item?.expiryTime ?? 0) - (item?.deletedTime ?? 0) },
    {
      id: device.id,
      name: 'd',
      type: 'default',
      deletedTime: 0,
      expiryTime: 30 * 86_400_000,
      deletedBy: 'admin@acme.example',
      parts: 0,
    },
  )

  const back = await world.restore(first)
  assert.deepEqual(back.body, { id: device.id, name: 'd' })
  assert.deepEqual(await ok('GET', `/api/device/${first}`), device)
  assert.equal(await isAlive(mqttUrl, accessToken), true)
  assert.deepEqual(await world.relations(asset), [first])
  const attributes = await ok<{ key: string; value: unknown }[]>(
    'GET',
    `/api/plugins/telemetry/DEVICE/${first}/values/attributes/SERVER_SCOPE?keys=floor`,
  )
  assert.equal(attributes[0]?.value, 3)
  const series = await ok<{ heat: { ts: number; value: string }[] }>(
    'GET',
    `/api/plugins/telemetry/DEVICE/${first}/values/timeseries?keys=heat&startTs=0&endTs=2000`,
  )
  assert.deepEqual(series.heat, [{ ts: 1000, value: '21' }])
  const alarms = await ok<PageData<TestEntity>>('GET', `/api/alarm/DEVICE/${first}?pageSize=10&page=0`)
  assert.equal(alarms.totalElements, 1)
  assert.deepEqual((await world.list()).data, [])
  const log = await ok<PageData<{ actionType: string }>>(
    'GET',
    `/api/audit/logs/entity/DEVICE/${first}?pageSize=3&page=0&sortProperty=createdTime&sortOrder=DESC`,
  )
  assert.deepEqual(
    log.data.map(({ actionType }) => actionType).filter((each) => each === 'ADDED' || each === 'DELETED'),
    ['ADDED', 'DELETED'],
  )
})

test('who took the name or the token meanwhile keeps it; the other one comes back under another', async (t) => {
  const { first, ok, make, restore, accessToken, call } = await openTrash(t)
  await ok('DELETE', `/api/device/${first}`)
  const other = await make('device', { name: 'd', type: 'default' })
  const named = await restore<{ taken: string; status: number }>(first)
  assert.deepEqual([named.status, named.body.taken], [409, 'NAME'])
  const credentials = await ok<{ credentialsId: string }>('GET', `/api/device/${other.id.id}/credentials`)
  await ok('POST', '/api/device/credentials', { ...credentials, credentialsId: accessToken })
  const tokened = await restore<{ taken: string }>(first, { name: 'd 2' })
  assert.deepEqual([tokened.status, tokened.body.taken], [409, 'CREDENTIALS'])
  assert.equal((await restore(first, { name: ' ' })).status, 400)
  assert.equal((await restore(first, { name: 'd 2', newCredentials: true })).status, 200)
  assert.equal((await ok('GET', `/api/device/${first}`)).name, 'd 2')
  const now = await ok<{ credentialsId: string }>('GET', `/api/device/${first}/credentials`)
  assert.notEqual(now.credentialsId, accessToken)
  assert.equal((await call('GET', `/api/device/${other.id.id}`)).status, 200)
})

test('a customer comes back with users, assignments and dashboards; a user whose address is taken waits', async (t) => {
  const { ok, make, restore, list, first, call } = await openTrash(t)
  const customer = await make('customer', { title: 'Customer' })
  const of = { authority: 'CUSTOMER_USER', customerId: customer.id }
  const ada = await make('user?sendActivationMail=false', { ...of, email: 'ada@acme.example' })
  const bob = await make('user?sendActivationMail=false', { ...of, email: 'bob@acme.example' })
  const dashboard = await make('dashboard', { title: 'Plant' })
  await ok('POST', `/api/customer/${customer.id.id}/dashboard/${dashboard.id.id}`)
  await ok('POST', `/api/customer/${customer.id.id}/device/${first}`)
  // Lists search the in-memory names, which were already read.
  const found = async (kind: string, text: string) => {
    const path = `/api/${kind}?pageSize=9&page=0&sortProperty=name&sortOrder=ASC&textSearch=${text}`
    return (await ok<PageData<TestEntity>>('GET', path)).data.map(({ name }) => name)
  }
  const gone = async () => [await found('customers', 'CUSTOM'), await found('users', 'A@ACME')]
  assert.deepEqual(await gone(), [['Customer'], ['ada@acme.example']])
  await ok('DELETE', `/api/customer/${customer.id.id}`)
  assert.deepEqual(await gone(), [[], []])
  const [item] = (await list()).data
  assert.deepEqual([item?.id.id, item?.parts], [customer.id.id, 2])
  assert.equal((await restore(ada.id.id)).status, 404)

  const other = await make('customer', { title: 'Other' })
  await make('user?sendActivationMail=false', { ...of, customerId: other.id, email: 'bob@acme.example' })
  assert.equal((await restore(customer.id.id)).status, 200)
  assert.deepEqual(await gone(), [['Customer'], ['ada@acme.example']])
  assert.equal((await ok('GET', `/api/device/${first}`)).customerId.id, customer.id.id)
  const assigned = await ok<PageData<TestEntity>>('GET', `/api/customer/${customer.id.id}/dashboards?pageSize=9&page=0`)
  assert.deepEqual(
    assigned.data.map((each) => each.id.id),
    [dashboard.id.id],
  )
  assert.equal((await call('GET', `/api/user/${ada.id.id}`)).status, 200)
  assert.deepEqual(
    (await list()).data.map((each) => each.name),
    ['bob@acme.example'],
  )
  assert.equal((await restore(bob.id.id)).status, 409)
  assert.equal((await restore(bob.id.id, { name: 'nobody' })).status, 400)
  assert.equal((await restore(bob.id.id, { name: 'bob2@acme.example' })).status, 200)
  assert.deepEqual(await found('users', 'bob'), ['bob2@acme.example', 'bob@acme.example'])

  assert.deepEqual(await found('tenant/dashboards', 'plan'), ['Plant'])
  await ok('DELETE', `/api/dashboard/${dashboard.id.id}`)
  assert.deepEqual(await found('tenant/dashboards', 'plan'), [])
  assert.equal((await restore(dashboard.id.id)).status, 200)
  assert.deepEqual(await found('tenant/dashboards', 'plan'), ['Plant'])
})

test('everything else that goes to the trash comes back too; what needs something in the trash says so', async (t) => {
  const { ok, make, restore, list, first, call, relate, relations } = await openTrash(t)
  const device = await ok('GET', `/api/device/${first}`)
  const asset = await make('asset', { name: 'hall', type: 'site' })
  const inner = await make('asset', { name: 'room', type: 'site' })
  await relate(asset, inner)
  await relate(inner, device)
  const view = await make('entityView', {
    name: 'view',
    type: 'v',
    entityId: device.id,
    keys: { timeseries: ['heat'], attributes: { cs: [], ss: [], sh: [] } },
    startTimeMs: 0,
    endTimeMs: 0,
  })
  await ok('POST', `/api/plugins/telemetry/DEVICE/${first}/timeseries/ANY`, { ts: 1000, values: { heat: 21 } })
  const profile = await make('deviceProfile', {
    name: 'meter',
    type: 'DEFAULT',
    transportType: 'DEFAULT',
    profileData: { configuration: { type: 'DEFAULT' }, transportConfiguration: { type: 'DEFAULT' } },
  })
  const metered = await make('device', { name: 'm', deviceProfileId: profile.id })
  const chain = await make('ruleChain', { name: 'chain', type: 'CORE' })
  await ok('POST', '/api/ruleChain/metadata', {
    ruleChainId: chain.id,
    firstNodeIndex: 0,
    nodes: [
      {
        type: 'org.thingsboard.rule.engine.filter.TbMsgTypeSwitchNode',
        name: 'switch',
        debugMode: false,
        configuration: { version: 0 },
      },
    ],
    connections: null,
    ruleChainConnections: null,
  })
  const nodes = async () =>
    (await ok<{ nodes: { id: { id: string } }[] }>('GET', `/api/ruleChain/${chain.id.id}/metadata`)).nodes
  const nodesBefore = await nodes()
  const dashboard = await make('dashboard', { title: 'Plant', configuration: { widgets: {} } })
  const read = async () => [
    await ok('GET', `/api/asset/${inner.id.id}`),
    await ok('GET', `/api/entityView/${view.id.id}`),
    await ok('GET', `/api/ruleChain/${chain.id.id}`),
    await ok('GET', `/api/dashboard/${dashboard.id.id}`),
    await ok('GET', `/api/deviceProfile/${profile.id.id}`),
    await ok('GET', `/api/device/${metered.id.id}`),
  ]
  const before = await read()
  const paths = [
    ['entityView', view],
    ['device', metered],
    ['deviceProfile', profile],
    ['device', device],
    ['asset', inner],
    ['asset', asset],
    ['ruleChain', chain],
    ['dashboard', dashboard],
  ] as const
  for (const [path, { id }] of paths) await ok('DELETE', `/api/${path}/${id.id}`)
  assert.equal((await list()).totalElements, 8)
  assert.equal((await list('&entityType=ASSET')).totalElements, 2)
  assert.equal((await list('&textSearch=HAL')).totalElements, 1)

  const rejected = await restore<{ message: string }>(metered.id.id)
  assert.deepEqual([rejected.status, /"meter" is in the trash/.test(rejected.body.message)], [400, true])
  const blind = await restore<{ message: string }>(view.id.id)
  assert.deepEqual([blind.status, /"d", is in the trash/.test(blind.body.message)], [400, true])
  // Relations are restored with the end that is restored last.
  for (const { id } of [asset, device, inner, view, profile, metered, chain, dashboard]) {
    const answer = await restore(id.id)
    assert.equal(answer.status, 200, answer.text)
  }
  assert.deepEqual(await read(), before)
  assert.deepEqual(await nodes(), nodesBefore)
  assert.deepEqual(await relations(asset), [inner.id.id])
  assert.deepEqual(await relations(inner), [first])
  const seen = await ok<{ heat: unknown[] }>(
    'GET',
    `/api/plugins/telemetry/ENTITY_VIEW/${view.id.id}/values/timeseries?keys=heat&startTs=0&endTs=2000`,
  )
  assert.equal(seen.heat.length, 1)
  assert.equal((await call('DELETE', `/api/device/${first}`)).status, 400)
})

test("the trash is the tenant administrator's alone; another tenant finds nothing there", async (t) => {
  const { ok, call, first, user, root, list } = await openTrash(t)
  await ok('DELETE', `/api/device/${first}`)
  const { body: other } = await call<{ id: { id: string }; tenantProfileId: object }>(
    'POST',
    '/api/tenant',
    { title: 'Bolt' },
    root,
  )
  const stranger = await user(root, { authority: 'TENANT_ADMIN', tenantId: other.id, email: 'admin@bolt.example' })
  assert.equal((await call('POST', `/api/v2/trash/${first}/restore`, {}, stranger.token)).status, 404)
  assert.equal((await call('DELETE', `/api/v2/trash/${first}`, undefined, stranger.token)).status, 404)
  assert.deepEqual((await call<{ deleted: number }>('DELETE', '/api/v2/trash', undefined, stranger.token)).body, {
    deleted: 0,
  })
  const ofSystem = await call<PageData<TrashItem>>('GET', '/api/v2/trash?pageSize=9&page=0', undefined, root)
  assert.deepEqual(ofSystem.body.data, [])
  assert.equal((await call('POST', `/api/v2/trash/${first}/restore`, {}, root)).status, 404)
  assert.equal((await list()).totalElements, 1)
})

test('quotas count what is there, not what is in the trash', async (t) => {
  const { ok, make, restore, first } = await openTrash(t, { maxDevices: 1 })
  await ok('DELETE', `/api/device/${first}`)
  const other = await make('device', { name: 'other', type: 'default' })
  assert.equal((await restore(first)).status, 400)
  await ok('DELETE', `/api/device/${other.id.id}`)
  assert.equal((await restore(first)).status, 200)
})

test('deleting for good: one thing, everything, and everything at once where there is no trash', async (t) => {
  const { ok, make, restore, list, first, call } = await openTrash(t)
  const [asset, dashboard] = [
    await make('asset', { name: 'a', type: 'x' }),
    await make('dashboard', { title: 'Plant' }),
  ]
  await ok('DELETE', `/api/device/${first}`)
  await ok('DELETE', `/api/asset/${asset.id.id}`)
  await ok('DELETE', `/api/dashboard/${dashboard.id.id}`)
  await ok('DELETE', `/api/v2/trash/${first}`)
  assert.equal((await restore(first)).status, 404)
  assert.deepEqual(await ok('DELETE', '/api/v2/trash'), { deleted: 2 })
  assert.equal((await list()).totalElements, 0)
  assert.equal((await call('DELETE', `/api/v2/trash/${first}`)).status, 404)

  const without = await openTrash(t, {}, { SONDE_TRASH_DAYS: '0' })
  await without.ok('DELETE', `/api/device/${without.first}`)
  assert.equal((await without.list()).totalElements, 0)
  assert.deepEqual(await without.ok('GET', '/api/v2/trash/settings'), { days: 0 })
})

test('a user comes back with the password and settings, and without the tokens of before', async (t) => {
  const { call, ok, user, token, restore } = await openTrash(t)
  const second = await user(token, { authority: 'TENANT_ADMIN', email: 'second@acme.example' })
  const me = await call<TestEntity>('GET', '/api/auth/user', undefined, second.token)
  const settings = '/api/v2/user/settings/tableLayouts'
  await call('PUT', settings, { devices: {} }, second.token)
  await ok('DELETE', `/api/user/${me.body.id.id}`)
  assert.equal((await call('GET', '/api/auth/user', undefined, second.token)).status, 401)
  assert.equal((await restore(me.body.id.id)).status, 200)
  assert.equal((await call('GET', '/api/auth/user', undefined, second.token)).status, 401)
  assert.equal((await ok('GET', `/api/user/${me.body.id.id}`)).name, 'second@acme.example')
  const { token: renewed } = await ok<{ token: string }>('GET', `/api/user/${me.body.id.id}/token`)
  assert.deepEqual((await call('GET', settings, undefined, renewed)).body, { devices: {} })
})
