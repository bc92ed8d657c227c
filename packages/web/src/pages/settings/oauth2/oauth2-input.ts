/**
 * OAuth2 form: sets of domains, mobile applications and providers, with validation and the request body. Field errors
 * are stored by path, `set/domains/domain/name`, built from the keys of the drafts.
 */

import { settingsSecrets } from '@sonde/model/admin-settings/settings-secrets'
import type { OAuth2Info, OAuth2Params, OAuth2Template } from '@sonde/model/oauth2/oauth2'
import type { Translate } from '../../../locale/texts.ts'
import { tooLong } from '../../../ui/field/text-errors.ts'
import { isRetained, missingSecret, type StoredFor } from '../stored-secret.ts'
import type { StoredOAuth2 } from './oauth2-calls.ts'
import {
  defaultProvider,
  type ProviderDraft,
  providerErrors,
  providerOf,
  wireProvider,
  withTemplate,
} from './provider-input.ts'

export type DomainScheme = OAuth2Params['domainInfos'][number]['scheme']

export interface DomainDraft {
  readonly key: string
  readonly scheme: DomainScheme
  readonly name: string
}

export interface MobileDraft {
  readonly key: string
  readonly pkgName: string
  readonly appSecret: string
  /** Stored settings that the stored secret belongs to; see `StoredFor`. */
  readonly secretFor: StoredFor
}

export interface ParamsDraft {
  readonly key: string
  readonly domains: readonly DomainDraft[]
  readonly mobiles: readonly MobileDraft[]
  readonly providers: readonly ProviderDraft[]
}

export interface OAuth2Draft {
  readonly enabled: boolean
  readonly sets: readonly ParamsDraft[]
}

/** Error messages by path. */
export type ErrorMap = ReadonlyMap<string, string>

export const pathOf = (...parts: readonly string[]): string => parts.join('/')

/** Keys of stored items are their positions, so that reloaded drafts compare equal; keys of new items are numbers. */
let made = 0
const newKey = () => `new${++made}`

export const draftOfOAuth2 = ({ config, secrets }: Pick<StoredOAuth2, 'config' | 'secrets'>): OAuth2Draft => ({
  enabled: config.enabled,
  sets: config.oauth2ParamsInfos.map(({ domainInfos, mobileInfos, clientRegistrations }, i) => ({
    key: `set${i}`,
    domains: domainInfos.map(({ scheme, name }, k) => ({ key: `domain${k}`, scheme, name })),
    mobiles: (mobileInfos ?? []).map(({ pkgName }, k) => ({
      key: `mobile${k}`,
      pkgName,
      appSecret: '',
      secretFor: secrets.includes(`oauth2ParamsInfos.${i}.mobileInfos.${k}.appSecret`) ? { pkgName } : null,
    })),
    providers: clientRegistrations.map((registration, k) =>
      providerOf(registration, `provider${k}`, (field) =>
        secrets.includes(`oauth2ParamsInfos.${i}.clientRegistrations.${k}.${field}`),
      ),
    ),
  })),
})

const secretLength = 32
const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'

/** Random letters and digits, uniformly distributed. */
export function newSecret(): string {
  let secret = ''
  while (secret.length < secretLength) {
    for (const byte of crypto.getRandomValues(new Uint8Array(secretLength * 2))) {
      // Rejects larger bytes, which would make the first letters more likely.
      if (byte < letters.length * 4 && secret.length < secretLength) secret += letters[byte % letters.length]
    }
  }
  return secret
}

export const newDomain = (name = ''): DomainDraft => ({ key: newKey(), scheme: 'HTTPS', name })
export const newMobile = (): MobileDraft => ({ key: newKey(), pkgName: '', appSecret: newSecret(), secretFor: null })

/** Default template of a new provider, if the server has it. */
const usualProvider = 'Google'

export const newProvider = (templates: readonly OAuth2Template[]): ProviderDraft =>
  withTemplate(
    defaultProvider(newKey()),
    templates.find(({ providerId }) => providerId === usualProvider) ?? templates[0],
  )

export const newParams = (templates: readonly OAuth2Template[], host: string): ParamsDraft => ({
  key: newKey(),
  domains: [newDomain(host)],
  mobiles: [],
  providers: [newProvider(templates)],
})

