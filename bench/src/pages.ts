/**
 * Responsiveness of the page with 10,000 devices: navigation between visited pages, the first rows of a long list,
 * bytes that a page loads, and interaction to next paint over a journey. Chromium on this machine, without throttling.
 */

import { launchBrowser, wholeBrowser } from '../../e2e/pages/browser.ts'
import { enterAs, tenant } from '../../e2e/pages/stage.ts'
import { startPlatform } from '../../e2e/platform/start-platform.ts'
import { callAs, signIn } from '../../e2e/platform/world.ts'
import { withCleanUp } from './clean-up.ts'
import { countLoads, kilobytes, type Page } from './loaded-bytes.ts'
import type { Row } from './report.ts'

const devices = 10_000
const rounds = 10

/** Pages of the tenant administrator, in the order of the visits; `rows`: whether to wait for rows of a list. */
const places = [
  { path: '/home', link: 'Home', rows: false },
  { path: '/devices', link: 'Devices', rows: true },
  { path: '/assets', link: 'Assets', rows: false },
  { path: '/customers', link: 'Customers', rows: true },
  { path: '/deviceProfiles', link: 'Device profiles', rows: true },
  { path: '/auditLogs', link: 'Audit log', rows: true },
  { path: '/dashboards', link: 'Dashboards', rows: true },
] as const

export async function benchPages(): Promise<Row[]> {
  return withCleanUp(async (t) => {
    const platform = await startPlatform(t, {
      env: { SONDE_DEMO: 'true', SONDE_ADMIN_EMAIL: '', SONDE_ADMIN_PASSWORD: '' },
    })
    const token = await signIn(platform, tenant.email, tenant.password)
    for (let at = 0; at < devices; at += 100) {
      await Promise.all(
        Array.from({ length: 100 }, (_, i) =>
          callAs(platform, token, 'POST', '/api/device', {
            name: `Meter ${String(at + i).padStart(5, '0')}`,
            type: 'meter',
          }),
        ),
      )
    }
    const browser = await launchBrowser(wholeBrowser)
    t.after(() => browser.close())
    const context = await browser.newContext({ baseURL: platform.baseUrl, viewport: { width: 1440, height: 900 } })
    const page = await context.newPage()
    const loaded = await countLoads(page)
    // Passed as text, here and below: it runs in the page, whose globals aren't declared here.
    await page.addInitScript(`globalThis.interactions = []
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) if (entry.interactionId) globalThis.interactions.push(entry.duration)
      }).observe({ type: 'event', durationThreshold: 16, buffered: true })`)

    await page.goto('/login')
    await page.getByLabel('Email').waitFor()
    await page.waitForLoadState('networkidle')
    const signInBytes = loaded.take()
    await enterAs(page, tenant)
    await page.locator('nav a[href="/devices"]').waitFor()
    await page.waitForLoadState('networkidle')
    const firstBytes = loaded.take()

    const further: number[] = []
    // Includes the home page, since users may start elsewhere.
    for (const { path, rows } of places) {
      await visit(page, path, rows)
      await page.waitForLoadState('networkidle')
      further.push(loaded.take())
    }
    const navigations: number[] = []
    const firstRows: number[] = []
    for (let round = 0; round < rounds; round++) {
      for (const { path, rows } of places) {
        const took = await visit(page, path, rows)
        navigations.push(took)
      }
    }
    for (let round = 0; round < rounds; round++) {
      await page.goto('/home')
      await page.waitForLoadState('networkidle')
      firstRows.push(await visit(page, '/devices', true))
    }
    const interactions = await journey(page)
    return [
      figure('Sign-in: JavaScript and CSS, compressed', '≤ 170 KB', kilobytes(signInBytes)),
      figure('First page after sign-in adds', '≤ 120 KB', kilobytes(firstBytes)),
      figure('Any further page adds, the most', '≤ 120 KB', kilobytes(Math.max(...further))),
      figure('Navigation between two visited pages to painted content, p95', '≤ 100 ms', `${p95(navigations)} ms`),
      figure(`First rows of ${devices} devices, page reloaded, p95`, '≤ 300 ms', `${p95(firstRows)} ms`),
      figure('Interaction to next paint over a journey, p95', '≤ 100 ms', `${p95(interactions)} ms`),
    ]
  })
}

const figure = (what: string, mustReach: string, measured: string): Row => ({
  what,
  reference: '–',
  mustReach,
  measured,
})

const p95 = (values: readonly number[]): number => {
  const sorted = [...values].sort((a, b) => a - b)
  return Math.round(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * 0.95))] ?? 0)
}

/**
 * Follows the menu's link and returns the milliseconds from the click to the frame that shows the page: its own
 * heading, not that of the previous page, and rows if it has any.
 */
async function visit(page: Page, path: string, rows: boolean): Promise<number> {
  return page.evaluate<number>(`new Promise((resolve, reject) => {
    const link = document.querySelector('nav a[href="${path}"]')
    if (!link) return reject(new Error('The menu has no link to ${path}.'))
    const before = document.querySelector('main h1')
    const started = performance.now()
    const isThere = () =>
      location.pathname === '${path}' &&
      ![null, before].includes(document.querySelector('main h1')) &&
      document.querySelector('main .sd-skeleton') === null &&
      (${!rows} || document.querySelector('main tbody tr, main [role="row"] [role="gridcell"], main [role="listitem"]') !== null)
    const look = () => {
      if (isThere()) requestAnimationFrame(() => resolve(performance.now() - started))
      else if (performance.now() - started > 10000) reject(new Error('${path} did not show.'))
      else requestAnimationFrame(look)
    }
    link.click()
    look()
  })`)
}

/**
 * Typical interactions with many devices; returns the durations of all interactions, ms. Those shorter than 16 ms count
 * as 16.
 */
async function journey(page: Page): Promise<number[]> {
  await page.evaluate('void (globalThis.interactions.length = 0)')
  let count = 0
  const act = async (what: () => Promise<unknown>) => {
    await what()
    count++
    await page.evaluate('new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))')
  }
  const main = page.locator('main')
  for (const text of ['Meter 00', 'Meter 01', 'Pump']) {
    await act(() => main.getByRole('searchbox').first().fill(''))
    for (const letter of text) await act(() => page.keyboard.press(letter === ' ' ? 'Space' : letter))
    await page.waitForLoadState('networkidle')
  }
  await act(() => main.getByRole('searchbox').first().fill(''))
  await page.waitForLoadState('networkidle')
  for (let i = 0; i < 3; i++) {
    await act(() => main.locator('tbody tr').nth(i).click())
    const drawer = page.getByRole('complementary').or(page.getByRole('dialog')).last()
    await drawer.waitFor()
    for (const tab of ['Attributes', 'Latest telemetry', 'Alarms', 'Relations']) {
      await act(() => drawer.getByRole('tab', { name: tab }).click())
    }
    await act(() => page.keyboard.press('Escape'))
  }
  for (const name of ['Assets', 'Customers', 'Devices']) {
    await act(() => page.locator('nav').getByRole('link', { name, exact: true }).first().click())
    await page.waitForLoadState('networkidle')
  }
  const slow = await page.evaluate<number[]>('globalThis.interactions')
  return [...slow, ...Array.from({ length: Math.max(0, count - slow.length) }, () => 16)]
}
