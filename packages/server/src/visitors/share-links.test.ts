/** Tests share links on a whole platform: what a visitor with a link reads, what not, and how links end. */

import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { NewShareLink, ShareLinks } from '@sonde/model/dashboards/share-link'
import { shareLinkMsMax, shareLinksMax } from '@sonde/model/dashboards/share-link'
import { entityId } from '@sonde/model/ids'
import { startTestPlatform } from '../platform-testing.ts'
import { until } from '../until-testing.ts'
import { isOpenToShareLinks, routesOfVisitors } from './visitor-routes.ts'

const hourMs = 3_600_000
const aliases = { pumps: '5a2d7f4e-0000-4000-8000-00000000000a', state: '5a2d7f4e-0000-4000-8000-00000000000b' }
const ended = /This link has ended\. Ask for a new one\./

/** Creates a customer with a dashboard of its pumps, and a meter that the dashboard doesn't show. */
async function openWorld(t: Parameters<typeof startTestPlatform>[0], settings: Record<string, string> = {}) {
  let aheadMs = 0
  const clock = { nowMs: () => Date.now() + aheadMs }
  const platform = await startTestPlatform(t, settings, { replace: { clock } })
  /** Moves the server's clock on. */
  const pass = (ms: number) => {
    aheadMs += ms
  }
  const { call, tenant } = platform
  const { id: tenantId, token } = await tenant({})
  const customer = (await call('POST', '/api/customer', token, { title: 'Mill' })).body.id.id
  const addDevice = async (name: string, type: string, isAssigned = true) => {
    const { id } = (await call('POST', '/api/device', token, { name, type })).body
    await call('POST', `/api/plugins/telemetry/DEVICE/${id.id}/timeseries/ANY`, token, { pressure: 21, hidden: 4711 })
    if (isAssigned) await call('POST', `/api/customer/${customer}/device/${id.id}`, token)
    return id.id
  }
  const pump = await addDevice('Pump', 'pump')
  const meter = await addDevice('Meter', 'meter')
  const unassigned = await addDevice('Pump of others', 'pump', false)
  const widget = (entityAliasId: string) => ({
    type: 'latest',
    config: { datasources: [{ type: 'entity', entityAliasId, dataKeys: [{ type: 'timeseries', name: 'pressure' }] }] },
  })
  const addDashboard = async (title: string) => {
    const { id } = (
      await call('POST', '/api/dashboard', token, {
        title,
        configuration: {
          widgets: { w: widget(aliases.pumps), s: widget(aliases.state) },
          states: { default: { name: 's', root: true, layouts: { main: { widgets: { w: {}, s: {} } } } } },
          entityAliases: {
            [aliases.pumps]: {
              alias: 'Pumps',
              filter: { type: 'deviceType', deviceType: 'pump', resolveMultiple: true },
            },
            [aliases.state]: { alias: 'Open', filter: { type: 'stateEntity' } },
          },
        },
      })
    ).body
    await call('POST', `/api/customer/${customer}/dashboard/${id.id}`, token)
    return id.id
  }
  const dashboard = await addDashboard('Pumps')
  const other = await addDashboard('Other')
  const links = `/api/v2/dashboards/${dashboard}/share-links`
  const create = (more: object = {}) =>
    call<NewShareLink>('POST', links, token, {
      name: 'Fair',
      customerId: customer,
      endTime: Date.now() + hourMs,
      ...more,
    })
  const signIn = (key: string) =>
    call<{ token: string; refreshToken: string }>('POST', '/api/v2/noauth/share-link', '', { key })
  const { link, key } = (await create()).body
  const visitor = (await signIn(key)).body.token
  const names = { tenantId, customer, pump, meter, unassigned, dashboard, other, links }
  return { ...platform, ...names, pass, token, create, signIn, link, key, visitor }
}

const devices = { entityFilter: { type: 'entityType', entityType: 'DEVICE' } }
const page = { page: 0, pageSize: 10 }
const keys = ['pressure', 'hidden'].map((key) => ({ type: 'TIME_SERIES', key }))

