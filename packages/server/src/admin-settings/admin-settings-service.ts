/**
 * Settings of the system administrator: base URL of links, mail server, SMS provider and password policy.
 *
 * Invariants: a stored password or secret is never part of a response. All readers get the last committed settings,
 * from memory.
 */

import {
  type AdminSettings,
  defaultGeneralSettings,
  defaultMailSettings,
  type GeneralSettings,
  generalSettings,
  type LinkBase,
  type MailSettings,
  mailSettings,
  type SecuritySettings,
  type SecuritySettingsInput,
  type SmsSettings,
  smsSettings,
} from '@sonde/model/admin-settings/admin-settings'
import { hasSecrets } from '@sonde/model/admin-settings/settings-secrets'
import { defaultPasswordPolicy } from '@sonde/model/auth/password-rules'
import { badRequest, forbidden, notFound } from '@sonde/model/errors'
import { emailProblem } from '@sonde/model/users/email-address'
import type { TSchema } from 'typebox'
import Value from 'typebox/value'
import type { Scope } from '../access/scope.ts'
import type { Clock } from '../clock.ts'
import { isLoopback } from '../demo/demo-accounts.ts'
import { newId } from '../ids.ts'
import type { Commit } from '../journal/commit.ts'
import type { AdminSettingsStore, StoredSettings } from './admin-settings-store.ts'
import { pathsOfSecrets, withoutSecrets, withStoredSecrets } from './stored-secrets.ts'

/** Keys of the settings API, with the schema and the default value of each. */
const publicKeys: Readonly<Record<string, { readonly schema: TSchema; readonly plain: unknown }>> = {
  general: { schema: generalSettings, plain: defaultGeneralSettings },
  mail: { schema: mailSettings, plain: defaultMailSettings },
  sms: { schema: smsSettings, plain: null },
}

const defaultSecurity: SecuritySettings = {
  passwordPolicy: defaultPasswordPolicy,
  maxFailedLoginAttempts: null,
  userLockoutNotificationEmail: null,
}

export interface AdminSettingsDeps {
  readonly store: AdminSettingsStore
  readonly commit: Commit
  readonly clock: Clock
  /** Value of `SONDE_BASE_URL`. */
  readonly configuredBaseUrl?: string | null
  /** True if only programs on this machine can reach the server. */
  readonly isLocalOnly?: boolean
  /** Own URL of the server. Null until it listens. */
  readonly ownUrl?: () => string | null
}

export type AdminSettingsService = ReturnType<typeof createAdminSettingsService>

