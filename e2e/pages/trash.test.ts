/**
 * Trash from an administrator's perspective: undone at once, restored later under another name, deleted permanently.
 */

import assert from 'node:assert/strict'
import test, { after } from 'node:test'
import type { Page } from 'playwright-core'
import { callAs, signIn } from '../platform/world.ts'
import { inspect } from './axe.ts'
import { makeProfile } from './device-profile-calls.ts'
import { choose, main } from './page-parts.ts'
import { administrator, customer, openAs, openStage, phone, tenant, until, wide } from './stage.ts'

const stage = await openStage({ after })

interface TestEntity {
  readonly id: { readonly id: string }
}

const make = (name: string) => stage.call<TestEntity>('POST', '/api/device', { name, type: 'default' })
const row = (page: Page, name: string) => main(page).getByRole('row', { name })
const toast = (page: Page, text: string) => page.getByRole('status').filter({ hasText: text })
const isThere = ({ id }: TestEntity) =>
  stage.call('GET', `/api/device/${id.id}`).then(
    () => true,
    () => false,
  )
test('several devices are deleted at once and brought back together', () =>
  stage.play(async (page) => {
    const made = [await make('Batch 1'), await make('Batch 2'), await make('Batch 3')]
    await openAs(page, tenant, '/devices?textSearch=Batch')
    await row(page, 'Batch 3').waitFor()
    await page.getByRole('checkbox', { name: 'Select all rows on this page' }).check()
    await page.getByRole('button', { name: 'Delete', exact: true }).click()
    await toast(page, '3 devices deleted').waitFor()
    assert.deepEqual(await Promise.all(made.map(isThere)), [false, false, false])
    await toast(page, '3 devices deleted').getByRole('button', { name: 'Undo' }).click()
    await page.getByText('3 items restored').waitFor()
    await row(page, 'Batch 1').waitFor()
    assert.deepEqual(await Promise.all(made.map(isThere)), [true, true, true])
  }))

test('more than ten are asked about, with the days of the trash', () =>
  stage.play(async (page) => {
    for (let at = 1; at <= 11; at++) await make(`Many ${at}`)
    await openAs(page, tenant, '/devices?textSearch=Many&pageSize=20')
    await row(page, 'Many 11').waitFor()
    await page.getByRole('checkbox', { name: 'Select all rows on this page' }).check()
    await page.getByRole('button', { name: 'Delete', exact: true }).click()
    const question = page.getByRole('alertdialog', { name: 'Delete 11 devices?' })
    await question.getByText('Restore it from the trash within 30 days').waitFor()
    const confirm = question.getByRole('button', { name: 'Delete 11 devices' })
    assert.equal(await confirm.isDisabled(), true)
    await question.getByLabel('Type 11 to confirm').fill('11')
    await confirm.click()
    await toast(page, '11 devices deleted').getByRole('button', { name: 'Undo' }).waitFor()
  }))

test('what others need stays: the list says why, of one alone and of each among several', async () => {
  const spare = await makeProfile(stage, 'Spare profile')
  await makeProfile(stage, 'Pump profile')
  await stage.call('POST', '/api/device', { name: 'Pump that needs it', type: 'Pump profile' })
  const reason = 'Devices use this profile. Assign them another one first.'
  await stage.play(async (page) => {
    await openAs(page, tenant, '/deviceProfiles')
    await choose(page, 'Pump profile', 'Delete device profile')
    const reported = page.getByRole('alert').filter({ hasText: reason })
    await reported.getByRole('button', { name: 'Close' }).click()
    await row(page, 'Pump profile').waitFor()

    for (const name of ['Spare profile', 'Pump profile'])
      await page.getByRole('checkbox', { name: `Select ${name}` }).check()
    await page.getByRole('button', { name: 'Delete', exact: true }).click()
    await toast(page, '1 device profile deleted').waitFor()
    await row(page, 'Spare profile').waitFor({ state: 'detached' })
    const bar = page.getByRole('region', { name: '1 selected' })
    const failures = bar.getByRole('listitem')
    assert.deepEqual(await failures.allTextContents(), [`Pump profile: ${reason}`])
    await bar.getByRole('button', { name: 'Retry failed' }).click()
    await failures.waitFor()
    // A notice about one entity isn't shown for others.
    await bar.getByRole('button', { name: 'Clear selection' }).click()
    await page.getByRole('checkbox', { name: 'Select Pump profile' }).check()
    await bar.waitFor()
    assert.equal(await failures.count(), 0)

    await toast(page, '1 device profile deleted').getByRole('button', { name: 'Undo' }).click()
    await row(page, 'Spare profile').waitFor()
  })
  await stage.call('GET', `/api/deviceProfile/${spare.id.id}`)
})

