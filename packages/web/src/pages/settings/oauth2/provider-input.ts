/** Form of a provider's registration: draft, templates, validation and request body. */

import { settingsSecrets } from '@sonde/model/admin-settings/settings-secrets'
import type { OAuth2Mapper, OAuth2Registration, OAuth2Template } from '@sonde/model/oauth2/oauth2'
import type { Translate } from '../../../locale/texts.ts'
import { textLengthMax, tooLong } from '../../../ui/field/text-errors.ts'
import { isRetained, missingSecret, type StoredFor } from '../stored-secret.ts'

export type MapperType = OAuth2Mapper['type']
export type ClientAuthentication = OAuth2Registration['clientAuthenticationMethod']
export type Platform = NonNullable<OAuth2Registration['platforms']>[number]
type Basic = NonNullable<OAuth2Mapper['basic']>
export type TenantNameStrategy = NonNullable<Basic['tenantNameStrategy']>

export interface MapperDraft {
  readonly type: MapperType
  readonly allowUserCreation: boolean
  readonly activateUser: boolean
  readonly emailAttributeKey: string
  readonly firstNameAttributeKey: string
  readonly lastNameAttributeKey: string
  readonly tenantNameStrategy: TenantNameStrategy
  readonly tenantNamePattern: string
  readonly customerNamePattern: string
  readonly defaultDashboardName: string
  readonly alwaysFullScreen: boolean
  readonly url: string
  readonly username: string
  readonly password: string
  /** Stored settings that the stored password belongs to; see `StoredFor`. */
  readonly passwordFor: StoredFor
  readonly sendToken: boolean
}

export interface ProviderDraft {
  /** Unique key among the providers of the set. */
  readonly key: string
  /** ID of the template that the provider was created from, or `customProvider`. */
  readonly provider: string
  readonly platforms: readonly Platform[]
  readonly clientId: string
  readonly clientSecret: string
  /** Stored settings that the stored secret belongs to; see `StoredFor`. */
  readonly secretFor: StoredFor
  readonly accessTokenUri: string
  readonly authorizationUri: string
  readonly jwkSetUri: string
  readonly userInfoUri: string
  readonly clientAuthenticationMethod: ClientAuthentication
  readonly loginButtonLabel: string
  readonly loginButtonIcon: string
  readonly scope: readonly string[]
  readonly userNameAttributeName: string
  readonly mapper: MapperDraft
  /** Preserved as received. */
  readonly additionalInfo: unknown
}

export const customProvider = 'Custom'

/** Maximum characters of a field name in the provider's response, and of a secret. */
export const attributeLengthMax = 31
const secretLengthMax = 2048

const defaultMapper: MapperDraft = {
  type: 'BASIC',
  allowUserCreation: true,
  activateUser: false,
  emailAttributeKey: 'email',
  firstNameAttributeKey: '',
  lastNameAttributeKey: '',
  tenantNameStrategy: 'DOMAIN',
  tenantNamePattern: '',
  customerNamePattern: '',
  defaultDashboardName: '',
  alwaysFullScreen: false,
  url: '',
  username: '',
  password: '',
  passwordFor: null,
  sendToken: false,
}

export const defaultProvider = (key: string): ProviderDraft => ({
  key,
  provider: customProvider,
  platforms: [],
  clientId: '',
  clientSecret: '',
  secretFor: null,
  accessTokenUri: '',
  authorizationUri: '',
  jwkSetUri: '',
  userInfoUri: '',
  clientAuthenticationMethod: 'POST',
  loginButtonLabel: '',
  loginButtonIcon: '',
  scope: [],
  userNameAttributeName: 'email',
  mapper: defaultMapper,
  additionalInfo: null,
})

const infoOf = (additionalInfo: unknown): Readonly<Record<string, unknown>> =>
  typeof additionalInfo === 'object' && additionalInfo !== null ? { ...additionalInfo } : {}

