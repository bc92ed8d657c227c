/**
 * Environment of the page tests: a server with the demo, Chromium, and functions that act as users.
 *
 * A failure reports the state of the page: its address, its text, and a screenshot.
 */

import assert from 'node:assert/strict'
import { cpSync, mkdtempSync, readdirSync, renameSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createTokenStore, type TokenKind, type TokenPair } from '@sonde/client/session/tokens'
import type { Browser, BrowserContext, BrowserContextOptions, ConsoleMessage, Page, Request } from 'playwright-core'
import {
  type CleanUp,
  lastLines,
  type Platform,
  type PlatformOptions,
  startPlatform,
  temporaryFolder,
} from '../platform/start-platform.ts'
import { callAs, signIn } from '../platform/world.ts'
import { holdBrowser } from './browser.ts'

export const tenant = { email: 'tenant@sonde.example', password: 'sonde-tenant' }
export const administrator = { email: 'sysadmin@sonde.example', password: 'sonde-sysadmin' }
export const customer = { email: 'customer@sonde.example', password: 'sonde-customer' }

/** Default timeout for conditions, ms. */
export const patienceMs = 60_000

export interface Ref {
  readonly entityType: string
  readonly id: string
}

export interface Stage {
  readonly platform: Platform
  /** A REST call as the demo's tenant administrator. */
  call<T = unknown>(method: string, path: string, body?: unknown): Promise<T>
  /** Creates a device of the default type. */
  makeDevice(name: string): Promise<Ref>
  /** Access token of a device of the plant. */
  deviceToken(name: string): Promise<string>
  /**
   * Runs `scene` on a page of a new visitor. Fails if it throws, if the page's own code fails, or if the page violates
   * its content security policy.
   */
  play(scene: Scene, options?: SceneOptions): Promise<void>
}

type Scene = (page: Page) => Promise<void>

export interface SceneOptions extends BrowserContextOptions {
  /** Starts with an empty browser cache: for tests of loading and its failures. */
  readonly isFirstVisit?: boolean
  /** Code of users tries what policies forbid: violations aren't faults. */
  readonly isHostile?: boolean
}

export async function openStage(t: CleanUp, options: PlatformOptions = {}): Promise<Stage> {
  const dataFolder = options.dataFolder ?? (await demoFolder(t))
  const platform = await startPlatform(t, { ...options, dataFolder, env: { ...demo, ...options.env } })
  const browser = await holdBrowser(t)
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
    play: createPlay(t, browser, platform),
  }
}

const demo = { SONDE_DEMO: 'true' }

/** Maximum age of the plant's newest values when a stage begins, ms. */
const demoAgeMsMax = 5 * 60_000

/**
 * Copy of the data folder after the demo's first start, which takes longer than the rest of the stage's setup: stages
 * that begin within minutes share one. undefined without the test command's folder, because there are no other stages
 * to share it with.
 */
async function demoFolder(t: CleanUp): Promise<string | undefined> {
  const { SONDE_TEST_FOLDER: shared } = process.env
  if (!shared) return undefined
  const dataFolder = temporaryFolder(t)
  const newest = readdirSync(shared)
    .filter((name) => /^demo-\d/.test(name))
    .sort()
    .at(-1)
  if (newest && Date.now() - Number(newest.split('-')[1]) < demoAgeMsMax) {
    cpSync(join(shared, newest), dataFolder, { recursive: true })
    return dataFolder
  }
  const madeAt = Date.now()
  const first = await startPlatform(t, { dataFolder, env: demo })
  await first.stop()
  // The rename is atomic: other processes find a complete folder or none.
  const half = join(shared, `half-${process.pid}`)
  cpSync(dataFolder, half, { recursive: true })
  renameSync(half, join(shared, `demo-${madeAt}-${process.pid}`))
  return dataFolder
}

/** A tab that its previous visitor has left by signing out. Without a page: a page must still be opened. */
interface Tab {
  readonly context: BrowserContext
  readonly page?: Page
}

