/** The editor's states, settings and layouts, its preview, and unsaved changes that survive a reload. */

import assert from 'node:assert/strict'
import test, { after } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import { inspect } from './axe.ts'
import { dialog, main, press } from './page-parts.ts'
import { openAs, openStage, tenant, until } from './stage.ts'

const stage = await openStage({ after })

type Json = Readonly<Record<string, unknown>>

interface StoredLayout {
  readonly widgets: Record<string, Json>
  readonly gridSettings?: Json
}

interface Stored {
  readonly title: string
  readonly configuration: {
    readonly widgets: Record<
      string,
      { config: { actions?: { headerButton: readonly { targetDashboardStateId: string }[] } } }
    >
    readonly states: Record<
      string,
      { name: string; root: boolean; layouts: { main: StoredLayout; right?: StoredLayout } }
    >
    readonly settings: Json
  }
}

/** A dashboard with the states Overview, whose widget opens the other one, and Details. */
async function makeDashboard(title: string): Promise<string> {
  const card = (name: string, actions: Json = {}) => ({
    isSystemType: true,
    bundleAlias: 'cards',
    typeAlias: 'html_card',
    type: 'static',
    title: name,
    config: { title: name, showTitle: true, settings: { cardHtml: `<p>Inside of ${name}</p>` }, actions },
  })
  const opens = { id: 'o', name: 'Open', icon: 'info', type: 'openDashboardState', targetDashboardStateId: 'details' }
  const layout = (...ids: string[]) => ({
    main: {
      widgets: Object.fromEntries(ids.map((id, at) => [id, { sizeX: 8, sizeY: 4, row: 0, col: at * 8 }])),
    },
  })
  const { id } = await stage.call<{ id: { id: string } }>('POST', '/api/dashboard', {
    title,
    configuration: {
      widgets: { a: card('Temperature', { headerButton: [opens] }), b: card('Pressure'), c: card('Flow') },
      states: {
        default: { name: 'Overview', root: true, layouts: layout('a', 'b') },
        details: { name: 'Details', root: false, layouts: layout('c') },
      },
      settings: { unknownKey: 'kept' },
    },
  })
  return id.id
}

const read = (id: string) => stage.call<Stored>('GET', `/api/dashboard/${id}`)
const cover = (page: Page, name: string): Locator => main(page).getByRole('button', { name: new RegExp(`^${name}, `) })
const bar = (page: Page): Locator => page.getByRole('toolbar', { name: 'Dashboard editor' })
const states = (page: Page): Locator => dialog(page, 'States')
const undo = (page: Page, what: string) =>
  bar(page)
    .getByRole('button', { name: `Undo “${what}”` })
    .click()

async function openEditor(page: Page): Promise<void> {
  await press(page, 'Edit dashboard')
  await cover(page, 'Temperature').waitFor()
}

const openStates = (page: Page, count: number) =>
  bar(page)
    .getByRole('button', { name: `States, ${count}`, exact: true })
    .click()

async function chooseOf(page: Page, state: string, action: string): Promise<void> {
  await press(page, `More: ${state}`)
  await page.getByRole('menuitem', { name: action, exact: true }).click()
}

async function save(page: Page, title: string): Promise<void> {
  await page.keyboard.press('Control+s')
  await page.getByText(`${title} saved`).first().waitFor()
  await page.getByText('unsaved change').waitFor({ state: 'detached' })
}

