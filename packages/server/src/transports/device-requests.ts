/** Parsers, shared by all transports, for device requests that are JSON objects with fixed fields. */

import { parseJson } from '@sonde/model/exact-json'
import {
  type ProvisionedCredentials,
  type ProvisionRequest,
  provisionedCredentials,
} from '@sonde/model/provisioning/provisioning'
import { PayloadError } from '@sonde/model/telemetry/payload'
import type { NamedKeys } from '../telemetry/named-keys.ts'
import { keyList, requestedKeysMax } from './attribute-answer.ts'
import { checkPayloadText } from './device-text.ts'

/** Default duration of a claim, ms. */
export const claimDurationDefaultMs = 86_400_000

/** Registers claims; implemented by the devices module. */
export interface DeviceClaims {
  /** Lets users who know the secret claim the device for `durationMs`. Rejects when the device may not be claimed. */
  register(deviceId: string, secretKey: string, durationMs: number): Promise<void>
}

/** Parses `{"secretKey", "durationMs"}`, both optional; the text may be empty. Throws `PayloadError`. */
export function readClaim(text: string): { secretKey: string; durationMs: number } {
  if (text.trim() === '') return { secretKey: '', durationMs: claimDurationDefaultMs }
  const { secretKey, durationMs } = readObject(text)
  if (secretKey !== undefined && secretKey !== null && typeof secretKey !== 'string') {
    throw new PayloadError('"secretKey" must be text.')
  }
  const duration = durationMs ?? claimDurationDefaultMs
  if (typeof duration !== 'number' || !(duration >= 0)) throw new PayloadError('"durationMs" must be milliseconds.')
  return { secretKey: secretKey ?? '', durationMs: duration || claimDurationDefaultMs }
}

/** Returns `{"method", "params"}` as JSON text for the message. Throws `PayloadError`. */
export function readClientCall(text: string): string {
  const { method, params } = readObject(text, parseJson)
  if (typeof method !== 'string' || method === '') throw new PayloadError('A call needs a "method" and "params".')
  return JSON.stringify({ method, params: params === undefined ? {} : params })
}

/** Parses `{"clientKeys": "a,b", "sharedKeys": "c"}`, both optional. Throws `PayloadError`. */
export function readAttributeRequest(text: string): { clientKeys: NamedKeys | null; sharedKeys: NamedKeys | null } {
  const request = readObject(text)
  const keys = (name: 'clientKeys' | 'sharedKeys') => {
    const value = request[name]
    if (value === undefined || value === null) return null
    if (typeof value !== 'string') throw new PayloadError(`"${name}" must be names separated by commas.`)
    const list = keyList(value)
    if (list && list.each.length > requestedKeysMax) {
      throw new PayloadError(`A request has ${list.each.length} keys; the limit is ${requestedKeysMax}.`)
    }
    return list
  }
  return { clientKeys: keys('clientKeys'), sharedKeys: keys('sharedKeys') }
}

/** Optional text fields of a provisioning request. */
const provisionTexts = ['deviceName', 'token', 'clientId', 'username', 'password', 'hash'] as const

/** Parses a provisioning request and ignores unknown fields. Throws a `PayloadError` that names the invalid field. */
export function readProvisionRequest(text: string): ProvisionRequest {
  const given = readObject(text)
  const { provisionDeviceKey, provisionDeviceSecret } = given
  if (typeof provisionDeviceKey !== 'string' || provisionDeviceKey === '') {
    throw new PayloadError('"provisionDeviceKey" must be the key of a device profile.')
  }
  if (typeof provisionDeviceSecret !== 'string' || provisionDeviceSecret === '') {
    throw new PayloadError('"provisionDeviceSecret" must be the secret of that profile.')
  }
  const request: Record<string, string> = { provisionDeviceKey, provisionDeviceSecret }
  for (const name of provisionTexts) {
    const value = given[name]
    if (value === undefined || value === null) continue
    if (typeof value !== 'string') throw new PayloadError(`"${name}" must be text.`)
    request[name] = value
  }
  return { ...request, provisionDeviceKey, provisionDeviceSecret, ...credentialsTypeOf(given) }
}

function credentialsTypeOf({ credentialsType }: Readonly<Record<string, unknown>>): {
  credentialsType?: ProvisionedCredentials
} {
  if (credentialsType === undefined || credentialsType === null) return {}
  const existing = provisionedCredentials.find((each) => each === credentialsType)
  if (!existing) throw new PayloadError(`"credentialsType" must be one of ${provisionedCredentials.join(', ')}.`)
  return { credentialsType: existing }
}

function readObject(text: string, parse: (text: string) => unknown = JSON.parse): Record<string, unknown> {
  checkPayloadText(text)
  let json: unknown
  try {
    json = parse(text)
  } catch (cause) {
    throw new PayloadError('The text isn’t valid JSON.', { cause })
  }
  if (typeof json !== 'object' || json === null || Array.isArray(json)) throw new PayloadError('Send a JSON object.')
  return json as Record<string, unknown>
}
