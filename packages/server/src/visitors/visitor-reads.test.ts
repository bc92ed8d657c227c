/** Tests that visitors can only read what public dashboards show of public entities, through any API. */

import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { LiveUpdate } from '@sonde/model/entity-query/live-updates'
import { startTestPlatform } from '../platform-testing.ts'
import { until } from '../until-testing.ts'
import { routesOfVisitors } from './visitor-routes.ts'

/** Part of every value that visitors must not see. */
const secret = 'SECRET'
const numbers = { hidden: 4711, later: 4712 }
const aliasIds = { pump: '5a2d7f4e-0000-4000-8000-00000000000a', state: '5a2d7f4e-0000-4000-8000-00000000000b' }

type World = Awaited<ReturnType<typeof openWorld>>

/**
 * Creates a public device shown on a public dashboard, a public device that isn't shown, a private device and a
 * visitor.
 */
async function openWorld(t: Parameters<typeof startTestPlatform>[0], settings: Record<string, string> = {}) {
  const platform = await startTestPlatform(t, settings)
  const { call, tenant } = platform
  const { id: tenantId, token } = await tenant({})
  const addDevice = async (name: string, type: string) => {
    const input = { name, type, additionalInfo: { description: 'Pump house', note: secret } }
    const { id } = (await call('POST', '/api/device', token, input)).body
    const telemetry = `/api/plugins/telemetry/DEVICE/${id.id}`
    await call('POST', `${telemetry}/timeseries/ANY`, token, { pressure: 21, hidden: numbers.hidden, note: secret })
    await call('POST', `${telemetry}/SERVER_SCOPE`, token, { floor: 'third', limit: numbers.hidden, note: secret })
    await call('POST', `${telemetry}/SHARED_SCOPE`, token, { zone: 'west', key: secret })
    const details = { note: secret }
    const alarm = { originator: id, type: 'Leak', severity: 'MAJOR', status: 'ACTIVE_UNACK', details }
    await call('POST', '/api/alarm', token, alarm)
    return id.id
  }
  const pump = await addDevice('Pump', 'pump')
  const other = await addDevice('Other', 'other')
  const hidden = await addDevice(secret, 'pump')
  await call('POST', `/api/plugins/telemetry/TENANT/${tenantId}/SERVER_SCOPE`, token, { tariff: 7 })
  const publish = async (path: string) =>
    (await call<{ customerId: { id: string } }>('POST', `/api/customer/public/${path}`, token)).body.customerId?.id
  const publicId = (await publish(`device/${pump}`)) ?? ''
  await publish(`device/${other}`)

  const widget = <C extends object>(config: C) => ({ type: 'latest', config })
  const source = { type: 'entity', entityAliasId: aliasIds.pump }
  const configuration = {
    description: secret,
    widgets: {
      w: widget({
        datasources: [
          {
            ...source,
            dataKeys: [
              { type: 'timeseries', name: 'pressure' },
              { type: 'attribute', name: 'floor' },
            ],
          },
        ],
      }),
      spare: widget({
        title: secret,
        datasources: [{ ...source, dataKeys: [{ type: 'timeseries', name: 'hidden' }] }],
      }),
    },
    states: { default: { name: 's', root: true, layouts: { main: { widgets: { w: {} } } } } },
    entityAliases: {
      [aliasIds.pump]: { alias: 'Pumps', filter: { type: 'deviceType', deviceType: 'pump', resolveMultiple: true } },
      [aliasIds.state]: {
        alias: secret,
        filter: { type: 'singleEntity', singleEntity: { entityType: 'DEVICE', id: hidden } },
      },
    },
  }
  const save = (config: object, id?: object) =>
    call('POST', '/api/dashboard', token, { title: 'Public', configuration: config, ...(id && { id }) })
  const dashboard = (await save(configuration)).body.id
  await publish(`dashboard/${dashboard.id}`)
  const visit = async () => (await call('POST', '/api/auth/login/public', '', { publicId })).body.token
  const visitor = await visit()
  /** Adds these keys to the public dashboard. */
  const alsoShow = (...dataKeys: object[]) =>
    save(
      {
        ...configuration,
        widgets: {
          w: widget({ datasources: [...configuration.widgets.w.config.datasources, { ...source, dataKeys }] }),
        },
      },
      dashboard,
    )
  return { ...platform, token, visitor, pump, other, hidden, dashboard, publicId, save, configuration, alsoShow }
}

