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

function refusedWith(waiting: number, ofUser: number, isPublic = false): string | null {
  let refused: string | null = null
  const admit = createCallAdmission({
    gate: { waitingOf: () => waiting, waitingOfUser: () => ofUser, waitingOfMost: () => ofUser },
    limits: {
      of: (_, key: LimitKey) => definitions[key].default,
      refuse(_, key) {
        refused = key
        throw new Error(key)
      },
      measure() {},
    },
  })
  try {
    admit(scope(isPublic))
  } catch {}
  return refused
}

test('a tenant, a user and visitors may let so many calls wait and no more', () => {
  assert.equal(refusedWith(999, 299), null)
  assert.equal(refusedWith(1000, 0), 'waitingCalls')
  assert.equal(refusedWith(300, 300), 'userWaitingCalls')
  assert.equal(refusedWith(99, 99, true), null)
  assert.equal(refusedWith(100, 100, true), 'visitorWaitingCalls')
})
