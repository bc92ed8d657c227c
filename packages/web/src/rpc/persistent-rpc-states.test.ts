import { entityId } from '@sonde/model/ids'
import type { Rpc } from '@sonde/model/rpc/rpc'
import { expect, test } from 'vitest'
import { outlookOf, restoredCall, retriedCall } from './persistent-rpc-states.ts'

const tenantId = entityId('TENANT', '00000000-0000-0000-0000-000000000001')
const deviceId = entityId('DEVICE', '00000000-0000-0000-0000-000000000002')
const id = '00000000-0000-0000-0000-000000000003'

const call = (status: Rpc['status'], oneway = false, params = '{"rpm":1200}'): Rpc => ({
  id: entityId('RPC', id),
  createdTime: 1000,
  tenantId,
  deviceId,
  expirationTime: 61_000,
  request: {
    id,
    tenantId,
    deviceId,
    oneway,
    expirationTime: 61_000,
    body: { method: 'setSpeed', params },
    persisted: true,
    retries: 2,
  },
  response: null,
  status,
  additionalInfo: null,
})

test('a delivered call has ended when nobody answers it, and waits otherwise', () => {
  expect(outlookOf(call('DELIVERED', true))).toBe('done')
  expect(outlookOf(call('DELIVERED'))).toBe('waiting')
  expect(outlookOf(call('TIMEOUT'))).toBe('waiting')
  expect(outlookOf(call('SUCCESSFUL'))).toBe('done')
  for (const status of ['EXPIRED', 'FAILED'] as const) expect(outlookOf(call(status))).toBe('failed')
})

test('a retry is a new call that has as long as the first one had', () => {
  expect(retriedCall(call('EXPIRED'), 100_000)).toEqual({
    method: 'setSpeed',
    params: { rpm: 1200 },
    persistent: true,
    retries: 2,
    expirationTime: 160_000,
  })
})

test('a restored call keeps its ID and its end', () => {
  expect(restoredCall(call('QUEUED'))).toMatchObject({ requestUUID: id, expirationTime: 61_000 })
  expect(restoredCall(call('QUEUED', false, 'no JSON')).params).toBe('no JSON')
})
