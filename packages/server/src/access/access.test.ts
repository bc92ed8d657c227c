/** Access rules of every entity type, role and operation, for the caller's own and foreign entities. */

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { DomainError, ErrorCode } from '@sonde/model/errors'
import { type EntityType, entityId, entityTypes, NIL_UUID } from '@sonde/model/ids'
import { type Operation, operations } from '../entities/rules.ts'
import { createAccess } from './access.ts'
import { accessRules } from './access-rules.ts'
import type { Authority, Owned, Scope } from './scope.ts'
import { testScope } from './testing.ts'

const authorities: readonly Authority[] = ['SYS_ADMIN', 'TENANT_ADMIN', 'CUSTOMER_USER']

const scopeOf = (authority: Authority): Scope =>
  testScope(authority === 'SYS_ADMIN' ? NIL_UUID : 'tenant', {
    userId: `user-${authority}`,
    authority,
    customerId: authority === 'CUSTOMER_USER' ? 'customer' : NIL_UUID,
  })

const places = {
  system: { tenantId: NIL_UUID, customerId: NIL_UUID },
  tenant: { tenantId: 'tenant', customerId: NIL_UUID },
  customer: { tenantId: 'tenant', customerId: 'customer' },
  neighbour: { tenantId: 'tenant', customerId: 'another customer' },
  foreign: { tenantId: 'another tenant', customerId: NIL_UUID },
  foreignCustomer: { tenantId: 'another tenant', customerId: 'customer' },
} as const
type Place = keyof typeof places

const entity = (entityType: EntityType, place: Place): Owned => ({
  id: entityId(entityType, 'thing'),
  ...places[place],
})

const access = createAccess({ owners: { find: async (entity) => ({ id: entity, ...places.tenant }) } })

/** All operations that a role may do on an entity of a type and owner. */
const allowed = (authority: Authority, entityType: EntityType, place: Place): Operation[] =>
  operations.filter((operation) => access.allows(scopeOf(authority), operation, entity(entityType, place)))

test('nobody reaches what belongs to another tenant, the system administrator only where the table says so', () => {
  for (const entityType of entityTypes) {
    for (const place of ['foreign', 'foreignCustomer'] as const) {
      assert.deepEqual(allowed('TENANT_ADMIN', entityType, place), [], entityType)
      assert.deepEqual(allowed('CUSTOMER_USER', entityType, place), [], entityType)
    }
  }
})

test('a customer’s user reaches nothing that is not the customer’s, except what is shown to everybody and devices to claim', () => {
  const shown: readonly EntityType[] = ['WIDGETS_BUNDLE', 'WIDGET_TYPE']
  for (const entityType of entityTypes) {
    for (const place of ['system', 'tenant', 'neighbour'] as const) {
      const inTenant: readonly string[] =
        entityType === 'DEVICE' ? ['CLAIM_DEVICES'] : entityType === 'OTA_PACKAGE' ? ['READ'] : []
      const expected = shown.includes(entityType) ? ['READ'] : place === 'system' ? [] : inTenant
      assert.deepEqual(allowed('CUSTOMER_USER', entityType, place), expected, `${entityType} ${place}`)
    }
  }
})

/** Expected permissions, written by hand: [system administrator, tenant administrator, customer user]. */
const look = ['READ', 'READ_ATTRIBUTES', 'READ_TELEMETRY']
const use = [...look, 'WRITE', 'RPC_CALL', 'WRITE_ATTRIBUTES', 'WRITE_TELEMETRY']
const all = [...operations]
const matrix: Record<EntityType, readonly [readonly string[], readonly string[], readonly string[]]> = {
  TENANT: [all, look, []],
  TENANT_PROFILE: [all, [], []],
  CUSTOMER: [[], all, look],
  USER: [all, all, []],
  DASHBOARD: [['READ'], all, look],
  DEVICE: [[], all, [...use, 'READ_CREDENTIALS', 'CLAIM_DEVICES']],
  ASSET: [[], all, use],
  ENTITY_VIEW: [[], all, use],
  EDGE: [[], all, use],
  ALARM: [[], all, all],
  DEVICE_PROFILE: [[], all, []],
  OTA_PACKAGE: [[], all, ['READ']],
  // Customer users see the usage state of their own customer.
  API_USAGE_STATE: [[], ['READ', 'READ_TELEMETRY'], ['READ', 'READ_TELEMETRY']],
  RULE_CHAIN: [[], all, []],
  RULE_NODE: [[], all, []],
  WIDGETS_BUNDLE: [[], all, ['READ']],
  WIDGET_TYPE: [[], all, ['READ']],
  TB_RESOURCE: [[], all, []],
  RPC: [[], all, ['READ']],
}

