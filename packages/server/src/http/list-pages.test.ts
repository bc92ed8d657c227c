/** Paging of every list of the API: page sizes, sort order and invalid page links. */

import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { PageData } from '@sonde/model/paging'
import { startTestPlatform } from '../platform-testing.ts'

test('every list takes a page of any size and an order in either case, and refuses what is no page', async (t) => {
  const { tenant, call, root } = await startTestPlatform(t)
  const { id, token, device } = await tenant({})
  const { body: customer } = await call('POST', '/api/customer', token, { title: 'Guests' })
  const ofCustomer = `/api/customer/${customer.id.id}`
  const ofDevice = `DEVICE/${device.id.id}`
  const lists: readonly (readonly [path: string, sortProperty: string, caller?: string])[] = [
    ['/api/tenant/assets', 'name'],
    ['/api/tenant/assetInfos', 'customerTitle'],
    [`${ofCustomer}/assets`, 'type'],
    [`${ofCustomer}/assetInfos`, 'name'],
    ['/api/tenant/devices', 'name'],
    ['/api/tenant/deviceInfos', 'deviceProfileName'],
    [`${ofCustomer}/devices`, 'label'],
    [`${ofCustomer}/deviceInfos`, 'name'],
    ['/api/tenant/entityViews', 'name'],
    ['/api/tenant/entityViewInfos', 'type'],
    [`${ofCustomer}/entityViews`, 'name'],
    ['/api/tenant/edges', 'name'],
    ['/api/tenant/edgeInfos', 'label'],
    [`${ofCustomer}/edges`, 'name'],
    ['/api/edges', 'name'],
    ['/api/customers', 'title'],
    [`${ofCustomer}/users`, 'email'],
    ['/api/users', 'email'],
    ['/api/tenant/dashboards', 'title'],
    [`${ofCustomer}/dashboards`, 'title'],
    ['/api/ruleChains', 'name'],
    ['/api/deviceProfiles', 'name'],
    ['/api/deviceProfileInfos', 'type'],
    ['/api/resource', 'title'],
    ['/api/otaPackages', 'title'],
    ['/api/widgetsBundles', 'title'],
    ['/api/audit/logs', 'createdTime'],
    [`/api/alarm/${ofDevice}`, 'severity'],
    [`/api/events/${ofDevice}?tenantId=${id}`, 'createdTime'],
    [`/api/rpc/persistent/device/${device.id.id}?rpcStatus=QUEUED`, 'createdTime'],
    ['/api/tenants', 'title', root],
    ['/api/tenantInfos', 'title', root],
    ['/api/tenantProfiles', 'name', root],
    ['/api/tenantProfileInfos', 'name', root],
    [`/api/tenant/${id}/users`, 'email', root],
    ['/api/widgetsBundles', 'title', root],
  ]
  for (const [path, sortProperty, caller = token] of lists) {
    const ask = (query: string) =>
      call<PageData<object> & { errorCode?: number }>('GET', `${path}${path.includes('?') ? '&' : '?'}${query}`, caller)
    const whole = await ask('pageSize=2147483647&page=0')
    assert.equal(whole.status, 200, `${path}: ${whole.text}`)
    const { data, totalElements, totalPages, hasNext } = whole.body
    assert.deepEqual([totalElements, totalPages, hasNext], [data.length, data.length > 0 ? 1 : 0, false], path)
    for (const query of ['pageSize=2147483647&page=1', 'pageSize=10&page=2147483647']) {
      const beyond = await ask(query)
      assert.deepEqual([beyond.status, beyond.body.data, beyond.body.hasNext], [200, [], false], `${path} ${query}`)
    }
    const ascending = await ask(`pageSize=100&page=0&sortProperty=${sortProperty}&sortOrder=ASC`)
    const lower = await ask(`pageSize=100&page=0&sortProperty=${sortProperty}&sortOrder=asc`)
    const mixed = await ask(`pageSize=100&page=0&sortProperty=${sortProperty}&sortOrder=dEsC`)
    assert.deepEqual(lower.body, ascending.body, path)
    assert.deepEqual([mixed.status, mixed.body.data?.length], [200, data.length], path)
    for (const query of [
      'pageSize=0&page=0',
      'pageSize=-1&page=0',
      'pageSize=10&page=-1',
      'pageSize=2147483648&page=0',
      'pageSize=1.5&page=0',
      'pageSize=x&page=0',
      'pageSize=10',
      `pageSize=10&page=0&sortProperty=${sortProperty}&sortOrder=up`,
      'pageSize=10&page=0&sortProperty=constructor',
    ]) {
      const refused = await ask(query)
      assert.deepEqual([refused.status, refused.body.errorCode], [400, 31], `${path} ${query}`)
    }
  }
})

test('a text search looks for what was typed: blanks, umlauts and ß count, upper and lower case do not', async (t) => {
  const { tenant, call } = await startTestPlatform(t)
  const { token } = await tenant({})
  const names = ['Größe', 'GRÖSSE', 'Ofen  7', 'Çalışma', 'a_b']
  const bodies = {
    asset: (name: string) => ({ name, type: 'x' }),
    device: (name: string) => ({ name, type: 'x' }),
    customer: (title: string) => ({ title }),
    dashboard: (title: string) => ({ title }),
  }
  const lists = {
    asset: '/api/tenant/assets',
    device: '/api/tenant/devices',
    customer: '/api/customers',
    dashboard: '/api/tenant/dashboards',
  }
  for (const type of Object.keys(bodies) as (keyof typeof bodies)[]) {
    for (const name of names) {
      const made = await call('POST', `/api/${type}`, token, bodies[type](name))
      assert.equal(made.status, 200, `${type} ${name}: ${made.text}`)
    }
    const search = async (text: string) => {
      const query = `pageSize=100&page=0&textSearch=${encodeURIComponent(text)}`
      const { body } = await call<PageData<{ name?: string; title?: string }>>('GET', `${lists[type]}?${query}`, token)
      return body.data.map(({ name, title }) => name ?? title).sort()
    }
    for (const [text, found] of [
      ['grö', ['GRÖSSE', 'Größe']],
      ['GRÖßE', ['Größe']],
      ['ß', ['Größe']],
      ['grösse', ['GRÖSSE']],
      ['ÇALIŞ', []],
      ['çalı', ['Çalışma']],
      ['n  7', ['Ofen  7']],
      ['n 7', []],
      ['7 ', []],
      ['_b', ['a_b']],
      ['zzz', []],
    ] as const) {
      assert.deepEqual(await search(text), found, `${type} “${text}”`)
    }
    assert.equal((await search('%')).length, (await search('')).length, `${type}: a percent sign stands for any text`)
  }
})
