/**
 * Credentials of devices: derives their ID and checks what a client presents.
 *
 * Credentials are found by an ID that is unique in the whole system. A token is its own ID; certificates and client IDs
 * are hashed with SHA3-256, as in the reference API.
 */

import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import type { CredentialsType } from '@sonde/model/devices/device'
import { badRequest } from '@sonde/model/errors'

export interface DerivedCredentials {
  readonly credentialsType: CredentialsType
  readonly credentialsId: string
  readonly credentialsValue: string | null
}

export interface BasicValue {
  readonly clientId: string | null
  readonly userName: string | null
  readonly password: string | null
}

export interface CredentialsInput {
  readonly credentialsType?: CredentialsType | null
  readonly credentialsId?: string | null
  readonly credentialsValue?: string | null
}

/** Maximum length of a token, UTF-16 units. */
export const tokenLengthMax = 255
/** Maximum length of the value, UTF-16 units: a certificate in text form, or the JSON of MQTT basic. */
export const credentialsValueLengthMax = 32_768

const tokenLength = 20
const tokenAlphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'

export const sha3Hex = (text: string): string => createHash('sha3-256').update(text).digest('hex')

export const basicId = (clientId: string, userName: string): string => sha3Hex(`${clientId}|${userName}`)

/** Random token of 20 alphanumeric characters. */
export function newToken(): string {
  let token = ''
  while (token.length < tokenLength) {
    for (const byte of randomBytes(32)) {
      // 248 is the largest multiple of 62 in a byte: higher values would favor the first letters.
      if (byte < 248 && token.length < tokenLength) token += tokenAlphabet[byte % 62]
    }
  }
  return token
}

/** Derives the ID and stored value of credentials. Throws 400 that says what is missing. */
export function deriveCredentials(input: CredentialsInput): DerivedCredentials {
  const credentialsType = input.credentialsType ?? 'ACCESS_TOKEN'
  if ((input.credentialsValue?.length ?? 0) > credentialsValueLengthMax) {
    throw badRequest(`The credentials have more than ${credentialsValueLengthMax} characters.`)
  }
  switch (credentialsType) {
    case 'ACCESS_TOKEN': {
      const token = input.credentialsId ?? ''
      if (token.trim() === '') throw badRequest('Enter the access token.')
      if (token.length > tokenLengthMax) {
        throw badRequest(`The access token has ${token.length} characters; the limit is ${tokenLengthMax}.`)
      }
      return { credentialsType, credentialsId: token, credentialsValue: null }
    }
    case 'MQTT_BASIC': {
      const value = parseBasicValue(input.credentialsValue ?? '')
      if (!value) throw badRequest('MQTT Basic credentials are JSON with clientId, userName and password.')
      return { credentialsType, credentialsId: idOfBasic(value), credentialsValue: JSON.stringify(withoutNulls(value)) }
    }
    case 'X509_CERTIFICATE': {
      const certificate = (input.credentialsValue ?? '').replace(/-----(BEGIN|END) CERTIFICATE-----|[\r\n]/g, '')
      if (certificate.trim() === '') throw badRequest('Enter the certificate in text form (PEM).')
      return { credentialsType, credentialsId: sha3Hex(certificate), credentialsValue: certificate }
    }
    case 'LWM2M_CREDENTIALS':
      throw badRequest('This server has no LwM2M transport. Choose a token, MQTT Basic or a certificate.')
  }
}

function idOfBasic({ clientId, userName, password }: BasicValue): string {
  if (clientId && userName) return basicId(clientId, userName)
  if (userName) return userName
  if (!clientId) throw badRequest('Enter a client ID, a username or both.')
  if (password) throw badRequest('A password needs a username, not only a client ID.')
  return sha3Hex(clientId)
}

/** Parses an MQTT basic value; undefined if the text isn't a JSON object with texts. */
export function parseBasicValue(text: string): BasicValue | undefined {
  let json: unknown
  try {
    json = JSON.parse(text)
  } catch {
    return undefined
  }
  if (typeof json !== 'object' || json === null || Array.isArray(json)) return undefined
  const { clientId, userName, password } = json as Record<string, unknown>
  const parts = [clientId, userName, password].map((part) => (part === undefined || part === '' ? null : part))
  if (!parts.every((part): part is string | null => part === null || typeof part === 'string')) return undefined
  if (parts.some((part) => part !== null && part.length > tokenLengthMax)) return undefined
  const [client = null, user = null, secret = null] = parts
  return { clientId: client, userName: user, password: secret }
}

const withoutNulls = (value: BasicValue) =>
  Object.fromEntries(Object.entries(value).filter(([, part]) => part !== null)) as Partial<BasicValue>

/** Whether the presented parts match the stored value. */
export function basicMatches(stored: BasicValue, shown: BasicValue): boolean {
  if (stored.clientId && stored.clientId !== shown.clientId) return false
  if (stored.userName && stored.userName !== shown.userName) return false
  return !stored.password || sameText(stored.password, shown.password ?? '')
}

/** Compares in constant time. */
export const sameText = (a: string, b: string): boolean =>
  timingSafeEqual(createHash('sha256').update(a).digest(), createHash('sha256').update(b).digest())