/**
 * Scenes share tabs: a scene reuses a tab that the last visitor has signed out of, with the loaded client, which saves
 * most of a page's startup time.
 */
function createPlay(t: CleanUp, browser: Browser, platform: Platform): Stage['play'] {
  /** Unused tabs by their options. */
  const idle = new Map<string, Tab[]>()
  t.after(() => Promise.all([...idle.values()].flat().map(({ context }) => context.close())))
  return async (scene, { isFirstVisit = false, isHostile = false, viewport = wide, ...options } = {}) => {
    const key = JSON.stringify(options)
    const found = isFirstVisit ? undefined : idle.get(key)?.pop()
    const context = found?.context ?? (await openContext(browser, platform, options))
    const page = found?.page ?? (await openPage(context, platform))
    await page.setViewportSize(viewport ?? wide)
    // The last scene may have emulated another one.
    if (found?.page) await page.emulateMedia({ colorScheme: options.colorScheme ?? 'light' })
    let left: Tab | null = null
    try {
      left = await playIn({ context, page, isHostile }, found?.page !== undefined, platform, scene)
    } finally {
      if (left && !isFirstVisit) idle.set(key, [...(idle.get(key) ?? []), left])
      else await context.close()
    }
  }
}

export const wide = { width: 1440, height: 900 }
export const phone = { width: 390, height: 844 }

const openContext = (
  browser: Browser,
  { baseUrl }: Platform,
  options: BrowserContextOptions,
): Promise<BrowserContext> =>
  browser.newContext({
    baseURL: baseUrl,
    viewport: wide,
    reducedMotion: 'reduce',
    locale: 'en-US',
    timezoneId: 'UTC',
    ...options,
  })

/** How many times slower pages compute: with 5, tests that need a quick machine fail on any. Also delays each answer. */
const slowdown = Number(process.env.SONDE_TEST_SLOWDOWN ?? 1)

async function slowDown(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
  const unlimited = { downloadThroughput: -1, uploadThroughput: -1 }
  await session.send('Network.emulateNetworkConditions', { offline: false, latency: 100 * slowdown, ...unlimited })
}

async function openPage(context: BrowserContext, { baseUrl }: Platform): Promise<Page> {
  const page = await context.newPage()
  page.setDefaultTimeout(patienceMs)
  if (slowdown > 1) await slowDown(page)
  await page.addInitScript(atFirst(baseUrl, 'localStorage.clear()'))
  // Passed as text: it runs in the page, whose globals aren't declared here.
  await page.addInitScript(`document.addEventListener('securitypolicyviolation', (event) => {
    console.error('${violationMark}', event.effectiveDirective, event.blockedURI, event.sourceFile, event.lineNumber)
  })`)
  return page
}

/** Calls whose effect stays with a page and may apply to documents that are loaded later. */
const lasting = ['addInitScript', 'route', 'routeWebSocket', 'exposeFunction', 'on', 'setExtraHTTPHeaders'] as const

/** Page for a scene, which reports calls with a lasting effect. Playwright makes some of these calls itself, too. */
const watched = (page: Page, context: BrowserContext, changed: (what: 'page' | 'context') => void): Page =>
  Object.create(page, {
    context: {
      value: () => {
        changed('context')
        return context
      },
    },
    ...Object.fromEntries(
      lasting.map((name) => [
        name,
        {
          value: (...all: readonly unknown[]) => {
            changed('page')
            return (page[name] as (...all: readonly unknown[]) => unknown)(...all)
          },
        },
      ]),
    ),
  })

/** Underlying pages, for the stage's own use. */
const unwatched = new WeakMap<Page, Page>()

