/** Adding widgets from the library, the clipboard between states and dashboards, export and import of widgets. */

import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import test, { after } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import { temporaryFolder } from '../platform/start-platform.ts'
import { inspect } from './axe.ts'
import { dialog, main, press } from './page-parts.ts'
import { openAs, openStage, phone, type Ref, tenant, until, wide } from './stage.ts'

const stage = await openStage({ after })
const folder = temporaryFolder({ after })

const pump = await stage.makeDevice('Library pump')
await stage.call('POST', `/api/plugins/telemetry/DEVICE/${pump.id}/timeseries/ANY`, { level: 81.5, flow: 12, on: true })

interface Widget {
  readonly typeAlias: string
  readonly config: {
    readonly title: string
    readonly datasources: readonly {
      readonly entityAliasId?: string
      readonly dataKeys: readonly { readonly name: string }[]
    }[]
  }
}

interface Alias {
  readonly id: string
  readonly alias: string
  readonly filter: { readonly singleEntity: Ref }
}

interface Stored {
  readonly configuration: {
    readonly widgets: Record<string, Widget>
    readonly entityAliases: Record<string, Alias>
    readonly states: Record<
      string,
      { readonly layouts: { readonly main: { readonly widgets: Record<string, object> } } }
    >
  }
}

/** Creates a dashboard without widgets. */
async function makeDashboard(title: string): Promise<string> {
  const layouts = { main: { widgets: {}, gridSettings: { columns: 24 } } }
  const { id } = await stage.call<{ id: Ref }>('POST', '/api/dashboard', {
    title,
    configuration: {
      widgets: {},
      states: { default: { name: 'Start', root: true, layouts }, details: { name: 'Details', root: false, layouts } },
    },
  })
  return id.id
}

const read = async (id: string) => (await stage.call<Stored>('GET', `/api/dashboard/${id}`)).configuration

const cover = (page: Page, name: string): Locator => main(page).getByRole('button', { name: new RegExp(`^${name}, `) })
const library = (page: Page): Locator => dialog(page, 'Add widget')
const card = (page: Page, name: string): Locator => library(page).getByRole('option', { name: new RegExp(`^${name}`) })

const countIs = (page: Page, name: string, wanted: number): Promise<number> =>
  until(
    `${wanted} of ${name}`,
    () => cover(page, name).count(),
    (count) => count === wanted,
  )

async function edit(page: Page, id: string): Promise<void> {
  await page.goto(`/dashboards/${id}`)
  await page.getByRole('button', { name: 'Edit dashboard' }).focus()
  await page.keyboard.press('Enter')
  await page.getByRole('toolbar', { name: 'Dashboard editor' }).waitFor()
}

/** Saves by key and returns what was stored, once it is. */
async function save(page: Page, id: string, isStored: (stored: Stored['configuration']) => boolean) {
  await page.keyboard.press('Control+s')
  return until('the saved dashboard', () => read(id), isStored)
}

const has =
  (count: number) =>
  ({ widgets }: Stored['configuration']): boolean =>
    Object.keys(widgets).length === count

