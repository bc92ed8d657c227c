/** Editing a dashboard: move, resize, remove and duplicate by pointer and keys; undo; saving, and its failure. */

import assert from 'node:assert/strict'
import test, { after } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import { dialog, main, mainMenu, press } from './page-parts.ts'
import { customer, openAs, openStage, phone, plantDashboardId, tenant, until } from './stage.ts'

const stage = await openStage({ after })

interface Place {
  readonly sizeX: number
  readonly sizeY: number
  readonly row: number
  readonly col: number
  readonly mobileOrder?: number
  readonly mobileHeight?: number
}

interface Stored {
  readonly title: string
  readonly configuration: {
    readonly unknownKey: string
    readonly widgets: Record<string, object>
    readonly states: {
      readonly default: { readonly layouts: { readonly main: { readonly widgets: Record<string, Place> } } }
    }
  }
}

/** Creates a dashboard with two text cards next to each other and one below them. */
async function makeDashboard(title: string): Promise<string> {
  const card = (name: string) => ({
    isSystemType: true,
    bundleAlias: 'cards',
    typeAlias: 'html_card',
    type: 'static',
    title: name,
    config: { title: name, showTitle: true, settings: { cardHtml: `<button>Inside of ${name}</button>` } },
  })
  const place = (col: number, row: number): Place => ({ sizeX: 8, sizeY: 4, row, col })
  const { id } = await stage.call<{ id: { id: string } }>('POST', '/api/dashboard', {
    title,
    configuration: {
      unknownKey: 'kept',
      widgets: { a: card('Temperature'), b: card('Pressure'), c: card('Flow') },
      states: {
        default: {
          name: title,
          root: true,
          layouts: { main: { widgets: { a: place(0, 0), b: place(8, 0), c: place(0, 4) } } },
        },
      },
    },
  })
  return id.id
}

const read = (id: string) => stage.call<Stored>('GET', `/api/dashboard/${id}`)
const placesOf = ({ configuration }: Stored) => configuration.states.default.layouts.main.widgets

const cover = (page: Page, name: string): Locator => main(page).getByRole('button', { name: new RegExp(`^${name}, `) })
const bar = (page: Page): Locator => page.getByRole('toolbar', { name: 'Dashboard editor' })

async function openEditor(page: Page, id: string): Promise<void> {
  await openAs(page, tenant, `/dashboards/${id}`)
  await press(page, 'Edit dashboard')
  await cover(page, 'Temperature').waitFor()
}

const nameIs = (page: Page, name: string): Promise<void> =>
  main(page).getByRole('button', { name, exact: true }).waitFor()

/** Drags by cells: a cell is the 24th part of the grid. */
async function dragBy(page: Page, from: Locator, cols: number, rows: number): Promise<void> {
  const box = await from.boundingBox()
  const grid = await page.locator('.db-edit').boundingBox()
  assert.ok(box && grid)
  const cell = (grid.width - 10) / 24
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
  await page.mouse.move(x, y)
  await page.mouse.down()
  await page.mouse.move(x + cols * cell, y + rows * cell, { steps: 4 })
  await page.mouse.up()
}

/** Drafts of dashboards in the browser's storage. */
const draftCount = (page: Page): Promise<number> =>
  page.evaluate(async () => {
    const name = 'sonde.dashboardDrafts'
    // Opening a database that doesn't exist would create it without its stores.
    if (!(await indexedDB.databases()).some((one) => one.name === name)) return 0
    return new Promise<number>((resolve) => {
      const opening = indexedDB.open(name)
      opening.onsuccess = () => {
        const counting = opening.result.transaction('sizes').objectStore('sizes').count()
        counting.onsuccess = () => {
          opening.result.close()
          resolve(counting.result)
        }
      }
    })
  })

test('widgets are moved, resized, duplicated and removed; undo and the history lead back; saving stores it all', () =>
  stage.play(async (page) => {
    const id = await makeDashboard('Edited')
    await openEditor(page, id)
    const menuWidth = () => mainMenu(page).evaluate((menu) => menu.clientWidth)
    await until('the menu without names', menuWidth, (width) => width < 60)
    await mainMenu(page).getByRole('link', { name: 'Devices', exact: true }).waitFor()

    // By pointer: what is covered moves down. The widget itself doesn't react.
    await dragBy(page, cover(page, 'Temperature'), 4, 0)
    await nameIs(page, 'Temperature, 8 × 4, column 5, row 1')
    await nameIs(page, 'Pressure, 8 × 4, column 9, row 5')
    await page.getByText('Temperature: 8 × 4, column 5, row 1').waitFor()
    await dragBy(page, page.locator('.db-edit-handle[data-at="bottom right"]'), 2, 1)
    await nameIs(page, 'Temperature, 10 × 5, column 5, row 1')

    // By keys, with the focus on the widget.
    await page.keyboard.press('Escape')
    await page.keyboard.press('?')
    await dialog(page, 'Keyboard shortcuts').getByText('Copy a reference').waitFor()
    await page.keyboard.press('Escape')
    await dialog(page, 'Keyboard shortcuts').waitFor({ state: 'detached' })
    await cover(page, 'Flow').focus()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('Shift+ArrowRight')
    await nameIs(page, 'Flow, 9 × 4, column 2, row 7')
    await page.keyboard.press('Control+d')
    await until(
      'the copy',
      () => cover(page, 'Flow').count(),
      (count) => count === 2,
    )
    await page.keyboard.press('Control+z')
    await until(
      'no copy',
      () => cover(page, 'Flow').count(),
      (count) => count === 1,
    )
    await page.keyboard.press('Control+Shift+z')
    await until(
      'the copy again',
      () => cover(page, 'Flow').count(),
      (count) => count === 2,
    )

    await cover(page, 'Pressure').click()
    await page.keyboard.press('Delete')
    await cover(page, 'Pressure').waitFor({ state: 'detached' })

    await bar(page).getByRole('button', { name: 'Undo “Removed Pressure”' }).click()
    await cover(page, 'Pressure').waitFor()
    await press(page, 'History')
    await page.getByRole('menuitemradio', { name: 'Opened in the editor' }).click()
    await nameIs(page, 'Temperature, 8 × 4, column 1, row 1')
    await page.getByText('unsaved change').waitFor({ state: 'detached' })
    await press(page, 'History')
    await page.getByRole('menuitemradio', { name: 'Duplicated Flow' }).click()

    await page.keyboard.press('Control+s')
    await page.getByText('Edited saved').waitFor()
    const stored = await read(id)
    assert.equal(stored.configuration.unknownKey, 'kept')
    assert.equal(Object.keys(stored.configuration.widgets).length, 4)
    assert.deepEqual(placesOf(stored).a, { sizeX: 10, sizeY: 5, row: 0, col: 4 })
    assert.equal(placesOf(stored).c?.sizeX, 9)

    await press(page, 'Close editor')
    await main(page).getByRole('article', { name: 'Temperature' }).waitFor()
    await until('the menu with names', menuWidth, (width) => width > 200)
    await main(page)
      .getByRole('button', { name: 'Inside of Pressure' })
      .or(main(page).getByText('Inside of Pressure'))
      .waitFor()
  }))

