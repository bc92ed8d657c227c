import { fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { recordedRest } from '../../testing/recorded-calls.ts'
import { renderPage } from '../../testing/render-page.tsx'
import { UsersPage } from './users-page.tsx'

function user(id: string, email: string, userCredentialsEnabled?: boolean) {
  return {
    id: { entityType: 'USER', id },
    createdTime: 1,
    tenantId: { entityType: 'TENANT', id: 't' },
    customerId: { entityType: 'CUSTOMER', id: 'c' },
    email,
    authority: 'CUSTOMER_USER',
    firstName: null,
    lastName: null,
    additionalInfo: userCredentialsEnabled === undefined ? {} : { userCredentialsEnabled },
  }
}

const users = [user('1', 'on@x.example', true), user('2', 'off@x.example', false), user('3', 'new@x.example')]

/** Renders the page for the signed-in user `u`. `hasTokenAccess`: whether sign-in as other users is allowed. */
function setUp({ hasTokenAccess = true, all = users } = {}) {
  const { calls, rest } = recordedRest(({ path }) => {
    if (path === '/api/user/tokenAccessEnabled') return hasTokenAccess
    if (path !== '/api/customer/c/users') return undefined
    return { data: all, totalElements: all.length, totalPages: 1, hasNext: false }
  })
  const client = { rest, customers: { get: async () => ({ title: 'Harbour Foods' }) } }
  const page = <UsersPage scope={{ kind: 'customer', customerId: 'c' }} />
  return { calls, drawn: renderPage(page, { client, at: '/customers/c/users' }) }
}

async function actionsOf(email: string): Promise<readonly (string | null)[]> {
  fireEvent.click(await screen.findByRole('button', { name: `More: ${email}` }))
  const names = (await screen.findAllByRole('menuitem', { hidden: true })).map((item) => item.textContent)
  fireEvent.keyDown(document, { key: 'Escape' })
  return names
}

test('names whose users these are, and offers what fits each account', async () => {
  await setUp().drawn
  expect(await screen.findByRole('heading', { level: 1, name: 'Harbour Foods: Users' })).toBeTruthy()
  expect(await actionsOf('on@x.example')).toEqual([
    'Open as page',
    'Sign in as this user',
    'Disable account',
    'Copy ID',
    'Delete user',
  ])
})

test('an account that was never activated has a link, and cannot be switched', async () => {
  await setUp().drawn
  expect(await actionsOf('new@x.example')).toEqual([
    'Open as page',
    'Show activation link',
    'Send activation email',
    'Copy ID',
    'Delete user',
  ])
})

test('nobody signs in as others where the platform gives no tokens of them', async () => {
  await setUp({ hasTokenAccess: false }).drawn
  expect(await actionsOf('on@x.example')).not.toContain('Sign in as this user')
})

test('one’s own account is neither disabled, nor deleted, nor selected', async () => {
  await setUp({ all: [user('u', 'ada@sonde.example', true)] }).drawn
  expect(await actionsOf('ada@sonde.example')).toEqual(['Open as page', 'Copy ID'])
  expect(screen.queryByRole('checkbox', { name: 'Select ada@sonde.example' })).toBeNull()
})

test('what was switched off is switched on again by Undo', async () => {
  const { calls, drawn } = setUp()
  await drawn
  const switched = () =>
    calls
      .filter(({ path }) => path.endsWith('/userCredentialsEnabled'))
      .map(({ query }) => query?.userCredentialsEnabled)
  fireEvent.click(await screen.findByRole('button', { name: 'More: on@x.example' }))
  fireEvent.click(await screen.findByRole('menuitem', { name: 'Disable account', hidden: true }))
  fireEvent.click(await screen.findByRole('button', { name: 'Undo' }))
  await waitFor(() => expect(switched()).toEqual([false, true]))
})
