import assert from 'node:assert/strict'
import { test } from 'node:test'
import { limits as definitions, type LimitKey } from '@sonde/model/limits/limits'
import type { Scope } from '../access/scope.ts'
import { createCallAdmission } from './call-admission.ts'

const scope = (isPublic: boolean): Scope => ({
  userId: 'u',
  authority: 'TENANT_ADMIN',
  tenantId: 't',
  customerId: 'c',
  email: 'a@b.c',
  firstName: null,
  lastName: null,
  isPublic,
})

function rejectedWith(waiting: number, ofUser: number, isPublic = false): string | null {
  let rejected: string | null = null
  const admit = createCallAdmission({
    gate: { waitingOf: () => waiting, waitingOfUser: () => ofUser, waitingOfMost: () => ofUser },
    limits: {
      of: (_, key: LimitKey) => definitions[key].default,
      reject(_, key) {
        rejected = key
        throw new Error(key)
      },
      measure() {},
    },
  })
  try {
    admit(scope(isPublic))
  } catch {}
  return rejected
}

test('a tenant, a user and visitors may let so many calls wait and no more', () => {
  assert.equal(rejectedWith(999, 299), null)
  assert.equal(rejectedWith(1000, 0), 'waitingCalls')
  assert.equal(rejectedWith(300, 300), 'userWaitingCalls')
  assert.equal(rejectedWith(99, 99, true), null)
  assert.equal(rejectedWith(100, 100, true), 'visitorWaitingCalls')
})