/** Plays the scene and returns the reusable part of the tab. */
async function playIn(
  { context, page, isHostile }: Required<Tab> & { readonly isHostile: boolean },
  isLeft: boolean,
  platform: Platform,
  scene: Scene,
): Promise<Tab | null> {
  const faults: string[] = []
  const noteFault = (error: Error) => void faults.push(`failed code: ${error.stack ?? error.message}`)
  const noteViolation = (message: ConsoleMessage) => {
    if (!isHostile && message.text().startsWith(violationMark)) faults.push(message.text())
  }
  page.on('pageerror', noteFault)
  page.on('console', noteViolation)
  /** Tokens of users who saved a table layout. */
  const tableUsers = new Set<string>()
  const noteTableUser = (request: Request) => {
    const { 'x-authorization': authorization } = request.headers()
    if (authorization && request.method() === 'PUT' && request.url().endsWith(tableLayouts))
      tableUsers.add(authorization)
  }
  context.on('request', noteTableUser)
  const changed = new Set<'page' | 'context'>()
  const seen = watched(page, context, (what) => {
    changed.add(what)
    leftPages.delete(seen)
  })
  unwatched.set(seen, page)
  if (isLeft) leftPages.add(seen)
  let next: Page | undefined
  try {
    await scene(seen)
    if (changed.size === 0 && (await hasLeft(page))) next = page
    assert.deepEqual(faults, [], 'The page reported faults.')
  } catch (error) {
    const log = `The server's last lines: ${lastLines(platform.output())}`
    const { where, words } = await describe(page)
    throw new Error([error instanceof Error ? error.message : error, ...faults, where, log, words].join('\n'), {
      cause: error,
    })
  } finally {
    page.off('pageerror', noteFault)
    page.off('console', noteViolation)
    if (!next) await page.close()
    context.off('request', noteTableUser)
    for (const authorization of tableUsers) {
      // A server that the scene stopped has no more visitors.
      await forgetTables(platform, authorization).catch(() => {})
    }
  }
  if (changed.has('context') || context.pages().length !== (next ? 1 : 0)) return null
  return next ? { context, page: next } : { context }
}

/** Pages, as passed to scenes, whose last visitor has signed out and that no user has signed in to since. */
const leftPages = new WeakSet<Page>()

/**
 * Whether the visitor could leave: was signed in and signed out as if in another tab, without a confirmation dialog.
 */
async function hasLeft(page: Page): Promise<boolean> {
  if (
    page.isClosed() ||
    !(await page.evaluate<boolean>(`location.protocol === 'http:' && 'jwt_token' in localStorage`))
  )
    return false
  await page.emulateMedia({ forcedColors: 'none', media: null })
  await page.mouse.move(0, 0)
  // State of init scripts stays, because they have already run.
  await page.evaluate(`localStorage.clear()
    for (const key of Object.keys(sessionStorage)) if (!key.startsWith('${atFirstMark}')) sessionStorage.removeItem(key)
    dispatchEvent(new StorageEvent('storage'))`)
  const question = page.getByRole('alertdialog')
  await page.getByRole('button', { name: 'Sign in', exact: true }).or(question).first().waitFor()
  return !(await question.isVisible())
}

const atFirstMark = 'test-'
let atFirstCount = 0

/** Script for a page's first document of that origin only, not for frames in it. */
function atFirst(origin: string, script: string): string {
  const done = JSON.stringify(`${atFirstMark}${atFirstCount++}`)
  return `if (self === top && location.origin === ${JSON.stringify(origin)} && !sessionStorage.getItem(${done})) {
    sessionStorage.setItem(${done}, 'done')
    ${script}
  }`
}

/** Setting with the table layouts of a user. */
const tableLayouts = '/api/v2/user/settings/tableLayouts'

/** Resets the table layouts for the next visitor. */
async function forgetTables({ baseUrl }: Platform, authorization: string): Promise<void> {
  const headers = { 'X-Authorization': authorization, 'Content-Type': 'application/json' }
  await fetch(`${baseUrl}${tableLayouts}`, { method: 'PUT', headers, body: '{}' })
}

const violationMark = 'Content security policy broken:'
const wordsMax = 1_500

