import assert from 'node:assert/strict'
import { test } from 'node:test'
import { credentialsTypes } from '../devices/device.ts'
import { byKind, byName, credentialsOf, freePorts, hostAndPort, portOwners, transports, urlOf } from './transports.ts'

test('transports have names and ports of their own', () => {
  for (const field of ['kind', 'name', 'label'] as const) {
    assert.equal(new Set(transports.map((each) => each[field])).size, transports.length, field)
  }
  const ports = portOwners.map(({ defaultPort }) => defaultPort)
  assert.equal(new Set(ports).size, ports.length)
  assert.ok(transports.every(({ name, kind }) => name === kind.toLowerCase()))
})

test('a value for each transport goes by its kind or its name', () => {
  assert.deepEqual(
    byKind(({ sessions }) => sessions),
    { MQTT: 'lasting', HTTP: 'polling' },
  )
  assert.deepEqual(
    byName(({ defaultPort }) => defaultPort),
    { mqtt: 1883, http: null },
  )
  assert.deepEqual(freePorts, { SONDE_MQTT_PORT: '0' })
})

test('credentials go by the transport of the profile: none where no transport serves it', () => {
  assert.deepEqual([...credentialsOf('DEFAULT')].sort(), ['ACCESS_TOKEN', 'MQTT_BASIC'])
  assert.deepEqual([...credentialsOf('MQTT')].sort(), ['ACCESS_TOKEN', 'MQTT_BASIC'])
  for (const type of ['COAP', 'LWM2M', 'SNMP'] as const) assert.equal(credentialsOf(type).size, 0, type)
})

test('addresses are written as URLs write them', () => {
  assert.equal(hostAndPort({ host: '::1', port: 1883 }), '[::1]:1883')
  assert.equal(urlOf('mqtt', { host: '10.0.0.1', port: 1883 }), 'mqtt://10.0.0.1:1883')
  assert.equal(urlOf('http', { host: 'sonde.example', port: 443, isTls: true }), 'https://sonde.example:443')
})

test('the sample command shows every credential that the transport takes, quoted by the shell’s rules', () => {
  for (const { name, credentials, client } of transports) {
    for (const type of credentials) {
      assert.ok(credentialsTypes.includes(type))
      const secrets = type === 'ACCESS_TOKEN' ? { token: 'tok en' } : { userName: 'us er', password: 'pass word' }
      const lines = client.publish({
        address: { host: '10.0.0.1', port: 4000 },
        credentials: { type, token: '', clientId: '', userName: '', password: '', ...secrets },
        payload: '{"a":1}',
        word: (text) => `<${text}>`,
      })
      const command = lines.join(' ')
      assert.ok(command.includes('<{"a":1}>'), name)
      assert.ok(command.includes('4000') && command.includes('10.0.0.1'), name)
      for (const secret of Object.values(secrets)) {
        assert.ok(command.includes(`<${secret}>`) || command.includes(encodeURIComponent(secret)), `${name} ${secret}`)
      }
    }
  }
})