const deviceType = { type: 'entityType', entityType: 'DEVICE' }
const latestKeys = [
  ...['pressure', 'hidden', 'note'].map((key) => ({ type: 'TIME_SERIES', key })),
  ...['floor', 'limit', 'note', 'zone', 'key'].map((key) => ({ type: 'ATTRIBUTE', key })),
  ...['floor', 'limit', 'note'].map((key) => ({ type: 'SERVER_ATTRIBUTE', key })),
]
const query = (more: object = {}) => ({
  entityFilter: deviceType,
  pageLink: { page: 0, pageSize: 10 },
  entityFields: ['name', 'label', 'additionalInfo'].map((key) => ({ type: 'ENTITY_FIELD', key })),
  latestValues: latestKeys,
  ...more,
})
const alarmQuery = {
  entityFilter: deviceType,
  pageLink: { page: 0, pageSize: 10, startTs: 0, endTs: 4_000_000_000_000 },
  alarmFields: [{ type: 'ALARM_FIELD', key: 'details' }],
  latestValues: latestKeys,
}

/** All requests whose responses could contain a value of the device. */
function questions({ dashboard, publicId }: World, device: string): (readonly [string, string, object?])[] {
  const telemetry = `/api/plugins/telemetry/DEVICE/${device}`
  const keys = 'pressure,hidden,note'
  return [
    ['GET', `${telemetry}/keys/timeseries`],
    ['GET', `${telemetry}/values/timeseries`],
    ['GET', `${telemetry}/values/timeseries?keys=${keys}`],
    ['GET', `${telemetry}/values/timeseries?keys=${keys}&startTs=0&endTs=4000000000000&limit=10`],
    ['GET', `${telemetry}/values/timeseries?keys=${keys}&startTs=0&endTs=4000000000000&interval=100000000000&agg=MAX`],
    ['GET', `${telemetry}/keys/attributes`],
    ['GET', `${telemetry}/keys/attributes/SERVER_SCOPE`],
    ['GET', `${telemetry}/values/attributes`],
    ['GET', `${telemetry}/values/attributes?keys=floor,limit,note,key`],
    ['GET', `${telemetry}/values/attributes/SERVER_SCOPE`],
    ['GET', `${telemetry}/values/attributes/SHARED_SCOPE`],
    ['POST', '/api/entitiesQuery/find', query()],
    ['POST', '/api/alarmsQuery/find', alarmQuery],
    ['GET', `/api/dashboard/${dashboard.id}`],
    ['GET', `/api/customer/${publicId}/dashboards?page=0&pageSize=10`],
    ['GET', `/api/device/${device}`],
    ['GET', `/api/device/info/${device}`],
    ['GET', `/api/devices?deviceIds=${device}`],
    ['GET', `/api/customer/${publicId}/devices?page=0&pageSize=10`],
    ['GET', `/api/customer/${publicId}/deviceInfos?page=0&pageSize=10`],
    ['GET', `/api/alarm/DEVICE/${device}?page=0&pageSize=10`],
    ['GET', '/api/alarms?page=0&pageSize=10'],
    ['GET', '/api/v2/alarms?page=0&pageSize=10'],
    ['POST', '/api/entitiesQuery/find/keys?timeseries=true&attributes=true', query()],
    ['GET', `/api/relations/info?fromId=${device}&fromType=DEVICE`],
  ]
}

/** Names of attributes and series whose values are hidden. */
const hiddenNames = /"(hidden|limit|note|key|zone)"/

test('by no door do visitors get what no public dashboard shows', async (t) => {
  const world = await openWorld(t)
  for (const device of [world.pump, world.other]) {
    for (const [method, path, body] of questions(world, device)) {
      const { status, text } = await world.call(method, path, world.visitor, body)
      assert.ok(status === 200 || status === 403, `${method} ${path}: ${status} ${text}`)
      assert.doesNotMatch(text, new RegExp(`${secret}|${numbers.hidden}`), `${method} ${path}`)
      if (path.includes('/keys/')) assert.doesNotMatch(text, hiddenNames, `${method} ${path}`)
    }
  }
})

