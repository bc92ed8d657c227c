/**
 * Which fields of settings are secrets: the one list for all of them. A secret is written and never answered; left out,
 * the stored one stays, but only for those whom it was stored for.
 */

export interface SecretField {
  /** Names from the settings down; `*` stands for each entry of a list. */
  readonly path: readonly string[]
  /** Fields beside it that say who gets the secret. When one of them changes, it has to be entered again. */
  readonly boundTo: readonly string[]
  /** The field beside it without which the secret is of no use, and is dropped. */
  readonly neededBy?: string
  readonly isRequired?: true
  /** How an answer has it: without the field, or null. */
  readonly answered: 'absent' | 'null'
}

const registration = ['oauth2ParamsInfos', '*', 'clientRegistrations', '*'] as const
const mapperPassword = { boundTo: ['url', 'username'], answered: 'null' } as const

export const settingsSecrets = {
  mail: [
    {
      path: ['password'],
      // Without TLS, every relay of the connection reads it too.
      boundTo: [
        ...['smtpProtocol', 'smtpHost', 'smtpPort', 'enableTls', 'username'],
        ...['enableProxy', 'proxyHost', 'proxyPort'],
      ],
      neededBy: 'username',
      answered: 'absent',
    },
    {
      path: ['proxyPassword'],
      boundTo: ['proxyHost', 'proxyPort', 'proxyUser'],
      neededBy: 'enableProxy',
      answered: 'absent',
    },
  ],
  sms: [
    {
      path: ['accountToken'],
      boundTo: ['type', 'accountSid'],
      neededBy: 'accountSid',
      isRequired: true,
      answered: 'absent',
    },
    {
      path: ['secretAccessKey'],
      boundTo: ['type', 'accessKeyId'],
      neededBy: 'accessKeyId',
      isRequired: true,
      answered: 'absent',
    },
  ],
  oauth2: [
    {
      path: [...registration, 'clientSecret'],
      boundTo: ['clientId', 'accessTokenUri'],
      isRequired: true,
      answered: 'null',
    },
    { ...mapperPassword, path: [...registration, 'mapperConfig', 'custom', 'password'] },
    {
      path: ['oauth2ParamsInfos', '*', 'mobileInfos', '*', 'appSecret'],
      boundTo: ['pkgName'],
      isRequired: true,
      answered: 'null',
    },
  ],
  oauth2Template: [{ ...mapperPassword, path: ['mapperConfig', 'custom', 'password'] }],
} as const satisfies Record<string, readonly SecretField[]>

export type SecretSettings = keyof typeof settingsSecrets

export const hasSecrets = (key: string): key is SecretSettings => Object.hasOwn(settingsSecrets, key)

type Fields = Readonly<Record<string, unknown>>

/** Whether two configurations send their secret to the same place. */
export function sameTarget({ boundTo }: Pick<SecretField, 'boundTo'>, a: Fields, b: Fields): boolean {
  return boundTo.every((name) => plain(a[name]) === plain(b[name]))
}

/** As forms and files write it: `25` and `"25"`, `false`, `"false"` and nothing are the same. */
function plain(value: unknown): string {
  const text = String(value ?? '').trim()
  return text === 'false' ? '' : text
}