for (const entityType of entityTypes) {
  test(`what each role may do with its own ${entityType}`, () => {
    const [system, tenant, customer] = matrix[entityType]
    assert.deepEqual(allowed('SYS_ADMIN', entityType, 'tenant').sort(), [...system].sort())
    assert.deepEqual(allowed('TENANT_ADMIN', entityType, 'tenant').sort(), [...tenant].sort())
    assert.deepEqual(allowed('TENANT_ADMIN', entityType, 'neighbour').sort(), [...tenant].sort())
    assert.deepEqual(allowed('CUSTOMER_USER', entityType, 'customer').sort(), [...customer].sort())
  })
}

test('the system’s library is read by tenants and changed by the system administrator alone', () => {
  for (const entityType of ['WIDGETS_BUNDLE', 'WIDGET_TYPE', 'TB_RESOURCE'] as const) {
    assert.deepEqual(allowed('SYS_ADMIN', entityType, 'system'), all)
    assert.deepEqual(allowed('TENANT_ADMIN', entityType, 'system'), ['READ'])
  }
  assert.deepEqual(allowed('SYS_ADMIN', 'RULE_CHAIN', 'system'), all)
  assert.deepEqual(allowed('TENANT_ADMIN', 'RULE_CHAIN', 'system'), [])
})

test('users: the system administrator has administrators, everybody has oneself', () => {
  const user = (id: string, authority: Authority, place: Place): Owned => ({
    id: entityId('USER', id),
    ...places[place],
    authority,
  })
  const may = (authority: Authority, owned: Owned) => access.allows(scopeOf(authority), 'WRITE', owned)
  assert.ok(may('SYS_ADMIN', user('a', 'TENANT_ADMIN', 'foreign')))
  assert.ok(may('SYS_ADMIN', user('a', 'SYS_ADMIN', 'system')))
  assert.ok(!may('SYS_ADMIN', user('a', 'CUSTOMER_USER', 'customer')))
  assert.ok(!may('TENANT_ADMIN', user('a', 'SYS_ADMIN', 'system')))
  assert.ok(may('CUSTOMER_USER', user('user-CUSTOMER_USER', 'CUSTOMER_USER', 'customer')))
  assert.ok(!may('CUSTOMER_USER', user('a', 'CUSTOMER_USER', 'customer')))
})

test('a dashboard is a customer’s when it is among those that it is assigned to', () => {
  const dashboard = (...customerIds: string[]): Owned => ({ ...entity('DASHBOARD', 'tenant'), customerIds })
  const may = (owned: Owned) => access.allows(scopeOf('CUSTOMER_USER'), 'READ', owned)
  assert.ok(may(dashboard('another', 'customer')))
  assert.ok(!may(dashboard('another')))
  assert.ok(!may(dashboard()))
})

test('visitors of what is public read, and change nothing', () => {
  const visitor: Scope = { ...scopeOf('CUSTOMER_USER'), isPublic: true }
  const may = (entityType: EntityType, place: Place) =>
    operations.filter((operation) => access.allows(visitor, operation, entity(entityType, place))).sort()
  for (const entityType of ['DEVICE', 'ASSET', 'ENTITY_VIEW', 'EDGE', 'DASHBOARD', 'CUSTOMER'] as const) {
    assert.deepEqual(may(entityType, 'customer'), [...look].sort(), entityType)
    assert.deepEqual(may(entityType, 'tenant'), [], entityType)
  }
  for (const entityType of ['ALARM', 'RPC'] as const) assert.deepEqual(may(entityType, 'customer'), ['READ'])
  const others: readonly EntityType[] = ['WIDGETS_BUNDLE', 'WIDGET_TYPE', 'RPC', 'ALARM']
  const readable: readonly EntityType[] = ['DEVICE', 'ASSET', 'ENTITY_VIEW', 'EDGE', 'DASHBOARD', 'CUSTOMER', ...others]
  for (const entityType of entityTypes.filter((each) => !readable.includes(each))) {
    assert.deepEqual(may(entityType, 'customer'), [], entityType)
  }
})

