/**
 * Catalog of shared components (`npm run catalogue`): every component has a story, and every story is drawn under the
 * client's content security policy, in both color schemes, without an error and without an axe violation.
 */

import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { after, type TestContext, test } from 'node:test'
import { unauthenticated } from '@sonde/model/errors'
import type { Page } from 'playwright-core'
import { startTestApp } from '../../packages/server/src/http/http-testing.ts'
import { registerStaticClient } from '../../packages/server/src/http/static-client.ts'
import { projectRoot, temporaryFolder } from '../platform/start-platform.ts'
import { inspect } from './axe.ts'
import { launchBrowser } from './browser.ts'
import { patienceMs, phone } from './stage.ts'

/** Required components, by the ids of their stories. */
const wanted = [
  'breadcrumbs',
  'chips',
  'code-editor',
  'color-picker',
  'contact-form',
  'date-time',
  'dialogs',
  'entity-pickers',
  'fields',
  'file-upload',
  'footer',
  'help-popup',
  'icon-picker',
  'import-json',
  'json-editor',
  'key-value-map',
  'led',
  'logo',
  'markdown-editor',
  'navigation-tree',
  'playback',
  'popovers',
  'schema-form',
  'script-editor',
  'script-test-dialog',
  'social-share',
  'time-window',
  'toasts',
  'user-menu',
  'value-input',
  'widgets-bundle-select',
]

const folder = process.env.SONDE_CATALOGUE ?? temporaryFolder({ after })
if (!process.env.SONDE_CATALOGUE) {
  // Like `npm run catalogue`, but built, because the policy applies to the built form.
  const vite = join(projectRoot, 'node_modules/vite/bin/vite.js')
  const built = spawnSync(
    process.execPath,
    [vite, 'build', '--config', 'catalogue.config.ts', '--outDir', folder, '--emptyOutDir', '--logLevel', 'warn'],
    { cwd: join(projectRoot, 'packages/web'), encoding: 'utf8' },
  )
  assert.equal(built.status, 0, built.stdout + built.stderr)
}
// Registered first, so that it is closed first: the server waits for its pages.
const browser = await launchBrowser()
after(() => browser.close())
const { baseUrl } = await startTestApp({ after } as unknown as TestContext, {
  scopeOfToken: () => Promise.reject(unauthenticated('nobody')),
  register: (_, app) => registerStaticClient(app, { folder, languages: ['en_US'], defaultLanguage: 'en_US' }),
})

const wide = { width: 1280, height: 900 }

async function open(bypassCSP: boolean): Promise<{ page: Page; faults: string[] }> {
  const context = await browser.newContext({
    baseURL: baseUrl,
    viewport: wide,
    reducedMotion: 'reduce',
    locale: 'en-US',
    timezoneId: 'UTC',
    bypassCSP,
  })
  const page = await context.newPage()
  page.setDefaultTimeout(patienceMs)
  const faults: string[] = []
  page.on('pageerror', (error) => faults.push(`failed code: ${error.stack ?? error.message}`))
  // Violations of the policy are reported here too.
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') faults.push(message.text())
  })
  return { page, faults }
}

/** The first story loads the page; the others change the address, as links do. */
async function openStory(page: Page, id: string): Promise<void> {
  const address = `/?story=${id}&alone`
  if (page.url() === 'about:blank') await page.goto(address)
  else
    await page.evaluate(`history.pushState(null, '', ${JSON.stringify(address)})
      dispatchEvent(new PopStateEvent('popstate'))`)
  await page.locator(`[data-story="${id}"]`).waitFor()
  // Editors load later than the page.
  await page.waitForFunction(() => document.querySelector('.sd-code-waiting') === null)
}

const { page: list } = await open(false)
await list.goto('/')
const links = list.getByRole('navigation', { name: 'Stories' }).getByRole('link')
await links.first().waitFor()
const ids = (
  await links.evaluateAll((all) =>
    all.map((link) => new URL((link as HTMLAnchorElement).href).searchParams.get('story')),
  )
).filter((id) => id !== null)
await list.context().close()

test('every shared piece has its story', () => {
  assert.deepEqual(
    wanted.filter((id) => !ids.includes(id)),
    [],
    'These pieces have no story.',
  )
  assert.equal(new Set(ids).size, ids.length, 'Two stories have the same id.')
})

test('every story is drawn under the policy of the client, wide and on a phone, without an error', async () => {
  const reported: string[] = []
  const { page, faults } = await open(false)
  for (const id of ids) {
    await page.setViewportSize(wide)
    await openStory(page, id)
    for (const size of [wide, phone]) {
      await page.setViewportSize(size)
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
      if (overflow > 0) faults.push(`at ${size.width} px the page is ${overflow} px wider than the window`)
    }
    reported.push(...faults.splice(0).map((fault) => `${id}: ${fault}`))
  }
  await page.context().close()
  assert.deepEqual(reported, [])
})

test('axe finds nothing in any story, in both schemes and in forced colors', async () => {
  const found: string[] = []
  const { page } = await open(true)
  for (const id of ids) {
    await openStory(page, id)
    found.push(...(await inspect(page, id, { isForced: true })))
  }
  await page.context().close()
  assert.deepEqual(found, [])
})

/** Layers over a story, with the button that opens each. */
const layers: readonly (readonly [story: string, button: string])[] = [
  ['dialogs', 'Show alert'],
  ['dialogs', 'Delete 24 devices'],
  ['json-editor', 'Edit JSON'],
  ['script-test-dialog', 'Test filter function'],
  ['import-json', 'Import profile'],
  ['color-picker', 'Pick colour'],
  ['icon-picker', 'Icon: device_thermostat'],
]

test('axe finds nothing in what opens over a story, and Escape closes it', async () => {
  const found: string[] = []
  const { page } = await open(true)
  for (const [id, button] of layers) {
    await openStory(page, id)
    await page.getByRole('button', { name: button, exact: true }).click()
    const dialog = page.locator('dialog[open]')
    await dialog.waitFor()
    await page.waitForFunction(() => document.querySelector('.sd-code-waiting') === null)
    found.push(...(await inspect(page, `${id}: ${button}`)))
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
  }
  await page.context().close()
  assert.deepEqual(found, [])
})

test('what is typed into an editor is kept, and Escape, then Tab, leaves it', async () => {
  const { page, faults } = await open(false)
  await openStory(page, 'code-editor')
  const box = page.getByRole('textbox', { name: 'Style' })
  await box.click()
  await page.keyboard.press('Control+A')
  await page.keyboard.type('.b{left:0}')
  await page.getByRole('region', { name: 'CSS' }).getByRole('button', { name: 'Format' }).click()
  assert.deepEqual(await box.locator('.cm-line').allTextContents(), ['.b {', '    left: 0;', '}', ''])
  await page.keyboard.press('Tab')
  assert.equal(await box.evaluate((element) => element === document.activeElement), true)
  await page.keyboard.press('Escape')
  await page.keyboard.press('Tab')
  assert.equal(await box.evaluate((element) => element === document.activeElement), false)
  assert.deepEqual(faults, [])
  await page.context().close()
})
