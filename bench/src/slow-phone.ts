/**
 * First visit with a slow phone: Chromium with an empty cache, 390 × 844 px, CPU four times slower, 1.6 Mbit/s down and
 * 0.75 Mbit/s up, 150 ms of latency. The process of the platform shares the machine.
 */

import { launchBrowser, wholeBrowser } from '../../e2e/pages/browser.ts'
import { openAs, tenant } from '../../e2e/pages/stage.ts'
import { startPlatform } from '../../e2e/platform/start-platform.ts'
import { withCleanUp } from './clean-up.ts'
import type { Page } from './loaded-bytes.ts'
import type { Row } from './report.ts'

const rounds = 5

interface Visit {
  readonly firstPaintMs: number
  readonly headingMs: number
  /** When the last part of the page shows its content. */
  readonly wholeMs: number
  readonly requests: number
  readonly shift: number
}

export async function benchSlowPhone(): Promise<Row[]> {
  return withCleanUp(async (t) => {
    const platform = await startPlatform(t, {
      env: { SONDE_DEMO: 'true', SONDE_ADMIN_EMAIL: '', SONDE_ADMIN_PASSWORD: '' },
    })
    const browser = await launchBrowser(wholeBrowser)
    t.after(() => browser.close())
    const visitOnce = async (path: string, signedIn: boolean, last: string): Promise<Visit> => {
      const context = await browser.newContext({
        baseURL: platform.baseUrl,
        viewport: { width: 390, height: 844 },
        hasTouch: true,
        isMobile: true,
      })
      const page = await context.newPage()
      // Signs in with another tab, and its cache is emptied.
      if (signedIn) await openAs(page, tenant, '/profile')
      const measured = signedIn ? await context.newPage() : page
      const visit = await visitSlowly(measured, path, last)
      await context.close()
      return visit
    }
    const rows: Row[] = []
    for (const [name, path, signedIn, last] of [
      ['Sign-in', '/login', false, '#root form input'],
      ['Home', '/home', true, 'main .sd-kpi'],
      ['Devices', '/devices', true, 'main .sd-list-item'],
    ] as const) {
      const visits: Visit[] = []
      for (let round = 0; round < rounds; round++) visits.push(await visitOnce(path, signedIn, last))
      const of = (read: (visit: Visit) => number) => median(visits.map(read))
      rows.push({
        what: `${name}: first paint, heading, whole page, requests, layout shift`,
        reference: '–',
        mustReach:
          path === '/home' ? 'first paint ≤ 2 s, ≤ 25 requests, shift ≤ 0.02' : 'first paint ≤ 2 s, shift ≤ 0.02',
        measured: `${seconds(of((visit) => visit.firstPaintMs))}, ${seconds(of((visit) => visit.headingMs))}, ${seconds(of((visit) => visit.wholeMs))}, ${of((visit) => visit.requests)}, ${of((visit) => visit.shift).toFixed(3)}`,
      })
    }
    return rows
  })
}

/**
 * Loads `path` with the network and the CPU of a slow phone, until an element that matches `last` is there and nothing
 * is loading.
 */
async function visitSlowly(page: Page, path: string, last: string): Promise<Visit> {
  const session = await page.context().newCDPSession(page)
  await session.send('Network.enable')
  await session.send('Network.clearBrowserCache')
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 150,
    downloadThroughput: 1.6e6 / 8,
    uploadThroughput: 0.75e6 / 8,
  })
  await session.send('Emulation.setCPUThrottlingRate', { rate: 4 })
  let requests = 0
  page.on('request', (request) => {
    if (/^https?:/.test(request.url())) requests++
  })
  // As text: it runs in the page, whose globals aren't declared here.
  await page.addInitScript(`globalThis.shift = 0
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) if (!entry.hadRecentInput) globalThis.shift += entry.value
    }).observe({ type: 'layout-shift', buffered: true })
    const look = () => {
      if (document.querySelector('#root h1')?.textContent)
        requestAnimationFrame(() => (globalThis.headingMs = performance.now()))
      else requestAnimationFrame(look)
    }
    requestAnimationFrame(look)`)
  await page.goto(path)
  await page.locator('#root h1').first().waitFor()
  await page.locator(last).first().waitFor()
  while ((await page.locator('main .sd-skeleton:visible').count()) > 0) await page.waitForTimeout(50)
  const wholeMs = await page.evaluate<number>('performance.now()')
  return page.evaluate<Visit>(`({
    firstPaintMs: performance.getEntriesByName('first-paint')[0].startTime,
    headingMs: globalThis.headingMs,
    wholeMs: ${wholeMs},
    requests: ${requests},
    shift: globalThis.shift,
  })`)
}

const median = (values: readonly number[]): number =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0

const seconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`
