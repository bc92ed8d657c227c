/**
 * Tenants and their profiles from the system administrator's perspective: limits, files, rejections, administrators.
 */

import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import test, { after } from 'node:test'
import type { Page } from 'playwright-core'
import { inspect } from './axe.ts'
import { dialog, drawer, entries, main, makeDefault, open, openMenu, press } from './page-parts.ts'
import { administrator, openAs, openStage, tenant } from './stage.ts'

const stage = await openStage({ after })

const pickOption = async (page: Page, field: string, text: string) => {
  await page.getByRole('combobox', { name: field }).fill(text)
  await page.getByRole('option', { name: text, exact: true }).click()
}

test('a tenant: added with faults on the way, changed, opened as a page, deleted', () =>
  stage.play(async (page) => {
    await openAs(page, administrator, '/tenants')
    await main(page).getByRole('button', { name: 'Riverside Works', exact: true }).waitFor()
    await press(page, 'Add tenant')
    const add = dialog(page, 'Add tenant')
    await add.getByRole('button', { name: 'Add tenant' }).click()
    await add.getByText('Enter a title.').waitFor()
    await add.getByLabel('Title').and(page.locator(':focus')).waitFor()

    await add.getByLabel('Title').fill('t'.repeat(256))
    await add.getByText('Use at most 255 characters (now 256).').waitFor()
    await add.getByLabel('Title').fill('Harbour & <b>Sons</b>')
    await add.getByLabel('Email').fill('nobody')
    await pickOption(page, 'Country', 'Germany')
    await add.getByLabel('Postal code').fill('ABC')
    await add.getByRole('button', { name: 'Add tenant' }).click()
    await add.getByText('Enter a postal code of this country, such as 10115.').waitFor()
    await add.getByText('Enter an email address, such as name@example.com.').waitFor()
    await add.getByLabel('Postal code').fill('28195')
    await add.getByLabel('Email').fill('ops@harbour.example')
    await add.getByRole('radio', { name: 'New profile' }).click()
    await add.getByLabel('Profile name').fill('Default')
    await add.getByRole('button', { name: 'Add tenant' }).click()
    // The name is taken: the server's message is shown, and the input stays.
    await add.getByRole('alert').waitFor()
    await add.getByRole('radio', { name: 'Existing profile' }).click()
    // Markup in a title is rejected too.
    await add.getByRole('button', { name: 'Add tenant' }).click()
    await add.getByRole('alert').waitFor()
    await add.getByLabel('Title').fill('Harbour & Sons')
    await add.getByRole('button', { name: 'Add tenant' }).click()

    const details = drawer(page, 'Harbour & Sons')
    await details.getByRole('heading', { name: 'Harbour & Sons' }).waitFor()
    await details.getByLabel('City').fill('Bremen')
    await details.getByText('1 unsaved change').waitFor()
    await page.keyboard.press('Control+s')
    await page.getByText('Tenant saved').waitFor()
    await page.reload()
    assert.equal(await details.getByLabel('City').inputValue(), 'Bremen')
    await details.getByLabel('City').fill('Hamburg')
    await page.keyboard.press('Escape')
    await page
      .getByRole('alertdialog', { name: 'Leave without saving?' })
      .getByRole('button', { name: 'Leave' })
      .click()
    await details.waitFor({ state: 'detached' })

    await open(page, 'Harbour & Sons')
    await press(page, 'Open as page')
    await page.getByRole('heading', { level: 1, name: 'Harbour & Sons' }).waitFor()
    await press(page, 'More')
    await page.getByRole('menuitem', { name: 'Delete tenant' }).click()
    const question = page.getByRole('alertdialog')
    assert.equal(await question.getByRole('button', { name: 'Delete tenant' }).isDisabled(), true)
    await question.getByLabel('Type Harbour & Sons to confirm').fill('Harbour & Sons')
    await question.getByRole('button', { name: 'Delete tenant' }).click()
    await page.waitForURL((url) => url.pathname === '/tenants')
    await main(page).getByRole('button', { name: 'Riverside Works', exact: true }).waitFor()
    await main(page).getByRole('button', { name: 'Harbour & Sons', exact: true }).waitFor({ state: 'detached' })
  }))

