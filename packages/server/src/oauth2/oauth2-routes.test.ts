import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import type { OAuth2Client, OAuth2Info, OAuth2Template } from '@sonde/model/oauth2/oauth2'
import { startTestAccounts } from '../auth/auth-testing.ts'

const registration = {
  mapperConfig: { type: 'BASIC', basic: { emailAttributeKey: 'email', tenantNameStrategy: 'DOMAIN' } },
  clientId: 'id',
  clientSecret: 'secret',
  authorizationUri: 'https://idp.example/a',
  accessTokenUri: 'https://idp.example/t',
  scope: ['email'],
  userNameAttributeName: 'email',
  clientAuthenticationMethod: 'POST',
  loginButtonLabel: 'Idp',
}
const params = (given: object = {}) => ({
  domainInfos: [{ scheme: 'HTTPS', name: 'sonde.example' }],
  clientRegistrations: [registration],
  ...given,
})
const mapped = (mapperConfig: object) => params({ clientRegistrations: [{ ...registration, mapperConfig }] })

async function start(t: TestContext) {
  const accounts = await startTestAccounts(t)
  const { call, root } = accounts
  const save = (...oauth2ParamsInfos: object[]) =>
    call<OAuth2Info>('POST', '/api/oauth2/config', { token: root, body: { enabled: true, oauth2ParamsInfos } })
  const clients = async (query = '') => (await call<OAuth2Client[]>('POST', `/api/noauth/oauth2Clients${query}`)).body
  return { ...accounts, save, clients }
}

test('a configuration is kept whole, and offered where it says', async (t) => {
  const { call, root, save, clients, baseUrl } = await start(t)
  const plain = await call('GET', '/api/oauth2/config', { token: root })
  assert.deepEqual(plain.body, { enabled: false, oauth2ParamsInfos: [] })
  const { host } = new URL(baseUrl)
  const given = params({
    domainInfos: [{ scheme: 'MIXED', name: host }],
    mobileInfos: [{ pkgName: 'org.example.app', appSecret: 'a1'.repeat(8) }],
    clientRegistrations: [
      registration,
      { ...registration, clientId: 'phone', loginButtonLabel: 'Phone', platforms: ['ANDROID'], loginButtonIcon: 'x' },
    ],
  })
  const { status, body } = await save(given, params())
  assert.equal(status, 200)
  const [first] = body.oauth2ParamsInfos
  assert.deepEqual(first?.clientRegistrations[0]?.mapperConfig.basic?.tenantNamePattern, null)
  assert.deepEqual(first?.clientRegistrations[0]?.platforms, [])
  assert.deepEqual((await call('GET', '/api/oauth2/config', { token: root })).body, body)

  const all = await clients()
  assert.deepEqual(
    all.map(({ name, icon }) => [name, icon]),
    [
      ['Idp', null],
      ['Phone', 'x'],
    ],
  )
  assert.match(all[0]?.url ?? '', /^\/oauth2\/authorization\/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/)
  assert.notEqual(all[0]?.url, all[1]?.url)
  assert.deepEqual(
    (await clients('?platform=WEB')).map(({ name }) => name),
    ['Idp'],
  )
  assert.equal((await clients('?pkgName=org.example.app&platform=ANDROID')).length, 2)
  assert.deepEqual(await clients('?pkgName=other'), [])
  await save(params({ domainInfos: [{ scheme: 'HTTPS', name: host }] }))
  assert.deepEqual(await clients(), [], 'asked for over HTTP')
  await call('POST', '/api/oauth2/config', { token: root, body: { enabled: false, oauth2ParamsInfos: [given] } })
  assert.deepEqual(await clients(), [], 'off')
})

