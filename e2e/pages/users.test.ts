/** Users of a customer from their administrator's perspective, and what these users see. */

import assert from 'node:assert/strict'
import test, { after } from 'node:test'
import { inspect } from './axe.ts'
import { choose, dialog, drawer, entries, main, open, press } from './page-parts.ts'
import { administrator, customer, openAs, openStage, plantDashboardId, tenant, until } from './stage.ts'

const stage = await openStage({ after })

interface Found {
  readonly id: { readonly id: string }
  readonly customerId: { readonly id: string }
}
const { data: everybody } = await stage.call<{ data: (Found & { email: string })[] }>(
  'GET',
  '/api/users?pageSize=50&page=0',
)
const known = everybody.find(({ email }) => email === customer.email)
assert.ok(known, 'The demo has no user of a customer.')
const usersPath = `/customers/${known.customerId.id}/users`

async function addUser(email: string): Promise<Found> {
  return stage.call<Found>('POST', '/api/user?sendActivationMail=false', {
    email,
    authority: 'CUSTOMER_USER',
    customerId: { entityType: 'CUSTOMER', id: known?.customerId.id },
  })
}

/** Sets the first password like the user. */
async function activate({ id }: Found): Promise<void> {
  const link = new URL(await stage.call<string>('GET', `/api/user/${id.id}/activationLink`))
  await stage.call('POST', '/api/noauth/activate?sendActivationMail=false', {
    activateToken: link.searchParams.get('activateToken'),
    password: 'a-password-of-its-own',
  })
}

test('a user who cannot be told by mail is not added, and the dialog says why', () =>
  stage.play(async (page) => {
    await openAs(page, tenant, usersPath)
    await press(page, 'Add user')
    const add = dialog(page, 'Add user')
    await add.getByLabel('Email').fill('by-mail@sonde.example')
    await add.getByRole('radio', { name: 'Send activation email' }).click()
    await add.getByRole('button', { name: 'Add user' }).click()
    await add.getByRole('alert').waitFor()
    await add.getByRole('radio', { name: 'Show activation link' }).click()
    await add.getByRole('button', { name: 'Add user' }).click()
    await dialog(page, 'Activation link').getByText('/api/noauth/activate?activateToken=').waitFor()
  }))

test('a user held to a dashboard sees that and nothing else', () =>
  stage.play(async (page) => {
    await stage.call('POST', `/api/customer/${known.customerId.id}/dashboard/${await plantDashboardId(stage)}`)
    await activate(await addUser('wall@sonde.example'))
    await openAs(page, tenant, `${usersPath}?textSearch=wall`)
    await open(page, 'wall@sonde.example')
    const details = drawer(page, 'wall@sonde.example')
    await details.getByLabel('Last name').fill('w'.repeat(256))
    await details.getByRole('button', { name: 'Save' }).click()
    await details.getByText('Use at most 255 characters (now 256).').waitFor()
    await details.getByLabel('Last name').fill('Screen')
    await page.getByRole('combobox', { name: 'Dashboard after sign-in' }).fill('Riverside')
    await page.getByRole('option', { name: 'Riverside Works', exact: true }).click()
    await details.getByLabel('Always full screen').check()
    await details.getByRole('button', { name: 'Save' }).click()
    await page.getByText('User saved').waitFor()
    await page.reload()
    await until(
      'the title of the dashboard',
      () => page.getByRole('combobox', { name: 'Dashboard after sign-in' }).inputValue(),
      (title) => title === 'Riverside Works',
    )

    await details.getByRole('button', { name: 'Sign in as this user' }).click()
    await page.waitForURL((url) => url.pathname.startsWith('/dashboard/'))
    await page.goto('/devices')
    await page.waitForURL((url) => url.pathname.startsWith('/dashboard/'))
  }))

test('a mail that cannot be sent is told; the link can be shown again, and users deleted', () =>
  stage.play(async (page) => {
    await addUser('late@sonde.example')
    await addUser('gone@sonde.example')
    await openAs(page, tenant, usersPath)
    await choose(page, 'late@sonde.example', 'Send activation email')
    await page.getByRole('alert').first().waitFor()
    await choose(page, 'late@sonde.example', 'Show activation link')
    await dialog(page, 'Activation link').getByText('/api/noauth/activate?activateToken=').waitFor()
    await page.keyboard.press('Escape')

    await page.getByRole('searchbox', { name: 'Search users by email' }).fill('gone@')
    await page.getByText('1 of 1').waitFor()
    await page.getByRole('checkbox', { name: 'Select gone@sonde.example' }).check()
    await press(page, 'Delete')
    await page.getByText('1 user deleted').waitFor()
    await page.getByText('No user matches “gone@”').waitFor()
  }))

test('nobody signs in as oneself, disables or deletes oneself', () =>
  stage.play(async (page) => {
    const own = everybody.find(({ email }) => email === tenant.email)
    await openAs(page, tenant, `/users/${own?.id.id}`)
    await page.getByRole('heading', { level: 1, name: tenant.email }).waitFor()
    await page.getByText('Tenant administrator').first().waitFor()
    await main(page).getByRole('button', { name: 'More', exact: true }).click()
    const offered = await page.getByRole('menuitem').allInnerTexts()
    assert.deepEqual(offered, ['Copy ID'])
    await page.keyboard.press('Escape')
    await page.getByRole('tab', { name: 'Audit log' }).click()
    await page.getByRole('tabpanel', { name: 'Audit log' }).waitFor()
  }))

test('the system administrator looks at an administrator below the tenant', () =>
  stage.play(async (page) => {
    await openAs(page, administrator, '/tenants')
    await open(page, 'Riverside Works')
    await press(page, 'Manage administrators')
    await open(page, tenant.email)
    await press(page, 'Open as page')
    await page.getByRole('heading', { level: 1, name: tenant.email }).waitFor()
    await page.waitForURL((url) => /^\/tenants\/[^/]+\/users\/[^/]+$/.test(url.pathname))
    await page.getByRole('navigation', { name: 'Breadcrumbs' }).getByRole('link', { name: 'Administrators' }).click()
    await page.getByRole('heading', { level: 1, name: 'Riverside Works: Administrators' }).waitFor()
  }))

for (const width of [1440, 390]) {
  test(`axe finds nothing on users at ${width} px`, () =>
    stage.play(
      async (page) => {
        const found: string[] = []
        const first = entries(page).first()
        await openAs(page, tenant, usersPath)
        await first.waitFor()
        found.push(...(await inspect(page, 'users')))
        await first.click()
        await page.getByLabel('Email', { exact: true }).waitFor()
        found.push(...(await inspect(page, 'user')))
        await page.goto(`${usersPath}?add=true`)
        await dialog(page, 'Add user').getByRole('button', { name: 'Add user' }).click()
        await page.getByText('Enter an email address').waitFor()
        found.push(...(await inspect(page, 'add user')))
        await dialog(page, 'Add user').getByLabel('Email').fill(`axe-${width}@sonde.example`)
        await dialog(page, 'Add user').getByRole('button', { name: 'Add user' }).click()
        await dialog(page, 'Activation link').getByText('activateToken=').waitFor()
        found.push(...(await inspect(page, 'activation link')))
        assert.deepEqual(found, [])
      },
      { viewport: { width, height: width === 390 ? 844 : 900 }, bypassCSP: true },
    ))
}