for (const reads of ['dashboards', 'entity']) {
  test(`a visitor reads the dashboard and what it shows, and nothing else (SONDE_VISITOR_READS=${reads})`, async (t) => {
    const world = await openWorld(t, { SONDE_VISITOR_READS: reads })
    const { call, visitor, customer, pump, meter, unassigned, dashboard, other } = world
    const status = async (path: string) => (await call('GET', path, visitor)).status
    const opened = await call('GET', `/api/dashboard/${dashboard}`, visitor)
    assert.equal(opened.status, 200, opened.text)
    assert.equal(await status(`/api/dashboard/${other}`), 403)
    assert.equal(await status(`/api/dashboard/info/${other}`), 403)
    const listed = await call<{ data: { id: { id: string } }[] }>(
      'GET',
      `/api/customer/${customer}/dashboards?page=0&pageSize=10`,
      visitor,
    )
    assert.deepEqual(
      listed.body.data.map(({ id }) => id.id),
      [dashboard],
    )

    const find = (query: object) =>
      call('POST', '/api/entitiesQuery/find', visitor, { pageLink: page, latestValues: keys, ...query })
    const sorted = { ...page, sortOrder: { key: { type: 'ENTITY_FIELD', key: 'name' }, direction: 'ASC' } }
    for (const query of [
      devices,
      { ...devices, pageLink: sorted },
      { ...devices, pageLink: { ...page, textSearch: '2' } },
    ]) {
      const { text } = await find(query)
      assert.match(text, new RegExp(pump))
      assert.doesNotMatch(text, new RegExp(`${meter}|${unassigned}|Meter|4711`))
    }
    assert.equal((await call<number>('POST', '/api/entitiesQuery/count', visitor, devices)).body, 1)
    for (const id of [meter, unassigned]) {
      const { text } = await find({ entityFilter: { type: 'singleEntity', singleEntity: entityId('DEVICE', id) } })
      assert.doesNotMatch(text, /"entityId"/, 'an entity that only the state names')
    }
    const dashboards = await find({ entityFilter: { type: 'entityType', entityType: 'DASHBOARD' } })
    assert.doesNotMatch(dashboards.text, /"entityId"/)
    const latest = (id: string) =>
      call('GET', `/api/plugins/telemetry/DEVICE/${id}/values/timeseries?keys=pressure,hidden`, visitor)
    assert.match((await latest(pump)).text, /"21"/)
    for (const id of [pump, meter, unassigned]) assert.doesNotMatch((await latest(id)).text, /4711/)
    assert.doesNotMatch((await latest(meter)).text, /"21"/)
  })
}

test('a visitor writes nothing, and calls that a shared dashboard doesn’t need are closed', async (t) => {
  const { call, platform, visitor, pump, links, customer, token } = await openWorld(t, {
    SONDE_VISITOR_READS: 'entity',
  })
  await call('POST', `/api/v2/visitor-rights/DEVICE/${pump}`, token, {
    rpcMethods: ['blink'],
    sharedAttributes: ['target'],
    serverAttributes: [],
  })
  const attempts = [
    ['POST', `/api/plugins/telemetry/DEVICE/${pump}/SHARED_SCOPE`, { target: 1 }],
    ['POST', `/api/rpc/oneway/${pump}`, { method: 'blink', params: {} }],
    ['POST', links, { name: 'Mine', customerId: customer, endTime: Date.now() + hourMs }],
    ['GET', links],
    ['GET', `/api/device/${pump}`],
    ['GET', `/api/customer/${customer}/devices?page=0&pageSize=10`],
  ] as const
  for (const [method, path, body] of attempts) {
    assert.equal((await call(method, path, visitor, body)).status, 403, `${method} ${path}`)
  }
  const values: Readonly<Record<string, string>> = { entityType: 'DEVICE', fromType: 'DEVICE', toType: 'DEVICE' }
  for (const { method, path, authorities } of platform.routes.list()) {
    if (authorities === 'anyone' || isOpenToShareLinks(`${method} ${path}`)) continue
    const named = path.replace(/:(\w+)/g, (_, name: string) => values[name] ?? '00000000-0000-4000-8000-000000000001')
    const body = method === 'POST' || method === 'PUT' ? {} : undefined
    assert.equal((await call(method, named, visitor, body)).status, 403, `${method} ${path}`)
  }
  assert.deepEqual(
    [...routesOfVisitors].filter((name) => isOpenToShareLinks(name) && /POST|DELETE|PUT/.test(name)),
    [
      'POST /api/auth/logout',
      'POST /api/entitiesQuery/find',
      'POST /api/entitiesQuery/count',
      'POST /api/alarmsQuery/find',
    ],
  )
})

test('a link ends at its time, when it is revoked, and while the dashboard isn’t its customer’s', async (t) => {
  const world = await openWorld(t)
  const { call, token, visitor, customer, dashboard, links, link, key, signIn, create, platform, pass } = world
  const read = async (as: string) => (await call('GET', `/api/dashboard/${dashboard}`, as)).status
  assert.equal(await read(visitor), 200)

  await call('DELETE', `/api/customer/${customer}/dashboard/${dashboard}`, token)
  assert.equal(await read(visitor), 401)
  assert.match((await signIn(key)).text, ended)
  await call('POST', `/api/customer/${customer}/dashboard/${dashboard}`, token)
  assert.equal(await read(visitor), 200)

  const endTime = Date.now() + 10 * 60_000
  const short = (await create({ endTime })).body
  const pair = (await signIn(short.key)).body
  const { expiresMs, scope } = await platform.auth.grantOfToken(pair.token)
  assert.equal(expiresMs, endTime, 'live connections end with the link')
  assert.equal(scope.share?.dashboardId, dashboard)

  pass(11 * 60_000)
  assert.equal(await read(pair.token), 401)
  assert.match((await signIn(short.key)).text, ended)
  assert.equal((await call('POST', '/api/auth/token', '', { refreshToken: pair.refreshToken })).status, 401)
  assert.equal(await read(visitor), 200, 'the other link goes on')

  assert.equal((await call('DELETE', `${links}/${link.id}`, token)).status, 200)
  assert.equal(await read(visitor), 401)
  const refused = await signIn(key)
  assert.equal(refused.status, 401)
  assert.match(refused.text, ended)
  const altered = key.slice(0, -1) + (key.endsWith('A') ? 'B' : 'A')
  for (const wrong of [altered, '', 'x', `${link.id}.`, "' or 1=1 --"]) {
    const { status, text } = await signIn(wrong)
    assert.equal(status, 401, wrong)
    assert.match(text, ended)
  }
})

