/** API page: content of /api/v2/docs, and no requests to other hosts. */

import assert from 'node:assert/strict'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import test, { after } from 'node:test'
import type { Page } from 'playwright-core'
import { signIn } from '../platform/world.ts'
import { openStage, tenant, until } from './stage.ts'

const stage = await openStage({ after })

/**
 * The page reads the whole document before drawing and resolves it again for every opened call: seconds of CPU time.
 */
const drawnMsMax = 60_000

/** Opens the page and waits for the operations. Returns the list of requested addresses, which keeps growing. */
async function openPage(page: Page): Promise<string[]> {
  page.setDefaultTimeout(drawnMsMax)
  const requested: string[] = []
  page.on('request', (request) => requested.push(request.url()))
  await page.goto('/api/v2/docs')
  await page.locator('.opblock-tag').first().waitFor()
  return requested
}

const shotsFolder = process.env.SONDE_SHOTS

test('shows every call in both schemes, asks nobody else and keeps to its policy', () =>
  stage.play(async (page) => {
    const requested = await openPage(page)
    const document = (await (await fetch(`${stage.platform.baseUrl}/api/v2/openapi.json`)).json()) as {
      tags: { name: string }[]
      paths: Record<string, Record<string, { tags: string[] }>>
    }
    const shown = await page
      .locator('.opblock-tag-section .opblock-tag')
      .evaluateAll((tags) => tags.map((tag) => tag.getAttribute('data-tag')))
    assert.deepEqual(shown.toSorted(), document.tags.map(({ name }) => name).toSorted())

    await page.locator('[data-tag="devices"]').click()
    const operations = Object.values(document.paths).flatMap((methods) => Object.values(methods))
    const ofDevices = operations.filter(({ tags }) => tags.includes('devices')).length
    await page
      .locator('.opblock')
      .nth(ofDevices - 1)
      .waitFor()
    assert.equal(await page.locator('.opblock').count(), ofDevices)

    await page.locator('#operations-devices-postDevice button.opblock-summary-control').click()
    await page.locator('#operations-devices-postDevice .responses-table').first().waitFor()
    await page.getByText('The request is invalid; the message names the field').waitFor()
    for (const colorScheme of ['light', 'dark'] as const) await assertReadable(page, colorScheme)

    const outside = requested.filter(
      (url) => !/^(data|blob):/.test(url) && !url.startsWith(`${stage.platform.baseUrl}/`),
    )
    assert.deepEqual(outside, [])
    assert.equal(await page.locator('.validator-url, img[alt*="validator"]').count(), 0)
  }))

test('who authorizes with a token calls as its bearer', () =>
  stage.play(async (page) => {
    await openPage(page)
    await page.locator('[data-tag="sign-in"]').click()
    const call = page.locator('#operations-sign-in-getAuthUser')
    await call.locator('button.opblock-summary-control').click()
    const answeredStatus = async () => {
      const answered = page.waitForResponse((response) => response.url().endsWith('/api/auth/user'))
      await call.locator('button.execute').click()
      return (await answered).status()
    }
    await call.getByRole('button', { name: 'Try it out' }).click()
    assert.equal(await answeredStatus(), 401)

    const token = await signIn(stage.platform, tenant.email, tenant.password)
    await page.getByRole('button', { name: 'Authorize', exact: true }).click()
    const dialog = page.locator('.dialog-ux')
    await dialog.getByLabel('auth-bearer-value').fill(token)
    await dialog.getByRole('button', { name: 'Apply credentials' }).first().click()
    await dialog.getByRole('button', { name: 'Close' }).first().click()
    assert.equal(await answeredStatus(), 200)
    await call.getByText(tenant.email).first().waitFor()
  }))

async function assertReadable(page: Page, colorScheme: 'light' | 'dark'): Promise<void> {
  await page.emulateMedia({ colorScheme })
  await page.locator(colorScheme === 'dark' ? 'html.dark-mode' : 'html:not(.dark-mode)').waitFor()
  const read = async () => {
    const ground = await page.evaluate(() => getComputedStyle(document.body).backgroundColor)
    const reported = await page
      .locator('.info .title, .opblock-tag, .opblock-summary-path, .opblock-description p, .response-col_description p')
      .evaluateAll((elements) =>
        elements.map((element) => ({ words: element.textContent, color: getComputedStyle(element).color })),
      )
    assert.ok(reported.length > 10)
    return reported.filter(({ color }) => contrast(color, ground) < 4.5).map((each) => ({ ...each, ground }))
  }
  // Colors change in a transition.
  await until(`text that can be read in the ${colorScheme} scheme`, read, (faint) => faint.length === 0)
  if (shotsFolder) {
    mkdirSync(shotsFolder, { recursive: true })
    await page.screenshot({ path: join(shotsFolder, `api-page-${colorScheme}.png`) })
  }
}

/** Contrast of two `rgb(…)` colors according to WCAG 2. */
function contrast(one: string, other: string): number {
  const [darker = 0, lighter = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b)
  return (lighter + 0.05) / (darker + 0.05)
}

function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = (color.match(/[\d.]+/g) ?? []).slice(0, 3).map((text) => {
    const part = Number(text) / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
