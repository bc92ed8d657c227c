import type { User } from '@sonde/client/users/user-calls'
import { expect, test } from 'vitest'
import { draftOfProfile, wireProfile } from './profile-input.ts'

const user = {
  id: { entityType: 'USER', id: 'u' },
  tenantId: { entityType: 'TENANT', id: 't' },
  customerId: { entityType: 'CUSTOMER', id: 'c' },
  authority: 'TENANT_ADMIN',
  email: 'ada@sonde.example',
  firstName: 'Ada',
  lastName: null,
  additionalInfo: { lang: 'de_DE', description: 'kept', defaultDashboardId: 'd' },
} as unknown as User

test('what the page does not show stays as it was', () => {
  const { additionalInfo } = wireProfile({ ...draftOfProfile(user), language: 'fr_FR' }, user)
  expect(additionalInfo).toMatchObject({ lang: 'fr_FR', description: 'kept', defaultDashboardId: 'd' })
})

test('without a language of one’s own the browser decides', () => {
  const sent = wireProfile({ ...draftOfProfile(user), language: '', firstName: '  ' }, user)
  expect(sent.additionalInfo).not.toHaveProperty('lang')
  expect(sent.firstName).toBeNull()
})

test('system administrators have no home dashboard', () => {
  const root = { ...user, authority: 'SYS_ADMIN' } as User
  expect(wireProfile(draftOfProfile(root), root).additionalInfo).not.toHaveProperty('homeDashboardId')
})
