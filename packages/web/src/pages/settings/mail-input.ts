/** Form of the mail server: draft, validation and request body. */

import {
  type AdminSettingsInput,
  defaultMailSettings,
  type MailSettings,
  type tlsVersions,
} from '@sonde/model/admin-settings/admin-settings'
import { settingsSecrets } from '@sonde/model/admin-settings/settings-secrets'
import type { Translate } from '../../locale/texts.ts'
import { tooLong } from '../../ui/field/text-errors.ts'
import { isRetained, type StoredFor } from './stored-secret.ts'
import { wholeNumberError } from './whole-number.ts'

const timeoutBounds = { min: 0, max: 999_999 }

export type TlsVersion = (typeof tlsVersions)[number]

export interface MailDraft {
  readonly mailFrom: string
  readonly smtpProtocol: MailSettings['smtpProtocol']
  readonly smtpHost: string
  readonly smtpPort: string
  readonly timeout: string
  readonly enableTls: boolean
  readonly tlsVersion: TlsVersion
  readonly enableProxy: boolean
  readonly proxyHost: string
  readonly proxyPort: string
  readonly proxyUser: string
  readonly proxyPassword: string
  /** False: the stored password is kept. */
  readonly changesProxyPassword: boolean
  readonly username: string
  readonly changesPassword: boolean
  readonly password: string
  /** Stored settings that the stored passwords belong to; see `StoredFor`. */
  readonly passwordFor: StoredFor
  readonly proxyPasswordFor: StoredFor
}

export type MailErrors = Partial<Record<keyof MailDraft, string>>

const passwordLengthMax = 1024
/** Same rule as on the server. */
const host = /^[^\s/]+$/
const mailbox = /^[^\s@<>]+@[^\s@<>]+$|^[^<>]*<[^\s@<>]+@[^\s@<>]+>$/

/** Stored settings without passwords, and the names of the stored passwords. */
export interface StoredMail {
  readonly settings: Partial<MailSettings>
  readonly secrets: readonly string[]
}

const [passwordField, proxyPasswordField] = settingsSecrets.mail

/** True if the stored password is for the server in the form. */
export const keepsPassword = (draft: MailDraft): boolean => isRetained(passwordField, draft.passwordFor, draft)
export const keepsProxyPassword = (draft: MailDraft): boolean =>
  isRetained(proxyPasswordField, draft.proxyPasswordFor, draft)

/** True if the form shows a password field: none is stored, it is changed, or it is for another server. */
export const typesPassword = (draft: MailDraft): boolean => draft.changesPassword || !keepsPassword(draft)
export const typesProxyPassword = (draft: MailDraft): boolean =>
  draft.changesProxyPassword || !keepsProxyPassword(draft)

export function draftOfMail({ settings, secrets }: StoredMail): MailDraft {
  const mail: Partial<MailSettings> = { ...defaultMailSettings, ...settings }
  const storedFor = (name: string): StoredFor => (secrets.includes(name) ? { ...mail } : null)
  return {
    mailFrom: mail.mailFrom ?? '',
    smtpProtocol: mail.smtpProtocol ?? 'smtp',
    smtpHost: mail.smtpHost ?? '',
    smtpPort: String(mail.smtpPort ?? ''),
    timeout: String(mail.timeout ?? ''),
    enableTls: mail.enableTls === true || mail.enableTls === 'true',
    tlsVersion: mail.tlsVersion || 'TLSv1.2',
    enableProxy: mail.enableProxy ?? false,
    proxyHost: mail.proxyHost ?? '',
    proxyPort: String(mail.proxyPort ?? ''),
    proxyUser: mail.proxyUser ?? '',
    proxyPassword: '',
    changesProxyPassword: false,
    username: mail.username ?? '',
    changesPassword: false,
    password: '',
    passwordFor: storedFor('password'),
    proxyPasswordFor: storedFor('proxyPassword'),
  }
}

export function mailErrors(draft: MailDraft, t: Translate): MailErrors {
  const hostError = (text: string) => {
    if (text.trim() === '') return t('settings.hostRequired')
    return host.test(text.trim()) ? tooLong(text, t) : t('settings.hostInvalid')
  }
  const fieldErrors: MailErrors = {
    smtpHost: hostError(draft.smtpHost),
    smtpPort: portError(draft.smtpPort, 0, t),
    timeout: wholeNumberError(draft.timeout, timeoutBounds, t) && t('settings.timeoutInvalid', timeoutBounds),
    username: tooLong(draft.username, t),
    password: typesPassword(draft) ? tooLong(draft.password, t, passwordLengthMax) : undefined,
  }
  if (draft.mailFrom.trim() === '') fieldErrors.mailFrom = t('settings.mailFromRequired')
  else
    fieldErrors.mailFrom = mailbox.test(draft.mailFrom.trim())
      ? tooLong(draft.mailFrom, t)
      : t('settings.mailFromInvalid')
  if (!draft.enableProxy) return fieldErrors
  return {
    ...fieldErrors,
    proxyHost: hostError(draft.proxyHost),
    proxyPort: portError(draft.proxyPort, 1, t),
    proxyUser: tooLong(draft.proxyUser, t),
    proxyPassword: typesProxyPassword(draft) ? tooLong(draft.proxyPassword, t) : undefined,
  }
}

const portMax = 65_535

/** Port error; formats the limits without thousands separators. */
const portError = (text: string, min: 0 | 1, t: Translate) =>
  wholeNumberError(text, { min, max: portMax }, t) && t('settings.portInvalid', { min, max: String(portMax) })

/** Request body for saving and testing. An omitted password is kept; an empty one is removed. */
export function wireMail(draft: MailDraft): AdminSettingsInput {
  const {
    changesPassword: _,
    changesProxyPassword: _proxy,
    passwordFor: _for,
    proxyPasswordFor: _proxyFor,
    password,
    proxyPassword,
    ...rest
  } = draft
  const proxyPort = draft.proxyPort.trim()
  return {
    key: 'mail',
    jsonValue: {
      ...rest,
      mailFrom: draft.mailFrom.trim(),
      smtpHost: draft.smtpHost.trim(),
      smtpPort: draft.smtpPort.trim(),
      timeout: draft.timeout.trim(),
      proxyHost: draft.proxyHost.trim(),
      // A disabled proxy keeps its port if that is valid.
      proxyPort: /^\d{1,5}$/.test(proxyPort) ? proxyPort : '',
      username: draft.username.trim(),
      ...(typesPassword(draft) ? { password } : {}),
      ...(typesProxyPassword(draft) ? { proxyPassword } : {}),
    } satisfies MailSettings,
  }
}
