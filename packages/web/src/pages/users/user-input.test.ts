import type { User } from '@sonde/client/users/user-calls'
import { expect, test } from 'vitest'
import { englishTexts } from '../../testing/render-page.tsx'
import { lastLoginOf } from '../../users/last-login.ts'
import { accountState } from './user-calls.ts'
import { draftOfUser, emptyUser, userFields, wireNewUser, wireUser } from './user-input.ts'

const { t } = englishTexts().current

const user = {
  id: { entityType: 'USER', id: 'u' },
  tenantId: { entityType: 'TENANT', id: 't' },
  customerId: { entityType: 'CUSTOMER', id: 'c' },
  email: 'ada@sonde.example',
  authority: 'CUSTOMER_USER',
  firstName: 'Ada',
  lastName: null,
  additionalInfo: { lang: 'de_DE', userCredentialsEnabled: true, defaultDashboardId: 'd', lastLoginTs: 7 },
} as unknown as User

test('what the form does not show stays', () => {
  const sent = wireUser({ ...draftOfUser(user), isHeldToDashboard: true, description: ' tall ' }, user)
  expect(sent).toMatchObject({ id: user.id, firstName: 'Ada', lastName: null, authority: 'CUSTOMER_USER' })
  expect(sent.additionalInfo).toMatchObject({
    lang: 'de_DE',
    description: 'tall',
    defaultDashboardId: 'd',
    defaultDashboardFullscreen: true,
    homeDashboardId: null,
    homeDashboardHideToolbar: true,
  })
})

test('nobody is held to a dashboard that is not there', () => {
  const draft = { ...draftOfUser(user), defaultDashboardId: '', isHeldToDashboard: true }
  expect(wireUser(draft, user).additionalInfo).toMatchObject({
    defaultDashboardId: null,
    defaultDashboardFullscreen: false,
  })
})

test('a new user belongs to where it is added', () => {
  const draft = { ...emptyUser, email: ' grace@sonde.example ' }
  expect(wireNewUser(draft, { kind: 'tenant', tenantId: 't' })).toMatchObject({
    email: 'grace@sonde.example',
    authority: 'TENANT_ADMIN',
    tenantId: { id: 't' },
  })
  expect(wireNewUser(draft, { kind: 'customer', customerId: 'c' })).toMatchObject({
    authority: 'CUSTOMER_USER',
    customerId: { id: 'c' },
  })
})

test('an address is needed, and names end somewhere', () => {
  expect(userFields.fieldErrorsOf(emptyUser, t).email).toMatch(/Enter an email address/)
  const long = userFields.fieldErrorsOf({ ...emptyUser, email: `a@${'b'.repeat(254)}`, firstName: 'f'.repeat(256) }, t)
  expect(long.email).toBe('Use at most 255 characters (now 256).')
  expect(long.firstName).toBe('Use at most 255 characters (now 256).')
})

test('an account is enabled, disabled, or was never activated', () => {
  const of = (additionalInfo: unknown) => accountState({ ...user, additionalInfo } as User)
  expect(of({ userCredentialsEnabled: true })).toBe('enabled')
  expect(of({ userCredentialsEnabled: false })).toBe('disabled')
  expect(of(null)).toBe('invited')
  expect(lastLoginOf(user)).toBe(7)
  expect(lastLoginOf({ ...user, additionalInfo: null })).toBeUndefined()
})
