import type { OAuth2Info, OAuth2Template } from '@sonde/model/oauth2/oauth2'
import { expect, test } from 'vitest'
import { englishTexts } from '../../../testing/render-page.tsx'
import {
  draftOfOAuth2,
  newParams,
  newSecret,
  type OAuth2Draft,
  oauth2Errors,
  type ParamsDraft,
  redirectUris,
  titleOf,
  wireOAuth2,
} from './oauth2-input.ts'
import { type MapperDraft, type ProviderDraft, withTemplate } from './provider-input.ts'

const { t } = englishTexts().current

const google: OAuth2Template = {
  id: { id: 'g' },
  createdTime: 1,
  providerId: 'Google',
  mapperConfig: { type: 'BASIC', basic: { emailAttributeKey: 'email', tenantNameStrategy: 'DOMAIN' } },
  authorizationUri: 'https://accounts.example/auth',
  accessTokenUri: 'https://accounts.example/token',
  scope: ['email', 'openid'],
  clientAuthenticationMethod: 'BASIC',
  loginButtonLabel: 'Google',
  loginButtonIcon: 'google-logo',
}

const started = newParams([google], 'iot.example.org')
const whole: ParamsDraft = {
  ...started,
  providers: started.providers.map((provider) => ({ ...provider, clientId: 'id', clientSecret: 'secret' })),
}
const fieldErrorsOf = (sets: readonly ParamsDraft[], enabled = true) => [
  ...oauth2Errors({ enabled, sets }, t).entries(),
]
const fieldsOf = (params: ParamsDraft) => fieldErrorsOf([params]).map(([path]) => path.split('/').slice(3).join('/'))
const withProvider = (part: Partial<ProviderDraft>) => ({
  ...whole,
  providers: whole.providers.map((provider) => ({ ...provider, ...part })),
})
const withMapper = (part: Partial<MapperDraft>) => ({
  ...whole,
  providers: whole.providers.map((provider) => ({ ...provider, mapper: { ...provider.mapper, ...part } })),
})

test('a new set has this host and the usual provider, and wants who the platform is to it', () => {
  expect(titleOf(started)).toBe('iot.example.org')
  expect(started.providers[0]).toMatchObject({ provider: 'Google', clientAuthenticationMethod: 'BASIC' })
  expect(started.providers[0]?.mapper).toMatchObject({ allowUserCreation: true, activateUser: false })
  expect(fieldsOf(started)).toEqual(['clientId', 'clientSecret'])
  expect(fieldsOf(whole)).toEqual([])
  expect(fieldErrorsOf([])).toEqual([['sets', 'Add domains with providers, or disable OAuth 2.0.']])
  expect(fieldErrorsOf([], false)).toEqual([])
})

test('domains: a host, once per protocol, and both protocols leave no room for another', () => {
  const fieldError = (...domains: readonly (readonly [name: string, scheme: 'HTTP' | 'HTTPS' | 'MIXED'])[]) =>
    fieldErrorsOf([{ ...whole, domains: domains.map(([name, scheme], i) => ({ key: `${i}`, name, scheme })) }]).map(
      ([, words]) => words,
    )
  expect(fieldError(['a.example', 'HTTP'], ['a.example', 'HTTPS'], ['b.example:8443', 'MIXED'])).toEqual([])
  expect(fieldError(['', 'HTTP'])).toEqual([expect.stringMatching(/^Enter a domain/)])
  for (const wrong of ['https://a', 'a b', 'a/b', 'a:port', 'a:123456']) {
    expect(fieldError([wrong, 'HTTP'])).toEqual([expect.stringMatching(/^Enter a host/)])
  }
  expect(fieldError(['a.example', 'HTTP'], ['A.example ', 'HTTP'])).toHaveLength(2)
  expect(fieldError(['a.example', 'HTTP'], ['a.example', 'MIXED'])).toHaveLength(2)
  expect(fieldError([`${'a'.repeat(256)}`, 'HTTP'])).toEqual([expect.stringMatching(/at most 255/)])
})

test('redirect URIs: one per protocol; none while the domain is no domain', () => {
  const at = (name: string, scheme: 'HTTP' | 'HTTPS' | 'MIXED') =>
    redirectUris({ key: '', name, scheme }, '/login/oauth2/code/')
  expect(at('a.example', 'HTTPS')).toEqual(['https://a.example/login/oauth2/code/'])
  expect(at(' a.example:80 ', 'MIXED')).toEqual([
    'http://a.example:80/login/oauth2/code/',
    'https://a.example:80/login/oauth2/code/',
  ])
  expect(at('a b', 'HTTP')).toEqual([])
})

test('mobile applications: each package once, secrets long enough; made ones are right', () => {
  const fieldError = (...mobiles: readonly (readonly [pkgName: string, appSecret: string])[]) =>
    fieldsOf({
      ...whole,
      mobiles: mobiles.map(([pkgName, appSecret], i) => ({
        key: `${i}`,
        pkgName,
        appSecret,
        secretFor: null,
      })),
    })
  expect(fieldError(['org.a', newSecret()], ['org.b', newSecret()])).toEqual([])
  expect(fieldError(['', newSecret()])).toEqual(['pkgName'])
  expect(fieldError(['org.a', newSecret()], ['org.a', newSecret()])).toEqual(['pkgName', 'pkgName'])
  for (const secret of ['a'.repeat(15), 'a'.repeat(2049), `${'a'.repeat(20)}-`]) {
    expect(fieldError(['org.a', secret])).toEqual(['appSecret'])
  }
  expect(newSecret()).not.toBe(newSecret())
})

