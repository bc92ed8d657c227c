/**
 * Catalog of the secret fields in settings. A secret is write-only. If a request omits it, the stored value stays, but
 * only while the fields it is bound to are unchanged.
 */

export interface SecretField {
  /** Field names from the root of the settings; `*` matches each item of a list. */
  readonly path: readonly string[]
  /**
   * Sibling fields that determine who receives the secret. When one of them changes, the secret must be entered again.
   */
  readonly boundTo: readonly string[]
  /** Sibling field that the secret depends on. If it is empty, the secret is dropped. */
  readonly neededBy?: string
  readonly isRequired?: true
  /** Representation in responses: the field is omitted or null. */
  readonly answered: 'absent' | 'null'
}

const registration = ['oauth2ParamsInfos', '*', 'clientRegistrations', '*'] as const
const mapperPassword = { boundTo: ['url', 'username'], answered: 'null' } as const

export const settingsSecrets = {
  mail: [
    {
      path: ['password'],
      // Without TLS, every relay on the connection can read the password too.
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

/** Normalizes values from forms and files: `25` equals `"25"`; `false`, `"false"` and a missing value are equal. */
function plain(value: unknown): string {
  const text = String(value ?? '').trim()
  return text === 'false' ? '' : text
}