test('states are added, changed, duplicated and removed; settings and layouts are applied; all of it can be undone', () =>
  stage.play(
    async (page) => {
      const id = await makeDashboard('States')
      await openAs(page, tenant, `/dashboards/${id}`)
      await openEditor(page)

      // Add: the id follows the name until it is typed, and is unique.
      await openStates(page, 2)
      await press(page, 'Add state')
      const added = dialog(page, 'Add state')
      await added.getByLabel('Name').fill('Details')
      assert.equal(await added.getByLabel('State ID').inputValue(), 'details_2')
      await added.getByLabel('State ID').fill('details')
      await added.getByText('Another state has this ID').waitFor()
      await added.getByLabel('State ID').fill('extra')
      await added.getByRole('button', { name: 'Add state' }).click()
      await added.waitFor({ state: 'detached' })

      // A new id of the open state: it stays open, and the action follows.
      await states(page).getByRole('button', { name: 'Open Details' }).first().click()
      await cover(page, 'Flow').waitFor()
      await openStates(page, 3)
      const details = states(page).getByRole('row').filter({ hasText: 'Open now' })
      await details.getByText('1 place').waitFor()
      await details.getByRole('button', { name: 'More: Details' }).click()
      await page.getByRole('menuitem', { name: 'Rename' }).click()
      await dialog(page, 'Change Details').getByLabel('Name').fill('Pump')
      await dialog(page, 'Change Details').getByLabel('State ID').fill('pump')
      await dialog(page, 'Change Details').getByRole('button', { name: 'Apply' }).click()
      await states(page)
        .getByRole('row')
        .filter({ hasText: 'Open now' })
        .getByRole('button', { name: 'Open Pump' })
        .waitFor()

      await chooseOf(page, 'Overview', 'Duplicate')
      await dialog(page, 'Duplicate Overview').getByRole('button', { name: 'Duplicate' }).click()
      await states(page).getByRole('button', { name: 'Open Overview copy' }).waitFor()
      assert.deepEqual(await inspect(page, 'states'), [])
      await chooseOf(page, 'Pump', 'Make root')
      await states(page).getByRole('row').filter({ hasText: 'Pump' }).getByText('Root', { exact: true }).waitFor()
      // What is lost is asked about; an empty state is not.
      await chooseOf(page, 'Overview', 'Remove')
      await page.getByRole('alertdialog').getByText('2 widgets are only in this state').waitFor()
      await page.getByRole('alertdialog').getByRole('button', { name: 'Remove state' }).click()
      await states(page).getByRole('button', { name: 'Open Overview', exact: true }).waitFor({ state: 'detached' })
      await chooseOf(page, 'Details', 'Remove')
      await states(page).getByRole('button', { name: 'Open Details' }).waitFor({ state: 'detached' })
      await states(page).getByRole('button', { name: 'Close' }).last().click()
      await cover(page, 'Flow').waitFor()

      await undo(page, 'Removed state Details')
      await undo(page, 'Removed state Overview')
      await undo(page, 'Made Pump the root state')
      await undo(page, 'Added state Overview copy')
      await undo(page, 'Changed state Pump')
      await undo(page, 'Added state Details')
      await cover(page, 'Flow').waitFor()
      await page.getByText('unsaved change').waitFor({ state: 'detached' })
      await press(page, 'History')
      await page.getByRole('menuitemradio', { name: 'Removed state Overview' }).click()
      await cover(page, 'Flow').waitFor()

      // Settings of the dashboard and of the open state's grids, as one change.
      await press(page, 'Dashboard settings')
      const settings = dialog(page, 'Dashboard settings')
      const tab = (name: string) => settings.getByRole('tab', { name, exact: true }).click()
      await settings.getByLabel('Show the title').check()
      await settings.getByLabel('State navigation').selectOption('default')
      await tab('Toolbar')
      await settings.getByLabel('Keep the toolbar open').uncheck()
      await settings.getByLabel('Export').uncheck()
      await settings.getByLabel('Filters').uncheck()
      await settings.getByLabel('Filters').check()
      await tab('Layout')
      await settings.getByLabel('Right layout').check()
      await settings.getByLabel('Columns').fill('9')
      await settings.getByText('Enter a number from 10 to 1,000.').waitFor()
      await settings.getByRole('button', { name: 'Apply' }).click()
      await settings.getByLabel('Columns').fill('24')
      await settings.getByRole('radio', { name: 'Right' }).click()
      await settings.getByLabel('Margin (px)').fill('4')
      await settings.getByRole('textbox', { name: /^Background color/ }).fill('#112233')
      assert.deepEqual(await inspect(page, 'settings'), [])
      await tab('CSS')
      await settings.getByRole('textbox', { name: 'CSS of the dashboard' }).fill('.db-title { color: red }')
      await settings.getByRole('button', { name: 'Apply' }).click()
      await settings.waitFor({ state: 'detached' })
      await main(page).getByText('No widgets yet').waitFor()
      await main(page).getByRole('heading', { name: 'States' }).waitFor()
      await undo(page, 'Changed the settings')
      await main(page).getByText('No widgets yet').waitFor({ state: 'detached' })
      await press(page, 'Redo “Changed the settings”')
      await save(page, 'States')

      const { widgets, states: stored, settings: kept } = (await read(id)).configuration
      assert.deepEqual(
        Object.entries(stored).map(([key, { name, root }]) => [key, name, root]),
        [
          ['pump', 'Pump', true],
          ['extra', 'Details', false],
          ['overview_copy', 'Overview copy', false],
        ],
      )
      const copies = Object.keys(stored.overview_copy?.layouts.main.widgets ?? {})
      assert.equal(copies.length, 2)
      assert.deepEqual(Object.keys(widgets).sort(), ['c', ...copies].sort())
      const [action] = copies.flatMap((copy) => widgets[copy]?.config.actions?.headerButton ?? [])
      assert.equal(action?.targetDashboardStateId, 'pump')
      assert.deepEqual(kept, {
        unknownKey: 'kept',
        showTitle: true,
        stateControllerId: 'default',
        toolbarAlwaysOpen: false,
        showDashboardExport: false,
        dashboardCss: '.db-title { color: red }',
      })
      assert.deepEqual(stored.pump?.layouts, {
        main: { widgets: { c: { sizeX: 8, sizeY: 4, row: 0, col: 0 } }, gridSettings: { columns: 24 } },
        right: { widgets: {}, gridSettings: { columns: 12, margin: 4, backgroundColor: '#112233' } },
      })
    },
    { bypassCSP: true, reducedMotion: 'reduce' },
  ))

