/** API schemas of the OAuth 2.0 sign-in configuration. */

import Type, { type Static, type TSchema } from 'typebox'
import { additionalInfo, epochMs, nullable, nullish, text, uuid } from '../schema-parts.ts'

export const oauth2Platforms = ['WEB', 'ANDROID', 'IOS'] as const
export const domainSchemes = ['HTTP', 'HTTPS', 'MIXED'] as const
const mapperTypes = ['BASIC', 'CUSTOM', 'GITHUB', 'APPLE'] as const
const tenantNameStrategies = ['DOMAIN', 'EMAIL', 'CUSTOM'] as const

const long = Type.String({ maxLength: 2048 })
const key = Type.String({ maxLength: 31 })
const uri = Type.String({ minLength: 1, maxLength: 255, pattern: '^https?://\\S+$' })
const optionalUri = nullish(Type.String({ maxLength: 255, pattern: '^(https?://\\S+)?$' }))

const basicMapper = Type.Object({
  emailAttributeKey: nullish(key),
  firstNameAttributeKey: nullish(key),
  lastNameAttributeKey: nullish(key),
  tenantNameStrategy: nullish(Type.Enum([...tenantNameStrategies])),
  tenantNamePattern: nullish(text),
  customerNamePattern: nullish(text),
  defaultDashboardName: nullish(text),
  alwaysFullScreen: nullish(Type.Boolean()),
})
const customMapper = Type.Object({
  url: nullish(text),
  username: nullish(text),
  /** Write-only. Absent: the password stored for this URL and user stays. */
  password: nullish(text),
  sendToken: nullish(Type.Boolean()),
})
export const oauth2Mapper = Type.Object({
  allowUserCreation: nullish(Type.Boolean()),
  activateUser: nullish(Type.Boolean()),
  type: Type.Enum([...mapperTypes]),
  basic: nullish(basicMapper),
  custom: nullish(customMapper),
})
export type OAuth2Mapper = Static<typeof oauth2Mapper>

const optionalText = nullish(text)

export const oauth2Registration = Type.Object({
  mapperConfig: oauth2Mapper,
  clientId: Type.String({ minLength: 1, maxLength: 255 }),
  /** Write-only. Absent: the secret stored for this client and token URL stays. */
  clientSecret: nullish(long),
  authorizationUri: uri,
  accessTokenUri: uri,
  scope: Type.Array(text, { minItems: 1, maxItems: 100 }),
  userInfoUri: optionalUri,
  userNameAttributeName: Type.String({ minLength: 1, maxLength: 255 }),
  jwkSetUri: optionalUri,
  clientAuthenticationMethod: Type.Enum(['BASIC', 'POST']),
  loginButtonLabel: Type.String({ minLength: 1, maxLength: 255 }),
  loginButtonIcon: optionalText,
  platforms: nullish(Type.Array(Type.Enum([...oauth2Platforms]), { maxItems: 3 })),
  additionalInfo: Type.Optional(additionalInfo),
})
export type OAuth2Registration = Static<typeof oauth2Registration>

const domain = Type.Object({
  scheme: Type.Enum([...domainSchemes]),
  name: Type.String({ minLength: 1, maxLength: 255, pattern: '^[^\\s/:]+(:\\d{1,5})?$' }),
})
const mobile = Type.Object({
  pkgName: Type.String({ minLength: 1, maxLength: 255 }),
  /** Write-only. Absent: the secret stored for this package stays. */
  appSecret: nullish(Type.String({ maxLength: 2048, pattern: '^([A-Za-z0-9]{16,})?$' })),
})
export const oauth2Params = Type.Object({
  domainInfos: Type.Array(domain, { minItems: 1, maxItems: 1000 }),
  mobileInfos: nullish(Type.Array(mobile, { maxItems: 1000 })),
  clientRegistrations: Type.Array(oauth2Registration, { minItems: 1, maxItems: 100 }),
})
export type OAuth2Params = Static<typeof oauth2Params>

export const oauth2Info = Type.Object({
  enabled: Type.Boolean(),
  oauth2ParamsInfos: Type.Array(oauth2Params, { maxItems: 1000 }),
})
export type OAuth2Info = Static<typeof oauth2Info>

/** Sign-in option on the login page. */
export const oauth2Client = Type.Object({ name: Type.String(), icon: nullable(Type.String()), url: Type.String() })
export type OAuth2Client = Static<typeof oauth2Client>

const templateFields = {
  providerId: Type.String({ minLength: 1, maxLength: 255 }),
  name: nullish(text),
  mapperConfig: oauth2Mapper,
  authorizationUri: optionalUri,
  accessTokenUri: optionalUri,
  scope: nullish(Type.Array(text, { maxItems: 100 })),
  userInfoUri: optionalUri,
  userNameAttributeName: optionalText,
  jwkSetUri: optionalUri,
  clientAuthenticationMethod: nullish(Type.Enum(['BASIC', 'POST'])),
  comment: nullish(long),
  loginButtonIcon: optionalText,
  loginButtonLabel: optionalText,
  helpLink: nullish(text),
  additionalInfo: Type.Optional(additionalInfo),
} as const satisfies Record<string, TSchema>

export const oauth2Template = Type.Object({ ...templateFields, id: Type.Object({ id: uuid }), createdTime: epochMs })
export type OAuth2Template = Static<typeof oauth2Template>

/** With an id the template is updated, without one it is created. */
export const oauth2TemplateInput = Type.Object({ ...templateFields, id: nullish(Type.Object({ id: uuid })) })
export type OAuth2TemplateInput = Static<typeof oauth2TemplateInput>
