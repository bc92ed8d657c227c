import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { resolveAlias } from '../entity-aliases.ts'
import { aliasFaults, aliasTypes, isSingleType, subtypeMembers, withAliasType } from './alias-filters.ts'

const root = { entityType: 'ASSET', id: '5a3c61c8-4ba5-4a4e-8a0e-6a8b2f3a9d01' }

test('a filter of another type keeps what both types have, and resolves to several entities unless it names one', () => {
  const query = withAliasType({ type: 'entityType', entityType: 'ASSET', resolveMultiple: false }, 'relationsQuery')
  assert.deepEqual(query, {
    type: 'relationsQuery',
    resolveMultiple: true,
    rootStateEntity: false,
    stateEntityParamName: null,
    defaultStateEntity: null,
    rootEntity: null,
    direction: 'FROM',
    maxLevel: 1,
    fetchLastLevelOnly: false,
    filters: [],
  })
  const search = withAliasType({ ...query, rootEntity: root, direction: 'TO', maxLevel: 0 }, 'edgeSearchQuery')
  assert.deepEqual([search.rootEntity, search.direction, search.maxLevel, search.edgeTypes], [root, 'TO', 0, []])
  assert.equal('filters' in search, false)
  const name = withAliasType({ type: 'entityType', entityType: 'ASSET' }, 'entityName')
  assert.deepEqual(name, { type: 'entityName', resolveMultiple: true, entityType: 'ASSET', entityNameFilter: '' })
  assert.equal(withAliasType(search, 'stateEntity').resolveMultiple, false)
  assert.equal(withAliasType(search, 'edgeSearchQuery'), search)
})

test('says what is missing, in the order of the form', () => {
  assert.deepEqual(aliasFaults({}), ['type'])
  assert.deepEqual(aliasFaults({ type: 'fromTheFuture' }), [])
  assert.deepEqual(aliasFaults({ type: 'singleEntity', singleEntity: null }), ['singleEntity'])
  assert.deepEqual(aliasFaults({ type: 'singleEntity', singleEntity: { entityType: 'CURRENT_TENANT', id: 'x' } }), [])
  assert.deepEqual(aliasFaults({ type: 'entityList', entityList: [] }), ['entityType', 'entityList'])
  assert.deepEqual(aliasFaults({ type: 'entityName', entityType: 'DEVICE', entityNameFilter: ' ' }), [
    'entityNameFilter',
  ])
  assert.deepEqual(aliasFaults({ type: 'assetType', assetType: '', deviceType: 'x' }), ['subtype'])
  assert.deepEqual(aliasFaults({ type: 'deviceSearchQuery', maxLevel: Number.NaN }), [
    'rootEntity',
    'maxLevel',
    'subtypes',
  ])
  assert.deepEqual(aliasFaults({ type: 'relationsQuery', rootStateEntity: true, maxLevel: 1.5 }), ['maxLevel'])
  assert.deepEqual(aliasFaults({ type: 'relationsQuery', rootEntity: root, maxLevel: null }), [])
  assert.deepEqual(aliasFaults({ type: 'stateEntity' }), [])
})

test('a filter without faults is one that can be asked for, for every type', () => {
  const context = {
    authority: 'TENANT_ADMIN',
    tenantId: root.id,
    customerId: null,
    userId: root.id,
    stateParams: { entityId: root },
  } as const
  const members = fc.record(
    {
      singleEntity: fc.constantFrom(null, root),
      rootEntity: fc.constantFrom(null, root),
      rootStateEntity: fc.boolean(),
      maxLevel: fc.constantFrom(null, 0, 3, Number.NaN),
      entityType: fc.constantFrom(null, 'DEVICE'),
      entityList: fc.constantFrom([], [root.id]),
      entityNameFilter: fc.constantFrom('', 'Pump'),
      deviceType: fc.constantFrom('', 'pump'),
      assetTypes: fc.constantFrom([], ['room']),
      unknownKey: fc.anything(),
    },
    { requiredKeys: [] },
  )
  fc.assert(
    fc.property(fc.constantFrom(...aliasTypes), members, (type, some) => {
      const filter = { ...withAliasType({}, type), ...some, type, resolveMultiple: true }
      if (aliasFaults(filter).length > 0) return
      assert.equal(resolveAlias({ id: 'a', alias: 'A', filter }, context).kind, 'filter')
    }),
  )
  for (const type of aliasTypes) {
    assert.equal(withAliasType({}, type).resolveMultiple, !isSingleType(type))
    if (/Type$|SearchQuery$/.test(type) && type !== 'entityType') assert.ok(subtypeMembers(type))
  }
})