function mapperOf(stored: OAuth2Mapper, hasPassword: boolean): MapperDraft {
  const { type, allowUserCreation, activateUser, basic, custom } = stored
  return {
    type,
    allowUserCreation: allowUserCreation ?? false,
    activateUser: activateUser ?? false,
    emailAttributeKey: basic?.emailAttributeKey ?? (basic ? '' : defaultMapper.emailAttributeKey),
    firstNameAttributeKey: basic?.firstNameAttributeKey ?? '',
    lastNameAttributeKey: basic?.lastNameAttributeKey ?? '',
    tenantNameStrategy: basic?.tenantNameStrategy ?? 'DOMAIN',
    tenantNamePattern: basic?.tenantNamePattern ?? '',
    customerNamePattern: basic?.customerNamePattern ?? '',
    defaultDashboardName: basic?.defaultDashboardName ?? '',
    alwaysFullScreen: basic?.alwaysFullScreen ?? false,
    url: custom?.url ?? '',
    username: custom?.username ?? '',
    password: '',
    passwordFor: custom && hasPassword ? { ...custom } : null,
    sendToken: custom?.sendToken ?? false,
  }
}

/** Draft of a stored registration. `isStored`: returns whether a field has a stored secret. */
export function providerOf(
  stored: OAuth2Registration,
  key: string,
  isStored: (field: string) => boolean,
): ProviderDraft {
  const { providerName } = infoOf(stored.additionalInfo)
  return {
    key,
    provider: typeof providerName === 'string' ? providerName : customProvider,
    platforms: stored.platforms ?? [],
    clientId: stored.clientId,
    clientSecret: '',
    secretFor: isStored('clientSecret') ? { ...stored } : null,
    accessTokenUri: stored.accessTokenUri,
    authorizationUri: stored.authorizationUri,
    jwkSetUri: stored.jwkSetUri ?? '',
    userInfoUri: stored.userInfoUri ?? '',
    clientAuthenticationMethod: stored.clientAuthenticationMethod,
    loginButtonLabel: stored.loginButtonLabel,
    loginButtonIcon: stored.loginButtonIcon ?? '',
    scope: stored.scope,
    userNameAttributeName: stored.userNameAttributeName,
    mapper: mapperOf(stored.mapperConfig, isStored('mapperConfig.custom.password')),
    additionalInfo: stored.additionalInfo ?? null,
  }
}

/** Applies a template; keeps platforms, client ID and secret. */
export function withTemplate(provider: ProviderDraft, template: OAuth2Template | undefined): ProviderDraft {
  const { key, platforms, clientId, clientSecret, secretFor } = provider
  const retained = { ...defaultProvider(key), platforms, clientId, clientSecret, secretFor }
  if (!template) return retained
  const mapper = mapperOf(template.mapperConfig, false)
  return {
    ...retained,
    provider: template.providerId,
    accessTokenUri: template.accessTokenUri ?? '',
    authorizationUri: template.authorizationUri ?? '',
    jwkSetUri: template.jwkSetUri ?? '',
    userInfoUri: template.userInfoUri ?? '',
    clientAuthenticationMethod: template.clientAuthenticationMethod ?? 'POST',
    loginButtonLabel: template.loginButtonLabel ?? template.providerId,
    loginButtonIcon: template.loginButtonIcon ?? '',
    scope: template.scope ?? [],
    userNameAttributeName: template.userNameAttributeName ?? 'email',
    // Templates don't contain these options; same values as in a new form.
    mapper: { ...mapper, allowUserCreation: true, activateUser: false },
  }
}

const [clientSecretField, mapperPasswordField] = settingsSecrets.oauth2

/** True if the stored secret is for the client and token URL in the form. */
export const keepsClientSecret = (provider: ProviderDraft): boolean =>
  isRetained(clientSecretField, provider.secretFor, provider)

/** True if the stored password is for the mapping server in the form. */
export const keepsMapperPassword = (mapper: MapperDraft): boolean =>
  isRetained(mapperPasswordField, mapper.passwordFor, mapper)

const address = /^https?:\/\/\S+$/

function addressError(text: string, isNeeded: boolean, t: Translate): string | undefined {
  const typed = text.trim()
  if (typed === '') return isNeeded ? t('oauth2.addressRequired') : undefined
  return address.test(typed) ? tooLong(typed, t) : t('oauth2.addressInvalid')
}

const needed = (text: string, t: Translate, max = textLengthMax) =>
  text.trim() === '' ? t('settings.required') : tooLong(text, t, max)

type FieldError = readonly [field: string, words: string | undefined]

/** Path segment of the fields that templates fill in. */
export const morePart = 'more'