/** `where`: address and screenshot; `words`: visible text. */
async function describe(page: Page): Promise<{ where: string; words: string }> {
  try {
    const screenshot = join(mkdtempSync(join(tmpdir(), 'sonde-page-')), 'page.png')
    await page.screenshot({ path: screenshot, timeout: patienceMs })
    // biome-ignore lint/performance/useDomNodeTextContent: what is seen, not what is hidden
    const words = (await page.locator('body').innerText()).replaceAll(/\s*\n\s*/g, ' | ')
    return { where: `On the page ${page.url()}\nScreenshot: ${screenshot}`, words: words.slice(0, wordsMax) }
  } catch (error) {
    return { where: `The page ${page.url()} could not be looked at: ${error}`, words: '' }
  }
}

/** Polls `read` until `accept` passes; fails with the last value. */
export async function until<T>(
  what: string,
  read: () => T | Promise<T>,
  accept: (value: T) => boolean,
  forMs = patienceMs,
): Promise<T> {
  const deadline = performance.now() + forMs
  // A read that searches the page takes as long as a short pause: waiting would slow down what it waits for.
  for (let pauseMs = 20; ; pauseMs = Math.min(pauseMs * 1.5, 200)) {
    const value = await read()
    if (accept(value)) return value
    if (performance.now() > deadline) assert.fail(`Waited in vain for ${what}; the last was ${JSON.stringify(value)}.`)
    await new Promise((resolve) => setTimeout(resolve, pauseMs))
  }
}

/** Signs in with the sign-in form of the page. */
export async function enterAs(page: Page, account: { email: string; password: string }): Promise<void> {
  await page.getByLabel('Email').fill(account.email)
  await page.getByLabel('Password', { exact: true }).fill(account.password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
}

/**
 * Opens `path` as a user who is already signed in. Only sign-in tests use the form: loading its page is half of the
 * work of a short scene.
 */
export async function openAs(page: Page, account: { email: string; password: string }, path: string): Promise<void> {
  const answer = await page.request.post('/api/auth/login', {
    data: { username: account.email, password: account.password },
  })
  assert.equal(answer.status(), 200, `${account.email} was not let in: ${await answer.text()}`)
  const { token, refreshToken } = (await answer.json()) as TokenPair
  const stored = new Map<string, string>()
  const tokens = createTokenStore(
    { get: () => null, set: (key, value) => void stored.set(key, value), remove: () => {} },
    { nowMs: () => Date.now() },
  )
  for (const [kind, text] of Object.entries({ access: token, refresh: refreshToken }))
    tokens.keep(kind as TokenKind, text, { fresh: true, offsetMs: null })
  const { origin } = new URL(answer.url())
  const store = `Object.assign(localStorage, ${JSON.stringify(Object.fromEntries(stored))})`
  // A reused tab gets the new session without loading the page again.
  if (leftPages.delete(page) && page.url() === `${origin}/login`) {
    await page.evaluate(
      `${store}; dispatchEvent(new StorageEvent('storage')); history.pushState({}, '', ${JSON.stringify(path)})`,
    )
  } else {
    if (page.url().startsWith(`${origin}/`)) await page.evaluate(store)
    else await (unwatched.get(page) ?? page).addInitScript(atFirst(origin, store))
    await page.goto(path)
  }
  await hasEntered(page, path)
}

/** Waits until `path` has replaced the sign-in form: the address changes earlier, and keys would go to the form. */
export async function hasEntered(page: Page, path: string): Promise<void> {
  await page.waitForURL((url) => url.pathname === path.split('?')[0])
  await page.getByRole('button', { name: 'Sign in', exact: true }).waitFor({ state: 'detached' })
}

/** Id of the plant's dashboard for the demo's users. */
export async function plantDashboardId(stage: Stage): Promise<string> {
  const { data } = await stage.call<{ data: { id: { id: string }; title: string }[] }>(
    'GET',
    '/api/tenant/dashboards?pageSize=10&page=0',
  )
  const plant = data.find(({ title }) => title === 'Riverside Works')
  assert.ok(plant, 'The demo has no dashboard of its plant.')
  return plant.id.id
}
