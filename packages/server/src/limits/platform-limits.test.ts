/** Tests limits, usage and the audit log of a whole platform from the outside, like devices and users. */

import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { AuditLog } from '@sonde/model/audit-log/audit-log'
import type { PageData } from '@sonde/model/paging'
import { connectAsync } from 'mqtt'
import { startTestPlatform as start } from '../platform-testing.ts'
import { until } from '../until-testing.ts'

test('a device that sends more than its profile allows gets 429, and another one does not', async (t) => {
  const { call, tenant } = await start(t)
  const { token, accessToken } = await tenant({ transportDeviceMsgRateLimit: '2:3600' })
  const send = (as: string, path = 'telemetry') =>
    call<{ errorCode: number }>('POST', `/api/v1/${as}/${path}`, '', { a: 1 })
  assert.deepEqual([(await send(accessToken)).status, (await send(accessToken, 'attributes')).status], [200, 200])
  const { status, body } = await send(accessToken)
  assert.deepEqual([status, body.errorCode], [429, 33])
  const { body: other } = await call('POST', '/api/device', token, { name: 'other', type: 'default' })
  const credentials = await call<{ credentialsId: string }>('GET', `/api/device/${other.id.id}/credentials`, token)
  assert.equal((await send(credentials.body.credentialsId)).status, 200)
})

test('over MQTT it gets a reason, and may go on when its time has come', async (t) => {
  const { tenant, mqttUrl } = await start(t)
  const { accessToken } = await tenant({ transportDeviceTelemetryDataPointsRateLimit: '2:3600' })
  const device = await connectAsync(mqttUrl, { protocolVersion: 5, username: accessToken, reconnectPeriod: 0 })
  t.after(() => device.endAsync(true))
  const send = (body: object) => device.publishAsync('v1/devices/me/telemetry', JSON.stringify(body), { qos: 1 })
  await send({ a: 1 })
  await assert.rejects(send({ a: 1, b: 2 }), { code: 0x97 })
  await send({ a: 2 })
})

test('when the month allows no more alarms and no more storing, they are answered 429; what is there goes on', async (t) => {
  const { call, tenant } = await start(t)
  const { token, device, allow } = await tenant({})
  const alarm = { originator: device.id, severity: 'MAJOR', status: 'ACTIVE_UNACK' }
  const raise = (type: string) =>
    call<{ id: { id: string }; errorCode: number }>('POST', '/api/alarm', token, { ...alarm, type })
  const saveTelemetry = () =>
    call<{ errorCode: number }>('POST', `/api/plugins/telemetry/DEVICE/${device.id.id}/timeseries/ANY`, token, { a: 1 })
  const { body: first } = await raise('first')
  assert.equal((await saveTelemetry()).status, 200)
  await allow({ maxCreatedAlarms: 1, maxDPStorageDays: 1 })
  let rejected = await raise('other 0')
  for (let i = 1; rejected.status === 200; i++) rejected = await raise(`other ${i}`)
  assert.deepEqual([rejected.status, rejected.body.errorCode], [429, 33])
  assert.equal((await raise('first')).body.id.id, first.id.id, 'an active alarm grows')
  assert.equal((await call('POST', `/api/alarm/${first.id.id}/clear`, token)).status, 200)
  const unsaved = await saveTelemetry()
  assert.deepEqual([unsaved.status, unsaved.body.errorCode], [429, 33])
  await allow({})
  await until(async () => (await raise('again')).status === 200)
  assert.equal((await saveTelemetry()).status, 200)
})

test('what a customer’s device uses is shown as the customer’s, to its users too', async (t) => {
  const { call, tenant, user } = await start(t)
  const { token, device, accessToken, allow } = await tenant({})
  const { body: customer } = await call('POST', '/api/customer', token, { title: 'C' })
  await call('POST', `/api/customer/${customer.id.id}/device/${device.id.id}`, token)
  const member = await user(token, { authority: 'CUSTOMER_USER', customerId: customer.id, email: 'c@customer.example' })
  assert.equal((await call('POST', `/api/v1/${accessToken}/telemetry`, '', { a: 1, b: 2 })).status, 200)
  const keys = ['transportDataPointsCount', 'storageDataPointsCount', 'ruleEngineExecutionCount', 'transportApiState']
  const shown = async (as: string, customerId: object | null) => {
    const query = {
      entityFilter: { type: 'apiUsageState', customerId },
      pageLink: { page: 0, pageSize: 10 },
      entityFields: [{ type: 'ENTITY_FIELD', key: 'name' }],
      latestValues: keys.map((key) => ({ type: 'TIME_SERIES', key })),
    }
    type Answer = PageData<{ latest: Record<string, Record<string, { value: string }>> }>
    const { body } = await call<Answer>('POST', '/api/entitiesQuery/find', as, query)
    const [found] = body.data
    return [found?.latest.ENTITY_FIELD?.name?.value, ...keys.map((key) => found?.latest.TIME_SERIES?.[key]?.value)]
  }
  // A profile change flushes the counts to the store at once.
  for (let i = 1; (await shown(token, customer.id))[2] !== '2'; i++) await allow({ maxEmails: i })
  const [name, points, , executions, state] = await shown(token, customer.id)
  assert.deepEqual([name, points, state], ['C', '2', 'ENABLED'])
  assert.ok(Number(executions) > 1)
  assert.deepEqual(await shown(member.token, null), await shown(token, customer.id))
  assert.equal((await shown(token, null))[0], 'Acme')
})

