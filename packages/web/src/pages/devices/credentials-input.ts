/** Form of device credentials by type: draft, validation and request body. */

import type { CredentialsType, DeviceCredentials } from '@sonde/model/devices/device'

export const editableTypes = ['ACCESS_TOKEN', 'MQTT_BASIC', 'X509_CERTIFICATE'] as const
export type EditableType = (typeof editableTypes)[number]

export interface CredentialsInput {
  readonly type: EditableType
  readonly token: string
  readonly clientId: string
  readonly userName: string
  readonly password: string
  readonly certificate: string
}

export const emptyCredentials: CredentialsInput = {
  type: 'ACCESS_TOKEN',
  token: '',
  clientId: '',
  userName: '',
  password: '',
  certificate: '',
}

const tokenLengthMax = 32

/** Message keys of `devices`, by field. */
export type CredentialsErrors = Partial<
  Record<
    'token' | 'userName' | 'password' | 'certificate',
    'tokenInvalid' | 'mqttIdNeeded' | 'mqttUserNeeded' | 'certificateNeeded'
  >
>

/** `isNew`: an empty token is valid, because the server generates one. */
export function credentialsErrors(input: CredentialsInput, isNew: boolean): CredentialsErrors {
  switch (input.type) {
    case 'ACCESS_TOKEN': {
      const length = input.token.trim().length
      return (length === 0 && !isNew) || length > tokenLengthMax ? { token: 'tokenInvalid' } : {}
    }
    case 'MQTT_BASIC': {
      if (input.password !== '' && input.userName.trim() === '') return { userName: 'mqttUserNeeded' }
      return input.clientId.trim() === '' && input.userName.trim() === '' ? { userName: 'mqttIdNeeded' } : {}
    }
    case 'X509_CERTIFICATE':
      return input.certificate.trim() === '' ? { certificate: 'certificateNeeded' } : {}
  }
}

interface WireCredentials {
  readonly credentialsType: CredentialsType
  readonly credentialsId: string | null
  readonly credentialsValue: string | null
}

export function wireCredentials(input: CredentialsInput): WireCredentials {
  const credentialsType = input.type
  switch (credentialsType) {
    case 'ACCESS_TOKEN':
      return { credentialsType, credentialsId: input.token.trim(), credentialsValue: null }
    case 'MQTT_BASIC': {
      const parts = {
        clientId: input.clientId.trim() || null,
        userName: input.userName.trim() || null,
        password: input.password || null,
      }
      return { credentialsType, credentialsId: null, credentialsValue: JSON.stringify(parts) }
    }
    case 'X509_CERTIFICATE':
      return { credentialsType, credentialsId: null, credentialsValue: input.certificate.trim() }
  }
}

/** Undefined for a type that can't be edited here. */
export function inputOfCredentials(stored: DeviceCredentials): CredentialsInput | undefined {
  switch (stored.credentialsType) {
    case 'ACCESS_TOKEN':
      return { ...emptyCredentials, token: stored.credentialsId }
    case 'MQTT_BASIC':
      return { ...emptyCredentials, type: 'MQTT_BASIC', ...mqttPartsOf(stored.credentialsValue) }
    case 'X509_CERTIFICATE':
      return { ...emptyCredentials, type: 'X509_CERTIFICATE', certificate: stored.credentialsValue ?? '' }
    case 'LWM2M_CREDENTIALS':
      return undefined
  }
}

function mqttPartsOf(value: string | null): Pick<CredentialsInput, 'clientId' | 'userName' | 'password'> {
  const parts: unknown = value ? JSON.parse(value) : {}
  const { clientId, userName, password } = parts as Record<string, unknown>
  const text = (part: unknown) => (typeof part === 'string' ? part : '')
  return { clientId: text(clientId), userName: text(userName), password: text(password) }
}

/** Text for "Copy credentials"; null if there is nothing to copy. */
export function credentialsText(stored: DeviceCredentials): string | null {
  if (stored.credentialsType === 'ACCESS_TOKEN') return stored.credentialsId
  if (stored.credentialsType !== 'MQTT_BASIC') return null
  const parts = Object.entries(mqttPartsOf(stored.credentialsValue)).filter(([, part]) => part !== '')
  return `{${parts.map(([name, part]) => `${name}:${JSON.stringify(part)}`).join(',')}}`
}