test('what public dashboards show is there, by every door that drawing them needs', async (t) => {
  const world = await openWorld(t)
  const { call, visitor, pump } = world
  const shown = questions(world, pump).filter(([, path]) => path.startsWith('/api/plugins') && !path.includes('SHARED'))
  for (const [method, path] of shown) {
    const { status, text } = await call(method, path, visitor)
    assert.equal(status, 200, path)
    assert.match(text, path.includes('timeseries') ? /pressure/ : /floor/, path)
  }
  const { data } = (
    await call<{ data: { latest: Record<string, Record<string, { value: string }>> }[] }>(
      'POST',
      '/api/entitiesQuery/find',
      visitor,
      query({ pageLink: { page: 0, pageSize: 10, sortOrder: { key: { type: 'ENTITY_FIELD', key: 'name' } } } }),
    )
  ).body
  const read = (type: string, key: string) => data.map(({ latest }) => latest[type]?.[key]?.value)
  assert.deepEqual(read('ENTITY_FIELD', 'name'), ['Other', 'Pump'])
  assert.deepEqual(read('TIME_SERIES', 'pressure'), ['', '21'])
  assert.deepEqual(read('ATTRIBUTE', 'floor'), ['', 'third'])
  assert.deepEqual(read('SERVER_ATTRIBUTE', 'floor'), ['', 'third'])
  assert.deepEqual(read('ENTITY_FIELD', 'additionalInfo'), ['', ''])
})

test('the reference’s behaviour is there for those who ask for it', async (t) => {
  const world = await openWorld(t, { SONDE_VISITOR_READS: 'entity' })
  for (const [method, path, body] of questions(world, world.pump)) {
    // Alarms belong to the customer that the device had when they were raised.
    if (/relations|keys\/attributes\/SERVER|dashboards\?|api\/(v2\/)?alarms/.test(path)) continue
    const { status, text } = await world.call(method, path, world.visitor, body)
    assert.equal(status, 200, path)
    const seen = path.includes('/keys') ? hiddenNames : new RegExp(`${secret}|${numbers.hidden}|zone`)
    assert.match(text, seen, `${method} ${path}`)
  }
})

test('hidden values decide nothing: not by filters, search or order', async (t) => {
  const world = await openWorld(t)
  const { call, visitor } = world
  const found = async (body: object, path = 'find') =>
    (await call<unknown>('POST', `/api/entitiesQuery/${path}`, visitor, body)).body
  const totals = async (more: object) => ((await found(query(more))) as { totalElements: number }).totalElements
  const greater = (type: string, key: string, than: number) => [
    {
      key: { type, key },
      valueType: 'NUMERIC',
      predicate: { type: 'NUMERIC', operation: 'GREATER', value: { defaultValue: than } },
    },
  ]
  for (const [type, key] of [
    ['TIME_SERIES', 'hidden'],
    ['SERVER_ATTRIBUTE', 'limit'],
    ['ATTRIBUTE', 'limit'],
  ] as const) {
    for (const than of [0, 10_000]) {
      const keyFilters = greater(type, key, than)
      assert.equal(await totals({ keyFilters }), 0, `${type} ${key} > ${than}`)
      assert.equal(await found({ entityFilter: deviceType, keyFilters }, 'count'), 0)
    }
  }
  assert.equal(
    await totals({ keyFilters: greater('TIME_SERIES', 'pressure', 20) }),
    1,
    'of those that the dashboard shows',
  )
  const search = (textSearch: string) => totals({ pageLink: { page: 0, pageSize: 10, textSearch } })
  assert.deepEqual(
    [await search('pump'), await search('third'), await search(secret), await search('4711')],
    [1, 1, 0, 0],
  )
  const list = { type: 'entityList', entityType: 'DEVICE', entityList: [world.pump, world.other] }
  assert.equal(await totals({ entityFilter: list, keyFilters: greater('TIME_SERIES', 'hidden', 0) }), 0)

  const tariff = (operation: string) => [
    {
      key: { type: 'TIME_SERIES', key: 'pressure' },
      valueType: 'NUMERIC',
      predicate: {
        type: 'NUMERIC',
        operation,
        value: { dynamicValue: { sourceType: 'CURRENT_TENANT', sourceAttribute: 'tariff' } },
      },
    },
  ]
  assert.equal(
    (await call('POST', '/api/entitiesQuery/find', visitor, query({ keyFilters: tariff('GREATER') }))).status,
    403,
  )
  const key = { type: 'ALARM_FIELD', key: 'details' }
  const byDetails = { ...alarmQuery, pageLink: { ...alarmQuery.pageLink, sortOrder: { key } } }
  assert.doesNotMatch((await call('POST', '/api/alarmsQuery/find', visitor, byDetails)).text, /Leak/)
})

