/** Tests of audit entries that routes build from the parts of a call. */

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { entityId, NIL_UUID } from '@sonde/model/ids'
import { assignment, namedInPath, savedFromBody } from './route-audit.ts'

const id = '5ec0a700-1dd2-11b2-8080-808080808080'

test('the entity that the path names is the one of the type', () => {
  const params = { edgeId: id.toUpperCase(), deviceId: '00000000-1dd2-11b2-8080-808080808080' }
  assert.deepEqual(namedInPath('UPDATED', 'EDGE')({ params }), {
    action: 'UPDATED',
    entity: entityId('EDGE', id),
    data: { entityId: id },
  })
  assert.equal(namedInPath('UPDATED', 'TB_RESOURCE')({ params: { resourceId: id } }).entity.id, id)
  assert.equal(namedInPath('UPDATED', 'ASSET')({ params }).entity.id, NIL_UUID)
  assert.equal(namedInPath('UPDATED', 'ASSET')({ params: { assetId: 'no id' } }).entity.id, NIL_UUID)
})

test('an assignment names the customer where the path does', () => {
  const customerId = '00000000-1dd2-11b2-8080-808080808080'
  const assign = assignment('ASSIGNED_TO_CUSTOMER', 'ASSET')
  assert.deepEqual(assign({ params: { assetId: id, customerId } }).data, { entityId: id, customerId })
  assert.deepEqual(assign({ params: { assetId: id } }).data, { entityId: id, customerId: null })
})

test('what is saved is new without an id, and has the name that the caller wrote', () => {
  const save = savedFromBody('ASSET')
  assert.deepEqual(save({ body: { name: 'Hall 2' } }), {
    action: 'ADDED',
    entity: entityId('ASSET', NIL_UUID),
    data: { entity: { name: 'Hall 2' } },
    entityName: 'Hall 2',
  })
  const changed = save({ body: { id: { id }, title: 'x'.repeat(256) } })
  assert.deepEqual([changed.action, changed.entity.id, changed.entityName], ['UPDATED', id, 'x'.repeat(255)])
  assert.equal(save({ body: { id: null, email: 'a@b.example' } }).action, 'ADDED')
  assert.equal('entityName' in save({ body: { id: { id } } }), false)
  const inPart = savedFromBody('DEVICE', ({ device }) => device)
  assert.equal(inPart({ body: { device: { name: 'Pump 1' } } }).entityName, 'Pump 1')
})