/** Same rule as on the server. */
const domainName = /^[^\s/:]+(:\d{1,5})?$/
const secretLengthMin = 16
const secretLengthMax = 2048

function domainError(
  { name, scheme, key }: DomainDraft,
  all: readonly DomainDraft[],
  t: Translate,
): string | undefined {
  const typed = name.trim()
  if (typed === '') return t('oauth2.domainRequired')
  if (!domainName.test(typed)) return t('oauth2.domainInvalid')
  const others = all.filter((one) => one.key !== key && one.name.trim().toLowerCase() === typed.toLowerCase())
  if (others.some((one) => one.scheme === scheme)) return t('oauth2.domainTwice')
  if (others.some((one) => scheme === 'MIXED' || one.scheme === 'MIXED')) return t('oauth2.domainMixed')
  return tooLong(typed, t)
}

function packageError({ pkgName, key }: MobileDraft, all: readonly MobileDraft[], t: Translate): string | undefined {
  const typed = pkgName.trim()
  if (typed === '') return t('oauth2.packageRequired')
  if (all.some((one) => one.key !== key && one.pkgName.trim() === typed)) return t('oauth2.packageTwice')
  return tooLong(typed, t)
}

const [, , appSecretField] = settingsSecrets.oauth2

/** True if the stored secret is for the package in the form. */
export const keepsAppSecret = (mobile: MobileDraft): boolean => isRetained(appSecretField, mobile.secretFor, mobile)

function secretError(mobile: MobileDraft, t: Translate): string | undefined {
  const { appSecret: secret } = mobile
  if (secret === '' && mobile.secretFor) return missingSecret(secret, mobile.secretFor, keepsAppSecret(mobile), t)
  const { length } = secret
  const isRight = length >= secretLengthMin && length <= secretLengthMax && /^[a-z0-9]+$/i.test(secret)
  return isRight ? undefined : t('oauth2.appSecretInvalid', { min: secretLengthMin, max: secretLengthMax })
}

export function oauth2Errors({ enabled, sets }: OAuth2Draft, t: Translate): ErrorMap {
  const fieldErrors = new Map<string, string>()
  const add = (path: string, words: string | undefined) => words !== undefined && fieldErrors.set(path, words)
  if (enabled && sets.length === 0) add('sets', t('oauth2.setNeeded'))
  for (const { key, domains, mobiles, providers } of sets) {
    for (const domain of domains) add(pathOf(key, 'domains', domain.key, 'name'), domainError(domain, domains, t))
    for (const mobile of mobiles) {
      add(pathOf(key, 'mobiles', mobile.key, 'pkgName'), packageError(mobile, mobiles, t))
      add(pathOf(key, 'mobiles', mobile.key, 'appSecret'), secretError(mobile, t))
    }
    for (const provider of providers) {
      for (const [field, words] of providerErrors(provider, t)) {
        add(pathOf(key, 'providers', provider.key, field), words)
      }
    }
  }
  return fieldErrors
}

export const wireOAuth2 = ({ enabled, sets }: OAuth2Draft): OAuth2Info => ({
  enabled,
  oauth2ParamsInfos: sets.map(({ domains, mobiles, providers }) => ({
    domainInfos: domains.map(({ scheme, name }) => ({ scheme, name: name.trim() })),
    mobileInfos: mobiles.map(({ pkgName, appSecret }) => ({ pkgName: pkgName.trim(), appSecret: appSecret || null })),
    clientRegistrations: providers.map(wireProvider),
  })),
})

/** Redirect URIs of a domain: two if it allows both protocols; none if the name is invalid. */
export function redirectUris({ scheme, name }: DomainDraft, processingUrl: string): readonly string[] {
  const typed = name.trim()
  if (!domainName.test(typed)) return []
  const protocols = scheme === 'MIXED' ? ['http', 'https'] : [scheme.toLowerCase()]
  return protocols.map((protocol) => `${protocol}://${typed}${processingUrl}`)
}

/** Title of a set: its domains. */
export const titleOf = ({ domains }: ParamsDraft): string =>
  domains
    .map(({ name }) => name.trim())
    .filter(Boolean)
    .join(', ')