test('a public dashboard with alarms shows them, with details where it shows details', async (t) => {
  const { call, visitor, save, configuration, dashboard, pump } = await openWorld(t)
  const alarms = (settings: object) =>
    save(
      {
        ...configuration,
        widgets: {
          w: {
            type: 'alarm',
            config: { settings, alarmSource: { type: 'entity', entityAliasId: aliasIds.pump, dataKeys: [] } },
          },
        },
      },
      dashboard,
    )
  const find = async () =>
    (
      await call<{ data: { originator: { id: string }; details: unknown }[] }>(
        'POST',
        '/api/alarmsQuery/find',
        visitor,
        alarmQuery,
      )
    ).body.data.map(({ originator, details }) => [originator.id, details])
  assert.deepEqual(await find(), [])
  await alarms({ displayDetails: false })
  assert.deepEqual(await find(), [[pump, null]])
  await alarms({})
  assert.deepEqual(await find(), [[pump, { note: secret }]])
})

/** All updates received so far. */
const allOf = (client: { of(cmdId: number): LiveUpdate[] }) =>
  JSON.stringify([1, 2, 3, 4, 5, 6].flatMap((cmdId) => client.of(cmdId)))

test('live connections send what is shown, and end when that changes', async (t) => {
  const world = await openWorld(t)
  const { call, token, visitor, pump, connect, alsoShow } = world
  const entity = { entityType: 'DEVICE', entityId: pump }
  const subscribe = async () => {
    const client = await connect(visitor)
    client.send({
      tsSubCmds: [{ ...entity, cmdId: 1 }],
      attrSubCmds: [{ ...entity, cmdId: 2 }],
      historyCmds: [{ ...entity, cmdId: 3, keys: 'pressure,hidden', startTs: 0, endTs: 4_000_000_000_000, limit: 10 }],
      entityDataCmds: [
        {
          cmdId: 4,
          query: query(),
          latestCmd: { keys: latestKeys },
          tsCmd: { keys: ['pressure', 'hidden', 'note'], startTs: 0, timeWindow: 4_000_000_000_000, limit: 10 },
        },
      ],
      alarmDataCmds: [{ cmdId: 5, query: alarmQuery }],
    })
    await until(() => [1, 2, 3, 4, 5].every((cmdId) => client.of(cmdId).length > 0), 'All subscriptions answer.')
    return client
  }
  const write = (pressure: number) =>
    call('POST', `/api/plugins/telemetry/DEVICE/${pump}/timeseries/ANY`, token, { pressure, hidden: numbers.later })

  // Concurrent subscribers share a view.
  const [first, together] = await Promise.all([subscribe(), subscribe(), subscribe()])
  await call('POST', `/api/plugins/telemetry/DEVICE/${pump}/SERVER_SCOPE`, token, {
    floor: 'fourth',
    limit: numbers.later,
  })
  await write(22)
  await until(
    () =>
      [1, 4].every((cmdId) => JSON.stringify(first.of(cmdId)).includes('"22"')) &&
      JSON.stringify(first.of(2)).includes('fourth'),
    'What is shown comes.',
  )
  assert.doesNotMatch(allOf(first), new RegExp(`${secret}|${numbers.hidden}|${numbers.later}`))

  await alsoShow({ type: 'timeseries', name: 'hidden' })
  assert.equal(await first.closed, 1012)
  assert.equal(await together.closed, 1012)
  const second = await subscribe()
  await until(
    () => [1, 3, 4].every((cmdId) => JSON.stringify(second.of(cmdId)).includes(`${numbers.later}`)),
    'It shows more now.',
  )
  assert.doesNotMatch(allOf(second), new RegExp(secret))

  await call('DELETE', `/api/customer/public/dashboard/${world.dashboard.id}`, token)
  assert.equal(await second.closed, 1012)
  const latest = await call('GET', `/api/plugins/telemetry/DEVICE/${pump}/values/timeseries`, visitor)
  assert.deepEqual([latest.status, latest.text], [200, '{}'])
})

