/** Bulk import from a user's perspective: unreadable files, columns, preview, progress, failed lines. */

import assert from 'node:assert/strict'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import test, { after } from 'node:test'
import type { Page } from 'playwright-core'
import { openAs, openStage, tenant, until } from './stage.ts'

const stage = await openStage({ after })
const importMsMax = 240_000

const dialog = (page: Page, name = 'Import devices') => page.getByRole('dialog', { name })
const press = (page: Page, name: string | RegExp) => page.getByRole('dialog').getByRole('button', { name }).click()
const choose = (page: Page, name: string, text: string) =>
  page.locator('input[type=file]').setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(text) })

test('a file that is none, or has a broken line, is refused in words', () =>
  stage.play(async (page) => {
    await openAs(page, tenant, '/devices')
    await page.getByRole('button', { name: 'Import', exact: true }).click()
    await press(page, 'Next')
    await dialog(page).getByText('Choose a file.').waitFor()
    const [sample] = await Promise.all([page.waitForEvent('download'), press(page, 'Download sample file')])
    assert.equal(sample.suggestedFilename(), 'devices-sample.csv')
    await choose(page, 'devices.json', '{}')
    await dialog(page).getByText('Choose a file that ends in .csv or .txt.').waitFor()
    await choose(page, 'devices.csv', 'name\nonly\n')
    await dialog(page).getByText('devices.csv').waitFor()
    await press(page, 'Next')
    await dialog(page)
      .getByText(/The file needs at least two columns/)
      .waitFor()
    await choose(page, 'devices.csv', 'name,type\na,b\nc\n')
    await press(page, 'Next')
    await dialog(page).getByText('Line 3 has 1 column instead of 2.').waitFor()
  }))

test('columns are recognised and checked; lines that fail can be saved, mended and imported again', () =>
  stage.play(async (page) => {
    await stage.call('POST', '/api/device', { name: 'Known sensor', type: 'default' })
    await openAs(page, tenant, '/devices')
    await page.getByRole('button', { name: 'Import', exact: true }).click()
    await choose(
      page,
      'sensors.csv',
      'Name;Type;floor;access_token\nKnown sensor;default;1;\nNew sensor;default;2;token-of-new\n;default;3;\n',
    )
    await dialog(page).getByText('sensors.csv').waitFor()
    assert.equal(await dialog(page).getByLabel('Delimiter').inputValue(), ';')
    await press(page, 'Next')
    const type = (column: number) => dialog(page).getByLabel(`Type of column ${column}`)
    const types = () => Promise.all([1, 2, 3, 4].map((column) => type(column).inputValue()))
    assert.deepEqual(await types(), ['NAME', 'TYPE', 'SERVER_ATTRIBUTE', 'ACCESS_TOKEN'])
    await dialog(page).getByTitle('floor', { exact: true }).waitFor()
    await type(2).selectOption('NAME')
    await dialog(page).getByLabel('Key of column 3').fill('')
    await press(page, 'Next')
    await dialog(page).getByText('Choose one column as name and one as type.').waitFor()
    await dialog(page).getByText('This column type is already used.').waitFor()
    await dialog(page).getByText('Enter a key.').waitFor()
    await type(2).selectOption('TYPE')
    await dialog(page).getByLabel('Key of column 3').fill('floor')
    await press(page, 'Next')

    const line = (name: string) => dialog(page).getByRole('row').filter({ hasText: name })
    await line('Known sensor').getByText('Update').waitFor()
    await line('New sensor').getByText('New', { exact: true }).waitFor()
    await dialog(page).getByText('No name').waitFor()
    await press(page, 'Import 3 lines')
    await dialog(page).getByText('Enter a name for the device.').waitFor()
    assert.equal(await stage.deviceToken('New sensor'), 'token-of-new')

    const [download] = await Promise.all([page.waitForEvent('download'), press(page, 'Download failed lines')])
    assert.equal(download.suggestedFilename(), 'sensors-failed.csv')
    assert.equal(
      await readFile(await download.path(), 'utf8'),
      'Name;Type;floor;access_token;error\n;default;3;;Enter a name for the device.',
    )
    await press(page, 'Done')
    await dialog(page).waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'New sensor', exact: true }).waitFor()
  }))

