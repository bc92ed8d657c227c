import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type EntityType, entityTypes, NIL_UUID } from '@sonde/model/ids'
import fc from 'fast-check'
import { entityDescriptors } from '../entities/entity-descriptors.ts'
import { createAccess } from './access.ts'
import { accessRules } from './access-rules.ts'
import { type ReadableRows, readableRows } from './readable-rows.ts'
import type { Owned, Scope } from './scope.ts'
import { testScope } from './testing.ts'

const queried = entityTypes.filter((type) => entityDescriptors[type].query)
const access = createAccess({ owners: { find: async () => undefined } as never })

/** The condition that SQL applies to a row. */
const holds: Readonly<Record<ReadableRows, (scope: Scope, owned: Owned) => boolean>> = {
  all: () => true,
  customer: ({ customerId }, owned) => (owned.customerIds ?? [owned.customerId]).includes(customerId),
  oneself: ({ userId }, owned) => owned.id.id === userId,
  administrators: (_scope, owned) => owned.authority !== 'CUSTOMER_USER',
}

test('what queries find of the own tenant is what a direct call may read', () => {
  const ids = fc.constantFrom('a', 'b', NIL_UUID)
  const scopes = fc
    .record({
      authority: fc.constantFrom('SYS_ADMIN' as const, 'TENANT_ADMIN' as const, 'CUSTOMER_USER' as const),
      customerId: ids,
      userId: ids,
      isPublic: fc.boolean(),
    })
    .map(({ authority, customerId, ...rest }) =>
      testScope(authority === 'SYS_ADMIN' ? NIL_UUID : 'tenant', {
        authority,
        customerId: authority === 'CUSTOMER_USER' ? customerId : NIL_UUID,
        ...rest,
      }),
    )
  fc.assert(
    fc.property(
      fc.constantFrom(...queried),
      scopes,
      fc.record({ id: ids, customerId: ids, authority: fc.constantFrom('TENANT_ADMIN', 'CUSTOMER_USER') }),
      (entityType: EntityType, scope, { id, customerId, authority }) => {
        const owned = { id: { entityType, id }, tenantId: scope.tenantId, customerId, authority } as Owned
        const found = [...readableRows(scope, entityType)].some((rows) => holds[rows](scope, owned))
        assert.equal(found, access.allows(scope, 'READ', owned))
      },
    ),
    { numRuns: 2_000 },
  )
})

test('who may read an entity that queries find may read its values', () => {
  const ofEach = (operation: string) =>
    queried.flatMap((type) =>
      Object.entries(accessRules[type]).map(([authority, rules]) => {
        const of = rules.filter(({ operations }) => (operations as readonly string[]).includes(operation))
        return `${authority} ${type}: ${of.map((rule) => rule.of).join(', ')}`
      }),
    )
  // These don't exist: dashboards belong to tenants, and the server writes no attributes of usage states.
  const without = (list: readonly string[]) =>
    list.filter((each) => !/^SYS_ADMIN DASHBOARD|_(ADMIN|USER) API_USAGE_STATE/.test(each))
  assert.deepEqual(without(ofEach('READ_ATTRIBUTES')), without(ofEach('READ')))
  assert.deepEqual(without(ofEach('READ_TELEMETRY')), without(ofEach('READ')))
})
