/** Requests of devices that are JSON objects with fixed members; read once here for every transport. */

import {
  type ProvisionedCredentials,
  type ProvisionRequest,
  provisionedCredentials,
} from '@sonde/model/provisioning/provisioning'
import { PayloadError } from '@sonde/model/telemetry/payload'
import { keyList, requestedKeysMax } from './attribute-answer.ts'
import { checkPayloadText } from './device-text.ts'

/** How long a claim stands when the device does not say, ms. */
export const claimDurationDefaultMs = 86_400_000

/** What a device's claim does; the devices room's. */
export interface DeviceClaims {
  /** Lets users who know the secret claim the device for that long. Rejects when the device may not be claimed. */
  register(deviceId: string, secretKey: string, durationMs: number): Promise<void>
}

/** `{"secretKey", "durationMs"}`, both optional; an empty text is allowed. Throws `PayloadError`. */
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

/** `{"method", "params"}` as the message's JSON text. Throws `PayloadError`. */
export function readClientCall(text: string): string {
  const { method, params } = readObject(text)
  if (typeof method !== 'string' || method === '') throw new PayloadError('A call needs a "method" and "params".')
  return JSON.stringify({ method, params: params === undefined ? {} : params })
}

/** `{"clientKeys": "a,b", "sharedKeys": "c"}`, both optional. Throws `PayloadError`. */
export function readAttributeRequest(text: string): { clientKeys: string[] | null; sharedKeys: string[] | null } {
  const request = readObject(text)
  const keys = (name: 'clientKeys' | 'sharedKeys') => {
    const value = request[name]
    if (value === undefined || value === null) return null
    if (typeof value !== 'string') throw new PayloadError(`"${name}" must be names separated by commas.`)
    const list = keyList(value)
    if (list && list.length > requestedKeysMax) {
      throw new PayloadError(`A request has ${list.length} keys; the limit is ${requestedKeysMax}.`)
    }
    return list
  }
  return { clientKeys: keys('clientKeys'), sharedKeys: keys('sharedKeys') }
}

/** Members of a provisioning request that may be left out. */
const provisionTexts = ['deviceName', 'token', 'clientId', 'username', 'password', 'hash'] as const

/**
 * What a device sends to be provisioned. Throws `PayloadError` that names the field. Fields that nobody knows are
 * ignored.
 */
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

function readObject(text: string): Record<string, unknown> {
  checkPayloadText(text)
  let json: unknown
  try {
    json = JSON.parse(text)
  } catch (cause) {
    throw new PayloadError('The text isn’t valid JSON.', { cause })
  }
  if (typeof json !== 'object' || json === null || Array.isArray(json)) throw new PayloadError('Send a JSON object.')
  return json as Record<string, unknown>
}
