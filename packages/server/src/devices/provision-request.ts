/** Reads what a device sends to be provisioned. */

import {
  type ProvisionedCredentials,
  type ProvisionRequest,
  provisionedCredentials,
} from '@sonde/model/provisioning/provisioning'
import { PayloadError } from '@sonde/model/telemetry/payload'
import { type BasicValue, type DerivedCredentials, deriveCredentials, newToken } from './credentials.ts'

const texts = ['deviceName', 'token', 'clientId', 'username', 'password', 'hash'] as const

/** Throws `PayloadError` that names the field. Fields that nobody knows are ignored. */
export function readProvisionRequest(text: string): ProvisionRequest {
  let json: unknown
  try {
    json = JSON.parse(text)
  } catch (cause) {
    throw new PayloadError('The text is not valid JSON.', { cause })
  }
  if (typeof json !== 'object' || json === null || Array.isArray(json)) throw new PayloadError('Send a JSON object.')
  const given = json as Readonly<Record<string, unknown>>
  const { provisionDeviceKey, provisionDeviceSecret } = given
  if (typeof provisionDeviceKey !== 'string' || provisionDeviceKey === '') {
    throw new PayloadError('"provisionDeviceKey" must be the key of a device profile.')
  }
  if (typeof provisionDeviceSecret !== 'string' || provisionDeviceSecret === '') {
    throw new PayloadError('"provisionDeviceSecret" must be the secret of that profile.')
  }
  const request: Record<string, string> = { provisionDeviceKey, provisionDeviceSecret }
  for (const name of texts) {
    const value = given[name]
    if (value === undefined || value === null) continue
    if (typeof value !== 'string') throw new PayloadError(`"${name}" must be a text.`)
    request[name] = value
  }
  return { ...request, provisionDeviceKey, provisionDeviceSecret, ...credentialsTypeOf(given) }
}

function credentialsTypeOf({ credentialsType }: Readonly<Record<string, unknown>>): {
  credentialsType?: ProvisionedCredentials
} {
  if (credentialsType === undefined || credentialsType === null) return {}
  const known = provisionedCredentials.find((each) => each === credentialsType)
  if (!known) throw new PayloadError(`"credentialsType" must be one of ${provisionedCredentials.join(', ')}.`)
  return { credentialsType: known }
}

/** The credentials that the device brings, else a new token. Throws 400 when they are incomplete. */
export function credentialsOfRequest(request: ProvisionRequest): DerivedCredentials {
  const credentialsType = request.credentialsType ?? 'ACCESS_TOKEN'
  switch (credentialsType) {
    case 'ACCESS_TOKEN':
      return deriveCredentials({ credentialsType, credentialsId: request.token || newToken() })
    case 'MQTT_BASIC': {
      const { clientId = null, username: userName = null, password = null } = request
      const value: BasicValue = { clientId, userName, password }
      return deriveCredentials({ credentialsType, credentialsValue: JSON.stringify(value) })
    }
    case 'X509_CERTIFICATE':
      return deriveCredentials({ credentialsType, credentialsValue: request.hash ?? null })
  }
}