test('a failed save and leaving keep the changes until they are discarded', () =>
  stage.play(async (page) => {
    const id = await makeDashboard('Kept')
    await openEditor(page, id)
    await press(page, 'Rename dashboard')
    await dialog(page, 'Rename dashboard').getByLabel('Title').fill('Renamed')
    await dialog(page, 'Rename dashboard').getByRole('button', { name: 'Apply' }).click()
    await page.getByText('1 unsaved change').waitFor()

    await page.route('**/api/dashboard', (route) =>
      route.fulfill({ status: 503, json: { status: 503, message: 'The disk is full.', errorCode: 2 } }),
    )
    await press(page, 'Save')
    await page.getByRole('alert').getByText('The disk is full.').waitFor()
    await page.unroute('**/api/dashboard')

    await page.getByRole('link', { name: 'Devices', exact: true }).first().click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' }).click()
    await bar(page).getByText('Renamed').waitFor()

    await stage.call('POST', '/api/dashboard', { ...(await read(id)), title: 'Theirs' })
    await press(page, 'Save')
    await page.getByRole('dialog').getByText('Ada Rivers').first().waitFor()
    assert.equal((await read(id)).title, 'Theirs')
    await page.getByRole('dialog').getByRole('button', { name: 'Overwrite' }).click()
    await page.getByText('Renamed saved').first().waitFor()
    assert.equal((await read(id)).title, 'Renamed')

    await press(page, 'Rename dashboard')
    await dialog(page, 'Rename dashboard').getByLabel('Title').fill('Kept')
    await dialog(page, 'Rename dashboard').getByRole('button', { name: 'Apply' }).click()
    await page.getByText('1 unsaved change').waitFor()
    await press(page, 'Discard')
    await page.getByRole('alertdialog').getByText('1 change isn’t saved').waitFor()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Discard changes' }).click()
    await page.getByRole('button', { name: 'Edit dashboard' }).waitFor()
    assert.equal((await read(id)).title, 'Renamed')

    // Leaving without saving also forgets the draft.
    await press(page, 'Edit dashboard')
    await press(page, 'Rename dashboard')
    await dialog(page, 'Rename dashboard').getByLabel('Title').fill('Left')
    await dialog(page, 'Rename dashboard').getByRole('button', { name: 'Apply' }).click()
    await until(
      'the draft',
      () => draftCount(page),
      (count) => count === 1,
    )
    await mainMenu(page).getByRole('link', { name: 'Devices', exact: true }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Leave' }).click()
    await until(
      'no draft',
      () => draftCount(page),
      (count) => count === 0,
    )
  }))

test('on a phone, widgets are reordered and their height is set', () =>
  stage.play(
    async (page) => {
      const id = await makeDashboard('Phone')
      await openEditor(page, id)
      await cover(page, 'Temperature').tap()
      await press(page, 'Move down')
      await nameIs(page, 'Temperature, 2 of 3')
      await press(page, 'Size and position')
      const sizes = dialog(page, 'Size and position of Temperature')
      await sizes.getByLabel('Height in rows').fill('0')
      await sizes.getByRole('button', { name: 'Apply' }).click()
      await sizes.getByText('Enter a number from 1').waitFor()
      await sizes.getByLabel('Height in rows').fill('2')
      await sizes.getByRole('button', { name: 'Apply' }).click()
      await page.getByText('2 unsaved changes').waitFor()
      await press(page, 'Save')
      await page.getByText('Phone saved').waitFor()
      const places = placesOf(await read(id))
      assert.deepEqual([places.b?.mobileOrder, places.a?.mobileOrder, places.c?.mobileOrder], [0, 1, 2])
      assert.equal(places.a?.mobileHeight, 2)
    },
    { viewport: phone, hasTouch: true },
  ))

test('customers can’t edit', () =>
  stage.play(async (page) => {
    await openAs(page, customer, `/dashboards/${await plantDashboardId(stage)}`)
    await main(page).getByRole('article').first().waitFor()
    assert.equal(await page.getByRole('button', { name: 'Edit dashboard' }).count(), 0)
  }))
