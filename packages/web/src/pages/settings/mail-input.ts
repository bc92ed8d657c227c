/** The form of the mail server: what can be typed, what is wrong with it, what is sent (pages.md §19.2). */

import {
  type AdminSettingsInput,
  type MailSettings,
  plainMailSettings,
  type tlsVersions,
} from '@sonde/model/admin-settings/admin-settings'
import type { Translate } from '../../locale/texts.ts'
import { tooLong } from '../../ui/field/text-faults.ts'
import { wholeNumberFault } from './whole-number.ts'

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
  readonly username: string
  /** False: the stored one stays. */
  readonly changesPassword: boolean
  readonly password: string
}

export type MailFaults = Partial<Record<keyof MailDraft, string>>

const passwordLengthMax = 1024
/** The platform's rule. */
const host = /^[^\s/]+$/
const mailbox = /^[^\s@<>]+@[^\s@<>]+$|^[^<>]*<[^\s@<>]+@[^\s@<>]+>$/

interface StoredMail extends Partial<MailSettings> {
  /** The platform keeps a password, which it does not tell. */
  readonly showChangePassword?: boolean
}

export const hasStoredPassword = (stored: unknown): boolean => (stored as StoredMail).showChangePassword === true

export function draftOfMail(stored: unknown): MailDraft {
  const mail: StoredMail = { ...plainMailSettings, ...(stored as StoredMail) }
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
    proxyPassword: mail.proxyPassword ?? '',
    username: mail.username ?? '',
    changesPassword: !hasStoredPassword(stored),
    password: '',
  }
}

export function mailFaults(draft: MailDraft, t: Translate): MailFaults {
  const hostFault = (text: string) => {
    if (text.trim() === '') return t('settings.hostRequired')
    return host.test(text.trim()) ? tooLong(text, t) : t('settings.hostInvalid')
  }
  const faults: MailFaults = {
    smtpHost: hostFault(draft.smtpHost),
    smtpPort: portFault(draft.smtpPort, 0, t),
    timeout: wholeNumberFault(draft.timeout, { min: 0, max: 999_999 }, t) && t('settings.timeoutInvalid'),
    username: tooLong(draft.username, t),
    password: draft.changesPassword ? tooLong(draft.password, t, passwordLengthMax) : undefined,
  }
  if (draft.mailFrom.trim() === '') faults.mailFrom = t('settings.mailFromRequired')
  else
    faults.mailFrom = mailbox.test(draft.mailFrom.trim()) ? tooLong(draft.mailFrom, t) : t('settings.mailFromInvalid')
  if (!draft.enableProxy) return faults
  return {
    ...faults,
    proxyHost: hostFault(draft.proxyHost),
    proxyPort: portFault(draft.proxyPort, 1, t),
    proxyUser: tooLong(draft.proxyUser, t),
    proxyPassword: tooLong(draft.proxyPassword, t),
  }
}

const portMax = 65_535

/** Without separators: ports are not counted. */
const portFault = (text: string, min: 0 | 1, t: Translate) =>
  wholeNumberFault(text, { min, max: portMax }, t) && t('settings.portInvalid', { min, max: String(portMax) })

/** What is sent, to be kept or tried. Without a password the stored one stays. */
export function wireMail(draft: MailDraft): AdminSettingsInput {
  const { changesPassword, password, ...rest } = draft
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
      // A proxy that is off keeps what was typed, unless it is none.
      proxyPort: /^\d{1,5}$/.test(proxyPort) ? proxyPort : '',
      username: draft.username.trim(),
      ...(changesPassword ? { password } : {}),
    } satisfies MailSettings,
  }
}
