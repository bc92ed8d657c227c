import type { DeviceCredentials } from '@sonde/model/devices/device'
import { expect, test } from 'vitest'
import {
  credentialsErrors,
  credentialsText,
  emptyCredentials,
  inputOfCredentials,
  wireCredentials,
} from './credentials-input.ts'

const stored = (over: Partial<DeviceCredentials>): DeviceCredentials => ({
  id: { id: 'c' },
  createdTime: 0,
  deviceId: { entityType: 'DEVICE', id: 'd' },
  credentialsType: 'ACCESS_TOKEN',
  credentialsId: 'abc',
  credentialsValue: null,
  ...over,
})

test('a token has 1 to 32 characters; a new device may leave it empty', () => {
  const input = (token: string) => ({ ...emptyCredentials, token })
  expect(credentialsErrors(input('a'.repeat(32)), false)).toEqual({})
  expect(credentialsErrors(input('a'.repeat(33)), false)).toEqual({ token: 'tokenInvalid' })
  expect(credentialsErrors(input(''), false)).toEqual({ token: 'tokenInvalid' })
  expect(credentialsErrors(input(''), true)).toEqual({})
})

test('MQTT basic needs a client id or a user name, a password needs a user name', () => {
  const input = { ...emptyCredentials, type: 'MQTT_BASIC' as const }
  expect(credentialsErrors(input, true)).toEqual({ userName: 'mqttIdNeeded' })
  expect(credentialsErrors({ ...input, clientId: 'c' }, true)).toEqual({})
  expect(credentialsErrors({ ...input, clientId: 'c', password: 'p' }, true)).toEqual({ userName: 'mqttUserNeeded' })
})

test('what is stored reads as what was typed', () => {
  const input = { ...emptyCredentials, type: 'MQTT_BASIC' as const, userName: 'u', password: 'p' }
  const wire = wireCredentials(input)
  expect(wire.credentialsValue).toBe('{"clientId":null,"userName":"u","password":"p"}')
  expect(inputOfCredentials(stored({ ...wire, credentialsId: 'u' }))).toEqual(input)
})

test('copies the token, and the parts of MQTT basic that are there', () => {
  expect(credentialsText(stored({}))).toBe('abc')
  const value = '{"clientId":null,"userName":"u","password":"p"}'
  expect(credentialsText(stored({ credentialsType: 'MQTT_BASIC', credentialsValue: value }))).toBe(
    '{userName:"u",password:"p"}',
  )
  expect(credentialsText(stored({ credentialsType: 'X509_CERTIFICATE', credentialsValue: 'x' }))).toBeNull()
})