test('links are listed without their keys, audited, and limited', async (t) => {
  const { call, token, root, tenant, user, customer, dashboard, links, link, key, create } = await openWorld(t)
  const list = async () => (await call<ShareLinks>('GET', links, token)).body
  const [first] = (await list()).links
  assert.equal(first?.name, 'Fair')
  assert.ok(first?.lastUsedTime, 'signing in is noted')
  const secret = key.split('.')[1] ?? ''
  assert.ok(!JSON.stringify(await list()).includes(secret))
  const audit = await call('GET', `/api/audit/logs/entity/DASHBOARD/${dashboard}?pageSize=20&page=0`, token)
  assert.match(audit.text, /shareLinkCreated/)
  assert.ok(!audit.text.includes(secret))

  const foreign = (await call('POST', '/api/customer', token, { title: 'Other' })).body.id.id
  for (const wrong of [
    { customerId: foreign },
    { endTime: Date.now() - 1 },
    { endTime: Date.now() + shareLinkMsMax + hourMs },
    { name: '  ' },
  ]) {
    assert.equal((await create(wrong)).status, 400, JSON.stringify(wrong))
  }
  for (let i = 1; i < shareLinksMax; i++) assert.equal((await create()).status, 200)
  assert.match((await create()).text, /This dashboard has 20 links/)
  assert.equal((await call('DELETE', `${links}/${link.id}`, token)).status, 200)
  assert.equal((await call('DELETE', `${links}/${link.id}`, token)).status, 404)
  assert.equal((await list()).links.length, shareLinksMax - 1)

  const member = await user(token, {
    authority: 'CUSTOMER_USER',
    customerId: entityId('CUSTOMER', customer),
    email: 'c@acme.example',
  })
  const stranger = await tenant({}, 'admin@bolt.example')
  for (const as of [member.token, root, stranger.token]) assert.equal((await call('GET', links, as)).status, 403)
})

test('a share link can be framed by allowed sites while it works, and the list says whether there are any', async (t) => {
  const { call, token, dashboard, other, links, link, key, platform } = await openWorld(t)
  const { ofLink } = platform.framingSites
  const saved = (await call<{ configuration: object }>('GET', `/api/dashboard/${dashboard}`, token)).body
  const canEmbed = async () => (await call<ShareLinks>('GET', links, token)).body.canEmbed
  assert.equal(await canEmbed(), false)
  assert.deepEqual(await ofLink({ dashboardId: dashboard, shareKey: key }), [])
  const site = 'https://portal.example'
  await call('POST', '/api/dashboard', token, {
    ...saved,
    configuration: { ...saved.configuration, settings: { embeddingSites: [site] } },
  })
  assert.equal(await canEmbed(), true)
  assert.deepEqual(await ofLink({ dashboardId: dashboard, shareKey: key }), [site])
  assert.deepEqual(await ofLink({ dashboardId: other, shareKey: key }), [])
  assert.deepEqual(await ofLink({ dashboardId: dashboard, shareKey: `${link.id}.wrong` }), [])
  await call('DELETE', `${links}/${link.id}`, token)
  assert.deepEqual(await ofLink({ dashboardId: dashboard, shareKey: key }), [])
})

test('live pages of a visitor get what the dashboard shows, and close when the link is revoked', async (t) => {
  const { connect, call, token, visitor, pump, meter, links, link } = await openWorld(t)
  const client = await connect(visitor)
  const subscribe = (cmdId: number, id: string) => ({
    cmdId,
    query: {
      entityFilter: { type: 'singleEntity', singleEntity: entityId('DEVICE', id) },
      pageLink: page,
      latestValues: keys,
    },
    latestCmd: { keys },
  })
  client.send({ entityDataCmds: [subscribe(1, pump), subscribe(2, meter)] })
  await until(() => client.of(1).length > 0 && client.of(2).length > 0)
  assert.match(JSON.stringify(client.of(1)), /"21"/)
  assert.doesNotMatch(JSON.stringify(client.of(1)), /4711/)
  assert.doesNotMatch(JSON.stringify(client.of(2)), /"21"|4711|Meter/)
  await call('DELETE', `${links}/${link.id}`, token)
  assert.equal(await client.closed, 1008)
})
