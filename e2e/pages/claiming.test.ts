/** A customer user claims a claimable device. */

import assert from 'node:assert/strict'
import test, { after } from 'node:test'
import type { Page } from 'playwright-core'
import { inspect } from './axe.ts'
import { main } from './page-parts.ts'
import { customer, openAs, openStage } from './stage.ts'

const stage = await openStage({ after })
const name = 'Garden sensor'
await stage.call('POST', '/api/device', { name, type: 'default' })
const token = await stage.deviceToken(name)

async function offer(secretKey: string): Promise<void> {
  const answer = await fetch(`${stage.platform.baseUrl}/api/v1/${token}/claim`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ secretKey, durationMs: 60_000 }),
  })
  assert.equal(answer.status, 200)
}

const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'Claim device' })
const claim = (page: Page) => dialogOf(page).getByRole('button', { name: 'Claim device' }).click()

test('axe finds nothing in the dialog', () =>
  stage.play(
    async (page) => {
      await openAs(page, customer, '/devices')
      await page.getByRole('button', { name: 'Claim device' }).click()
      await dialogOf(page).getByLabel('Device name').waitFor()
      assert.deepEqual(await inspect(page, 'claiming'), [])
    },
    { bypassCSP: true },
  ))

test('what is wrong is said in words; the right secret brings the device into the list', () =>
  stage.play(async (page) => {
    await openAs(page, customer, '/devices')
    await page.getByRole('button', { name: 'Claim device' }).click()
    await claim(page)
    await dialogOf(page).getByText('Enter the name printed on the device').waitFor()
    await dialogOf(page).getByLabel('Device name').fill('No such device')
    await claim(page)
    await dialogOf(page).getByText('No device has this name.').waitFor()
    await dialogOf(page).getByLabel('Device name').fill(name)
    await claim(page)
    await dialogOf(page).getByText('The device can’t be claimed now').waitFor()
    await offer('tulip')
    await dialogOf(page).getByRole('textbox', { name: 'Secret key' }).fill('rose')
    await claim(page)
    await dialogOf(page).getByText('or the secret is wrong').waitFor()
    await offer('tulip')
    await dialogOf(page).getByRole('textbox', { name: 'Secret key' }).fill('tulip')
    await claim(page)
    await page.getByText(`${name} claimed`).waitFor()
    await page.getByRole('heading', { name }).waitFor()
    await page.goto(`/devices?textSearch=${encodeURIComponent(name)}`)
    await main(page).getByText(name).first().waitFor()
    // The device is already claimed.
    await page.getByRole('button', { name: 'Claim device' }).click()
    await dialogOf(page).getByLabel('Device name').fill(name)
    await claim(page)
    await dialogOf(page).getByText('already claimed').waitFor()
  }))
