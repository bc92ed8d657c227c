/** Client against a running server: at least one real round trip per call module. */

import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { ApiError, type Client, createBatchFetch, type EntityDataQuery } from '../../packages/client/src/index.ts'
import { setAside } from '../platform/set-aside.ts'
import { type ClientStage, startClientStage } from './client-stage.ts'

const page = { page: 0, pageSize: 100 }
const rejectedWith = (status: number) => (error: unknown) => error instanceof ApiError && error.status === status

type Room = Exclude<keyof Client, 'session' | 'rest' | 'live' | 'close'>
type RoundTrips = { readonly [R in Room]: () => Promise<void> }

/** Round trips by call module; the compiler requires one for each. */
const roundTrips = ({ platform, root, client, tenantId, device }: ClientStage): RoundTrips => ({
  async adminSettings() {
    const general = await root.adminSettings.get('general')
    const jsonValue = { ...(general.jsonValue as object), baseUrl: 'http://plant.example:8080' }
    await root.adminSettings.save({ key: 'general', jsonValue })
    assert.deepEqual((await root.adminSettings.get('general')).jsonValue, jsonValue)
    assert.equal((await root.adminSettings.security()).passwordPolicy.minimumLength, 6)
    await assert.rejects(client.adminSettings.updates(), rejectedWith(403))
  },
  async alarms() {
    const alarm = await client.alarms.save({
      type: 'Hot',
      originator: device.id,
      severity: 'MAJOR',
      status: 'ACTIVE_UNACK',
    })
    await client.alarms.acknowledge(alarm.id.id)
    const { data } = await client.alarms.listOf(device.id, page, { searchStatus: 'ACTIVE', fetchOriginator: true })
    assert.deepEqual(
      data.map(({ status, originatorName }) => [status, originatorName]),
      [['ACTIVE_ACK', 'Pump']],
    )
    assert.equal(await client.alarms.highestSeverity(device.id, { searchStatus: 'ACTIVE' }), 'MAJOR')
    await client.alarms.clear(alarm.id.id)
    assert.equal((await client.alarms.info(alarm.id.id)).status, 'CLEARED_ACK')
    assert.equal(await client.alarms.highestSeverity(device.id, { searchStatus: 'ACTIVE' }), null)
    assert.equal(await client.alarms.delete(alarm.id.id), true)
    await assert.rejects(client.alarms.get(alarm.id.id), rejectedWith(404))
  },
  async assets() {
    const hall = await client.assets.save({ name: 'Hall 1/2', type: 'hall' })
    assert.deepEqual(await client.assets.byName('Hall 1/2'), hall)
    assert.deepEqual(await client.assets.byIds([hall.id.id, device.id.id]), [hall])
    assert.deepEqual(
      (await client.assets.types()).map(({ type }) => type),
      ['hall'],
    )
    const columns = [{ type: 'NAME' as const }, { type: 'TYPE' as const }]
    const mapping = { columns, header: false, delimiter: ',' }
    assert.equal((await client.assets.bulkImport({ file: 'Hall 3,hall\nHall 4,hall', mapping })).created, 2)
    assert.equal((await client.assets.list({ ...page, textSearch: 'hall' })).totalElements, 3)
    await client.assets.delete(hall.id.id)
    await assert.rejects(client.assets.get(hall.id.id), rejectedWith(404))
  },
  async auditLog() {
    const { data } = await client.auditLog.ofEntity(device.id, page, { actionTypes: ['ADDED'] })
    assert.deepEqual(
      data.map(({ userName, actionStatus }) => [userName, actionStatus]),
      [['ada@example.org', 'SUCCESS']],
    )
  },
  async auth() {
    assert.equal((await client.auth.user()).email, 'ada@example.org')
    assert.equal((await client.auth.passwordPolicy()).minimumLength, 6)
    await assert.rejects(client.auth.changePassword('wrong', 'another-password'), rejectedWith(400))
    assert.deepEqual(await client.auth.oauth2Clients(), [])
    assert.equal(await client.auth.isResetToken('none'), false)
  },
  async batches() {
    const { responses } = await client.batches.run({
      requests: [
        { method: 'GET', path: `/api/device/${device.id.id}` },
        { method: 'DELETE', path: '/api/device/not-an-id' },
      ],
    })
    assert.deepEqual(
      responses.map(({ status }) => status),
      [200, 400],
    )
    const how = { fetch: createBatchFetch() }
    const halls = await Promise.all(
      ['North', 'South', 'East'].map((name) => client.assets.save({ name, type: 'compass' }, how)),
    )
    assert.deepEqual(
      halls.map(({ name }) => name),
      ['North', 'South', 'East'],
    )
    await Promise.all(halls.map(({ id }) => client.assets.delete(id.id, how)))
    await assert.rejects(Promise.all(halls.map(({ id }) => client.assets.get(id.id, how))), rejectedWith(404))
  },
  async componentDescriptors() {
    const [first] = await client.componentDescriptors.list(['FILTER', 'ACTION'])
    assert.ok(first)
    assert.deepEqual(await client.componentDescriptors.get(first.clazz), first)
  },
  async customers() {
    const customer = await client.customers.save({ title: 'Acme & Sons' })
    assert.equal((await client.customers.byTitle('Acme & Sons')).id.id, customer.id.id)
    assert.equal(await client.customers.title(customer.id.id), 'Acme & Sons')
    await client.devices.assignToCustomer(device.id.id, customer.id.id)
    const { data } = await client.devices.list(page, { customerId: customer.id.id })
    assert.deepEqual(
      data.map(({ name, customerTitle }) => [name, customerTitle]),
      [['Pump', 'Acme & Sons']],
    )
    await client.devices.unassignFromCustomer(device.id.id)
    await client.customers.delete(customer.id.id)
    await assert.rejects(client.customers.get(customer.id.id), rejectedWith(404))
  },
  async dashboards() {
    const { id } = await client.dashboards.save({ title: 'Plant', configuration: { description: 'All' } })
    assert.deepEqual((await client.dashboards.get(id.id)).configuration, { description: 'All' })
    const shared = await client.dashboards.makePublic(id.id)
    assert.equal(shared.assignedCustomers?.[0]?.public, true)
    assert.deepEqual((await client.dashboards.setCustomers(id.id, [])).assignedCustomers ?? [], [])
    await client.dashboards.setTenantHome({ dashboardId: id, hideDashboardToolbar: false })
    assert.deepEqual(await client.dashboards.homeInfo(), { dashboardId: id, hideDashboardToolbar: false })
    assert.equal((await root.dashboards.listOfTenant(tenantId, page)).totalElements, 1)
    await client.dashboards.delete(id.id)
    assert.equal(await client.dashboards.homeInfo(), null)
  },
  async deadLetters() {
    const letter = { tenantId, originator: device.id, data: '{"letter":1}' }
    const [first = '', second = ''] = setAside(platform, [letter, letter, letter])
    const { data, totalElements } = await client.deadLetters.list({ ...page, textSearch: 'ended 3 times' })
    assert.deepEqual([totalElements, data[0]?.originatorName, data[0]?.tenantName], [3, 'Pump', 'Plant'])
    const shown = await client.deadLetters.get(first)
    assert.deepEqual([shown.data, shown.queueName, shown.ruleChainId], [letter.data, 'Main', null])
    await client.deadLetters.replay(first)
    await assert.rejects(client.deadLetters.replay(first), rejectedWith(404))
    await client.deadLetters.delete(second)
    assert.deepEqual(await client.deadLetters.replayAll(), { count: 1 })
    setAside(platform, [letter])
    assert.deepEqual(await client.deadLetters.deleteAll(), { count: 1 })
    assert.equal((await root.deadLetters.list(page)).totalElements, 0)
  },
  async deviceProfiles() {
    const profile = await client.deviceProfiles.save({ name: 'Pumps', type: 'DEFAULT', transportType: 'DEFAULT' })
    const { data } = await client.deviceProfiles.infos({ ...page, textSearch: 'pumps' })
    assert.deepEqual(data[0]?.id, profile.id)
    assert.deepEqual(await client.deviceProfiles.attributeKeys(profile.id.id), [])
    await client.deviceProfiles.delete(profile.id.id)
  },
  async devices() {
    const { id } = await client.devices.saveWithCredentials(
      { name: 'Fan', type: 'default' },
      { credentialsType: 'ACCESS_TOKEN', credentialsId: 'fan-token' },
    )
    assert.equal((await client.devices.credentials(id.id)).credentialsId, 'fan-token')
    assert.deepEqual((await client.devices.byIds([id.id]))[0]?.name, 'Fan')
    await client.devices.delete(id.id)
    await assert.rejects(client.devices.byName('Fan'), rejectedWith(404))
    await assert.rejects(
      client.devices.rpcTwoway(device.id.id, { method: 'a', params: {} }, { signal: AbortSignal.timeout(1) }),
    )
  },
  async edges() {
    assert.equal(await client.system.edgesEnabled(), true)
    const edge = await client.edges.save({ name: 'Site', type: 'site', routingKey: 'site-key', secret: 'site-secret' })
    await client.devices.assignToEdge(device.id.id, edge.id.id)
    const { data } = await client.devices.listOfEdge(edge.id.id, page)
    assert.deepEqual(
      data.map(({ name }) => name),
      ['Pump'],
    )
    assert.equal((await client.edges.info(edge.id.id)).name, 'Site')
    assert.ok((await client.edges.events(edge.id.id, page)).totalElements > 0)
    await client.devices.unassignFromEdge(device.id.id, edge.id.id)
    await client.edges.delete(edge.id.id)
  },
  async entityQuery() {
    assert.equal(await client.entityQuery.count({ entityFilter: devicesOnly.entityFilter }), 1)
    const { data } = await client.entityQuery.find(devicesOnly)
    assert.equal(data[0]?.latest.ENTITY_FIELD?.name?.value, 'Pump')
  },
  async entityViews() {
    const view = await client.entityViews.save({ name: 'View', type: 'view', entityId: device.id })
    assert.deepEqual((await client.entityViews.get(view.id.id)).entityId, device.id)
    assert.equal((await client.entityViews.list(page, { type: 'view' })).totalElements, 1)
    await client.entityViews.delete(view.id.id)
  },
  async events() {
    await client.events.clear(device.id, { eventType: 'ERROR' })
    assert.equal((await client.events.ofType(device.id, tenantId, 'ERROR', page)).totalElements, 0)
    assert.equal((await client.events.find(device.id, tenantId, { eventType: 'ERROR' }, page)).totalElements, 0)
  },
  async home() {
    const beforeMs = Date.now()
    const { serverTimeMs, settings } = await client.home.pageStart()
    assert.ok(serverTimeMs >= beforeMs && serverTimeMs <= Date.now(), `${serverTimeMs}`)
    assert.deepEqual(settings, { tableLayouts: {}, alarmNotices: {} })
    const { counts, title } = await client.home.facts()
    assert.ok((counts.DEVICE ?? 0) >= 1)
    assert.equal(title, (await client.tenants.get(tenantId)).title)
    assert.equal((await root.home.facts()).title, null)
  },
  async keyDescriptions() {
    const keys = [{ key: 'temperature', name: 'Temperature', unit: '°C', decimals: 1 }]
    const own = [{ key: 'temperature', unit: 'K' }]
    assert.deepEqual(await client.keyDescriptions.saveForAll({ keys }), { keys })
    assert.deepEqual(await client.keyDescriptions.saveForProfile(device.deviceProfileId.id, { keys: own }), {
      keys: own,
    })
    const all = await client.keyDescriptions.all()
    assert.deepEqual([all.keys, all.profiles.map((each) => each.keys)], [keys, [own]])
    await client.keyDescriptions.saveForProfile(device.deviceProfileId.id, { keys: [] })
    await client.keyDescriptions.saveForAll({ keys: [] })
    await assert.rejects(root.keyDescriptions.all(), rejectedWith(403))
  },
  async limits() {
    const report = await client.limits.report()
    const devices = report.limits.find(({ key }) => key === 'maxDevices')
    assert.deepEqual([devices?.limit, devices?.state], [null, 'unlimited'])
    assert.ok((devices?.used ?? 0) >= 1)
    assert.deepEqual((await root.limits.report(tenantId)).tenantId, report.tenantId)
    const { limit, month } = await client.limits.details('maxTransportMessages')
    assert.deepEqual([limit.title, Array.isArray(month)], ['Transport messages', true])
    await assert.rejects(root.limits.report(), rejectedWith(400))
  },
  async lwm2m() {
    assert.equal((await client.lwm2m.server(true)).bootstrapServerIs, true)
    const credentials = { credentialsType: 'ACCESS_TOKEN' as const, credentialsId: 'meter-token' }
    const meter = await client.lwm2m.saveDevice({ name: 'Meter', type: 'default' }, credentials)
    assert.equal((await client.devices.credentials(meter.id.id)).credentialsId, 'meter-token')
    await client.devices.delete(meter.id.id)
  },
  async oauth2() {
    assert.deepEqual(await root.oauth2.config(), { enabled: false, oauth2ParamsInfos: [] })
    const basic = { emailAttributeKey: 'email', tenantNameStrategy: 'DOMAIN' } as const
    const mapperConfig = { type: 'BASIC', basic } as const
    const template = await root.oauth2.saveTemplate({ providerId: 'Ours', mapperConfig })
    assert.ok((await root.oauth2.templates()).some(({ id }) => id.id === template.id.id))
    await root.oauth2.deleteTemplate(template.id.id)
    assert.match(await root.oauth2.loginProcessingUrl(), /^\//)
  },
  async otaPackages() {
    const { deviceProfileId } = device
    const { id } = await client.otaPackages.save({ title: 'Pump', version: '1', type: 'FIRMWARE', deviceProfileId })
    await assert.rejects(client.otaPackages.download(id.id), ApiError)
    const upload = { fileName: 'pump.bin', checksumAlgorithm: 'SHA256', checksum: '00' } as const
    await assert.rejects(client.otaPackages.upload(id.id, new Blob(['image']), upload), rejectedWith(400))
    const info = await client.otaPackages.upload(id.id, new Blob(['image']), { ...upload, checksum: undefined })
    assert.deepEqual([info.fileName, info.dataSize, info.hasData], ['pump.bin', 5, true])
    const file = await client.otaPackages.download(id.id)
    assert.deepEqual([file.fileName, file.sizeBytes, await (await file.blob()).text()], ['pump.bin', 5, 'image'])
    assert.equal((await client.otaPackages.listOfProfile(deviceProfileId.id, 'FIRMWARE', page)).totalElements, 1)
    await client.otaPackages.delete(id.id)
    await assert.rejects(client.otaPackages.info(id.id), rejectedWith(404))
  },
  async queues() {
    assert.ok((await client.queues.names()).includes('Main'))
  },
  async relations() {
    const asset = await client.assets.save({ name: 'Relation', type: 'hall' })
    const key = { from: asset.id, to: device.id, type: 'Contains' }
    await client.relations.save({ ...key, additionalInfo: { side: 'left' } })
    assert.deepEqual((await client.relations.get(key)).additionalInfo, { side: 'left' })
    assert.equal((await client.relations.infosFrom(asset.id))[0]?.toName, 'Pump')
    const parameters = { rootId: asset.id.id, rootType: 'ASSET', direction: 'FROM' } as const
    assert.equal((await client.devices.search({ parameters, deviceTypes: ['default'] }))[0]?.name, 'Pump')
    await client.relations.delete(key)
    assert.deepEqual(await client.relations.to(device.id), [])
    await client.assets.delete(asset.id.id)
  },
  async resources() {
    const data = Buffer.from('store').toString('base64')
    const { id } = await client.resources.save({ title: 'Keys', resourceType: 'JKS', fileName: 'a.jks', data })
    const file = await client.resources.download(id.id)
    assert.deepEqual([file.fileName, await (await file.blob()).text()], ['a.jks', 'store'])
    assert.equal((await client.resources.get(id.id)).data, data)
    assert.deepEqual(await client.resources.lwm2mObjects([], { sortProperty: 'id', sortOrder: 'ASC' }), [])
    await client.resources.delete(id.id)
  },
  async rpc() {
    const expirationTime = Date.now() + 60_000
    const request = { method: 'restart', params: {}, persistent: true, expirationTime }
    const { rpcId } = (await client.rpc.oneway(device.id.id, request)) as { rpcId: string }
    assert.equal((await client.rpc.get(rpcId)).request.body.method, 'restart')
    assert.equal((await client.rpc.listOf(device.id.id, page, { rpcStatus: 'QUEUED' })).totalElements, 1)
    await client.rpc.delete(rpcId)
    assert.equal((await client.rpc.listOf(device.id.id, page)).totalElements, 0)
  },
  async ruleChains() {
    const chain = await client.ruleChains.save({ name: 'Mine' })
    const node = { type: 'org.thingsboard.rule.engine.filter.TbMsgTypeFilterNode', name: 'Attributes' }
    const nodes = [{ ...node, configuration: { messageTypes: ['POST_ATTRIBUTES_REQUEST'] } }]
    await client.ruleChains.saveMetadata({ ruleChainId: chain.id, firstNodeIndex: 0, nodes, connections: [] })
    assert.equal((await client.ruleChains.metadata(chain.id.id)).nodes[0]?.name, 'Attributes')
    assert.ok((await client.ruleChains.export(10)).ruleChains.some(({ name }) => name === 'Mine'))
    const script = 'return {msg: msg, metadata: metadata, msgType: msgType};'
    const test = {
      script,
      scriptType: 'update',
      argNames: ['msg', 'metadata', 'msgType'],
      msg: '{"a":1}',
      metadata: {},
    }
    assert.match((await client.ruleChains.testScript({ ...test, msgType: 'x' })).output, /"a":1/)
    await client.ruleChains.delete(chain.id.id)
  },
  async system() {
    assert.match((await client.system.info()).version, /^\d/)
    assert.equal((await client.system.deviceConnectivity()).mqtt.port, platform.mqttPort)
  },
  async telemetry() {
    await client.telemetry.savePoints(device.id, [
      { ts: 1000, values: { temp: 1.5 } },
      { ts: 2000, values: { temp: 2 } },
    ])
    await client.telemetry.savePoints(device.id, [{ ts: 3000, values: { brief: 1 } }], { ttlSeconds: 3600 })
    const range = { keys: ['temp'], startTs: 0, endTs: 5000, orderBy: 'ASC', useStrictDataTypes: true } as const
    assert.deepEqual(await client.telemetry.range(device.id, range), {
      temp: [
        { ts: 1000, value: 1.5 },
        { ts: 2000, value: 2 },
      ],
    })
    assert.equal((await client.telemetry.latest(device.id, ['temp'])).temp?.[0]?.value, '2')
    await client.telemetry.saveDeviceAttributes(device.id.id, 'SHARED_SCOPE', { limit: 80 })
    await client.telemetry.saveEntityAttributes(device.id, 'SERVER_SCOPE', { place: 'Hall' })
    assert.equal((await client.telemetry.attributes(device.id, 'SHARED_SCOPE'))[0]?.value, 80)
    await client.telemetry.deleteDeviceAttributes(device.id.id, 'SHARED_SCOPE', ['limit'])
    assert.deepEqual(await client.telemetry.attributeKeys(device.id, 'SHARED_SCOPE'), [])
    await client.telemetry.delete(device.id, ['temp', 'brief'], null)
    assert.deepEqual(await client.telemetry.range(device.id, range), {})
  },
  async tenantProfiles() {
    const { id } = await root.tenantProfiles.save({ name: 'Small' })
    assert.equal((await root.tenantProfiles.info(id.id)).name, 'Small')
    assert.notEqual((await root.tenantProfiles.default()).id.id, id.id)
    await root.tenantProfiles.delete(id.id)
  },
  async tenants() {
    const { id } = await root.tenants.save({ title: 'Passing' })
    assert.equal((await root.tenants.infos({ ...page, textSearch: 'passing' })).totalElements, 1)
    await root.tenants.delete(id.id)
    await assert.rejects(root.tenants.get(id.id), rejectedWith(404))
    assert.equal((await client.tenants.info(tenantId)).title, 'Plant')
  },
  async trash() {
    const { id } = await client.assets.save({ name: 'Passing hall', type: 'hall' })
    await client.assets.delete(id.id)
    await assert.rejects(client.assets.get(id.id), rejectedWith(404))
    const { data } = await client.trash.list({ ...page, textSearch: 'passing' }, { entityType: 'ASSET' })
    assert.deepEqual(
      data.map((item) => item.id),
      [id],
    )
    assert.equal((await client.trash.restore(id.id)).name, 'Passing hall')
    assert.equal((await client.assets.get(id.id)).name, 'Passing hall')
    await client.assets.delete(id.id)
    await client.trash.delete(id.id)
    await assert.rejects(client.trash.restore(id.id), rejectedWith(404))
    await client.trash.empty()
  },
  async users() {
    const customer = await client.customers.save({ title: 'Guests' })
    const user = await client.users.save(
      { authority: 'CUSTOMER_USER', customerId: customer.id, email: 'guest@example.org' },
      { sendActivationMail: false },
    )
    assert.equal((await client.users.listOfCustomer(customer.id.id, page)).totalElements, 1)
    assert.match(await client.users.activationLink(user.id.id), /activateToken=/)
    assert.equal(await client.users.tokenAccessEnabled(), true)
    await client.users.delete(user.id.id)
    await client.customers.delete(customer.id.id)
  },
  async userSettings() {
    const layouts = { devices: { layout: { pageSize: '20' }, at: 1 } }
    await client.userSettings.save('tableLayouts', layouts)
    assert.deepEqual(await client.userSettings.get('tableLayouts'), layouts)
    assert.deepEqual(await root.userSettings.get('tableLayouts'), {})
  },
  async visitors() {
    const rights = { rpcMethods: ['blink'], sharedAttributes: [], serverAttributes: ['note'] }
    const { id } = await client.devices.save({ name: 'Shown', type: 'default' })
    await client.devices.makePublic(id.id)
    await client.visitors.saveRights('DEVICE', id.id, rights)
    assert.deepEqual(await client.visitors.rights('DEVICE', id.id), rights)
    await client.devices.delete(id.id)
  },
  async widgetTypes() {
    const { id, alias } = await client.widgetsBundles.save({ title: 'Mine' })
    const descriptor = { type: 'latest', sizeX: 4, sizeY: 3 } as const
    const type = await client.widgetTypes.save({ bundleAlias: alias, name: 'Lamp', descriptor })
    const key = { isSystem: false, bundleAlias: alias }
    assert.deepEqual((await client.widgetTypes.byAlias(key, type.alias)).id, type.id)
    assert.equal((await client.widgetTypes.listInfos(key))[0]?.widgetType, 'latest')
    await client.widgetTypes.delete(type.id.id)
    await client.widgetsBundles.delete(id.id)
  },
  async widgetsBundles() {
    const { id } = await client.widgetsBundles.save({ title: 'Gauges of ours' })
    assert.ok((await client.widgetsBundles.all()).some((each) => each.id.id === id.id))
    assert.equal((await client.widgetsBundles.list({ ...page, textSearch: 'of ours' })).totalElements, 1)
    await client.widgetsBundles.delete(id.id)
    await assert.rejects(client.widgetsBundles.get(id.id), rejectedWith(404))
  },
})

const devicesOnly: EntityDataQuery = {
  entityFilter: { type: 'entityType', entityType: 'DEVICE' },
  pageLink: { page: 0, pageSize: 10 },
  entityFields: [{ type: 'ENTITY_FIELD', key: 'name' }],
}

test('a round trip in every room', async (t: TestContext) => {
  const stage = await startClientStage(t)
  for (const [room, roundTrip] of Object.entries(roundTrips(stage))) await t.test(room, roundTrip)
})
