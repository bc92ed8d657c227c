import assert from 'node:assert/strict'
import { test } from 'node:test'
import { canBeDevice } from './device-aliases.ts'

test('aliases of devices can be controlled, also those that only the open state decides', () => {
  for (const filter of [
    { type: 'singleEntity', singleEntity: { entityType: 'DEVICE', id: 'x' } },
    { type: 'entityName', entityType: 'DEVICE' },
    { type: 'deviceType' },
    { type: 'stateEntity' },
    { type: 'relationsQuery', filters: [] },
    { type: 'relationsQuery', filters: [{ entityTypes: ['ASSET'] }, { entityTypes: ['DEVICE'] }] },
  ]) {
    assert.equal(canBeDevice(filter), true, JSON.stringify(filter))
  }
  for (const filter of [
    { type: 'singleEntity', singleEntity: { entityType: 'ASSET', id: 'x' } },
    { type: 'singleEntity' },
    { type: 'entityList', entityType: 'ASSET' },
    { type: 'assetType' },
    { type: 'relationsQuery', filters: [{ entityTypes: ['ASSET'] }] },
    {},
  ]) {
    assert.equal(canBeDevice(filter), false, JSON.stringify(filter))
  }
})