test('a provider names addresses and scopes; the mapper what its type reads', () => {
  const missing = withProvider({ accessTokenUri: '', authorizationUri: 'accounts', jwkSetUri: 'ftp://a', scope: [] })
  expect(fieldsOf(missing)).toEqual(['more/accessTokenUri', 'more/authorizationUri', 'more/jwkSetUri', 'more/scope'])
  expect(fieldsOf(withProvider({ loginButtonLabel: ' ', userNameAttributeName: '' }))).toHaveLength(2)
  expect(fieldsOf(withMapper({ emailAttributeKey: '' }))).toEqual(['more/emailAttributeKey'])
  expect(fieldsOf(withMapper({ emailAttributeKey: 'a'.repeat(32) }))).toEqual(['more/emailAttributeKey'])
  expect(fieldsOf(withMapper({ type: 'GITHUB', emailAttributeKey: '' }))).toEqual([])
  expect(fieldsOf(withMapper({ tenantNameStrategy: 'CUSTOM' }))).toEqual(['more/tenantNamePattern'])
  expect(fieldsOf(withMapper({ type: 'CUSTOM', emailAttributeKey: '' }))).toEqual(['more/url'])
  expect(fieldsOf(withMapper({ type: 'CUSTOM', url: 'https://mapper' }))).toEqual([])
})

test('what is stored comes back as it was but for its secrets, and is what the wire takes', () => {
  const draft: OAuth2Draft = {
    enabled: true,
    sets: [
      { ...whole, mobiles: [{ key: 'm', pkgName: 'org.a', appSecret: newSecret(), secretFor: null }] },
      withMapper({ type: 'CUSTOM', url: 'https://mapper', username: 'u', password: 'p' }),
      withMapper({ type: 'GITHUB' }),
    ],
  }
  const wire = wireOAuth2(draft)
  const shown = structuredClone(wire, {})
  for (const { clientRegistrations, mobileInfos } of shown.oauth2ParamsInfos) {
    for (const each of clientRegistrations) {
      Object.assign(each, { clientSecret: null })
      if (each.mapperConfig.custom) Object.assign(each.mapperConfig.custom, { password: null })
    }
    for (const each of mobileInfos ?? []) Object.assign(each, { appSecret: null })
  }
  const secrets = [0, 1, 2].flatMap((i) => [
    `oauth2ParamsInfos.${i}.clientRegistrations.0.clientSecret`,
    `oauth2ParamsInfos.${i}.clientRegistrations.0.mapperConfig.custom.password`,
    `oauth2ParamsInfos.${i}.mobileInfos.0.appSecret`,
  ])
  const loaded = draftOfOAuth2({ config: shown, secrets })
  expect(wireOAuth2(loaded)).toEqual(shown)
  expect(oauth2Errors(loaded, t).size).toBe(0)
  expect(oauth2Errors(draftOfOAuth2({ config: shown, secrets: [] }), t).size).toBeGreaterThan(0)
  expect(wire.oauth2ParamsInfos[0]?.clientRegistrations[0]?.additionalInfo).toEqual({ providerName: 'Google' })
  expect(wire.oauth2ParamsInfos[1]?.clientRegistrations[0]?.mapperConfig.basic).toBeNull()
  expect(wire.oauth2ParamsInfos[2]?.clientRegistrations[0]?.mapperConfig.basic?.emailAttributeKey).toBeNull()
  const bare: OAuth2Info = { enabled: false, oauth2ParamsInfos: [] }
  expect(wireOAuth2(draftOfOAuth2({ config: bare, secrets: [] }))).toEqual(bare)

  const [first] = loaded.sets
  const [provider] = first?.providers ?? []
  const [mobile] = first?.mobiles ?? []
  if (!first || !provider || !mobile) throw new Error('The set lacks what was stored.')
  const elsewhere = { ...first, providers: [{ ...provider, accessTokenUri: 'https://other.example' }] }
  expect(fieldsOf(elsewhere)).toEqual(['clientSecret'])
  expect(fieldsOf({ ...first, mobiles: [{ ...mobile, pkgName: 'org.other' }] })).toEqual(['appSecret'])
})

test('another template replaces what it says; who the platform is stays, and Custom begins anew', () => {
  const [provider] = whole.providers
  if (!provider) throw new Error('The set lacks its provider.')
  const custom = withTemplate({ ...provider, platforms: ['WEB'] }, undefined)
  expect(custom).toMatchObject({ provider: 'Custom', clientId: 'id', clientSecret: 'secret', platforms: ['WEB'] })
  expect(custom).toMatchObject({ accessTokenUri: '', scope: [], clientAuthenticationMethod: 'POST' })
  expect(withTemplate(custom, google)).toMatchObject({ provider: 'Google', scope: ['email', 'openid'], clientId: 'id' })
})