export function providerErrors(provider: ProviderDraft, t: Translate): readonly FieldError[] {
  const more: readonly FieldError[] = [
    ['accessTokenUri', addressError(provider.accessTokenUri, true, t)],
    ['authorizationUri', addressError(provider.authorizationUri, true, t)],
    ['jwkSetUri', addressError(provider.jwkSetUri, false, t)],
    ['userInfoUri', addressError(provider.userInfoUri, false, t)],
    ['loginButtonLabel', needed(provider.loginButtonLabel, t)],
    ['loginButtonIcon', tooLong(provider.loginButtonIcon, t)],
    ['scope', scopeError(provider.scope, t)],
    ['userNameAttributeName', needed(provider.userNameAttributeName, t)],
    ...mapperErrors(provider.mapper, t),
  ]
  return [
    ['clientId', needed(provider.clientId, t)],
    [
      'clientSecret',
      missingSecret(provider.clientSecret, provider.secretFor, keepsClientSecret(provider), t) ??
        tooLong(provider.clientSecret, t, secretLengthMax),
    ],
    ...more.map(([field, words]): FieldError => [`${morePart}/${field}`, words]),
  ]
}

function scopeError(scope: readonly string[], t: Translate): string | undefined {
  if (scope.length === 0) return t('oauth2.scopeRequired')
  return scope.map((one) => tooLong(one, t)).find((fieldError) => fieldError !== undefined)
}

function mapperErrors(mapper: MapperDraft, t: Translate): readonly FieldError[] {
  if (mapper.type === 'CUSTOM') {
    return [
      ['url', addressError(mapper.url, true, t)],
      ['username', tooLong(mapper.username, t)],
      ['password', tooLong(mapper.password, t)],
    ]
  }
  return [
    [
      'emailAttributeKey',
      mapper.type === 'GITHUB' ? undefined : needed(mapper.emailAttributeKey, t, attributeLengthMax),
    ],
    ['firstNameAttributeKey', tooLong(mapper.firstNameAttributeKey, t, attributeLengthMax)],
    ['lastNameAttributeKey', tooLong(mapper.lastNameAttributeKey, t, attributeLengthMax)],
    ['tenantNamePattern', mapper.tenantNameStrategy === 'CUSTOM' ? needed(mapper.tenantNamePattern, t) : undefined],
    ['customerNamePattern', tooLong(mapper.customerNamePattern, t)],
    ['defaultDashboardName', tooLong(mapper.defaultDashboardName, t)],
  ]
}

const orNull = (text: string): string | null => text.trim() || null

/** Request body with only the properties of the mapper's type. */
export function wireMapper(mapper: MapperDraft): OAuth2Mapper {
  const { type, allowUserCreation, activateUser } = mapper
  if (type === 'CUSTOM') {
    const { url, username, password, sendToken } = mapper
    const custom = { url: url.trim(), username: orNull(username), password: password || null, sendToken }
    return { type, allowUserCreation, activateUser, basic: null, custom }
  }
  const isPattern = mapper.tenantNameStrategy === 'CUSTOM'
  return {
    type,
    allowUserCreation,
    activateUser,
    basic: {
      emailAttributeKey: type === 'GITHUB' ? null : mapper.emailAttributeKey.trim(),
      firstNameAttributeKey: orNull(mapper.firstNameAttributeKey),
      lastNameAttributeKey: orNull(mapper.lastNameAttributeKey),
      tenantNameStrategy: mapper.tenantNameStrategy,
      tenantNamePattern: isPattern ? orNull(mapper.tenantNamePattern) : null,
      customerNamePattern: orNull(mapper.customerNamePattern),
      defaultDashboardName: orNull(mapper.defaultDashboardName),
      alwaysFullScreen: mapper.alwaysFullScreen,
    },
    custom: null,
  }
}

export const wireProvider = (provider: ProviderDraft): OAuth2Registration => ({
  mapperConfig: wireMapper(provider.mapper),
  clientId: provider.clientId.trim(),
  clientSecret: provider.clientSecret.trim() || null,
  authorizationUri: provider.authorizationUri.trim(),
  accessTokenUri: provider.accessTokenUri.trim(),
  scope: [...provider.scope],
  userInfoUri: orNull(provider.userInfoUri),
  userNameAttributeName: provider.userNameAttributeName.trim(),
  jwkSetUri: orNull(provider.jwkSetUri),
  clientAuthenticationMethod: provider.clientAuthenticationMethod,
  loginButtonLabel: provider.loginButtonLabel.trim(),
  loginButtonIcon: orNull(provider.loginButtonIcon),
  platforms: [...provider.platforms],
  additionalInfo: { ...infoOf(provider.additionalInfo), providerName: provider.provider },
})