test('an administrator: invited by a link, activated, switched off and on again, signed in as', () =>
  stage.play(async (page) => {
    await openAs(page, administrator, '/tenants')
    await open(page, 'Riverside Works')
    await press(page, 'Manage administrators')
    await page.getByRole('heading', { level: 1, name: 'Riverside Works: Administrators' }).waitFor()
    await press(page, 'Add administrator')
    const add = dialog(page, 'Add administrator')
    await add.getByLabel('Email').fill('not an address')
    await add.getByLabel('First name').click()
    await add.getByText('Enter an email address, such as name@example.com.').waitFor()
    await add.getByLabel('Email').fill(tenant.email)
    await add.getByRole('button', { name: 'Add administrator' }).click()
    await add.getByRole('alert').waitFor()
    await add.getByLabel('Email').fill('grace@sonde.example')
    await add.getByLabel('First name').fill('Grace')
    await add.getByRole('button', { name: 'Add administrator' }).click()

    const invitation = dialog(page, 'Activation link')
    const link = await invitation.getByText('/api/noauth/activate?activateToken=').textContent()
    await invitation.getByRole('button', { name: 'Close' }).last().click()
    const row = page.getByRole('row', { name: /grace@sonde\.example/ })
    await row.getByText('Not activated').waitFor()

    const password = 'grace-has-a-password'
    await stage.play(async (guest) => {
      await guest.goto(link ?? '')
      await guest.getByRole('heading', { level: 1, name: 'Create your password' }).waitFor()
      await guest.getByLabel('Password', { exact: true }).fill(password)
      await guest.getByLabel('Repeat password').fill(password)
      await guest.getByRole('button', { name: 'Create password' }).click()
      await guest.waitForURL((url) => !url.pathname.startsWith('/login'))
    })
    await press(page, 'Refresh')
    await row.getByText('Enabled').waitFor()

    await open(page, 'grace@sonde.example')
    const details = drawer(page, 'grace@sonde.example')
    await details.getByRole('button', { name: 'Disable account' }).click()
    await row.getByText('Disabled').waitFor()
    await stage.play(async (guest) => {
      await guest.goto('/login')
      await guest.getByLabel('Email').fill('grace@sonde.example')
      await guest.getByLabel('Password', { exact: true }).fill(password)
      await guest.getByRole('button', { name: 'Sign in', exact: true }).click()
      await guest.getByRole('alert').waitFor()
    })
    await press(page, 'Undo')
    await row.getByText('Enabled').waitFor()

    await details.getByRole('button', { name: 'Sign in as this user' }).click()
    await page.waitForURL((url) => url.pathname === '/home')
    await page.getByRole('button', { name: /Grace/ }).waitFor()
    await page.goto('/devices')
    await page.getByRole('heading', { level: 1, name: 'Devices' }).waitFor()
  }))

