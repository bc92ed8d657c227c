import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { EntityAlias } from './dashboard-configuration.ts'
import { type AliasContext, keyFiltersOf, resolveAlias, subscriptionQuery } from './entity-aliases.ts'

const device = { entityType: 'DEVICE', id: '6f8d5ad0-1111-4222-8333-444455556666' } as const
const context: AliasContext = {
  authority: 'TENANT_ADMIN',
  tenantId: '6f8d5ad0-0000-4222-8333-000000000001',
  customerId: null,
  userId: '6f8d5ad0-0000-4222-8333-000000000002',
  stateParams: {},
}
const customer: AliasContext = {
  ...context,
  authority: 'CUSTOMER_USER',
  customerId: '6f8d5ad0-0000-4222-8333-000000000003',
}
const alias = (filter: object): EntityAlias => ({
  id: 'a',
  alias: 'A',
  filter: { resolveMultiple: true, ...filter } as EntityAlias['filter'],
})
const filterOf = (filter: object, of = context) => {
  const resolved = resolveAlias(alias(filter), of)
  return resolved.kind === 'filter' ? resolved : null
}

test('lists, names and types go to the platform as they are', () => {
  const list = { type: 'entityList', entityType: 'DEVICE', entityList: [device.id] }
  assert.deepEqual(filterOf(list)?.filter, list)
  const name = { type: 'entityName', entityType: 'DEVICE', entityNameFilter: 'Pu' }
  assert.deepEqual(filterOf(name)?.filter, name)
  const type = { type: 'deviceType', deviceType: 'pump', deviceNameFilter: '' }
  assert.deepEqual(filterOf(type)?.filter, type)
  assert.equal(filterOf(type)?.isOne, false)
  assert.equal(filterOf({ ...type, resolveMultiple: false })?.isOne, true)
})

test('one entity, and the current ones by who looks', () => {
  const single = (singleEntity: object, of?: AliasContext) => {
    const filter = filterOf({ type: 'singleEntity', singleEntity }, of)?.filter
    return filter?.type === 'singleEntity' ? filter.singleEntity : null
  }
  assert.deepEqual(single(device), device)
  assert.deepEqual(single({ entityType: 'CURRENT_TENANT' }), { entityType: 'TENANT', id: context.tenantId })
  assert.deepEqual(single({ entityType: 'CURRENT_USER' }), { entityType: 'USER', id: context.userId })
  assert.deepEqual(single({ entityType: 'CURRENT_USER_OWNER' }), { entityType: 'TENANT', id: context.tenantId })
  const own = { entityType: 'CUSTOMER', id: customer.customerId }
  assert.deepEqual(single({ entityType: 'CURRENT_USER_OWNER' }, customer), own)
  assert.deepEqual(single({ entityType: 'CURRENT_CUSTOMER', id: device.id }, customer), own)
  assert.deepEqual(single({ entityType: 'CURRENT_CUSTOMER', id: device.id }), { entityType: 'CUSTOMER', id: device.id })
  assert.equal(single({ entityType: 'CURRENT_CUSTOMER' }), null)
  assert.equal(single({ entityType: 'DEVICE', id: 'no' }), null)
})

test('the entity of the state: by its name, plain, or the default', () => {
  const state = (stateParams: AliasContext['stateParams'], filter: object = {}) =>
    resolveAlias(alias({ type: 'stateEntity', resolveMultiple: false, ...filter }), { ...context, stateParams })
  assert.equal(state({}).kind, 'unresolved')
  assert.equal(state({}, { defaultStateEntity: device }).kind, 'filter')
  const named = state({ pump: { entityId: device } }, { stateEntityParamName: 'pump' })
  assert.deepEqual(named.kind === 'filter' && named.filter, { type: 'singleEntity', singleEntity: device })
  assert.equal(state({ entityId: device }).usesState, true)
})

test('a walk begins at the entity of the state', () => {
  const query = {
    type: 'relationsQuery',
    rootStateEntity: true,
    stateEntityParamName: '',
    direction: 'FROM',
    maxLevel: 1,
  }
  assert.equal(filterOf(query), null)
  assert.deepEqual(filterOf(query, { ...context, stateParams: { entityId: device } })?.filter, {
    type: 'relationsQuery',
    direction: 'FROM',
    maxLevel: 1,
    rootEntity: device,
  })
})

test('an empty list and an unknown type resolve to nothing', () => {
  assert.equal(filterOf({ type: 'entityList', entityType: 'DEVICE', entityList: [] }), null)
  assert.equal(filterOf({ type: 'phaseOfTheMoon' }), null)
})

test('each pair of key and predicate is one key filter', () => {
  const key = { type: 'TIME_SERIES', key: 't' }
  const simple = (value: number) => ({
    keyFilterPredicate: { type: 'NUMERIC', operation: 'GREATER', value: { defaultValue: value } } as const,
    userInfo: { editable: true },
  })
  const nested = {
    keyFilterPredicate: { type: 'COMPLEX', operation: 'OR', predicates: [simple(3)] } as never,
  }
  const filters = keyFiltersOf({
    id: 'f',
    filter: 'F',
    editable: true,
    keyFilters: [{ key, valueType: 'NUMERIC', predicates: [simple(1), nested] }],
  })
  assert.deepEqual(filters, [
    { key, valueType: 'NUMERIC', predicate: simple(1).keyFilterPredicate },
    {
      key,
      valueType: 'NUMERIC',
      predicate: { type: 'COMPLEX', operation: 'OR', predicates: [simple(3).keyFilterPredicate] },
    },
  ])
})

test('one entity asks for a page of one', () => {
  assert.equal(subscriptionQuery({ type: 'singleEntity', singleEntity: device }, []).pageLink.pageSize, 1)
  assert.equal(subscriptionQuery({ type: 'entityType', entityType: 'DEVICE' }, []).pageLink.pageSize, 1024)
})
