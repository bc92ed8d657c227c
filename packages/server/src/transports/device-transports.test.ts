import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect, createServer } from 'node:net'
import { test } from 'node:test'
import { byName } from '@sonde/model/transports/transports'
import { startTestPlatform } from '../platform-testing.ts'
import { openPort, PortInUse } from './ports.ts'

test('every transport listens at the address that connectivity names', async (t) => {
  const platform = await startTestPlatform(t)
  const { token } = await platform.tenant({})
  const { status, body } = await platform.call<Record<string, { host: string; port: number; isTls: boolean }>>(
    'GET',
    '/api/v2/device-connectivity',
    token,
  )
  assert.equal(status, 200)
  assert.deepEqual(Object.keys(body), Object.keys(byName(() => null)))
  assert.equal(new URL(platform.mqttUrl).port, String(body.mqtt?.port))
  assert.equal(new URL(platform.httpUrl).port, String(body.http?.port))
  for (const { host, port, isTls } of Object.values(body)) {
    assert.equal(isTls, false)
    const socket = connect({ host, port })
    await once(socket, 'connect')
    socket.destroy()
  }
})

test('a port that is taken or forbidden is refused with its setting; other errors stay', async () => {
  const failing = (code: string) =>
    openPort('SONDE_MQTT_PORT', 80, () => Promise.reject(Object.assign(new Error('x'), { code })))
  await assert.rejects(
    failing('EADDRINUSE'),
    (error) => error instanceof PortInUse && /Port 80 .*SONDE_MQTT_PORT/.test(error.message),
  )
  await assert.rejects(
    failing('EACCES'),
    (error) => error instanceof PortInUse && /SONDE_MQTT_PORT .*1023/.test(error.message),
  )
  await assert.rejects(failing('ENOTFOUND'), { message: 'x' })
})

test('a server whose MQTT port is taken says so', async (t) => {
  const other = createServer().listen(0, '127.0.0.1')
  t.after(() => other.close())
  await once(other, 'listening')
  const { port } = other.address() as { port: number }
  await assert.rejects(startTestPlatform(t, { SONDE_MQTT_PORT: String(port) }), { name: 'PortInUse' })
})