export function createAdminSettingsService(deps: AdminSettingsDeps) {
  const { store, commit, clock, configuredBaseUrl = null, isLocalOnly = true, ownUrl = () => null } = deps
  const remembered = new Map<string, StoredSettings | null>()

  async function find(key: string): Promise<StoredSettings | null> {
    const existing = remembered.get(key)
    if (existing !== undefined) return existing
    const found = (await store.find(key)) ?? null
    // A concurrent save is newer.
    const concurrent = remembered.get(key)
    if (concurrent !== undefined) return concurrent
    remembered.set(key, found)
    return found
  }

  /** Reads a value that another module stores under its own key. Undefined if there is none. */
  const read = async (key: string): Promise<unknown> => (await find(key))?.value

  async function write(key: string, value: unknown): Promise<StoredSettings> {
    const before = await find(key)
    const nowMs = clock.nowMs()
    const stored = { id: before?.id ?? newId(nowMs), createdTime: before?.createdTime ?? nowMs, value }
    await commit({ statements: [store.save(key, stored)] })
    remembered.set(key, stored)
    return stored
  }

  async function get(scope: Scope, key: string): Promise<AdminSettings> {
    requireSystem(scope)
    const known = Object.hasOwn(publicKeys, key) ? publicKeys[key] : undefined
    const stored = known && ((await find(key)) ?? (known.plain === null ? null : await write(key, known.plain)))
    if (!stored) throw notFound('SETTINGS', key)
    return answerOf(
      key,
      key === 'general' ? { ...stored, value: withConfigured(stored.value as GeneralSettings) } : stored,
    )
  }

  /** Returns the operator's base URL until an administrator saves another one. */
  const withConfigured = (settings: GeneralSettings): GeneralSettings =>
    configuredBaseUrl !== null && settings.baseUrl === defaultGeneralSettings.baseUrl
      ? { ...settings, baseUrl: configuredBaseUrl }
      : settings

  /** Saves settings. Throws 400 that names the invalid field. */
  async function save(scope: Scope, key: string, value: unknown): Promise<AdminSettings> {
    requireSystem(scope)
    return answerOf(key, await write(key, await complete(key, value)))
  }

  /**
   * Returns the settings to store: validated, without fields that only responses contain, and completed with stored
   * secrets.
   */
  async function complete(key: string, value: unknown, at = 'jsonValue.'): Promise<unknown> {
    const known = Object.hasOwn(publicKeys, key) ? publicKeys[key] : undefined
    if (!known) throw badRequest(`key must be one of ${Object.keys(publicKeys).join(', ')}.`)
    check(known.schema, value)
    const { showChangePassword: _, ...given } = value as Readonly<Record<string, unknown>>
    if (key === 'mail') checkMail(given as MailSettings)
    return hasSecrets(key) ? withStoredSecrets(key, given, await read(key), at) : given
  }

  /**
   * Completes unsaved settings for a test. Stored secrets are only used for the target that they were stored for, else
   * 400.
   */
  const completeMail = async (scope: Scope, value: unknown): Promise<MailSettings> => {
    requireSystem(scope)
    return (await complete('mail', value)) as MailSettings
  }

  const completeSms = async (scope: Scope, value: unknown): Promise<SmsSettings> => {
    requireSystem(scope)
    return (await complete('sms', value, 'providerConfiguration.')) as SmsSettings
  }

  /** Paths of the secrets stored under a key. */
  async function getSecretPaths(scope: Scope, key: string): Promise<string[]> {
    requireSystem(scope)
    if (!hasSecrets(key)) throw notFound('SETTINGS', key)
    return pathsOfSecrets(key, await read(key))
  }

  async function getLinkBase(scope: Scope): Promise<LinkBase> {
    requireSystem(scope)
    return { baseUrl: await linkBase() }
  }

  const general = async (): Promise<GeneralSettings> =>
    ((await read('general')) as GeneralSettings | undefined) ?? defaultGeneralSettings

  const mail = async (): Promise<MailSettings> =>
    ((await read('mail')) as MailSettings | undefined) ?? defaultMailSettings

  const sms = async (): Promise<SmsSettings | undefined> => (await read('sms')) as SmsSettings | undefined

  const security = async (): Promise<SecuritySettings> =>
    ((await read('securitySettings')) as SecuritySettings | undefined) ?? defaultSecurity

  async function saveSecurity(scope: Scope, input: SecuritySettingsInput): Promise<SecuritySettings> {
    requireSystem(scope)
    const { passwordPolicy: policy, userLockoutNotificationEmail: email } = input
    const problem = email ? emailProblem(email) : null
    if (problem !== null) throw badRequest(problem)
    const needed = ['minimumUppercaseLetters', 'minimumLowercaseLetters', 'minimumDigits', 'minimumSpecialCharacters']
    const settings: SecuritySettings = {
      passwordPolicy: {
        ...defaultPasswordPolicy,
        minimumLength: policy.minimumLength,
        ...Object.fromEntries(needed.map((key) => [key, (policy as Record<string, unknown>)[key] ?? null])),
        allowWhitespaces: policy.allowWhitespaces ?? true,
        passwordExpirationPeriodDays: policy.passwordExpirationPeriodDays ?? null,
        passwordReuseFrequencyDays: policy.passwordReuseFrequencyDays ?? null,
      },
      maxFailedLoginAttempts: input.maxFailedLoginAttempts ?? null,
      userLockoutNotificationEmail: email || null,
    }
    await write('securitySettings', settings)
    return settings
  }

  async function getSecurity(scope: Scope): Promise<SecuritySettings> {
    requireSystem(scope)
    return security()
  }

  /**
   * Base URL for links in emails, without a trailing slash: as set by a system administrator or by the operator. Null
   * if it isn't set and other machines can reach the server. Never derived from a request.
   */
  async function linkBase(): Promise<string | null> {
    const { baseUrl } = await general()
    const isSet = baseUrl !== defaultGeneralSettings.baseUrl && (isLocalOnly || !isLoopbackUrl(baseUrl))
    const base = isSet ? baseUrl : (configuredBaseUrl ?? (isLocalOnly ? ownUrl() : null))
    return base?.replace(/\/+$/, '') ?? null
  }

  /** Base URL for a link that is only shown to its caller: the URL that the caller used, unless that is prohibited. */
  async function shownLinkBase(requestedAt: string): Promise<string> {
    const { baseUrl, prohibitDifferentUrl } = await general()
    return prohibitDifferentUrl ? ((await linkBase()) ?? baseUrl) : requestedAt
  }

  return {
    get,
    save,
    completeMail,
    completeSms,
    getSecretPaths,
    getLinkBase,
    read,
    write,
    general,
    mail,
    sms,
    security,
    getSecurity,
    saveSecurity,
    linkBase,
    shownLinkBase,
  }
}

function requireSystem(scope: Scope): void {
  if (scope.authority !== 'SYS_ADMIN') throw forbidden()
}

/** Loopback URLs only work on this machine. */
const isLoopbackUrl = (url: string): boolean => isLoopback(URL.parse(url)?.hostname ?? '')

/** Maximum errors listed in one message. */
const faultsNamedMax = 5

function check(schema: TSchema, value: unknown): void {
  if (Value.Check(schema, value)) return
  const faults = new Set<string>()
  for (const { instancePath, message, keyword, params } of Value.Errors(schema, value)) {
    const missing =
      keyword === 'required' ? (params as { requiredProperties?: string[] }).requiredProperties?.[0] : undefined
    const field = ['jsonValue', ...instancePath.split('/').slice(1), ...(missing ? [missing] : [])].join('.')
    faults.add(`${field} ${missing ? 'is missing' : message}`)
  }
  throw badRequest(`${[...faults].slice(0, faultsNamedMax).join(', ')}.`)
}

function checkMail({ smtpPort, enableProxy, proxyHost, proxyPort }: MailSettings): void {
  if (Number(smtpPort) > 65_535) throw badRequest('jsonValue.smtpPort must be at most 65535.')
  if (!enableProxy) return
  if (!proxyHost) throw badRequest('jsonValue.proxyHost is missing.')
  const port = Number(proxyPort)
  if (!(port >= 1 && port <= 65_535)) throw badRequest('jsonValue.proxyPort must be from 1 to 65535.')
}

function answerOf(key: string, { id, createdTime, value }: StoredSettings): AdminSettings {
  const shown = hasSecrets(key) ? withoutSecrets(key, value) : value
  const marked =
    key === 'mail'
      ? { ...(shown as MailSettings), showChangePassword: Boolean((value as MailSettings).password) }
      : shown
  return { id: { id }, createdTime, key, jsonValue: marked }
}
