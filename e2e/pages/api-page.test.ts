/** The page of the API: what somebody sees who opens /api/v2/docs, and that nobody else hears of it. */

import assert from 'node:assert/strict'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import test, { after } from 'node:test'
import type { Page } from 'playwright-core'
import { openStage } from './stage.ts'

const stage = await openStage({ after })

/** Opens the page and waits until it shows the operations. Returns the addresses that it asked for so far. */
async function openPage(page: Page): Promise<string[]> {
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  await page.goto('/api/v2/docs')
  await page.locator('.opblock-tag-section').first().waitFor()
  return asked
}

const shotsFolder = process.env.SONDE_SHOTS

test('shows every group of calls, asks nobody else and keeps to its policy', () =>
  stage.play(async (page) => {
    const asked = await openPage(page)
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
    await page.getByText('The request does not fit; the message names the field').waitFor()
    const outside = asked.filter((url) => !/^(data|blob):/.test(url) && !url.startsWith(`${stage.platform.baseUrl}/`))
    assert.deepEqual(outside, [])
    assert.equal(await page.locator('.validator-url, img[alt*="validator"]').count(), 0)
  }))

for (const colorScheme of ['light', 'dark'] as const) {
  test(`its text can be read in the ${colorScheme} scheme`, () =>
    stage.play(
      async (page) => {
        await openPage(page)
        await page.locator('[data-tag="alarms"]').click()
        await page.locator('#operations-alarms-postAlarm button.opblock-summary-control').click()
        await page.locator('#operations-alarms-postAlarm .responses-table').first().waitFor()
        if (shotsFolder) {
          mkdirSync(shotsFolder, { recursive: true })
          await page.screenshot({ path: join(shotsFolder, `api-page-${colorScheme}.png`) })
        }
        const told = await page
          .locator('.info .title, .opblock-tag, .opblock-summary-path, .opblock-description p')
          .evaluateAll((elements) =>
            elements.map((element) => ({ words: element.textContent, color: getComputedStyle(element).color })),
          )
        assert.ok(told.length > 5)
        const ground = await page.evaluate(() => getComputedStyle(document.body).backgroundColor)
        for (const { words, color } of told) {
          assert.ok(contrast(color, ground) >= 4.5, `${words}: ${color} on ${ground}`)
        }
      },
      { colorScheme },
    ))
}

/** Of two `rgb(…)` colours, by the rule of WCAG 2. */
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
