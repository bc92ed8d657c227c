import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { BulkImportRequest } from '@sonde/model/bulk-import/bulk-import'
import { openDeviceRooms, rejection } from './testing.ts'

const columns = (...types: (BulkImportRequest['mapping']['columns'][number] | 'NAME' | 'TYPE' | 'LABEL')[]) =>
  types.map((type) => (typeof type === 'string' ? { type } : type))

test('makes a device per line and reports the lines that fail', async (t) => {
  const { devices, bulkImport, telemetry, admin, messages } = await openDeviceRooms(t)
  const file = 'name;type;temp\nBulk A;meter;21\nBulk B;meter;22.0\n;meter;1\nBulk C;meter\n'
  const mapping = {
    columns: columns('NAME', 'TYPE', { type: 'TIMESERIES', key: 'temp' }),
    delimiter: ';',
    header: true,
  }
  const result = await bulkImport.run(admin, { file, mapping })
  assert.deepEqual(result, {
    created: 2,
    updated: 0,
    errors: 2,
    errorsList: ['Line 4: Enter a name for the device.', 'Line 5: The line has 2 columns instead of 3.'],
  })
  const a = await devices.getByName(admin, 'Bulk A')
  assert.deepEqual([a.type, a.additionalInfo], ['meter', {}])
  const [point] = await telemetry.latest(admin, (await devices.getByName(admin, 'Bulk B')).id, null)
  assert.deepEqual([point?.key, point?.type, point?.value], ['temp', 2, 22])
  assert.deepEqual(messages.map(({ type }) => type).sort(), [
    'ENTITY_CREATED',
    'ENTITY_CREATED',
    'TIMESERIES_UPDATED',
    'TIMESERIES_UPDATED',
  ])
})

test('changes the device of the name and keeps its credentials unless the line has some', async (t) => {
  const { devices, bulkImport, attributes, admin } = await openDeviceRooms(t)
  const before = await devices.save(
    admin,
    { name: 'Known', type: 'x', label: 'north', additionalInfo: { note: 1 } },
    { credentialsId: 'known' },
  )
  const run = (file: string, ...types: Parameters<typeof columns>) =>
    bulkImport.run(admin, { file, mapping: { columns: columns(...types), header: false } })
  const shared = { type: 'SHARED_ATTRIBUTE', key: 'limit' } as const
  const server = { type: 'SERVER_ATTRIBUTE', key: 'on' } as const
  const result = await run('Known,x,true,7,TRUE\n', 'NAME', 'TYPE', { type: 'IS_GATEWAY' }, shared, server)
  assert.deepEqual(result, { created: 0, updated: 1, errors: 0, errorsList: [] })
  const after = await devices.get(admin, before.id.id)
  assert.deepEqual([after.label, after.additionalInfo], ['north', { note: 1, gateway: true }])
  assert.equal((await devices.getCredentials(admin, before.id.id)).credentialsId, 'known')
  assert.deepEqual(
    (await attributes.attributes(before.id.id, null, null)).map(({ scope, key, value }) => [scope, key, value]),
    [
      ['SERVER_SCOPE', 'active', false],
      ['SERVER_SCOPE', 'on', true],
      ['SHARED_SCOPE', 'limit', 7],
    ],
  )
  await run('Known,x,u,p\n', 'NAME', 'TYPE', { type: 'MQTT_USER_NAME' }, { type: 'MQTT_PASSWORD' })
  assert.equal((await devices.getCredentials(admin, before.id.id)).credentialsId, 'u')
  const twice = await run('Twin,x\nTwin,x\n', 'NAME', 'TYPE')
  assert.deepEqual([twice.created, twice.updated], [1, 1])
})

test('refuses a mapping without name and type, twice the same, or without a key', async (t) => {
  const { bulkImport, admin, user } = await openDeviceRooms(t)
  for (const types of [
    columns('NAME'),
    columns('NAME', 'TYPE', 'LABEL', 'LABEL'),
    columns('NAME', 'TYPE', { type: 'TIMESERIES' }),
    columns('NAME', 'TYPE', { type: 'SERVER_ATTRIBUTE', key: 'k'.repeat(256) }),
  ]) {
    assert.equal((await rejection(bulkImport.run(admin, { file: 'a,b', mapping: { columns: types } }))).code, 31)
  }
  const mapping = { columns: columns('NAME', 'TYPE'), header: true }
  assert.equal((await bulkImport.run(admin, { file: '', mapping })).created, 0)
  assert.equal((await bulkImport.run(admin, { file: 'n,t\na,"b', mapping })).errors, 1)
  assert.equal((await bulkImport.run(user, { file: 'n,t\na,b', mapping })).errors, 1, 'customers make no devices')
})

test('many lines of one new type end with one profile', async (t) => {
  const { bulkImport, profiles, devices, admin } = await openDeviceRooms(t)
  const file = Array.from({ length: 300 }, (_, i) => `Device ${i},new`).join('\n')
  const result = await bulkImport.run(admin, { file, mapping: { columns: columns('NAME', 'TYPE'), header: false } })
  assert.deepEqual([result.created, result.errors], [300, 0])
  assert.equal((await devices.list(admin, { type: 'new' }, { pageSize: 1, page: 0 })).totalElements, 300)
  assert.equal((await profiles.list(admin, { pageSize: 10, page: 0, textSearch: 'new' })).totalElements, 1)
})
