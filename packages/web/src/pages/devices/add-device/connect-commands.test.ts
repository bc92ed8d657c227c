import { expect, test } from 'vitest'
import { emptyCredentials } from '../credentials-input.ts'
import { sendCommand } from './connect-commands.ts'

const connectivity = { mqtt: { host: '192.168.1.5', port: 1883 }, http: { host: '::1', port: 8080 } }
const token = { ...emptyCredentials, token: 'q7Xv3mKd81TzLr0aBn5e' }

test('publishes by MQTT with the token as user name', () => {
  expect(sendCommand('mqtt', 'linux', connectivity, token)).toBe(
    [
      'mosquitto_pub -d -q 1 \\',
      '  -h 192.168.1.5 -p 1883 \\',
      '  -t v1/devices/me/telemetry \\',
      '  -u q7Xv3mKd81TzLr0aBn5e \\',
      `  -m '{"temperature": 21.5}'`,
    ].join('\n'),
  )
})

test('posts by HTTP with the token in the path', () => {
  expect(sendCommand('http', 'linux', connectivity, token)).toBe(
    [
      "curl -X POST 'http://[::1]:8080/api/v1/q7Xv3mKd81TzLr0aBn5e/telemetry' \\",
      "  -H 'Content-Type: application/json' \\",
      `  -d '{"temperature": 21.5}'`,
    ].join('\n'),
  )
})

test('MQTT basic names client, user and password, and what a shell would split is quoted', () => {
  const basic = { ...emptyCredentials, type: 'MQTT_BASIC' as const, clientId: 'c 1', userName: 'u', password: "it's" }
  expect(sendCommand('mqtt', 'linux', connectivity, basic)).toContain(`-i 'c 1' \\\n  -u u \\\n  -P 'it'\\''s'`)
  expect(sendCommand('http', 'linux', connectivity, basic)).toBeNull()
})

test('Windows gets its own quotes and line ends', () => {
  const command = sendCommand('mqtt', 'windows', connectivity, token)
  expect(command).toContain(' ^\n')
  expect(command).toContain('-m "{\\"temperature\\": 21.5}"')
})

test('TLS is used where the platform listens with it', () => {
  const safe = { mqtt: { ...connectivity.mqtt, isTls: true }, http: { host: 'sonde.example', port: 443, isTls: true } }
  expect(sendCommand('mqtt', 'linux', safe, token)).toContain('--tls-use-os-certs')
  expect(sendCommand('http', 'linux', safe, token)).toContain('https://sonde.example:443/')
})
