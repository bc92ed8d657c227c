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

test('secrets are never answered, and stay with the client, package and address that they were stored for', async (t) => {
  const { call, root, save, settings } = await start(t)
  const custom = (given: object) => ({
    ...registration,
    clientId: 'custom',
    clientSecret: 'custom-secret',
    mapperConfig: { type: 'CUSTOM', custom: { url: 'https://mapper.example', username: 'u', ...given } },
  })
  const mobile = (pkgName: string, appSecret?: string) => ({ pkgName, appSecret })
  const stored = async () => (await settings.read('oauth2')) as OAuth2Info
  const first = await save(
    params({
      mobileInfos: [mobile('org.one', 'secretOne1234567'), mobile('org.two', 'secretTwo1234567')],
      clientRegistrations: [registration, custom({ password: 'mapper-secret' })],
    }),
  )
  assert.equal(first.status, 200)
  const shown = await call<OAuth2Info>('GET', '/api/oauth2/config', { token: root })
  for (const { text } of [first, shown]) assert.doesNotMatch(text, /[sS]ecret"?:"|secret(One|Two)|mapper-secret/)
  const paths = await call<string[]>('GET', '/api/v2/admin/settings/oauth2/secrets', { token: root })
  assert.deepEqual(paths.body, [
    'oauth2ParamsInfos.0.clientRegistrations.0.clientSecret',
    'oauth2ParamsInfos.0.clientRegistrations.1.clientSecret',
    'oauth2ParamsInfos.0.clientRegistrations.1.mapperConfig.custom.password',
    'oauth2ParamsInfos.0.mobileInfos.0.appSecret',
    'oauth2ParamsInfos.0.mobileInfos.1.appSecret',
  ])
  const before = await stored()
  assert.equal((await save(...shown.body.oauth2ParamsInfos)).status, 200)
  assert.deepEqual(await stored(), before, 'what was answered can be saved')

  // Reordered lists and an additional entry: each entry keeps its own secret.
  const [info] = shown.body.oauth2ParamsInfos
  assert.ok(info)
  const reversed = {
    ...info,
    mobileInfos: [...(info.mobileInfos ?? [])].reverse(),
    clientRegistrations: [...info.clientRegistrations].reverse(),
  }
  const other = params({ domainInfos: [{ scheme: 'HTTP', name: 'other.example' }] })
  assert.equal((await save(other, reversed)).status, 200)
  const [, retained] = (await stored()).oauth2ParamsInfos
  assert.deepEqual(
    [
      retained?.mobileInfos?.map(({ appSecret }) => appSecret),
      retained?.clientRegistrations.map((each) => each.clientSecret),
    ],
    [
      ['secretTwo1234567', 'secretOne1234567'],
      ['custom-secret', 'secret'],
    ],
  )
  assert.equal(retained?.clientRegistrations[0]?.mapperConfig.custom?.password, 'mapper-secret')

  for (const [change, named] of [
    [{ clientRegistrations: [{ ...registration, clientSecret: null, clientId: 'evil' }] }, /clientSecret is missing/],
    [
      { clientRegistrations: [{ ...registration, clientSecret: '', accessTokenUri: 'https://evil.example' }] },
      /clientRegistrations\.0\.clientSecret is missing/,
    ],
    [{ mobileInfos: [mobile('org.evil')] }, /mobileInfos\.0\.appSecret is missing/],
  ] as const) {
    const { status, text } = await save(params(change))
    assert.deepEqual([status, named.test(text)], [400, true], text)
  }
  for (const change of [{ url: 'https://evil.example' }, { username: 'other' }, { password: '' }]) {
    assert.equal((await save(params({ clientRegistrations: [custom(change)] }))).status, 200)
    assert.equal((await stored()).oauth2ParamsInfos[0]?.clientRegistrations[0]?.mapperConfig.custom?.password, null)
    await save(params({ clientRegistrations: [custom({ password: 'mapper-secret' })] }))
  }

  const template = {
    providerId: 'Mapped',
    mapperConfig: { type: 'CUSTOM', custom: { url: 'https://mapper.example', password: 'mapper-secret' } },
  }
  const path = '/api/oauth2/config/template'
  const made = await call<OAuth2Template>('POST', path, { token: root, body: template })
  const again = await call('POST', path, { token: root, body: { ...made.body, comment: 'changed' } })
  assert.equal(again.status, 200)
  const listed = await call('GET', path, { token: root })
  for (const { text } of [made, again, listed]) assert.doesNotMatch(text, /mapper-secret/)
})

test('what is wrong with a configuration is named', async (t) => {
  const { call, root, save } = await start(t)
  const rejected = async (given: object, named: RegExp) => {
    const { status, text } = await save(given)
    assert.equal(status, 400, text)
    assert.match(text, named)
  }
  await rejected(params({ domainInfos: [] }), /domainInfos/)
  await rejected(params({ domainInfos: [{ scheme: 'HTTPS', name: '' }] }), /name/)
  await rejected(params({ domainInfos: [{ scheme: 'HTTPS', name: 'a b' }] }), /name/)
  const twice = { scheme: 'HTTPS', name: 'a.example' }
  await rejected(params({ domainInfos: [twice, twice] }), /domainInfos\.1/)
  await rejected(params({ domainInfos: [twice, { scheme: 'MIXED', name: 'A.example' }] }), /MIXED/)
  await rejected(params({ mobileInfos: [{ pkgName: 'a', appSecret: 'short' }] }), /appSecret/)
  const app = { pkgName: 'a', appSecret: 'a'.repeat(16) }
  await rejected(params({ mobileInfos: [app, app] }), /mobileInfos\.1/)
  await rejected(params({ clientRegistrations: [] }), /clientRegistrations/)
  await rejected(params({ clientRegistrations: [{ ...registration, clientId: '' }] }), /clientId/)
  await rejected(
    params({ clientRegistrations: [{ ...registration, authorizationUri: 'ftp://x' }] }),
    /authorizationUri/,
  )
  await rejected(mapped({ type: 'BASIC' }), /mapperConfig\.basic is missing/)
  await rejected(mapped({ type: 'BASIC', basic: { tenantNameStrategy: 'DOMAIN' } }), /emailAttributeKey is missing/)
  await rejected(
    mapped({ type: 'GITHUB', basic: { emailAttributeKey: 'e', tenantNameStrategy: 'DOMAIN' } }),
    /must be omitted/,
  )
  const custom = { emailAttributeKey: 'e', tenantNameStrategy: 'CUSTOM' }
  await rejected(mapped({ type: 'BASIC', basic: custom }), /tenantNamePattern is missing/)
  await rejected(
    mapped({ type: 'BASIC', basic: { ...custom, emailAttributeKey: 'x'.repeat(32) } }),
    /emailAttributeKey/,
  )
  await rejected(mapped({ type: 'CUSTOM' }), /custom\.url is missing/)
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
  assert.match((await call('POST', path, { token: root, body })).text, /providerId is used by another template/)
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