test('widgets are reordered on the screen of a phone, the preview runs actions, and changes survive a reload', () =>
  stage.play(
    async (page) => {
      const id = await makeDashboard('Drafted')
      await openAs(page, tenant, `/dashboards/${id}`)
      await openEditor(page)
      await page.getByRole('radio', { name: 'Phone' }).click()
      await cover(page, 'Temperature').click()
      await press(page, 'Move down')
      await main(page).getByRole('button', { name: 'Temperature, 2 of 2', exact: true }).waitFor()
      const width = async () => (await page.locator('.db-edit').boundingBox())?.width
      await until('the screen of a phone', width, (px) => px !== undefined && Math.round(px) === 390)

      // In the preview, the action works; the editor is as it was.
      await press(page, 'Preview')
      const preview = page.getByRole('region', { name: 'Preview' })
      await preview.getByText('Preview with unsaved changes').waitFor()
      assert.deepEqual(await inspect(page, 'preview'), [])
      await main(page).getByRole('button', { name: 'Open', exact: true }).click()
      await main(page).getByRole('article', { name: 'Flow' }).waitFor()
      await preview.getByRole('button', { name: 'Back to editing' }).click()
      await main(page).getByRole('button', { name: 'Temperature, 2 of 2', pressed: true }).waitFor()
      await page.getByRole('radio', { name: 'Desktop' }).click()
      await main(page)
        .getByRole('button', { name: /^Temperature, 8 × 4/ })
        .waitFor()

      // Nothing is restored without asking.
      const offer = page.getByRole('alertdialog', { name: 'Restore unsaved changes?' })
      page.on('dialog', (leave) => void leave.accept())
      await until(
        'a draft',
        () => draftsOf(page),
        (count) => count === 1,
      )
      await page.reload()
      await openEditor(page)
      await offer.getByText('You have unsaved changes from').waitFor()
      assert.equal(await offer.getByText('was saved since').count(), 0)
      await offer.getByRole('button', { name: 'Restore' }).click()
      await page.getByText('1 unsaved change').waitFor()
      await undo(page, 'Restored unsaved changes')
      await until(
        'no draft',
        () => draftsOf(page),
        (count) => count === 0,
      )
      await press(page, 'Redo “Restored unsaved changes”')
      await until(
        'a draft again',
        () => draftsOf(page),
        (count) => count === 1,
      )

      // Someone else saves: the draft is still based on the version before.
      await stage.call('POST', '/api/dashboard', { ...(await read(id)), title: 'Theirs' })
      await page.reload()
      await openEditor(page)
      await offer.getByText('was saved since').waitFor()
      await offer.getByRole('button', { name: 'Restore' }).click()
      await press(page, 'Save')
      await page.getByRole('dialog').getByText('Ada Rivers').first().waitFor()
      assert.equal((await read(id)).title, 'Theirs')
      await page.getByRole('dialog').getByRole('button', { name: 'Overwrite' }).click()
      await page.getByText('Drafted saved').waitFor()
      const { widgets } = (await read(id)).configuration.states.default?.layouts.main ?? {}
      assert.deepEqual([widgets?.b?.mobileOrder, widgets?.a?.mobileOrder], [0, 1])
      await until(
        'no draft after saving',
        () => draftsOf(page),
        (count) => count === 0,
      )

      // A discarded draft doesn't come back.
      await cover(page, 'Pressure').click()
      await page.keyboard.press('Delete')
      await until(
        'a draft of the removal',
        () => draftsOf(page),
        (count) => count === 1,
      )
      await page.reload()
      await openEditor(page)
      await offer.getByRole('button', { name: 'Discard changes' }).click()
      await offer.waitFor({ state: 'detached' })
      await cover(page, 'Pressure').waitFor()
      await until(
        'the discarded draft to be gone',
        () => draftsOf(page),
        (count) => count === 0,
      )
    },
    { bypassCSP: true, reducedMotion: 'reduce' },
  ))

/** Number of drafts in the browser. */
const draftsOf = (page: Page): Promise<number> =>
  page.evaluate(
    () =>
      new Promise<number>((resolve, reject) => {
        const opening = indexedDB.open('sonde.dashboardDrafts')
        opening.onerror = () => reject(opening.error)
        opening.onsuccess = () => {
          const count = opening.result.transaction('sizes').objectStore('sizes').count()
          count.onerror = () => reject(count.error)
          count.onsuccess = () => {
            opening.result.close()
            resolve(count.result)
          }
        }
      }),
  )