test('what is wrong with a configuration is named', async (t) => {
  const { call, root, save } = await start(t)
  const refused = async (given: object, named: RegExp) => {
    const { status, text } = await save(given)
    assert.equal(status, 400, text)
    assert.match(text, named)
  }
  await refused(params({ domainInfos: [] }), /domainInfos/)
  await refused(params({ domainInfos: [{ scheme: 'HTTPS', name: '' }] }), /name/)
  await refused(params({ domainInfos: [{ scheme: 'HTTPS', name: 'a b' }] }), /name/)
  const twice = { scheme: 'HTTPS', name: 'a.example' }
  await refused(params({ domainInfos: [twice, twice] }), /domainInfos\.1/)
  await refused(params({ domainInfos: [twice, { scheme: 'MIXED', name: 'A.example' }] }), /MIXED/)
  await refused(params({ mobileInfos: [{ pkgName: 'a', appSecret: 'short' }] }), /appSecret/)
  const app = { pkgName: 'a', appSecret: 'a'.repeat(16) }
  await refused(params({ mobileInfos: [app, app] }), /mobileInfos\.1/)
  await refused(params({ clientRegistrations: [] }), /clientRegistrations/)
  await refused(params({ clientRegistrations: [{ ...registration, clientId: '' }] }), /clientId/)
  await refused(params({ clientRegistrations: [{ ...registration, authorizationUri: 'ftp://x' }] }), /authorizationUri/)
  await refused(mapped({ type: 'BASIC' }), /mapperConfig\.basic is missing/)
  await refused(mapped({ type: 'BASIC', basic: { tenantNameStrategy: 'DOMAIN' } }), /emailAttributeKey is missing/)
  await refused(mapped({ type: 'GITHUB', basic: { emailAttributeKey: 'e', tenantNameStrategy: 'DOMAIN' } }), /left out/)
  const custom = { emailAttributeKey: 'e', tenantNameStrategy: 'CUSTOM' }
  await refused(mapped({ type: 'BASIC', basic: custom }), /tenantNamePattern is missing/)
  await refused(mapped({ type: 'BASIC', basic: { ...custom, emailAttributeKey: 'x'.repeat(32) } }), /emailAttributeKey/)
  await refused(mapped({ type: 'CUSTOM' }), /custom\.url is missing/)
  const noList = await call('POST', '/api/oauth2/config', { token: root, body: { enabled: true } })
  assert.match(noList.text, /oauth2ParamsInfos is missing/)
})

test('there are four templates to start from, and what is deleted stays away', async (t) => {
  const { call, root } = await start(t)
  const path = '/api/oauth2/config/template'
  const list = async () => (await call<OAuth2Template[]>('GET', path, { token: root })).body
  const made = await list()
  assert.deepEqual(made.map(({ providerId }) => providerId).sort(), ['Apple', 'Facebook', 'Github', 'Google'])
  const body = { providerId: 'Own', mapperConfig: registration.mapperConfig, scope: ['email'] }
  const { body: own } = await call<OAuth2Template>('POST', path, { token: root, body })
  assert.deepEqual([own.name, own.jwkSetUri, own.mapperConfig.custom], ['Own', null, null])
  const changed = await call<OAuth2Template>('POST', path, { token: root, body: { ...own, comment: 'c' } })
  assert.deepEqual([changed.body.id, changed.body.createdTime, changed.body.comment], [own.id, own.createdTime, 'c'])
  assert.match((await call('POST', path, { token: root, body })).text, /providerId is taken/)
  assert.match((await call('POST', path, { token: root, body: { ...body, providerId: '' } })).text, /providerId/)
  const remove = () => call('DELETE', `${path}/${own.id.id}`, { token: root })
  assert.equal((await remove()).status, 200)
  assert.equal((await remove()).status, 404)
  assert.equal((await call('POST', path, { token: root, body: own })).status, 404)
  assert.equal((await call('DELETE', `${path}/nothing`, { token: root })).status, 400)
})

test('only a system administrator reads and keeps it', async (t) => {
  const { call, root, tenant } = await start(t)
  assert.equal((await call('GET', '/api/oauth2/loginProcessingUrl', { token: root })).body, '/login/oauth2/code/')
  const { admin } = await tenant('acme')
  for (const path of ['config', 'config/template', 'loginProcessingUrl']) {
    assert.equal((await call('GET', `/api/oauth2/${path}`, { token: admin.token })).status, 403)
    assert.equal((await call('GET', `/api/oauth2/${path}`)).status, 401)
  }
})