test('by keys: a chart for a device is added, copied, referenced, exported and imported', () =>
  stage.play(async (page) => {
    const first = await makeDashboard('First')
    const second = await makeDashboard('Second')
    await openAs(page, tenant, `/dashboards/${first}`)
    await edit(page, first)
    await main(page).getByText('No widgets yet').waitFor()
    await page.keyboard.press('a')

    // The entity, with the keys that it has.
    await library(page)
      .getByRole('searchbox', { name: /^Search \d+ widgets$/ })
      .and(page.locator(':focus'))
      .waitFor()
    await library(page).getByRole('combobox', { name: 'Entity' }).focus()
    await page.keyboard.type('Library pump')
    await page.getByRole('option', { name: 'Library pump' }).waitFor()
    await page.keyboard.press('Enter')
    await library(page)
      .getByText(/^\d+ keys$/)
      .waitFor()
    await library(page).getByRole('listbox', { name: 'Suggested' }).waitFor()

    // Search, preview with the device's values, add.
    await library(page)
      .getByRole('searchbox', { name: /^Search \d+ widgets$/ })
      .focus()
    await page.keyboard.type('bars charts')
    await card(page, 'Time series bars').waitFor()
    await page.keyboard.press('Control+a')
    await page.keyboard.type('values time window')
    await library(page).getByRole('listbox', { name: 'Found' }).waitFor()
    await page.keyboard.press('Control+a')
    await page.keyboard.type('time series chart')
    const found = library(page).getByRole('listbox', { name: 'Found' }).getByRole('option')
    await until(
      'what matches is found',
      () => found.locator('b').allTextContents(),
      (names) => names.join() === 'Time series chart,Time series bars',
    )
    await page.keyboard.press('ArrowDown')
    await found.first().and(page.locator(':focus')).waitFor()
    await library(page)
      .getByRole('complementary', { name: 'Time series chart' })
      .getByText('Live', { exact: true })
      .waitFor()
    await library(page).locator('article').filter({ hasText: 'flow' }).waitFor()
    await page.keyboard.press('Enter')
    await library(page).waitFor({ state: 'detached' })

    // It is selected, its settings are open, and it shows the values.
    await cover(page, 'Library pump').waitFor()
    await page.getByRole('complementary', { name: 'Settings of Library pump' }).waitFor()
    await main(page).locator('article').filter({ hasText: 'level' }).waitFor()
    await page.keyboard.press('Control+z')
    await countIs(page, 'Library pump', 0)
    await page.keyboard.press('Control+Shift+z')
    await countIs(page, 'Library pump', 1)
    const added = await save(page, first, has(1))
    const [[widgetId = '', widget]] = Object.entries(added.widgets) as [[string, Widget]]
    const [alias] = Object.values(added.entityAliases)
    assert.deepEqual([widget.typeAlias, widget.config.title], ['basic_timeseries', 'Library pump'])
    assert.deepEqual([alias?.alias, alias?.filter.singleEntity.id], ['Library pump', pump.id])
    assert.equal(widget.config.datasources[0]?.entityAliasId, alias?.id)
    assert.deepEqual(widget.config.datasources[0]?.dataKeys.map(({ name }) => name).sort(), ['flow', 'level'])

    // A reference in another state is the same widget.
    await cover(page, 'Library pump').focus()
    await page.keyboard.press('Control+r')
    await page.getByText('Reference to Library pump copied').waitFor()
    await page.keyboard.press('Control+c')
    await page.getByText('Library pump copied').waitFor()
    await page.getByRole('button', { name: 'Start', exact: true }).focus()
    await page.keyboard.press('Enter')
    await page.getByRole('menuitemradio', { name: 'Details' }).focus()
    await page.keyboard.press('Enter')
    await main(page).getByText('No widgets yet').waitFor()
    await page.keyboard.press('Control+i')
    await cover(page, 'Library pump').waitFor()
    const placed = ({ states }: Stored['configuration']) => Object.keys(states.details?.layouts.main.widgets ?? {})
    const shared = await save(page, first, (stored) => placed(stored).length === 1)
    assert.deepEqual([Object.keys(shared.widgets), placed(shared)], [[widgetId], [widgetId]])

    // The menu of the selected widget exports it.
    await cover(page, 'Library pump').focus()
    await page.keyboard.press('ContextMenu')
    await page.getByRole('menuitem', { name: 'Replace reference with a copy' }).waitFor()
    const download = page.waitForEvent('download')
    await page.getByRole('menuitem', { name: 'Export to file' }).focus()
    await page.keyboard.press('Enter')
    const file = await download
    assert.equal(file.suggestedFilename(), 'library_pump.json')
    const path = join(folder, 'library_pump.json')
    await file.saveAs(path)
    const item = JSON.parse(readFileSync(path, 'utf8'))
    assert.deepEqual(item.aliasesInfo.datasourceAliases[0].filter.singleEntity.id, pump.id)
    assert.deepEqual([item.originalSize, item.originalColumns], [{ sizeX: 8, sizeY: 5 }, 24])

    // The copy in another dashboard brings its alias along.
    await edit(page, second)
    await page.keyboard.press('Control+v')
    await cover(page, 'Library pump').waitFor()
    await page.keyboard.press('Control+x')
    await countIs(page, 'Library pump', 0)
    await page.keyboard.press('Control+v')
    await countIs(page, 'Library pump', 1)

    // A file whose device doesn't exist here asks for another one; a file of something else is rejected.
    item.aliasesInfo.datasourceAliases[0].filter.singleEntity.id = '11111111-2222-4333-8444-555555555555'
    item.widget.config.title = 'From a file'
    writeFileSync(path, JSON.stringify(item))
    await page.keyboard.press('a')
    await library(page).getByRole('button', { name: 'Import widget' }).focus()
    await page.keyboard.press('Enter')
    const importing = dialog(page, 'Import widget')
    const notWidget = { name: 'other.json', mimeType: 'application/json', buffer: Buffer.from('{"title":"x"}') }
    await importing.locator('input[type=file]').setInputFiles(notWidget)
    await importing.getByText('This file isn’t a widget.').waitFor()
    await importing.locator('input[type=file]').setInputFiles(path)
    await importing.getByText('library_pump.json').waitFor()
    await importing.getByRole('button', { name: 'Import widget' }).focus()
    await page.keyboard.press('Enter')
    const repair = dialog(page, 'Entities of From a file')
    await repair.getByRole('combobox', { name: 'Library pump' }).focus()
    await page.keyboard.type('Library pump')
    await page.getByRole('option', { name: 'Library pump' }).waitFor()
    await page.keyboard.press('Enter')
    await repair.getByRole('button', { name: 'Import widget' }).focus()
    await page.keyboard.press('Enter')
    await cover(page, 'From a file').waitFor()
    const copied = await save(page, second, has(2))
    assert.deepEqual(
      Object.values(copied.widgets).map(({ config }) => config.title),
      ['Library pump', 'From a file'],
    )
    assert.equal(widgetId in copied.widgets, false)
    const aliases = Object.values(copied.entityAliases)
    assert.deepEqual(
      aliases.map(({ filter }) => filter.singleEntity.id),
      [pump.id],
      'Both widgets use one alias.',
    )
  }))