test('an import is undone from its last step', () =>
  stage.play(async (page) => {
    const { id } = await stage.call<{ id: { id: string } }>('POST', '/api/asset', {
      name: 'Old rack',
      type: 'rack',
      label: 'east',
    })
    const attributes = `/api/plugins/telemetry/ASSET/${id.id}/values/attributes/SERVER_SCOPE`
    await openAs(page, tenant, '/assets')
    await page.getByRole('button', { name: 'Import', exact: true }).click()
    const lines = Array.from({ length: 20 }, (_, at) => `Rack ${at},rack,north,42`)
    await choose(page, 'racks.csv', ['name,type,label,height', 'Old rack,rack,south,40', ...lines].join('\n'))
    await dialog(page, 'Import assets').getByText('racks.csv').waitFor()
    await press(page, 'Next')
    await press(page, 'Next')
    await press(page, 'Import 21 lines')
    await dialog(page, 'Import assets').getByRole('button', { name: 'Undo import…' }).waitFor()
    assert.equal((await stage.call<unknown[]>('GET', attributes)).length, 1)
    await press(page, 'Undo import…')
    const confirmation = page.getByRole('alertdialog', { name: 'Undo this import?' })
    await confirmation.getByText(/Restore it from the trash/).waitFor()
    await confirmation.getByText(/The updated entity gets its former values back/).waitFor()
    await confirmation.getByRole('button', { name: 'Undo import', exact: true }).click()
    await dialog(page, 'Import assets').getByText('20 created entities deleted').waitFor()
    await dialog(page, 'Import assets').getByText('1 updated entity changed back').waitFor()
    assert.deepEqual(await stage.call('GET', attributes), [])
    const racks = await stage.call<{ data: readonly { name: string; label: string }[] }>(
      'GET',
      '/api/tenant/assets?pageSize=100&page=0&type=rack',
    )
    assert.deepEqual(
      racks.data.map(({ name, label }) => [name, label]),
      [['Old rack', 'east']],
    )
    await press(page, 'Done')
    await page.getByText('Old rack', { exact: true }).waitFor()
  }))

test('an import that is cut off says so and goes on', () =>
  stage.play(async (page) => {
    await openAs(page, tenant, '/assets')
    await page.getByRole('button', { name: 'Import', exact: true }).click()
    const lines = Array.from({ length: 1_200 }, (_, at) => `Shelf ${at},shelf`)
    await choose(page, 'shelves.csv', ['name,type', ...lines].join('\n'))
    await dialog(page, 'Import assets').getByText('shelves.csv').waitFor()
    await press(page, 'Next')
    await press(page, 'Next')
    let calls = 0
    await page.route('**/api/asset/bulk_import?*', (route) => (++calls === 2 ? route.abort() : route.continue()))
    await press(page, 'Import 1,200 lines')
    await dialog(page, 'Import assets')
      .getByText(/Import stopped/)
      .waitFor({ timeout: importMsMax })
    await press(page, 'Continue')
    await dialog(page, 'Import assets').getByRole('button', { name: 'Done' }).waitFor({ timeout: importMsMax })
    const { totalElements } = await stage.call<{ totalElements: number }>(
      'GET',
      '/api/tenant/assets?pageSize=1&page=0&type=shelf',
    )
    assert.equal(totalElements, 1_200)
  }))

test('30,000 lines are read, shown and sent while the page stays at hand', (t) =>
  stage.play(async (page) => {
    await openAs(page, tenant, '/devices')
    await page.getByRole('button', { name: 'Import', exact: true }).click()
    await dialog(page).waitFor()
    const lines = Array.from({ length: 30_000 }, (_, at) => `Fleet ${at},default,${at % 50},"Row ${at}, bay"`)
    // Passed as text: it runs in the page, whose globals aren't declared here.
    await page.evaluate(`{
      window.longestFrameMs = 0
      let last = performance.now()
      const frame = (now) => {
        window.longestFrameMs = Math.max(window.longestFrameMs, now - last)
        last = now
        requestAnimationFrame(frame)
      }
      requestAnimationFrame(frame)
    }`)
    // From disk, like a user's file: passing bytes would make the test itself block the page.
    const folder = await mkdtemp(join(tmpdir(), 'sonde-import-'))
    t.after(() => rm(folder, { recursive: true }))
    await writeFile(join(folder, 'fleet.csv'), ['name,type,floor,place', ...lines].join('\n'))
    await page.locator('input[type=file]').setInputFiles(join(folder, 'fleet.csv'))
    await dialog(page).getByText('fleet.csv').waitFor()
    await press(page, 'Next')
    await dialog(page).getByLabel('Type of column 1').waitFor({ timeout: importMsMax })
    await press(page, 'Next')
    await dialog(page).getByText('30,000 lines. Nothing is imported yet.').waitFor()
    const box = dialog(page).getByRole('region', { name: 'Preview' })
    await box.focus()
    await page.keyboard.press('End')
    await dialog(page).getByText('Fleet 29999', { exact: true }).waitFor()
    assert.ok((await dialog(page).getByRole('row').count()) < 60, 'Rows out of sight are drawn.')
    const longest = await page.evaluate<number>('window.longestFrameMs')
    t.diagnostic(`the page stood still for ${Math.round(longest)} ms at most`)

    // Another test covers whether the server accepts so many; here the parts are answered at once.
    let sent = 0
    await page.route('**/api/device/bulk_import?*', (route) => {
      const { file } = route.request().postDataJSON() as { file: string }
      const count = file.split('\n').length
      sent += count
      return route.fulfill({ json: { created: count, updated: 0, errors: 0, errorsList: [] } })
    })
    await press(page, 'Import 30,000 lines')
    await dialog(page).getByRole('button', { name: 'Done' }).waitFor({ timeout: importMsMax })
    await until(
      'every line to be sent',
      () => sent,
      (count) => count === 30_000,
    )
    await dialog(page).getByText('30,000', { exact: true }).waitFor()
  }))
