/** Calls that read far more in their steps than a response may contain; tests of the whole server. */

import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { BulkImportResult } from '@sonde/model/bulk-import/bulk-import'
import { startTestPlatform } from '../platform-testing.ts'

const mapping = { columns: [{ type: 'NAME' }, { type: 'TYPE' }, { type: 'SERVER_ATTRIBUTE', key: 'serial' }] }
const limits = { SONDE_LIMITS: `answerBytes:${200 * 1024}` }

test('an import may read any amount, line by line; one answer with all that it wrote is refused', async (t) => {
  const lines = 600
  const { call, tenant, root } = await startTestPlatform(t, limits)
  const { token, id } = await tenant({})
  const file = Array.from({ length: lines }, (_, i) => `device ${i},default,${i}`).join('\n')
  const body = { file: `name,type,serial\n${file}`, mapping: { ...mapping, delimiter: ',', header: true } }
  const run = async () => (await call<BulkImportResult>('POST', '/api/device/bulk_import', token, body)).body
  assert.deepEqual(await run(), { created: lines, updated: 0, errors: 0, errorsList: [] })
  assert.deepEqual(await run(), { created: 0, updated: lines, errors: 0, errorsList: [] })

  const all = await call<{ message: string }>('GET', `/api/tenant/devices?pageSize=${lines}&page=0`, token)
  assert.equal(all.status, 400)
  assert.match(all.body.message, /Bytes per response: the limit is/)
  const some = await call<{ data: unknown[] }>('GET', '/api/tenant/devices?pageSize=100&page=0', token)
  assert.equal(some.body.data.length, 100)
  assert.equal((await call('DELETE', `/api/tenant/${id}`, root)).status, 200)
})

test('the keys of many entities are collected, however often each of them is there', async (t) => {
  const { call, tenant } = await startTestPlatform(t, limits)
  const { token } = await tenant({})
  const keys = Array.from({ length: 200 }, (_, i) => `attribute ${i}`)
  for (let i = 0; i < 40; i++) {
    const { body: device } = await call('POST', '/api/device', token, { name: `device ${i}`, type: 'default' })
    const attributes = Object.fromEntries(keys.map((key) => [key, i]))
    await call('POST', `/api/plugins/telemetry/DEVICE/${device.id.id}/SERVER_SCOPE`, token, attributes)
  }
  const query = {
    entityFilter: { type: 'entityType', entityType: 'DEVICE' },
    pageLink: { page: 0, pageSize: 100 },
  }
  const { status, body } = await call<{ attribute: string[] }>(
    'POST',
    '/api/entitiesQuery/find/keys?timeseries=false&attributes=true',
    token,
    query,
  )
  assert.equal(status, 200)
  assert.deepEqual(
    keys.filter((key) => !body.attribute.includes(key)),
    [],
  )
})