test('by pointer: widgets without an entity, several in a row, menus, phones; no accessibility violations', () =>
  stage.play(
    async (page) => {
      const id = await makeDashboard('Pointer')
      const bundle = await stage.call<{ alias: string }>('POST', '/api/widgetsBundle', { title: 'Plant widgets' })
      const descriptor = { type: 'latest', sizeX: 4, sizeY: 3, defaultConfig: '{}' }
      await stage.call('POST', '/api/widgetType', { bundleAlias: bundle.alias, name: 'Mixer', descriptor })
      await openAs(page, tenant, `/dashboards/${id}`)
      await edit(page, id)
      await main(page).getByRole('button', { name: 'Add widget' }).last().click()
      await library(page)
        .getByRole('button', { name: /^Cards/ })
        .click()
      await card(page, 'Simple card').click()
      await library(page).getByText('Sample', { exact: true }).waitFor()
      assert.deepEqual(await inspect(page, 'library'), [])
      await card(page, 'HTML card').click()
      await page.keyboard.press(' ')
      await library(page).getByText('New HTML card added').waitFor()
      await card(page, 'HTML card').focus()
      await page.keyboard.press(' ')

      // A type of the tenant's own without code says so, and is kept.
      await library(page)
        .getByRole('button', { name: /^Plant widgets/ })
        .click()
      await library(page).getByRole('article').getByText('This widget type isn’t supported.').waitFor()
      await card(page, 'Mixer').focus()
      await page.keyboard.press(' ')
      await library(page).getByText('New Mixer added').waitFor()
      await page.keyboard.press('Escape')
      await countIs(page, 'New HTML card', 2)
      await countIs(page, 'New Mixer', 1)

      // The menu of the grid pastes at its point, the one of a widget copies.
      await cover(page, 'New HTML card').first().click({ button: 'right' })
      await page.getByRole('menuitem', { name: 'Copy Ctrl C' }).click()
      const grid = await page.locator('.db-edit').boundingBox()
      assert.ok(grid)
      await page.mouse.click(grid.x + grid.width * 0.8, grid.y + grid.height * 0.8, { button: 'right' })
      await page.getByRole('menuitem', { name: 'Paste reference' }).waitFor()
      assert.deepEqual(await inspect(page, 'menu'), [])
      await page.getByRole('menuitem', { name: 'Paste Ctrl V' }).click()
      await countIs(page, 'New HTML card', 3)
      const place = await main(page).locator('[data-widget][data-selected] > .db-edit-cover').getAttribute('aria-label')
      assert.ok(Number(/column (\d+)/.exec(place ?? '')?.[1]) > 12, `It was pasted at ${place}.`)

      await page.setViewportSize(phone)
      await press(page, 'Add widget')
      await card(page, 'Simple card').first().click()
      await library(page).getByRole('button', { name: 'Add', exact: true }).click()
      await dialog(page, 'Settings of New Simple card').waitFor()
      await page.setViewportSize(wide)
      const stored = await save(page, id, has(5))
      const mixer = Object.values(stored.widgets).find(({ typeAlias }) => typeAlias === 'mixer')
      assert.deepEqual(mixer?.config, { title: 'New Mixer', datasources: [] })
    },
    { bypassCSP: true },
  ))
