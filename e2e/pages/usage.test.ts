/** API usage from a tenant administrator's perspective: live counts, warnings, stops, and history. */

import assert from 'node:assert/strict'
import test, { after } from 'node:test'
import { callAs, signIn } from '../platform/world.ts'
import { inspect } from './axe.ts'
import { region } from './page-parts.ts'
import { administrator, customer, openAs, openStage, tenant } from './stage.ts'

const stage = await openStage({ after })

interface TenantProfile {
  readonly default: boolean
  readonly profileData: { readonly configuration: Record<string, unknown> }
}

/** Sets limits of the tenant's month. */
async function allow(limits: Readonly<Record<string, number>>): Promise<void> {
  const token = await signIn(stage.platform, administrator.email, administrator.password)
  const { data } = await callAs<{ data: TenantProfile[] }>(
    stage.platform,
    token,
    'GET',
    '/api/tenantProfiles?pageSize=10&page=0',
  )
  const profile = data.find((each) => each.default)
  assert.ok(profile, 'There is no default tenant profile.')
  const configuration = { ...profile.profileData.configuration, ...limits }
  await callAs(stage.platform, token, 'POST', '/api/tenantProfile', {
    ...profile,
    profileData: { ...profile.profileData, configuration },
  })
}

async function send(messages: number): Promise<void> {
  const token = await stage.deviceToken('Tank T-01')
  for (let level = 0; level < messages; level++) {
    const answer = await fetch(`${stage.platform.baseUrl}/api/v1/${token}/telemetry`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ level }),
    })
    assert.equal(answer.status, 200)
  }
}

test('counts come live, near the limit it warns, at the limit it says what stopped', () =>
  stage.play(async (page) => {
    await allow({ maxTransportMessages: 12, maxCreatedAlarms: 1000 })
    await openAs(page, tenant, '/usage')
    const transport = region(page, 'Transport')
    await send(10)
    await transport.getByText('10 of 12').waitFor()
    await transport.getByText('83.33').waitFor()
    await transport.getByText('Near the limit').waitFor()
    await send(2)
    await transport.getByText('Stopped').waitFor()
    await transport.getByText('Device messages are rejected').waitFor()
    await region(page, 'Rule engine').getByText('Running').waitFor()
    // The bar of the current hour grows.
    await region(page, 'Messages: Last 24 hours').getByText('12 in total').waitFor()
    await allow({ maxTransportMessages: 0 })
    await transport.getByText('12, no limit').first().waitFor()
    await transport.getByText('Running').waitFor()
  }))

test('bars are read by keys and as a table; the window is chosen and stays in the address', () =>
  stage.play(async (page) => {
    await openAs(page, tenant, '/usage')
    const messages = region(page, 'Messages: Last 24 hours')
    const bars = messages.getByRole('img', { name: /^Messages, Last 24 hours: 12 in total/ })
    await bars.focus()
    await page.keyboard.press('End')
    await messages.locator('[aria-live]').getByText(': 12').waitFor()
    await page.keyboard.press('ArrowLeft')
    await messages.locator('[aria-live]').getByText(': 0').waitFor()
    await messages.getByRole('button', { name: 'View as table' }).click()
    assert.equal(await messages.getByRole('row').nth(1).getByRole('cell').textContent(), '12')
    await region(page, 'SMS: Last 24 hours')
      .getByText(/^No data in this time range/)
      .waitFor()

    await page.getByRole('button', { name: /Last 24 hours/ }).click()
    const editor = page.getByRole('dialog', { name: 'Time window' })
    await editor.getByRole('button', { name: '30 days', exact: true }).click()
    await editor.getByRole('button', { name: 'Update' }).click()
    await region(page, 'Messages: Last 30 days').getByText('12 in total').waitFor()
    assert.match(page.url(), /window=last-2592000000/)
    await page.reload()
    await region(page, 'Messages: Last 30 days').waitFor()
  }))

test('a feature further back, and the way back', () =>
  stage.play(async (page) => {
    await openAs(page, tenant, '/usage')
    await page.getByRole('link', { name: 'Details Transport' }).click()
    await page.getByRole('heading', { level: 1, name: 'Transport' }).waitFor()
    await region(page, 'Messages: Last 30 days, by day').getByText('12 in total').waitFor()
    await region(page, 'Messages: Last 12 months, by month').getByText('12 in total').waitFor()
    assert.equal(await region(page, 'Alarms').count(), 0)
    await page.getByRole('link', { name: 'All usage' }).click()
    await region(page, 'Alarms').waitFor()
  }))

test('counts that cannot be loaded say so and come when asked again; others may not look', async () => {
  await stage.play(async (page) => {
    await page.route('**/api/plugins/telemetry/API_USAGE_STATE/**', (route) => route.abort())
    await openAs(page, tenant, '/usage')
    await page.getByText('Couldn’t load usage over time').waitFor()
    await region(page, 'Transport').getByText('12, no limit').first().waitFor()
    await page.unroute('**/api/plugins/telemetry/API_USAGE_STATE/**')
    await page.getByRole('button', { name: 'Retry now' }).click()
    await region(page, 'Messages: Last 24 hours').getByText('12 in total').waitFor()
  })
  await stage.play(async (page) => {
    await openAs(page, customer, '/devices')
    await page.goto('/usage')
    await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' }).click()
  })
})

for (const width of [1440, 390]) {
  test(`axe finds nothing about the usage at ${width} px`, () =>
    stage.play(
      async (page) => {
        await openAs(page, tenant, '/usage')
        const messages = region(page, 'Messages: Last 24 hours')
        await messages.getByText('12 in total').waitFor()
        const found = await inspect(page, 'usage')
        await messages.getByRole('button', { name: 'View as table' }).click()
        found.push(...(await inspect(page, 'table')))
        await page.goto('/usage?feature=notifications')
        await region(page, 'SMS: Last 12 months, by month')
          .getByText(/^No data in this time range/)
          .waitFor()
        found.push(...(await inspect(page, 'feature')))
        assert.deepEqual(found, [])
      },
      { viewport: { width, height: 900 }, bypassCSP: true },
    ))
}
