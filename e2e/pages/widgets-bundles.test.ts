/** Widgets library from a user's perspective: bundles created, changed, as files, deleted; those of the system. */

import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import test, { after } from 'node:test'
import { temporaryFolder } from '../platform/start-platform.ts'
import { inspect } from './axe.ts'
import { choose, drawer, openId } from './page-parts.ts'
import { administrator, openAs, openStage, tenant } from './stage.ts'

const stage = await openStage({ after })
const folder = temporaryFolder({ after })

interface Stored {
  readonly id: { readonly id: string }
  readonly title: string
  readonly alias: string
  readonly image: string | null
  readonly description: string | null
}

const stored = (id: string) => stage.call<Stored>('GET', `/api/widgetsBundle/${id}`)

test('a bundle is changed, with its faults told, and deleted', () =>
  stage.play(async (page) => {
    await stage.call('POST', '/api/widgetsBundle', { title: 'Own dials' })
    await openAs(page, tenant, '/widgets-bundles')
    await page.getByRole('button', { name: 'Own dials', exact: true }).click()
    const details = drawer(page, 'Own dials')
    await details.getByText('own_dials').waitFor()
    const id = openId(page)
    await details.getByLabel('Title', { exact: true }).fill('')
    await details.getByLabel(/^Description/).fill('d'.repeat(256))
    await page.keyboard.press('Control+s')
    await details.getByText('Enter a title.').waitFor()
    await details.getByText('Use at most 255 characters (now 256).').waitFor()
    await details.getByLabel(/^Description/).fill('Round')
    await details.getByText('5 of 255 characters').waitFor()
    await details.getByLabel('Title', { exact: true }).fill('Own gauges')
    await page.keyboard.press('Control+s')
    await page.getByText('Widget bundle saved').waitFor()
    const { title, alias } = await stored(id)
    assert.deepEqual([title, alias], ['Own gauges', 'own_dials'])
    await drawer(page, 'Own gauges').getByRole('tab', { name: 'Widgets' }).click()
    await page.getByText('No widgets yet').waitFor()
    await page.keyboard.press('Escape')
    await choose(page, 'Own gauges', 'Delete widget bundle')
    await page.getByText('Own gauges deleted').waitFor()
    await assert.rejects(stored(id))
  }))

test('a bundle of the system is looked at, and leaves as a file that comes back as one’s own', () =>
  stage.play(async (page) => {
    await openAs(page, tenant, '/widgets-bundles')
    await page.getByRole('button', { name: 'Cards', exact: true }).click()
    const details = drawer(page, 'Cards')
    await details.getByText('Only the system administrator can change it.').waitFor()
    assert.equal(await details.getByRole('textbox').count(), 0)
    await details.getByRole('tab', { name: 'Widgets' }).click()
    await details.getByText('Simple card').waitFor()
    await page.keyboard.press('Escape')
    const download = page.waitForEvent('download')
    await choose(page, 'Cards', 'Export to file')
    const path = join(folder, 'cards.json')
    await (await download).saveAs(path)
    const content = JSON.parse(readFileSync(path, 'utf8'))
    assert.ok(content.widgetTypes.length > 0)

    await page.getByRole('button', { name: 'Import widget bundle' }).first().click()
    const dialog = page.getByRole('dialog', { name: 'Import widget bundle' })
    const broken = join(folder, 'broken.json')
    writeFileSync(broken, JSON.stringify({ ...content, widgetTypes: [{ name: 'x' }] }))
    await dialog.getByLabel('File').setInputFiles(broken)
    await dialog.getByText('Widget 1 of this file has no name or no descriptor.').waitFor()
    content.widgetsBundle.title = 'My cards'
    writeFileSync(path, JSON.stringify(content))
    await dialog.getByLabel('File').setInputFiles(path)
    await dialog.getByText('cards.json').waitFor()
    await dialog.getByRole('button', { name: 'Import widget bundle' }).click()
    await drawer(page, 'My cards').getByRole('heading', { name: 'My cards' }).waitFor()
    const { alias } = await stored(openId(page))
    const types = await stage.call<{ name: string }[]>('GET', `/api/widgetTypes?isSystem=false&bundleAlias=${alias}`)
    const names = (all: readonly { name: string }[]) => all.map(({ name }) => name).sort()
    assert.deepEqual(names(types), names(content.widgetTypes))
  }))

test('the system administrator changes bundles of the system; axe finds nothing', () =>
  stage.play(
    async (page) => {
      await openAs(page, administrator, '/widgets-bundles')
      await page.getByRole('button', { name: 'Cards', exact: true }).click()
      await page.getByLabel('Title', { exact: true }).waitFor()
      const found = await inspect(page, 'details')
      await page.getByRole('tab', { name: 'Widgets' }).click()
      await page.getByText('Simple card').waitFor()
      found.push(...(await inspect(page, 'widgets')))
      await page.goto('/widgets-bundles?import=true')
      await page.getByRole('dialog', { name: 'Import widget bundle' }).waitFor()
      found.push(...(await inspect(page, 'import')))
      assert.deepEqual(found, [])
    },
    { bypassCSP: true },
  ))