test('a profile: limits with faults, the search within, as a file and back, the default', () =>
  stage.play(async (page) => {
    await openAs(page, administrator, '/tenantProfiles')
    await press(page, 'Add tenant profile')
    const add = dialog(page, 'Add tenant profile')
    await add.getByLabel('Name', { exact: true }).fill('Gold plan')
    await add.getByLabel('Devices', { exact: true }).fill('-1')
    await add.getByLabel('Assets', { exact: true }).fill('')
    await add.getByLabel('Users', { exact: true }).fill('many')
    await add.getByText('Enter a number. 0 = unlimited').waitFor()
    await add.getByText('Enter 0 or more. 0 = unlimited').waitFor()
    await add.getByLabel(/^Messages per device/).fill('100 per second')
    await add.getByRole('button', { name: 'Add tenant profile' }).click()
    await add.getByText('Enter a whole number. 0 = unlimited').waitFor()
    await add.getByText('Enter count:seconds, such as 100:1 or 100:1,2000:60.').waitFor()
    await add.getByLabel('Devices', { exact: true }).fill('1000')
    await add.getByLabel('Assets', { exact: true }).fill('50')
    await add.getByLabel('Users', { exact: true }).fill('0')
    await add.getByLabel(/^Messages per device/).fill('100:1,2000:60')
    await add.getByText('100 in 1 s and 2,000 in 60 s').waitFor()

    await add.getByRole('searchbox', { name: 'Search limits' }).fill('emails')
    await add.getByLabel('Devices', { exact: true }).waitFor({ state: 'detached' })
    await add.getByLabel('Emails', { exact: true }).fill('30')
    await add.getByRole('searchbox', { name: 'Search limits' }).fill('nothing of that name')
    await add.getByText('No limit matches “nothing of that name”.').waitFor()
    await add.getByRole('button', { name: 'Add tenant profile' }).click()

    const details = drawer(page, 'Gold plan')
    await details.getByRole('heading', { name: 'Gold plan' }).waitFor()
    assert.equal(await details.getByLabel('Devices', { exact: true }).inputValue(), '1000')
    assert.equal(await details.getByLabel('Dedicated core').isDisabled(), true)

    const begun = page.waitForEvent('download')
    await details.getByRole('button', { name: 'More', exact: true }).click()
    await page.getByRole('menuitem', { name: 'Export as JSON' }).click()
    const download = await begun
    assert.equal(download.suggestedFilename(), 'gold_plan.json')
    const text = await readFile(await download.path(), 'utf8')
    const { name, id, profileData } = JSON.parse(text)
    assert.deepEqual(
      [name, id, profileData.configuration.maxDevices, profileData.configuration.maxEmails],
      ['Gold plan', undefined, 1000, 30],
    )

    await press(page, 'Import')
    const bring = dialog(page, 'Import tenant profile')
    const give = (file: string, content: string) =>
      bring.getByLabel('File').setInputFiles({ name: file, mimeType: 'application/json', buffer: Buffer.from(content) })
    await bring.getByRole('button', { name: 'Import tenant profile' }).click()
    await bring.getByText('Choose a file.').waitFor()
    await give('plan.csv', text)
    await bring.getByText(/plan\.csv isn’t a JSON file/).waitFor()
    await give('broken.json', '{"name"')
    await bring.getByText(/Couldn’t read broken\.json as JSON/).waitFor()
    await give('other.json', '{"name":"A dashboard"}')
    await bring.getByText(/This file isn’t a tenant profile/).waitFor()
    await give('gold_plan.json', text)
    await bring.getByRole('button', { name: 'Import tenant profile' }).click()
    await bring.getByRole('alert').waitFor()
    await give('silver.json', text.replace('Gold plan', 'Silver plan'))
    await bring.getByRole('button', { name: 'Import tenant profile' }).click()
    await drawer(page, 'Silver plan').getByRole('heading', { name: 'Silver plan' }).waitFor()
    assert.equal(await drawer(page, 'Silver plan').getByLabel('Emails', { exact: true }).inputValue(), '30')

    await makeDefault(page, 'Silver plan')
    // The default profile can be neither selected nor deleted.
    assert.equal(await page.getByRole('checkbox', { name: 'Select Silver plan' }).count(), 0)
    await openMenu(page, 'Silver plan')
    assert.equal(await page.getByRole('menuitem', { name: 'Delete tenant profile' }).count(), 0)
    await page.keyboard.press('Escape')
    // A profile in use isn't deleted either: the server rejects it.
    await page.getByRole('checkbox', { name: 'Select Default' }).check()
    await page.getByRole('checkbox', { name: 'Select Gold plan' }).check()
    await press(page, 'Delete')
    const gone = page.getByRole('status').filter({ hasText: '1 tenant profile deleted' })
    await gone.waitFor()
    await page.getByRole('alert').getByText('Default').waitFor()
    await gone.getByRole('button', { name: 'Undo' }).click()
    await page.getByRole('checkbox', { name: 'Select Gold plan' }).waitFor()
    await makeDefault(page, 'Default')
  }))

test('others have no business here', () =>
  stage.play(async (page) => {
    await openAs(page, tenant, '/devices')
    for (const path of ['/tenants', '/tenantProfiles']) {
      await page.goto(path)
      await page.getByRole('alertdialog').waitFor()
    }
    await page.goto('/users')
    await page.waitForURL((url) => url.pathname !== '/users')
  }))

for (const width of [1440, 390]) {
  test(`axe finds nothing on tenants and profiles at ${width} px`, () =>
    stage.play(
      async (page) => {
        const found: string[] = []
        const look = async (name: string, path: string, ready: () => Promise<unknown>) => {
          await page.goto(path)
          await ready()
          found.push(...(await inspect(page, name)))
        }
        const first = () => entries(page).first()
        await openAs(page, administrator, '/tenants')
        await look('tenants', '/tenants', () => first().waitFor())
        await look('tenant', '/tenants', async () => {
          await first().click()
          await page.getByLabel('Title', { exact: true }).waitFor()
        })
        await look('add tenant', '/tenants?add=true', async () => {
          await dialog(page, 'Add tenant').getByRole('button', { name: 'Add tenant' }).click()
          await page.getByText('Enter a title.').waitFor()
        })
        await look('profiles', '/tenantProfiles', () => first().waitFor())
        await look('profile', '/tenantProfiles', async () => {
          await first().click()
          await page.getByLabel('Devices', { exact: true }).waitFor()
        })
        await look('import', '/tenantProfiles?import=true', () => dialog(page, 'Import tenant profile').waitFor())
        assert.deepEqual(found, [])
      },
      { viewport: { width, height: width === 390 ? 844 : 900 }, bypassCSP: true },
    ))
}