test('an alias by relations shows what they lead to, until they lead elsewhere', async (t) => {
  const { call, token, visitor, save, configuration, dashboard, pump, other } = await openWorld(t)
  const relation = (to: string) => ({
    from: { entityType: 'DEVICE', id: pump },
    to: { entityType: 'DEVICE', id: to },
    type: 'Contains',
  })
  const filter = {
    type: 'relationsQuery',
    resolveMultiple: true,
    rootEntity: { entityType: 'DEVICE', id: pump },
    direction: 'FROM',
    maxLevel: 1,
    filters: [{ relationType: 'Contains', entityTypes: ['DEVICE'] }],
  }
  await save({ ...configuration, entityAliases: { [aliasIds.pump]: { alias: 'Parts', filter } } }, dashboard)
  const keys = async (device: string) =>
    (await call<string[]>('GET', `/api/plugins/telemetry/DEVICE/${device}/keys/timeseries`, visitor)).body
  assert.deepEqual([await keys(pump), await keys(other)], [[], []])
  await call('POST', '/api/relation', token, relation(other))
  assert.deepEqual([await keys(pump), await keys(other)], [[], ['pressure']])
  const ends = `fromId=${pump}&fromType=DEVICE&relationType=Contains&toId=${other}&toType=DEVICE`
  await call('DELETE', `/api/relation?${ends}`, token)
  assert.deepEqual(await keys(other), [])
})

test('where the state chooses the entity, it may be any that is public', async (t) => {
  const { call, visitor, save, configuration, dashboard, pump, other, hidden } = await openWorld(t)
  const filter = { type: 'stateEntity', resolveMultiple: false }
  await save({ ...configuration, entityAliases: { [aliasIds.pump]: { alias: 'Chosen', filter } } }, dashboard)
  const keys = (device: string) =>
    call<string[]>('GET', `/api/plugins/telemetry/DEVICE/${device}/keys/timeseries`, visitor)
  assert.deepEqual([(await keys(pump)).body, (await keys(other)).body], [['pressure'], ['pressure']])
  assert.equal((await keys(hidden)).status, 403)
})

test('a description is shown where a title names it, and nothing else of the details', async (t) => {
  const { call, visitor, save, configuration, dashboard } = await openWorld(t)
  const { w } = configuration.widgets
  // biome-ignore lint/suspicious/noTemplateCurlyInString: the wire's own placeholder
  const titled = { ...w, config: { ...w.config, title: '${entityDescription}' } }
  await save({ ...configuration, widgets: { w: titled } }, dashboard)
  const { text } = await call('POST', '/api/entitiesQuery/find', visitor, query())
  assert.match(text, /Pump house/)
  assert.doesNotMatch(text, new RegExp(secret))
})

test('a dashboard that makes no sense shows nothing, and the others go on', async (t) => {
  const { call, token, visitor, save, pump } = await openWorld(t)
  const predicates = [{ keyFilterPredicate: { type: 'COMPLEX', operation: 'AND', predicates: 7 } }]
  const odd = {
    widgets: { w: { config: { datasources: [{ entityAliasId: aliasIds.pump, filterId: 'f', dataKeys: [] }] } } },
    filters: { f: { keyFilters: [{ key: { type: 'ATTRIBUTE', key: 'x' }, valueType: 'STRING', predicates }] } },
  }
  for (const configuration of [
    odd,
    null,
    { entityAliases: { [aliasIds.pump]: { filter: { type: 'entityList', entityList: 7 } } } },
  ]) {
    const { id } = (await save({ ...configuration })).body
    await call('POST', `/api/customer/public/dashboard/${id.id}`, token)
  }
  const keys = await call<string[]>('GET', `/api/plugins/telemetry/DEVICE/${pump}/keys/timeseries`, visitor)
  assert.deepEqual(keys.body, ['pressure'])
})

test('every call that no dashboard needs is closed to visitors, and every other one knows its route', async (t) => {
  const { call, platform, visitor } = await openWorld(t)
  const routes = platform.routes.list()
  const names = new Set(routes.map(({ method, path }) => `${method} ${path}`))
  assert.deepEqual(
    [...routesOfVisitors].filter((name) => !names.has(name)),
    [],
  )
  const values: Readonly<Record<string, string>> = { entityType: 'DEVICE', fromType: 'DEVICE', toType: 'DEVICE' }
  for (const { method, path, authorities } of routes) {
    if (authorities === 'anyone' || path === '/api/auth/logout') continue
    const named = path.replace(/:(\w+)/g, (_, name: string) => values[name] ?? '00000000-0000-4000-8000-000000000001')
    const { status, text } = await call(method, named, visitor, method === 'POST' || method === 'PUT' ? {} : undefined)
    const isClosed = status === 403 && /Visitors of public dashboards can’t use this|permission/.test(text)
    if (!routesOfVisitors.has(`${method} ${path}`)) assert.ok(isClosed, `${method} ${path}: ${status} ${text}`)
    else assert.doesNotMatch(text, /Visitors of public dashboards can’t use this/, `${method} ${path}`)
  }
})
