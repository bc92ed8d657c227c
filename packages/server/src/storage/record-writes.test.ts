import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Alarm } from '@sonde/model/alarms/alarm'
import { entityId, NIL_UUID } from '@sonde/model/ids'
import { tenantRows } from '../tenants/testing.ts'
import { charactersOf, type RecordWrite } from './record-writes.ts'
import { openTestStorage } from './testing.ts'

const alarm: Alarm = {
  id: entityId('ALARM', NIL_UUID),
  createdTime: 1,
  tenantId: entityId('TENANT', NIL_UUID),
  customerId: entityId('CUSTOMER', NIL_UUID),
  type: 'Hot',
  name: 'Hot',
  originator: entityId('DEVICE', NIL_UUID),
  severity: 'MINOR',
  status: 'ACTIVE_UNACK',
  startTs: 1,
  endTs: 1,
  ackTs: 0,
  clearTs: 0,
  details: { v: 1 },
  propagate: false,
  propagateToOwner: false,
  propagateToTenant: false,
  propagateRelationTypes: [],
}

test('records are written after the statements of the same transaction, and all of it or nothing', async (t) => {
  const { transact, relational } = await openTestStorage(t)
  const { build, statement } = relational
  await transact({ statements: tenantRows(relational, [{ id: NIL_UUID }]) })
  const statuses = async () =>
    (await relational.all(build.selectFrom('alarm').select(['cleared', 'acknowledged', 'details']))).map((row) => [
      row.cleared,
      row.acknowledged,
      row.details,
    ])
  const records: RecordWrite[] = [
    { kind: 'alarm raised', alarm },
    { kind: 'alarm linked', alarm, entity: alarm.originator },
    { kind: 'alarm acknowledged', alarm, ackTs: 2 },
  ]
  const { rowsChanged } = await transact({ statements: [statement(build.deleteFrom('alarm'))], records })
  assert.deepEqual(rowsChanged, [0, 1, 1, 1])
  assert.deepEqual(await statuses(), [[0, 1, '{"v":1}']])

  const clear = { kind: 'alarm cleared', alarm, clearTs: 3, details: undefined } as const
  const gone = { ...alarm, id: entityId('ALARM', '00000000-0000-4000-8000-000000000001') }
  const refused = transact({ records: [clear, { kind: 'alarm changed', alarm: gone, mustExist: true }] })
  await assert.rejects(refused, { name: 'RowsMismatch' })
  assert.deepEqual(await statuses(), [[0, 1, '{"v":1}']], 'nothing of it is stored')
  await transact({ records: [clear, { kind: 'alarm changed', alarm: gone, mustExist: false }] })
  assert.deepEqual(await statuses(), [[1, 1, '{"v":1}']])
})

test('texts count, ids do not', () => {
  const state = { kind: 'node state', tenantId: NIL_UUID, ruleNodeId: NIL_UUID, entityId: NIL_UUID } as const
  const records: [number, RecordWrite][] = [
    [4, { ...state, state: '1234' }],
    [0, { ...state, state: null }],
    [10, { kind: 'alarm raised', alarm }],
    [3, { kind: 'alarm changed', alarm: { ...alarm, details: null }, mustExist: true }],
    [2, { kind: 'alarm cleared', alarm, clearTs: 1, details: {} }],
    [0, { kind: 'alarm cleared', alarm, clearTs: 1, details: undefined }],
    [0, { kind: 'alarm linked', alarm, entity: alarm.originator }],
  ]
  for (const [characters, record] of records) assert.equal(charactersOf(record), characters, record.kind)
})
