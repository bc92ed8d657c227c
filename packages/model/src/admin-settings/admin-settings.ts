/** API schemas of the server settings that system administrators manage. */

import Type, { type Static } from 'typebox'
import { passwordPolicy } from '../auth/password-policy.ts'
import { email } from '../customers/contact.ts'
import { embeddingSites } from '../dashboards/embedding.ts'
import { epochMs, nullable, nullish, text, uuid } from '../schema-parts.ts'

export const adminSettings = Type.Object({
  id: Type.Object({ id: uuid }),
  createdTime: epochMs,
  key: text,
  jsonValue: Type.Unknown({ description: 'As the key says' }),
})
export type AdminSettings = Static<typeof adminSettings>

/** Generic setting. The schema of the key validates `jsonValue`. */
export const adminSettingsInput = Type.Object({
  id: Type.Optional(Type.Unknown()),
  key: Type.String({ minLength: 1, maxLength: 255 }),
  jsonValue: Type.Object({}, { additionalProperties: true }),
})
export type AdminSettingsInput = Static<typeof adminSettingsInput>

export const generalSettings = Type.Object({
  baseUrl: Type.String({ minLength: 1, maxLength: 255, pattern: '^https?://[^\\s/?#]+[^\\s?#]*$' }),
  /** Links always use `baseUrl`; otherwise they use the address of the caller's request. */
  prohibitDifferentUrl: Type.Boolean(),
  /** Sites that may embed public dashboards of every tenant in a frame. */
  embeddingSites: Type.Optional(embeddingSites),
})
export type GeneralSettings = Static<typeof generalSettings>

export const defaultGeneralSettings: GeneralSettings = { baseUrl: 'http://localhost:8080', prohibitDifferentUrl: false }

/** Whole number as JSON number or as text of digits, because forms send both. */
const digits = (max: number, description: string) =>
  Type.Union([Type.Integer({ minimum: 0, maximum: max }), Type.String({ pattern: `^\\d{1,${String(max).length}}$` })], {
    description,
  })

export const tlsVersions = ['TLSv1', 'TLSv1.1', 'TLSv1.2', 'TLSv1.3'] as const

export const mailSettings = Type.Object({
  mailFrom: Type.String({ minLength: 1, maxLength: 255, pattern: '@' }),
  smtpProtocol: Type.Enum(['smtp', 'smtps']),
  smtpHost: Type.String({ minLength: 1, maxLength: 255, pattern: '^[^\\s/]+$' }),
  smtpPort: digits(65_535, 'A port'),
  timeout: digits(999_999, 'Milliseconds'),
  enableTls: Type.Optional(Type.Union([Type.Boolean(), Type.Enum(['true', 'false']), Type.Null()])),
  tlsVersion: nullish(Type.Union([Type.Enum([...tlsVersions]), Type.Literal('')])),
  enableProxy: nullish(Type.Boolean()),
  proxyHost: nullish(text),
  proxyPort: nullish(Type.Union([digits(65_535, 'A port'), Type.Literal('')])),
  proxyUser: nullish(text),
  /** Write-only (`settings-secrets.ts`): never returned. Absent: the stored password stays. */
  proxyPassword: nullish(text),
  username: nullish(text),
  password: nullish(Type.String({ maxLength: 1024 })),
})
export type MailSettings = Static<typeof mailSettings>

export const defaultMailSettings: MailSettings = {
  mailFrom: 'Sonde <sonde@localhost.localdomain>',
  smtpProtocol: 'smtp',
  smtpHost: 'localhost',
  smtpPort: '25',
  timeout: '10000',
  enableTls: false,
  username: '',
  tlsVersion: 'TLSv1.2',
  enableProxy: false,
}

const snsSettings = Type.Object({
  type: Type.Literal('AWS_SNS'),
  accessKeyId: Type.String({ minLength: 1, maxLength: 255 }),
  /** Write-only. Absent: the stored key stays. */
  secretAccessKey: nullish(text),
  region: Type.String({ pattern: '^[a-z0-9-]{1,32}$' }),
})
const twilioSettings = Type.Object({
  type: Type.Literal('TWILIO'),
  accountSid: Type.String({ minLength: 1, maxLength: 255 }),
  accountToken: nullish(text),
  /** Phone number in E.164 format, or the SID of a messaging service (`MG…`) or phone number (`PN…`). */
  numberFrom: Type.String({ pattern: '^(\\+[1-9]\\d{1,14}|(MG|PN)\\w{1,64})$' }),
})

export const smsSettings = Type.Union([snsSettings, twilioSettings])
export type SmsSettings = Static<typeof smsSettings>

export const smsLengthMax = 1600

/** Number and text are validated by the provider's rules, with specific error messages. */
export const testSmsRequest = Type.Object({
  providerConfiguration: smsSettings,
  numberTo: Type.String({ maxLength: 64 }),
  message: Type.String({ maxLength: smsLengthMax }),
})
export type TestSmsRequest = Static<typeof testSmsRequest>

/** Base URL of links in emails. null: not configured, and emails with links aren't sent. */
export const linkBase = Type.Object({ baseUrl: nullable(text) })
export type LinkBase = Static<typeof linkBase>

/** Paths of the stored secrets, such as `password`. */
export const storedSecrets = Type.Array(Type.String())

export const securitySettings = Type.Object({
  passwordPolicy,
  /** Failed sign-ins before the lockout. null or 0: no limit. */
  maxFailedLoginAttempts: nullable(Type.Integer({ minimum: 0, maximum: 1_000_000 })),
  userLockoutNotificationEmail: nullable(text),
})
export type SecuritySettings = Static<typeof securitySettings>

export const securitySettingsInput = Type.Object({
  passwordPolicy: Type.Object({
    minimumLength: Type.Integer({ minimum: 5, maximum: 50 }),
    minimumUppercaseLetters: nullish(Type.Integer({ minimum: 0, maximum: 50 })),
    minimumLowercaseLetters: nullish(Type.Integer({ minimum: 0, maximum: 50 })),
    minimumDigits: nullish(Type.Integer({ minimum: 0, maximum: 50 })),
    minimumSpecialCharacters: nullish(Type.Integer({ minimum: 0, maximum: 50 })),
    allowWhitespaces: nullish(Type.Boolean()),
    passwordExpirationPeriodDays: nullish(Type.Integer({ minimum: 0, maximum: 36_500 })),
    passwordReuseFrequencyDays: nullish(Type.Integer({ minimum: 0, maximum: 36_500 })),
  }),
  maxFailedLoginAttempts: nullish(Type.Integer({ minimum: 0, maximum: 1_000_000 })),
  userLockoutNotificationEmail: nullish(Type.Union([email, Type.Literal('')])),
})
export type SecuritySettingsInput = Static<typeof securitySettingsInput>

export const updateMessage = Type.Object({ message: Type.String(), updateAvailable: Type.Boolean() })
export type UpdateMessage = Static<typeof updateMessage>
