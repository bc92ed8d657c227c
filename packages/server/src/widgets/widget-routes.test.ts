import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Caller, openLibrary } from '../resources/library-testing.ts'

const descriptor = {
  type: 'latest',
  sizeX: 4,
  sizeY: 3,
  resources: [],
  templateHtml: '<p></p>',
  templateCss: '',
  controllerScript: 'self.onInit = function() {}',
  settingsSchema: '{}',
  dataKeySettingsSchema: '{}',
  defaultConfig: '{}',
  further: { kept: true },
}

test('a bundle is made with an alias of its own, changed and deleted with its types', async (t) => {
  const { get, post, del, changes, messages, auditActions } = await openLibrary(t)
  const made = await post('/api/widgetsBundle', { title: 'My bundle', description: 'x', image: null })
  assert.equal(made.status, 200)
  assert.deepEqual(['alias', 'title', 'image', 'description'].map(made.at), ['my_bundle', 'My bundle', null, 'x'])
  const second = await post('/api/widgetsBundle', { title: 'My bundle', alias: 'my_bundle' })
  assert.equal(second.at('alias'), 'my_bundle2')
  assert.equal((await post('/api/widgetsBundle', { title: 'My bundle' }, 'stranger')).at('alias'), 'my_bundle')
  const changed = await post('/api/widgetsBundle', {
    id: made.at('id'),
    title: 'Other',
    image: 'data:image/png;base64,AA==',
  })
  assert.deepEqual(['alias', 'title', 'description', 'createdTime'].map(changed.at), [
    'my_bundle',
    'Other',
    null,
    made.at('createdTime'),
  ])
  const type = await post('/api/widgetType', { bundleAlias: 'my_bundle', name: 'W', descriptor })
  changes.length = 0
  assert.equal((await del(`/api/widgetsBundle/${made.at('id.id')}`)).status, 200)
  assert.deepEqual(
    changes.map(({ kind, entity }) => `${kind} ${entity.entityType}`),
    ['deleted WIDGET_TYPE', 'deleted WIDGETS_BUNDLE'],
  )
  assert.equal((await get(`/api/widgetType/${type.at('id.id')}`)).status, 404)
  assert.equal((await get(`/api/widgetsBundle/${made.at('id.id')}`)).status, 404)
  assert.deepEqual(await auditActions(), [
    'ADDED WIDGETS_BUNDLE My bundle SUCCESS',
    'ADDED WIDGETS_BUNDLE My bundle SUCCESS',
    'ADDED WIDGET_TYPE W SUCCESS',
    'DELETED WIDGETS_BUNDLE Other SUCCESS',
    'DELETED WIDGET_TYPE W SUCCESS',
    'UPDATED WIDGETS_BUNDLE Other SUCCESS',
  ])
  assert.ok(messages.every(({ message }) => !message.data.includes('controllerScript')))
})

test('bundles are listed whole or in pages: the system’s and one’s own', async (t) => {
  const { get, post } = await openLibrary(t)
  await post('/api/widgetsBundle', { title: 'b system' }, 'sys')
  await post('/api/widgetsBundle', { title: 'c own' })
  await post('/api/widgetsBundle', { title: 'a foreign' }, 'stranger')
  const titles = async (as: Caller, query = '') => {
    const answer = await get(`/api/widgetsBundles${query}`, as)
    return ((query ? answer.at('data') : JSON.parse(answer.text)) as { title: string }[]).map(({ title }) => title)
  }
  assert.deepEqual(await titles('admin'), ['b system', 'c own'])
  assert.deepEqual(await titles('user'), ['b system', 'c own'])
  assert.deepEqual(await titles('sys'), ['b system'])
  assert.deepEqual(await titles('admin', '?pageSize=1&page=1&sortProperty=title&sortOrder=ASC'), ['c own'])
  assert.deepEqual(await titles('admin', '?pageSize=9&page=0&textSearch=OWN'), ['c own'])
  assert.equal((await get('/api/widgetsBundles?pageSize=9')).status, 400)
  assert.equal((await get('/api/widgetsBundles?pageSize=9&page=0&sortProperty=size')).status, 400)
})

test('a type is found by bundle and alias, with as much as each call shows', async (t) => {
  const { get, post, del } = await openLibrary(t)
  await post('/api/widgetsBundle', { title: 'B' })
  const made = await post('/api/widgetType', { bundleAlias: 'b', name: 'My type', description: 'd', descriptor })
  assert.equal(made.status, 200)
  assert.deepEqual(made.at('descriptor'), descriptor)
  assert.equal(made.at('alias'), 'my_type')
  assert.equal(
    (await post('/api/widgetType', { bundleAlias: 'b', name: 'My type', descriptor })).at('alias'),
    'my_type2',
  )
  const list = '?isSystem=false&bundleAlias=b'
  const keys = async (path: string) => Object.keys((await get(path)).at('0') as object).sort()
  const record = ['alias', 'bundleAlias', 'createdTime', 'id', 'name', 'tenantId']
  assert.deepEqual(await keys(`/api/widgetTypes${list}`), [...record, 'descriptor'].sort())
  assert.deepEqual(
    await keys(`/api/widgetTypesDetails${list}`),
    [...record, 'descriptor', 'description', 'image'].sort(),
  )
  assert.deepEqual(await keys(`/api/widgetTypesInfos${list}`), [...record, 'description', 'image', 'widgetType'].sort())
  assert.equal((await get(`/api/widgetTypesInfos${list}`)).at('0.widgetType'), 'latest')

  const byAlias = (as: Caller, isSystem = false) =>
    get(`/api/widgetType?isSystem=${isSystem}&bundleAlias=b&alias=my_type`, as)
  assert.deepEqual((await byAlias('user')).at('descriptor'), descriptor)
  assert.equal((await byAlias('user', true)).status, 404)
  assert.equal((await byAlias('stranger')).status, 404)
  assert.equal((await get('/api/widgetTypes?isSystem=true&bundleAlias=b')).text, '[]')

  const changed = await post('/api/widgetType', { ...JSON.parse(made.text), name: 'Renamed' })
  assert.deepEqual(['alias', 'name', 'createdTime'].map(changed.at), ['my_type', 'Renamed', made.at('createdTime')])
  assert.equal((await del(`/api/widgetType/${made.at('id.id')}`)).status, 200)
  assert.equal((await byAlias('admin')).status, 404)
})

