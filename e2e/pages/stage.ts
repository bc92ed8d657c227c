/**
 * The stage of the page tests: the demo's platform, Chromium, and people who use the page.
 *
 * Whatever fails says what was on the page: its address, its words, and a screenshot.
 */

import assert from 'node:assert/strict'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { type CleanUp, type Platform, type PlatformOptions, startPlatform } from '../platform/start-platform.ts'
import { callAs, signIn } from '../platform/world.ts'
import { launchBrowser } from './browser.ts'

export const tenant = { email: 'tenant@sonde.example', password: 'sonde-tenant' }
export const administrator = { email: 'sysadmin@sonde.example', password: 'sonde-sysadmin' }
export const customer = { email: 'customer@sonde.example', password: 'sonde-customer' }

/** How long a condition is waited for. */
export const patienceMs = 60_000

export interface Ref {
  readonly entityType: string
  readonly id: string
}

export interface Stage {
  readonly platform: Platform
  /** A REST call as the demo's tenant administrator. */
  call<T = unknown>(method: string, path: string, body?: unknown): Promise<T>
  /** A new device of the default type. */
  makeDevice(name: string): Promise<Ref>
  /** The access token of a device of the plant. */
  deviceToken(name: string): Promise<string>
  /**
   * Runs `scene` on a page of a new visitor. Fails when it throws, when the page's own code fails, or when it breaks its
   * content security policy.
   */
  play(scene: (page: Page) => Promise<void>, options?: BrowserContextOptions): Promise<void>
}

export async function openStage(t: CleanUp, options: PlatformOptions = {}): Promise<Stage> {
  const platform = await startPlatform(t, { ...options, env: { SONDE_DEMO: 'true', ...options.env } })
  const browser = await launchBrowser()
  t.after(() => browser.close())
  const token = await signIn(platform, tenant.email, tenant.password)
  const call = <T>(method: string, path: string, body?: unknown) => callAs<T>(platform, token, method, path, body)
  return {
    platform,
    call,
    makeDevice: async (name) => (await call<{ id: Ref }>('POST', '/api/device', { name, type: 'default' })).id,
    async deviceToken(name) {
      const device = await call<{ id: { id: string } }>(
        'GET',
        `/api/tenant/devices?deviceName=${encodeURIComponent(name)}`,
      )
      return (await call<{ credentialsId: string }>('GET', `/api/device/${device.id.id}/credentials`)).credentialsId
    },
    play: (scene, context) => play(browser, platform, scene, context),
  }
}

async function play(
  browser: Browser,
  platform: Platform,
  scene: (page: Page) => Promise<void>,
  options: BrowserContextOptions = {},
): Promise<void> {
  const context = await browser.newContext({
    baseURL: platform.baseUrl,
    viewport: { width: 1440, height: 900 },
    reducedMotion: 'reduce',
    locale: 'en-US',
    timezoneId: 'UTC',
    ...options,
  })
  const page = await context.newPage()
  page.setDefaultTimeout(patienceMs)
  const faults: string[] = []
  page.on('pageerror', (error) => faults.push(`failed code: ${error.stack ?? error.message}`))
  page.on('console', (message) => {
    if (message.text().startsWith(violationMark)) faults.push(message.text())
  })
  /** Tokens of users who saved a table layout. */
  const tableUsers = new Set<string>()
  context.on('request', (request) => {
    const { 'x-authorization': authorization } = request.headers()
    if (authorization && request.method() === 'PUT' && request.url().endsWith(tableLayouts))
      tableUsers.add(authorization)
  })
  // As text: it runs in the page, whose names are not known here.
  await page.addInitScript(`document.addEventListener('securitypolicyviolation', (event) => {
    console.error('${violationMark}', event.effectiveDirective, event.blockedURI, event.sourceFile, event.lineNumber)
  })`)
  try {
    await scene(page)
    assert.deepEqual(faults, [], 'The page reported faults.')
  } catch (error) {
    const reported = await describe(page)
    throw new Error(`${error instanceof Error ? error.message : error}\n${[...faults, reported].join('\n')}`, {
      cause: error,
    })
  } finally {
    await context.close()
    for (const authorization of tableUsers) {
      // A platform that the scene stopped has no next visitor.
      await forgetTables(platform, authorization).catch(() => {})
    }
  }
}

/** Where the platform keeps how a user left tables. */
const tableLayouts = '/api/v2/user/settings/tableLayouts'

/** The next visitor finds tables as they are by themselves. */
async function forgetTables({ baseUrl }: Platform, authorization: string): Promise<void> {
  const headers = { 'X-Authorization': authorization, 'Content-Type': 'application/json' }
  await fetch(`${baseUrl}${tableLayouts}`, { method: 'PUT', headers, body: '{}' })
}

const violationMark = 'Content security policy broken:'
const wordsMax = 3_000

async function describe(page: Page): Promise<string> {
  try {
    const screenshot = join(mkdtempSync(join(tmpdir(), 'sonde-page-')), 'page.png')
    await page.screenshot({ path: screenshot, timeout: patienceMs })
    // biome-ignore lint/performance/useDomNodeTextContent: what is seen, not what is hidden
    const words = (await page.locator('body').innerText()).replaceAll(/\s*\n\s*/g, ' | ')
    return `On the page ${page.url()}: ${words.slice(0, wordsMax)}\nScreenshot: ${screenshot}`
  } catch (error) {
    return `The page ${page.url()} could not be looked at: ${error}`
  }
}

/** Waits until `read` gives what passes `accept`; fails with the last it gave. */
export async function until<T>(
  what: string,
  read: () => T | Promise<T>,
  accept: (value: T) => boolean,
  forMs = patienceMs,
): Promise<T> {
  const deadline = performance.now() + forMs
  for (;;) {
    const value = await read()
    if (accept(value)) return value
    if (performance.now() > deadline) assert.fail(`Waited in vain for ${what}; the last was ${JSON.stringify(value)}.`)
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}

/** Signs in on the page, which shows the sign-in form. */
export async function enterAs(page: Page, account: { email: string; password: string }): Promise<void> {
  await page.getByLabel('Email').fill(account.email)
  await page.getByLabel('Password', { exact: true }).fill(account.password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
}

/** Opens `path` as somebody: the sign-in page comes first, then what was asked for. */
export async function openAs(page: Page, account: { email: string; password: string }, path: string): Promise<void> {
  await page.goto(path)
  await enterAs(page, account)
  await hasEntered(page, path)
}

/** Waits until `path` stands where the sign-in form was: the address changes before that, and keys would go to the form. */
export async function hasEntered(page: Page, path: string): Promise<void> {
  await page.waitForURL((url) => url.pathname === path.split('?')[0])
  await page.getByRole('button', { name: 'Sign in', exact: true }).waitFor({ state: 'detached' })
}

/** The wire's id of the plant's dashboard, as the demo's users have it. */
export async function plantDashboardId(stage: Stage): Promise<string> {
  const { data } = await stage.call<{ data: { id: { id: string }; title: string }[] }>(
    'GET',
    '/api/tenant/dashboards?pageSize=10&page=0',
  )
  const plant = data.find(({ title }) => title === 'Riverside Works')
  assert.ok(plant, 'The demo has no dashboard of its plant.')
  return plant.id.id
}
