/**
 * Customers from a tenant administrator's perspective: fields and their validation, the public customer, assigned
 * entities.
 */

import assert from 'node:assert/strict'
import test, { after } from 'node:test'
import { inspect } from './axe.ts'
import { dialog, drawer, entries, main, open, press } from './page-parts.ts'
import { customer, openAs, openStage, tenant } from './stage.ts'

const stage = await openStage({ after })

async function makePublicCustomer(): Promise<void> {
  const { data } = await stage.call<{ data: { id: { id: string } }[] }>(
    'GET',
    '/api/tenant/deviceInfos?pageSize=1&page=0',
  )
  await stage.call('POST', `/api/customer/public/device/${data[0]?.id.id}`)
}

test('a customer: added with faults on the way, changed, with a home dashboard, deleted', () =>
  stage.play(async (page) => {
    await stage.call('POST', '/api/customer', { title: 'Taken' })
    await openAs(page, tenant, '/customers')
    await press(page, 'Add customer')
    const add = dialog(page, 'Add customer')
    await add.getByRole('button', { name: 'Add customer' }).click()
    await add.getByText('Enter a title.').waitFor()
    await add.getByLabel('Title').fill('Public')
    await add.getByText('“Public” is reserved for the public customer. Enter another title.').waitFor()
    await add.getByLabel('Title').fill('Taken')
    await page.getByRole('combobox', { name: 'Country' }).fill('united k')
    await page.getByRole('option', { name: 'United Kingdom', exact: true }).waitFor()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await add.getByLabel('Postal code').fill('12345')
    await add.getByLabel('City').click()
    await add.getByText('Enter a postal code of this country, such as SW1A 1AA.').waitFor()
    await add.getByLabel('Postal code').fill('EC1A 1BB')
    await add.getByText('Enter a postal code of this country').waitFor({ state: 'detached' })
    // Another country has another format.
    await page.getByRole('button', { name: 'Clear Country' }).click()
    await page.getByRole('combobox', { name: 'Country' }).fill('Sweden')
    await page.getByRole('option', { name: 'Sweden', exact: true }).click()
    await add.getByText('Enter a postal code of this country, such as 111 22.').waitFor()
    await add.getByLabel('Postal code').fill('111 22')
    await add.getByRole('button', { name: 'Add customer' }).click()
    await add.getByRole('alert').waitFor()
    await add.getByLabel('Title').fill('Nordic Cold')
    await add.getByRole('button', { name: 'Add customer' }).click()

    const details = drawer(page, 'Nordic Cold')
    await details.getByRole('heading', { name: 'Nordic Cold' }).waitFor()
    await details.getByLabel('Description').fill('  Freezers \u202e in the north 🧊 ')
    await details.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Customer saved').waitFor()
    const { data } = await stage.call<{ data: { title: string; zip: string; additionalInfo: unknown }[] }>(
      'GET',
      '/api/customers?pageSize=1&page=0&textSearch=Nordic',
    )
    assert.deepEqual(data[0]?.additionalInfo, {
      homeDashboardId: null,
      homeDashboardHideToolbar: true,
      description: 'Freezers \u202e in the north 🧊',
    })
    assert.equal(data[0]?.zip, '111 22')

    await page.getByRole('checkbox', { name: 'Select Nordic Cold' }).check()
    await page.getByRole('checkbox', { name: 'Select Taken' }).check()
    await press(page, 'Delete')
    await page.getByText('2 customers deleted').waitFor()
    await main(page).getByRole('button', { name: 'Taken', exact: true }).waitFor({ state: 'detached' })
  }))

test('what somebody else changed meanwhile is shown before it is overwritten', () =>
  stage.play(async (page) => {
    const made = await stage.call<Record<string, unknown>>('POST', '/api/customer', { title: 'Two desks' })
    await openAs(page, tenant, '/customers?textSearch=Two')
    await open(page, 'Two desks')
    const details = drawer(page, 'Two desks')
    await details.getByLabel('City').fill('Here')
    await stage.call('POST', '/api/customer', { ...made, city: 'There' })
    await details.getByRole('button', { name: 'Save' }).click()
    await details.getByText('Someone else changed this.').waitFor()
    await details.getByRole('button', { name: 'Discard my changes' }).click()
    assert.equal(await details.getByLabel('City').inputValue(), 'There')
  }))

test('the public customer is looked at, not changed', () =>
  stage.play(async (page) => {
    await makePublicCustomer()
    await openAs(page, tenant, '/customers')
    await main(page).getByRole('button', { name: 'Public', exact: true }).waitFor()
    assert.equal(await page.getByRole('checkbox', { name: 'Select Public' }).count(), 0)
    await page.getByRole('checkbox', { name: 'Select all rows on this page' }).check()
    await page.getByText(/^\d+ selected$/).waitFor()
    await press(page, 'Clear selection')
    await open(page, 'Public')
    const details = drawer(page, 'Public')
    await details.getByText('Public customer').waitFor()
    assert.equal(await details.getByRole('textbox').count(), 0)
    assert.equal(await details.getByRole('button', { name: /^Users/ }).count(), 0)
    await details.getByRole('button', { name: 'More', exact: true }).click()
    await page.getByRole('menuitem', { name: 'Copy ID' }).waitFor()
    assert.equal(await page.getByRole('menuitem', { name: 'Delete customer' }).count(), 0)
    assert.equal(await page.getByRole('menuitem', { name: 'Manage users' }).count(), 0)
  }))

test('a failed list says so and tries again; a customer that is gone is told', () =>
  stage.play(async (page) => {
    await openAs(page, tenant, '/customers')
    await main(page).getByRole('button', { name: 'Add customer' }).first().waitFor()
    await page.route('**/api/customers?**', (route) => route.abort())
    await page.goto('/customers?textSearch=x')
    await page.getByText('Couldn’t load customers').waitFor()
    await page.unroute('**/api/customers?**')
    await press(page, 'Retry now')
    await page.getByText('No customer matches “x”').waitFor()
    await page.goto('/customers/6f8d5ad0-1111-4222-8333-00000000000b')
    await page.getByRole('heading', { level: 1, name: 'Customer not found' }).waitFor()
  }))

test('users of customers have no business here', () =>
  stage.play(async (page) => {
    await openAs(page, customer, '/devices')
    await page.goto('/customers')
    await page.getByRole('alertdialog').waitFor()
  }))

for (const width of [1440, 390]) {
  test(`axe finds nothing on customers at ${width} px`, () =>
    stage.play(
      async (page) => {
        const found: string[] = []
        await stage.call('POST', '/api/customer', { title: `Axe ${width}`, country: 'Germany', city: 'Bremen' })
        await openAs(page, tenant, `/customers?textSearch=Axe%20${width}`)
        const first = entries(page).first()
        await first.waitFor()
        found.push(...(await inspect(page, 'customers')))
        await first.click()
        await page.getByLabel('Title', { exact: true }).waitFor()
        found.push(...(await inspect(page, 'customer')))
        await page.goto('/customers?add=true')
        await dialog(page, 'Add customer').getByRole('button', { name: 'Add customer' }).click()
        await page.getByText('Enter a title.').waitFor()
        found.push(...(await inspect(page, 'add customer')))
        assert.deepEqual(found, [])
      },
      { viewport: { width, height: width === 390 ? 844 : 900 }, bypassCSP: true },
    ))
}
