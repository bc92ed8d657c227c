import assert from 'node:assert/strict'
import { test } from 'node:test'
import { entityId } from '@sonde/model/ids'
import { connectAsync } from 'mqtt'
import { startTestPlatform } from '../platform-testing.ts'
import { until } from '../until-testing.ts'
import { createDeviceFaultRecorder, faultIntervalMs } from './device-fault-recorder.ts'
import type { NewEvent } from './event-rows.ts'

test('a device says its fault once a minute, another one its own', () => {
  const noted: NewEvent[] = []
  const clock = { now: 1, nowMs: () => clock.now }
  const faults = createDeviceFaultRecorder({ recorder: { note: (event) => void noted.push(event) }, clock })
  const device = (id: string) => ({ id: entityId('DEVICE', id), tenantId: 'tenant' })
  faults.note(device('a'), 'x'.repeat(1_000), 'first')
  faults.note(device('a'), 'topic', 'again')
  faults.note(device('b'), 'topic', 'other')
  clock.now += faultIntervalMs - 1
  faults.note(device('a'), 'topic', 'too early')
  clock.now += 1
  faults.note(device('a'), 'topic', 'later')
  assert.deepEqual(
    noted.map(({ entity_id, error }) => [entity_id, error]),
    [
      ['a', 'first'],
      ['b', 'other'],
      ['a', 'later'],
    ],
  )
  assert.equal(noted[0]?.method?.length, 255)
})

test('the owner of a gateway finds the refusal among its events', async (t) => {
  const { call, tenant, mqttUrl } = await startTestPlatform(t)
  const { token, device, accessToken } = await tenant({})
  await call('POST', '/api/device', token, { ...device, additionalInfo: { gateway: true } })
  const client = await connectAsync(mqttUrl, { username: accessToken, reconnectPeriod: 0 })
  const closed = new Promise<void>((resolve) => client.once('close', () => resolve()))
  client.publish('v1/gateway/telemetry', '{"A":[{"a":1}]}', { qos: 1 })
  await closed
  const path = `/api/events/DEVICE/${device.id.id}/ERROR?pageSize=9&page=0&tenantId=13814000-1dd2-11b2-8080-808080808080`
  type Events = { data: { body: { method: string; error: string } }[] }
  let found: Events['data'] = []
  await until(async () => {
    found = (await call<Events>('GET', path, token)).body.data
    return found.length > 0
  })
  assert.equal(found[0]?.body.method, 'v1/gateway/telemetry')
  assert.match(found[0]?.body.error ?? '', /gateway API isn’t supported/)
})