test('the trash lists what was deleted; what has lost its name and token comes back with others', () =>
  stage.play(async (page) => {
    const device = await make('Pump of old')
    const { credentialsId } = await stage.call<{ credentialsId: string }>(
      'GET',
      `/api/device/${device.id.id}/credentials`,
    )
    await stage.call('DELETE', `/api/device/${device.id.id}`)
    await stage.call('POST', `/api/device?accessToken=${credentialsId}`, { name: 'Pump of old', type: 'default' })
    await openAs(page, tenant, '/devices')
    await page.getByRole('link', { name: 'Trash' }).click()
    await page.getByRole('heading', { level: 1, name: 'Trash' }).waitFor()
    await page.getByText('Deleted items stay here for 30 days').waitFor()
    await page.getByRole('searchbox', { name: 'Search trash' }).fill('pump of')
    await row(page, 'Pump of old').getByText(tenant.email).waitFor()
    await page.getByText('1 of 1').waitFor()

    await choose(page, 'Pump of old', 'Restore')
    const dialog = page.getByRole('dialog', { name: 'Restore Pump of old' })
    await dialog.getByText('This name is taken. Enter another.').waitFor()
    await dialog.getByLabel('Name').fill('')
    await dialog.getByText('Enter a name.').waitFor()
    await dialog.getByLabel('Name').fill('x'.repeat(256))
    await dialog.getByText('Use at most 255 characters (now 256).').waitFor()
    await dialog.getByLabel('Name').fill('Pump <script>')
    await dialog.getByRole('button', { name: 'Restore' }).click()
    await dialog.getByText(/can’t contain HTML/).waitFor()
    await dialog.getByLabel('Name').fill('Pump back again')
    await dialog.getByRole('button', { name: 'Restore' }).click()
    await dialog.getByText('Another device uses these credentials. New ones are needed.').waitFor()
    await dialog.getByLabel('Generate a new access token').check()
    await dialog.getByRole('button', { name: 'Restore' }).click()
    await toast(page, 'Pump back again restored').waitFor()
    await page.getByText('No item matches “pump of”').waitFor()
    assert.equal(await isThere(device), true)
    const now = await stage.call<{ credentialsId: string }>('GET', `/api/device/${device.id.id}/credentials`)
    assert.notEqual(now.credentialsId, credentialsId)
  }))

