/** Compressed size of the JavaScript and CSS that a browser loads for sign-in and the first dashboard. */

import { launchBrowser, wholeBrowser } from '../../e2e/pages/browser.ts'
import { startPlatform } from '../../e2e/platform/start-platform.ts'
import { withCleanUp } from './clean-up.ts'
import { countLoads, kilobytes } from './loaded-bytes.ts'
import type { Row } from './report.ts'

export async function benchBundle(): Promise<Row[]> {
  return withCleanUp(async (t) => {
    const platform = await startPlatform(t, {
      env: { SONDE_DEMO: 'true', SONDE_ADMIN_EMAIL: '', SONDE_ADMIN_PASSWORD: '' },
    })
    const browser = await launchBrowser(wholeBrowser)
    t.after(() => browser.close())
    const page = await browser.newPage()
    const loaded = await countLoads(page)
    await page.goto(platform.baseUrl)
    await page.getByLabel(/e-?mail|user/i).fill('tenant@sonde.example')
    await page.getByLabel(/^password$/i).fill('sonde-tenant')
    await page.keyboard.press('Enter')
    await page.waitForURL(/\/dashboards?\//)
    await page.locator('canvas').first().waitFor()
    await page.waitForLoadState('networkidle')
    return [
      {
        what: 'JavaScript and CSS for sign-in and the first dashboard, compressed',
        reference: '9 MB raw',
        mustReach: '≤ 250 KB',
        measured: kilobytes(loaded.take()),
      },
    ]
  })
}