test('visitors write what the owner named, all of it or nothing, and no more often than they may', async () => {
  const admitted: string[] = []
  const named = createAccess({
    owners: { find: async (entity) => ({ id: entity, ...places.customer }) },
    visitorWrites: {
      allowed: async (operation) =>
        operation === 'RPC_CALL' ? ['blink'] : ['SHARED_SCOPE/target', 'SERVER_SCOPE/note'],
      consume: (_scope, entity) => {
        admitted.push(entity.entityType)
        if (admitted.length > 4) throw new DomainError(ErrorCode.TOO_MANY_REQUESTS, 'too many')
      },
    },
  })
  const visitor: Scope = { ...scopeOf('CUSTOMER_USER'), isPublic: true }
  const ask = (operation: Operation, entityType: EntityType, names?: readonly string[]) =>
    named.requireEntity(visitor, operation, entityId(entityType, 'thing'), names).then(
      () => 200,
      (error: DomainError) => error.status,
    )
  assert.equal(await ask('RPC_CALL', 'DEVICE', ['blink']), 200)
  assert.equal(await ask('WRITE_ATTRIBUTES', 'DEVICE', ['SHARED_SCOPE/target', 'SERVER_SCOPE/note']), 200)
  assert.equal(await ask('WRITE_ATTRIBUTES', 'ASSET', ['SERVER_SCOPE/note']), 200)
  for (const [operation, entityType, names] of [
    ['RPC_CALL', 'DEVICE', ['reboot']],
    ['RPC_CALL', 'DEVICE', []],
    ['RPC_CALL', 'DEVICE', undefined],
    ['WRITE_ATTRIBUTES', 'DEVICE', ['SHARED_SCOPE/target', 'SHARED_SCOPE/note']],
    ['WRITE_ATTRIBUTES', 'ENTITY_VIEW', ['SERVER_SCOPE/note']],
    ['WRITE_TELEMETRY', 'DEVICE', ['SERVER_SCOPE/note']],
    ['RPC_CALL', 'ASSET', ['blink']],
  ] as const) {
    assert.equal(await ask(operation, entityType, names), 403, `${operation} ${entityType} ${names}`)
  }
  // Rejected attempts aren't counted.
  assert.equal(admitted.length, 3)
  assert.equal(await ask('RPC_CALL', 'DEVICE', ['blink']), 200)
  assert.equal(await ask('RPC_CALL', 'DEVICE', ['blink']), 429)
  // A user with an account needs no names.
  await named.requireEntity(scopeOf('CUSTOMER_USER'), 'RPC_CALL', entityId('DEVICE', 'thing'), ['reboot'])
})

test('a foreign device does not exist, other foreign things are refused', () => {
  const rejection = (authority: Authority, entityType: EntityType, place: Place): number => {
    try {
      access.require(scopeOf(authority), 'READ', entity(entityType, place))
    } catch (error) {
      assert.ok(error instanceof DomainError)
      return error.status * 100 + error.code
    }
    return 0
  }
  assert.equal(rejection('TENANT_ADMIN', 'DEVICE', 'foreign'), 404_32)
  assert.equal(rejection('CUSTOMER_USER', 'DEVICE', 'foreign'), 404_32)
  assert.equal(rejection('CUSTOMER_USER', 'DEVICE', 'neighbour'), 403_20)
  assert.equal(rejection('SYS_ADMIN', 'DEVICE', 'tenant'), 403_20)
  for (const entityType of entityTypes.filter((each) => each !== 'DEVICE')) {
    assert.equal(rejection('TENANT_ADMIN', entityType, 'foreign'), 403_20, entityType)
  }
})

test('every rule is about an operation and a place that exist, and no role has two rules for the same', () => {
  for (const [entityType, roles] of Object.entries(accessRules)) {
    for (const authority of authorities) {
      const rules = roles[authority] ?? []
      assert.equal(new Set(rules.map((rule) => rule.of)).size, rules.length, `${entityType} ${authority}`)
      for (const rule of rules) assert.ok(rule.operations.length > 0)
    }
  }
})