test('one kind alone is shown; things are deleted permanently one by one and all together', () =>
  stage.play(async (page) => {
    const asset = await stage.call<TestEntity>('POST', '/api/asset', { name: 'Old hall', type: 'hall' })
    await stage.call('DELETE', `/api/asset/${asset.id.id}`)
    const device = await make('Old meter')
    await stage.call('DELETE', `/api/device/${device.id.id}`)
    await openAs(page, tenant, '/trash')
    await row(page, 'Old meter').waitFor()
    await page.getByRole('button', { name: 'Kind' }).first().click()
    await page.getByRole('dialog', { name: 'Kind' }).getByRole('button', { name: 'Asset', exact: true }).click()
    await row(page, 'Old meter').waitFor({ state: 'detached' })
    await choose(page, 'Old hall', 'Delete permanently')
    const question = page.getByRole('alertdialog', { name: 'Delete Old hall permanently?' })
    await question.getByRole('button', { name: 'Delete permanently' }).click()
    await toast(page, 'Old hall deleted permanently').waitFor()
    await page.getByText('No items of this type in the trash').waitFor()

    await page.goto('/trash')
    await row(page, 'Old meter').waitFor()
    const { totalElements } = await stage.call<{ totalElements: number }>('GET', '/api/v2/trash?pageSize=1&page=0')
    await page.getByRole('button', { name: 'Empty trash' }).click()
    const all = page.getByRole('alertdialog', { name: 'Empty the trash?' })
    if (totalElements > 10) await all.getByLabel(/^Type/).fill(String(totalElements))
    await all.getByRole('button', { name: 'Empty trash' }).click()
    await page.getByText('The trash is empty').waitFor()
    await until(
      'the trash to be empty',
      () => stage.call<{ totalElements: number }>('GET', '/api/v2/trash?pageSize=1&page=0'),
      (now) => now.totalElements === 0,
    )
  }))

test('an edge whose key is taken gets a new one; the system has a trash of its own', async () => {
  const edge = (name: string) =>
    stage.call<TestEntity>('POST', '/api/edge', { name, type: 'default', routingKey: 'the one key', secret: 'secret' })
  const old = await edge('Edge of old')
  await stage.call('DELETE', `/api/edge/${old.id.id}`)
  await edge('Edge of now')
  await stage.play(async (page) => {
    await openAs(page, tenant, '/trash')
    await choose(page, 'Edge of old', 'Restore')
    const dialog = page.getByRole('dialog', { name: 'Restore Edge of old' })
    await dialog.getByText('Another edge uses this edge key. A new one is needed.').waitFor()
    await dialog.getByLabel('Generate a new edge key and secret').check()
    await dialog.getByRole('button', { name: 'Restore' }).click()
    await toast(page, 'Edge of old restored').waitFor()
  })
  const root = await signIn(stage.platform, administrator.email, administrator.password)
  const { id } = await callAs<TestEntity>(stage.platform, root, 'POST', '/api/tenantProfile', { name: 'Small plan' })
  await callAs(stage.platform, root, 'DELETE', `/api/tenantProfile/${id.id}`)
  await stage.play(async (page) => {
    await openAs(page, administrator, '/tenantProfiles')
    await page.getByRole('link', { name: 'Trash' }).click()
    await page.getByText('Deleted system entities').waitFor()
    await row(page, 'Small plan').getByText('Tenant profile').waitFor()
    assert.equal(await row(page, 'Edge of old').count(), 0)
    await choose(page, 'Small plan', 'Restore')
    await toast(page, 'Small plan restored').waitFor()
  })
})

test('a customer has no trash', () =>
  stage.play(async (page) => {
    await openAs(page, customer, '/devices')
    assert.equal(await page.getByRole('link', { name: 'Trash' }).count(), 0)
    await page.goto('/trash')
    await page.getByRole('alertdialog').waitFor()
  }))

for (const viewport of [wide, phone]) {
  test(`axe finds nothing at ${viewport.width} px, in either colour scheme`, () =>
    stage.play(
      async (page) => {
        const device = await make(`Seen ${viewport.width}`)
        await stage.call('DELETE', `/api/device/${device.id.id}`)
        await openAs(page, tenant, '/trash')
        const item = main(page)
          .getByRole('button', { name: new RegExp(`Seen ${viewport.width}`) })
          .first()
        await item.waitFor()
        assert.deepEqual(await inspect(page, 'trash'), [])
        await item.click()
        await page.getByRole('dialog').getByLabel('Name').waitFor()
        assert.deepEqual(await inspect(page, 'restore dialog'), [])
      },
      // axe runs as a script in the page, which the content security policy blocks.
      { viewport, bypassCSP: true },
    ))
}
