/** Help: next to the explained element, in the user's language or English, and as pages with URLs. */

import assert from 'node:assert/strict'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import test, { after } from 'node:test'
import type { Page } from 'playwright-core'
import { projectRoot } from '../platform/start-platform.ts'
import { inspect } from './axe.ts'
import { dialog, main } from './page-parts.ts'
import { openAs, openStage, tenant, until } from './stage.ts'

const stage = await openStage({ after })

const help = (page: Page) => dialog(page, 'Help')
const helpButton = (page: Page) => page.getByRole('banner').getByRole('button', { name: 'Help', exact: true })

test('the help of a page lies beside it, its links turn it over, and the focus comes back', () =>
  stage.play(async (page) => {
    await openAs(page, tenant, '/devices')
    await helpButton(page).click()
    await help(page).getByRole('heading', { name: 'Devices', exact: true }).waitFor()
    await help(page).getByRole('link', { name: 'Add device' }).click()
    await help(page).getByRole('heading', { name: 'Add a device' }).waitFor()
    await help(page).getByRole('button', { name: 'All help pages' }).click()
    await help(page).getByRole('heading', { name: 'Users and administration' }).waitFor()
    await help(page).getByRole('button', { name: 'Back' }).click()
    await help(page).getByRole('heading', { name: 'Add a device' }).waitFor()
    await page.keyboard.press('Escape')
    await help(page).waitFor({ state: 'detached' })
    await until(
      'the focus to come back',
      () => page.evaluate<string>('document.activeElement.getAttribute("aria-label")'),
      (name) => name === 'Help',
    )
    assert.equal(new URL(page.url()).pathname, '/devices')
  }))

test('a dialog and each tab of the details have their own', () =>
  stage.play(async (page) => {
    await openAs(page, tenant, '/devices?textSearch=Van%20V-06')
    await page.getByRole('button', { name: 'Van V-06', exact: true }).click()
    const drawer = page.getByRole('complementary', { name: 'Van V-06' })
    for (const [tab, title] of [
      ['Credentials', 'Device credentials'],
      ['Relations', 'Relations'],
    ] as const) {
      await drawer.getByRole('tab', { name: tab }).click()
      await drawer.getByRole('button', { name: 'Help', exact: true }).click()
      await help(page).getByRole('heading', { name: title, exact: true }).waitFor()
      await page.keyboard.press('Escape')
      await help(page).waitFor({ state: 'detached' })
    }
    await page.getByRole('button', { name: 'Add device' }).click()
    const wizard = page.getByRole('dialog', { name: 'Add device' })
    await wizard.getByRole('button', { name: 'Help', exact: true }).click()
    await help(page).getByRole('heading', { name: 'Add a device' }).waitFor()
    // Escape closes the topmost layer; the wizard stays open with its input.
    await page.keyboard.press('Escape')
    await wizard.getByLabel('Name', { exact: true }).waitFor()
  }))

test('a page of its own has an address, its examples can be copied, and its title is in the trail', () =>
  stage.play(async (page) => {
    await openAs(page, tenant, '/help/rule-nodes/filter-script')
    await page.getByRole('heading', { level: 1, name: 'Filter script' }).waitFor()
    // Included from a part that is shared with other scripts.
    await page.getByRole('cell', { name: 'metadata', exact: true }).waitFor()
    await page.getByText('return msg.temperature > 20;').waitFor()
    assert.equal(await page.getByText('{%').count(), 0)
    await page.getByRole('button', { name: 'Copy' }).first().waitFor()
    assert.match(await page.title(), /^Filter script/)
    await page.goto('/help')
    await page.getByRole('heading', { level: 1, name: 'Help', exact: true }).waitFor()
    await main(page).getByRole('link', { name: 'Operate Sonde' }).click()
    await page.waitForURL('**/help/docs/operating')
    await page.getByRole('heading', { level: 1 }).waitFor()
    await page.goto('/help/nothing-of-this-name')
    await page.getByText('Not found', { exact: true }).waitFor()
  }))

test('who reads another language gets English where there is nothing else', () =>
  stage.play(
    async (page) => {
      const requested: string[] = []
      page.on('response', (response) => {
        const { pathname } = new URL(response.url())
        if (pathname.startsWith('/assets/help/')) requested.push(`${response.status()} ${pathname}`)
      })
      await openAs(page, tenant, '/help/devices')
      await page.getByRole('heading', { level: 1, name: 'Devices' }).waitFor()
      assert.deepEqual(requested, ['404 /assets/help/fr_FR/devices.md', '200 /assets/help/en_US/devices.md'])
    },
    { locale: 'fr-FR' },
  ))

test('every file of the help is served as Markdown, and asked for anew after an upgrade', async () => {
  const folder = join(projectRoot, 'packages/web/public/assets/help/en_US')
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.md'))
  assert.ok(files.length > 60)
  for (const file of files) {
    const answer = await fetch(`${stage.platform.baseUrl}/assets/help/en_US/${file}`)
    assert.equal(answer.status, 200, file)
    assert.match(answer.headers.get('content-type') ?? '', /^text\/markdown/, file)
    assert.equal(answer.headers.get('cache-control'), 'no-cache', file)
  }
})

for (const width of [1440, 390]) {
  test(`help at ${width} px: axe finds nothing, and nothing is wider than the page`, () =>
    stage.play(
      async (page) => {
        const found: string[] = []
        const fits = async (name: string) => {
          const extra = await page.evaluate<number>('document.scrollingElement.scrollWidth - innerWidth')
          if (extra > 0) found.push(`${name} is ${extra} px too wide`)
        }
        await openAs(page, tenant, '/devices')
        if (width === 390) {
          await page.getByRole('button', { name: 'Account of Ada Rivers' }).click()
          await page.getByRole('menuitem', { name: 'Help', exact: true }).click()
        } else {
          await helpButton(page).click()
        }
        await help(page).getByRole('heading', { name: 'Devices', exact: true }).waitFor()
        found.push(...(await inspect(page, 'help beside the page')))
        await fits('help beside the page')
        for (const name of ['index', 'rule-nodes/message', 'device-profiles/alarm-rules', 'docs/operating']) {
          await page.goto(`/help/${name}`)
          await page.getByRole('heading', { level: 1 }).waitFor()
          found.push(...(await inspect(page, name)))
          await fits(name)
        }
        assert.deepEqual(found, [])
      },
      { viewport: { width, height: width === 390 ? 844 : 900 }, bypassCSP: true },
    ))
}