test('users of a tenant who call too often get 429', async (t) => {
  const { call, root, tenant } = await start(t, { SONDE_TENANT_REST_LIMIT: '20:3600' })
  const { token } = await tenant({})
  const answers = await Promise.all(Array.from({ length: 30 }, () => call('GET', '/api/auth/user', token)))
  assert.ok(answers.some(({ status }) => status === 200))
  assert.ok(answers.some(({ status }) => status === 429))
  assert.equal((await call('GET', '/api/auth/user', root)).status, 200)
})

test('whatever people do with a device stands in the audit log once, and what rules do does not', async (t) => {
  const { call, tenant } = await start(t, { SONDE_AUDIT_LEVELS: 'device:RW' })
  const { token, device, accessToken } = await tenant({})
  const id = device.id.id
  const telemetry = `/api/plugins/telemetry/DEVICE/${id}`
  await call('POST', '/api/device', token, { ...device, label: 'x' })
  await call('POST', `${telemetry}/SERVER_SCOPE`, token, { a: 1 })
  await call('GET', `${telemetry}/values/attributes/SERVER_SCOPE`, token)
  await call('DELETE', `${telemetry}/SERVER_SCOPE?keys=a`, token)
  await call('POST', `${telemetry}/timeseries/ANY`, token, { t: 1 })
  const { body: customer } = await call('POST', '/api/customer', token, { title: 'C' })
  await call('POST', `/api/customer/${customer.id.id}/device/${id}`, token)
  await call('DELETE', `/api/customer/device/${id}`, token)
  const relation = { from: device.id, to: customer.id, type: 'Contains' }
  await call('POST', '/api/relation', token, relation)
  await call('POST', `/api/rpc/oneway/${id}`, token, { method: 'go', params: {}, timeout: 1 })
  const { body: secret } = await call<object>('GET', `/api/device/${id}/credentials`, token)
  await call('POST', '/api/device/credentials', token, { ...secret, credentialsId: 'another-token' })
  await call('POST', `/api/v1/another-token/telemetry`, '', { fromDevice: 1 })
  await call('POST', `/api/v1/${accessToken}/telemetry`, '', { refused: 1 })
  await call('DELETE', `/api/device/${id}`, token)
  const query = 'pageSize=100&page=0&sortProperty=createdTime&sortOrder=ASC'
  const { body } = await call<PageData<AuditLog>>('GET', `/api/audit/logs/entity/DEVICE/${id}?${query}`, token)
  assert.deepEqual(
    body.data.map(({ actionType, actionStatus }) => (actionStatus === 'SUCCESS' ? actionType : `${actionType} failed`)),
    [
      'ADDED',
      'CREDENTIALS_READ',
      'UPDATED',
      'ATTRIBUTES_UPDATED',
      'ATTRIBUTES_READ',
      'ATTRIBUTES_DELETED',
      'TIMESERIES_UPDATED',
      'ASSIGNED_TO_CUSTOMER',
      'UNASSIGNED_FROM_CUSTOMER',
      'RELATION_ADD_OR_UPDATE',
      'RPC_CALL failed',
      'CREDENTIALS_READ',
      'CREDENTIALS_UPDATED',
      'DELETED',
    ],
  )
  assert.ok(body.data.every(({ entityName, userName }) => entityName === 'd' && userName === 'admin@acme.example'))
  const ends = await call<PageData<AuditLog>>(
    'GET',
    `/api/audit/logs/entity/CUSTOMER/${customer.id.id}?${query}`,
    token,
  )
  assert.deepEqual(
    ends.body.data.map(({ actionType }) => actionType),
    ['ADDED', 'RELATION_ADD_OR_UPDATE'],
  )
})