test('aliases that are taken at the same moment are all different', async (t) => {
  const { post } = await openLibrary(t)
  const made = await Promise.all(Array.from({ length: 4 }, () => post('/api/widgetsBundle', { title: 'Same' })))
  assert.deepEqual(made.map(({ at }) => at('alias')).sort(), ['same', 'same2', 'same3', 'same4'])
})

test('what is wrong is said', async (t) => {
  const { post } = await openLibrary(t)
  await post('/api/widgetsBundle', { title: 'System' }, 'sys')
  const bundle = await post('/api/widgetsBundle', { title: 'B' })
  const type = await post('/api/widgetType', { bundleAlias: 'b', name: 'W', descriptor })
  const rejected = async (path: string, body: object, reason: RegExp) => {
    const answer = await post(path, body)
    assert.deepEqual([answer.status, answer.at('errorCode')], [400, 31], answer.text)
    assert.match(String(answer.at('message')), reason)
  }
  await rejected('/api/widgetsBundle', {}, /title is missing/)
  await rejected('/api/widgetsBundle', { title: ' ' }, /Enter a title for the widget bundle/)
  await rejected('/api/widgetsBundle', { title: 'x'.repeat(256) }, /title has more than 255/)
  await rejected('/api/widgetsBundle', { title: '<img src=x>' }, /can’t contain HTML/)
  await rejected('/api/widgetsBundle', { title: 'x', image: 'x'.repeat(1_000_001) }, /image has more than 1000000/)
  await rejected(
    '/api/widgetsBundle',
    { id: bundle.at('id'), alias: 'c', title: 'x' },
    /alias b of a bundle can’t change/,
  )
  await rejected('/api/widgetType', { bundleAlias: 'none', name: 'W', descriptor }, /widget bundle none doesn’t exist/)
  await rejected(
    '/api/widgetType',
    { bundleAlias: 'system', name: 'W', descriptor },
    /widget bundle system doesn’t exist/,
  )
  await rejected('/api/widgetType', { bundleAlias: 'b', name: 'W', descriptor: {} }, /descriptor\.type is missing/)
  await rejected('/api/widgetType', { bundleAlias: 'b', name: '', descriptor }, /Enter a name for the widget type/)
  const stored = JSON.parse(type.text) as object
  await rejected('/api/widgetType', { ...stored, alias: 'v' }, /alias w of a widget type can’t change/)
  await rejected('/api/widgetType', { ...stored, bundleAlias: 'c' }, /bundle b of a widget type can’t change/)
})

test('the system’s are changed by the system administrator alone, a tenant’s by its administrator', async (t) => {
  const { get, post, del } = await openLibrary(t)
  const bundle = await post('/api/widgetsBundle', { title: 'System' }, 'sys')
  const type = await post('/api/widgetType', { bundleAlias: 'system', name: 'W', descriptor }, 'sys')
  const own = await post('/api/widgetsBundle', { title: 'Own' })
  const ownType = await post('/api/widgetType', { bundleAlias: 'own', name: 'W', descriptor })
  const paths = ({ at }: typeof bundle, of: typeof type) => [
    `/api/widgetsBundle/${at('id.id')}`,
    `/api/widgetType/${of.at('id.id')}`,
  ]
  for (const path of paths(bundle, type)) {
    assert.equal((await get(path)).status, 200, path)
    assert.equal((await del(path)).status, 403, path)
    assert.equal((await del(path, 'user')).status, 403, path)
  }
  for (const path of paths(own, ownType)) {
    for (const as of ['stranger', 'sys'] as const) {
      assert.equal((await get(path, as)).status, 403, path)
      assert.equal((await del(path, as)).status, 403, path)
    }
  }
  assert.equal((await post('/api/widgetsBundle', { ...JSON.parse(bundle.text), title: 'Hack' })).status, 403)
  assert.equal((await post('/api/widgetType', { ...JSON.parse(ownType.text), name: 'Hack' }, 'stranger')).status, 403)
  assert.equal((await post('/api/widgetType', { ...JSON.parse(type.text), name: 'New' }, 'sys')).status, 200)
})

test('bundles, types and resources go with their tenant', async (t) => {
  const { get, post, storage, tenantStore, tenantId } = await openLibrary(t)
  await post('/api/widgetsBundle', { title: 'System' }, 'sys')
  await post('/api/widgetsBundle', { title: 'Own' })
  await post('/api/widgetType', { bundleAlias: 'own', name: 'W', descriptor })
  await post('/api/resource', { title: 'R', resourceType: 'JKS', fileName: 'a', data: 'eA==' })
  const belongings = (await tenantStore.belongings(tenantId)).map(({ entityType }) => entityType)
  assert.deepEqual(belongings.sort(), ['TB_RESOURCE', 'WIDGETS_BUNDLE', 'WIDGET_TYPE'])
  await storage.transact({ statements: tenantStore.remove(tenantId) })
  assert.deepEqual(await tenantStore.belongings(tenantId), [])
  assert.equal((JSON.parse((await get('/api/widgetsBundles', 'stranger')).text) as unknown[]).length, 1)
})
