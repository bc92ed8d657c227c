/** User actions as received by the rule engine and the audit log. */

import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { AuditAction } from '@sonde/model/audit-log/audit-log'
import { entityId, NIL_UUID } from '@sonde/model/ids'
import type { Scope } from '../access/scope.ts'
import { testScope } from '../access/testing.ts'
import { entityAction, entityActions, type MessageOptions, valuesAction } from './entity-action.ts'

const id = '5ec0a700-1dd2-11b2-8080-808080808080'
const customerId = '5ec0a701-1dd2-11b2-8080-808080808080'
const tenantId = entityId('TENANT', '5ec0a703-1dd2-11b2-8080-808080808080')
const asset = { id: entityId('ASSET', id), tenantId, name: 'Hall 2', title: 'another' }
const owned = { ...asset, customerId: entityId('CUSTOMER', customerId) }
const scope: Scope = testScope(tenantId.id, {
  userId: '5ec0a702-1dd2-11b2-8080-808080808080',
  email: 'admin@acme.example',
})

const messageOf = (...[action, entity, options]: [AuditAction, typeof asset, MessageOptions?]) =>
  entityAction(scope, action, entity, 1, options).messages[0]
const noteOf = (...[action, entity, options]: [AuditAction, typeof asset, MessageOptions?]) =>
  entityAction(scope, action, entity, 1, options).audit[0]

test('the message is named after the action, and says who did it', () => {
  const message = messageOf('UPDATED', owned, { metadata: { scope: 'SERVER_SCOPE' } })
  assert.equal(message?.type, 'ENTITY_UPDATED')
  assert.equal(message?.data, JSON.stringify(owned))
  assert.deepEqual(message?.metadata, {
    userId: scope.userId,
    userName: scope.email,
    customerId,
    scope: 'SERVER_SCOPE',
  })
  assert.equal(messageOf('ADDED', asset)?.type, 'ENTITY_CREATED')
  assert.equal(messageOf('ASSIGNED_TO_CUSTOMER', asset)?.type, 'ENTITY_ASSIGNED')
  assert.equal(messageOf('ALARM_ACK', asset)?.type, 'ALARM_ACK')
  assert.deepEqual(messageOf('ADDED', asset)?.metadata, { userId: scope.userId, userName: scope.email })
})

test('the message may be of another originator, tenant and customer', () => {
  const originator = entityId('DEVICE', id)
  const message = messageOf('ALARM_ACK', asset, { originator, tenantId: scope.userId, customerId })
  assert.deepEqual(
    [message?.originator, message?.tenantId, message?.customerId],
    [originator, scope.userId, customerId],
  )
})

test('the entry holds what was saved, the id of what was deleted, and who something was given to', () => {
  const about = { entity: asset.id, entityName: 'Hall 2' }
  assert.deepEqual(noteOf('UPDATED', owned), { action: 'UPDATED', customerId, ...about, data: { entity: owned } })
  assert.deepEqual(noteOf('DELETED', owned, { metadata: { a: 'b' } })?.data, { entityId: id })
  assert.deepEqual(noteOf('ALARM_DELETE', asset)?.data, { alarm: asset })
  const metadata = { assignedEdgeName: 'e' }
  assert.deepEqual(noteOf('ASSIGNED_TO_EDGE', owned, { metadata })?.data, { entityId: id, customerId, ...metadata })
  assert.deepEqual(noteOf('ASSIGNED_TO_TENANT', asset, { metadata })?.data, { entity: asset })
})

test('the name is in the field that the catalogue names', () => {
  const { name: _, ...nameless } = asset
  const titled = { ...asset, id: entityId('DASHBOARD', id) }
  assert.equal(entityAction(scope, 'UPDATED', titled, 1).audit[0]?.entityName, 'another')
  assert.equal('entityName' in (entityAction(scope, 'UPDATED', nameless, 1).audit[0] ?? {}), false)
})

test('what belongs to the system sends no message', () => {
  const ofSystem = { ...asset, tenantId: entityId('TENANT', NIL_UUID) }
  assert.equal(messageOf('UPDATED', ofSystem), undefined)
  assert.deepEqual(noteOf('UPDATED', ofSystem), { action: 'UPDATED', entity: asset.id, data: { entityId: id } })
})

test('of values the message holds the values, the entry what its note says', () => {
  const note = { action: 'ATTRIBUTES_UPDATED', entity: asset.id, customerId, data: { said: 1 } } as const
  const { messages, audit } = valuesAction(scope, note, { a: 1 }, 1, {})
  assert.deepEqual(audit, [note])
  const [message] = messages
  assert.deepEqual(
    [message?.data, message?.type, message?.originator, message?.tenantId, message?.metadata.customerId],
    ['{"a":1}', 'ATTRIBUTES_UPDATED', asset.id, scope.tenantId, customerId],
  )
})

test('several actions are one part of a transaction', () => {
  const first = entityAction(scope, 'UPDATED', asset, 1)
  const second = entityAction(scope, 'DELETED', asset, 1)
  const { messages, audit } = entityActions([first, {}, second])
  assert.deepEqual(
    messages.map(({ type }) => type),
    ['ENTITY_UPDATED', 'ENTITY_DELETED'],
  )
  assert.deepEqual(
    audit.map(({ action }) => action),
    ['UPDATED', 'DELETED'],
  )
})
