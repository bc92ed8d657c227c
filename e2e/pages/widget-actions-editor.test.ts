/** Actions of a widget in the dashboard editor: made, changed, ordered, removed and undone, stored, and run afterwards. */

import assert from 'node:assert/strict'
import test, { after } from 'node:test'
import type { Page } from 'playwright-core'
import { inspect } from './axe.ts'
import { dialog, main, press } from './page-parts.ts'
import { openAs, openStage, phone, tenant, until } from './stage.ts'

const stage = await openStage({ after })
const pumps = 'a0000000-0000-4000-8000-000000000001'

type Actions = Readonly<Record<string, readonly Readonly<Record<string, unknown>>[]>>

interface Stored {
  readonly configuration: { readonly widgets: { readonly pumps: { readonly config: { readonly actions?: Actions } } } }
}

const foreign = { id: 's', name: 'Slice', type: 'teleport', speed: 9 }

async function makeDashboard(title: string, actions: Actions): Promise<string> {
  const key = { name: 'pressure', type: 'timeseries', label: 'pressure', color: '#123456', settings: {} }
  const state = (name: string, root: boolean, id: string) => ({
    name,
    root,
    layouts: { main: { widgets: { [id]: { sizeX: 14, sizeY: 8, row: 0, col: 0 } }, gridSettings: { columns: 24 } } },
  })
  const { id } = await stage.call<{ id: { id: string } }>('POST', '/api/dashboard', {
    title,
    configuration: {
      widgets: {
        pumps: {
          isSystemType: true,
          bundleAlias: 'cards',
          typeAlias: 'entities_table',
          type: 'latest',
          title: 'Pumps',
          config: {
            title: 'Pumps',
            showTitle: true,
            datasources: [{ type: 'entity', entityAliasId: pumps, filterId: null, dataKeys: [key] }],
            settings: { displayEntityType: false, defaultPageSize: 5 },
            actions,
          },
        },
        note: {
          isSystemType: true,
          bundleAlias: 'cards',
          typeAlias: 'html_card',
          type: 'static',
          title: 'Note',
          config: { title: 'Note', showTitle: true, settings: { cardHtml: '<p>Details of the pump</p>' } },
        },
      },
      states: { home: state('Home', true, 'pumps'), pump: state('Pump details', false, 'note') },
      entityAliases: {
        [pumps]: {
          id: pumps,
          alias: 'Pumps',
          filter: { type: 'deviceType', deviceType: 'pump', deviceNameFilter: '', resolveMultiple: true },
        },
      },
    },
  })
  return id.id
}

const readActions = async (id: string): Promise<Actions> =>
  (await stage.call<Stored>('GET', `/api/dashboard/${id}`)).configuration.widgets.pumps.config.actions ?? {}

const panel = (page: Page) => page.locator('.sd-drawer')
const row = (page: Page, name: string) => panel(page).locator('.wa-open').filter({ hasText: name })

async function openActions(page: Page, id: string): Promise<void> {
  await openAs(page, tenant, `/dashboards/${id}`)
  await press(page, 'Edit dashboard')
  const cover = main(page).getByRole('button', { name: /^Pumps, / })
  await cover.waitFor()
  await cover.click()
  await press(page, 'Settings')
  await panel(page).getByRole('tab', { name: 'Actions' }).click()
  await panel(page).getByRole('heading', { name: 'Click on a row', exact: true }).waitFor()
}

const choose = (page: Page, label: string, option: string) =>
  panel(page).getByLabel(label, { exact: true }).selectOption({ label: option })

async function fromMenu(page: Page, name: string, item: string): Promise<void> {
  await panel(page)
    .getByRole('button', { name: `More: ${name}` })
    .click()
  await page.getByRole('menuitem', { name: item }).click()
}

test('actions are made, changed, ordered and undone in the editor, stored, and run afterwards', () =>
  stage.play(
    async (page) => {
      const id = await makeDashboard('Made', { sliceClick: [foreign] })
      await openActions(page, id)

      // Errors come with Apply, at their fields.
      await press(page, 'Add action: Header button')
      await press(page, 'Apply')
      await panel(page).getByText('Enter a name.').waitFor()
      await panel(page).getByText('Choose a state.').waitFor()
      await page.keyboard.type('Details')
      await choose(page, 'State', 'Pump details')
      await choose(page, 'Open as', 'Popover')
      await panel(page).getByLabel('Width', { exact: true }).fill('wide')
      await press(page, 'Apply')
      await panel(page).getByText('Enter a CSS length').first().waitFor()
      await panel(page).getByLabel('Width', { exact: true }).fill('320px')
      // What was entered stays while another type is looked at.
      await choose(page, 'Action', 'Custom function')
      await choose(page, 'Action', 'Open a state')
      assert.deepEqual(await inspect(page, 'editor of an action'), [])
      await panel(page).getByLabel('Name', { exact: true }).press('Control+Enter')
      await row(page, 'Details').getByText('Open a state · Pump details · popover').waitFor()

      // By keyboard: the focus is where it was, a copy is renamed and gets a condition that doesn't hold.
      await until(
        'the focus on the button that added',
        () => page.evaluate(() => document.activeElement?.getAttribute('aria-label')),
        (label) => label === 'Add action: Header button',
      )
      await fromMenu(page, 'Details', 'Duplicate')
      await row(page, 'Details 2').waitFor()
      await page.keyboard.press('Enter')
      await panel(page).getByLabel('Name', { exact: true }).fill('Details')
      await panel(page).getByText('Show only if a function returns true').click()
      await press(page, 'Apply')
      await panel(page).getByText('Another action of this source has this name. Enter another.').waitFor()
      await panel(page).getByLabel('Name', { exact: true }).fill('Hidden')
      await panel(page).getByRole('textbox', { name: 'Show function' }).fill('return data.length > 1000;')
      await press(page, 'Apply')
      await fromMenu(page, 'Hidden', 'Move up')
      await until(
        'the order',
        () => panel(page).locator('.wa-open').first().textContent(),
        (text) => text?.startsWith('Hidden') ?? false,
      )

      await press(page, 'Add action: Click on a row')
      await page.keyboard.type('Show pump')
      await choose(page, 'State', 'Pump details')
      await press(page, 'Apply')
      await row(page, 'Show pump').waitFor()
      assert.equal(await panel(page).getByRole('button', { name: 'Add action: Click on a row' }).count(), 0)
      await panel(page).getByText('Other: Click on a slice').waitFor()

      // What isn't applied is not lost by selecting another widget, leaving the settings or closing the editor.
      await row(page, 'Show pump').click()
      const name = panel(page).getByLabel('Name', { exact: true })
      await name.fill('Unfinished')
      const question = page.getByRole('alertdialog', { name: 'Discard changes?' })
      const stays = async () => {
        await question.getByRole('button', { name: 'Cancel' }).click()
        await question.waitFor({ state: 'detached' })
        assert.equal(await name.inputValue(), 'Unfinished')
      }
      const grid = await page.locator('.db-edit').boundingBox()
      assert.ok(grid)
      await page.mouse.click(grid.x + grid.width - 30, grid.y + 60)
      await stays()
      await press(page, 'Close settings')
      await stays()
      await press(page, 'Close editor')
      await stays()
      await panel(page).getByRole('tab', { name: 'Appearance' }).click()
      await panel(page).getByRole('tab', { name: 'Actions' }).click()
      assert.equal(await name.inputValue(), 'Unfinished')
      await press(page, 'Close settings')
      await question.getByRole('button', { name: 'Discard changes' }).click()
      await name.waitFor({ state: 'detached' })
      await press(page, 'Settings')
      await panel(page).getByRole('tab', { name: 'Actions' }).click()

      await fromMenu(page, 'Show pump', 'Remove')
      await row(page, 'Show pump').waitFor({ state: 'detached' })
      await page.keyboard.press('Control+z')
      await row(page, 'Show pump').waitFor()

      await page.keyboard.press('Control+s')
      await page.getByText('Made saved').waitFor()
      const stored = await readActions(id)
      assert.deepEqual(stored.sliceClick, [foreign])
      const [hidden, details] = stored.headerButton ?? []
      assert.equal(stored.headerButton?.length, 2)
      assert.deepEqual(
        { ...details, id: '' },
        {
          id: '',
          name: 'Details',
          icon: 'more_horiz',
          type: 'openDashboardState',
          targetDashboardStateId: 'pump',
          setEntityId: true,
          stateEntityParamName: '',
          openRightLayout: false,
          openInSeparateDialog: false,
          openInPopover: true,
          popoverPreferredPlacement: 'top',
          popoverHideOnClickOutside: true,
          popoverHideDashboardToolbar: true,
          popoverWidth: '320px',
          popoverHeight: '25vh',
          popoverStyle: {},
          useShowWidgetActionFunction: false,
          showWidgetActionFunction: '',
        },
      )
      assert.match(String(details?.id), /^[0-9a-f-]{36}$/)
      assert.notEqual(hidden?.id, details?.id)
      assert.deepEqual(
        [hidden?.useShowWidgetActionFunction, hidden?.showWidgetActionFunction],
        [true, 'return data.length > 1000;'],
      )
      assert.equal(stored.rowClick?.[0]?.targetDashboardStateId, 'pump')

      await press(page, 'Close settings')
      await press(page, 'Close editor')
      const table = main(page).getByRole('article', { name: 'Pumps', exact: true })
      await table.getByRole('button', { name: 'Details', exact: true }).click()
      await dialog(page, 'Pump details').getByText('Details of the pump').waitFor()
      await page.keyboard.press('Escape')
      await dialog(page, 'Pump details').waitFor({ state: 'detached' })
      assert.equal(await table.getByRole('button', { name: 'Hidden', exact: true }).count(), 0)
      await table
        .getByRole('row', { name: /Pump P-02/ })
        .getByRole('button', { name: 'Pump P-02' })
        .click()
      await main(page).getByRole('article', { name: 'Note' }).waitFor()
      assert.match(new URL(page.url()).search, /state=/)
    },
    { bypassCSP: true },
  ))

test('on a phone, an action whose target is gone is mended; leaving asks, unknown types and code stay as they were', () =>
  stage.play(
    async (page) => {
      const code = '  run();\r\n\treturn 1 \n'
      const gone = { id: 'g', name: 'Gone', icon: 'search', type: 'openDashboardState', targetDashboardStateId: 'x' }
      const custom = { id: 'c', name: 'Code', icon: 'code', type: 'custom', customFunction: code, ours: { deep: 1 } }
      const id = await makeDashboard('Mended', { headerButton: [gone, foreign, custom] })
      await openActions(page, id)
      await row(page, 'Gone').getByText('State x doesn’t exist').waitFor()
      await row(page, 'Slice').getByText('teleport (not supported)').waitFor()
      await row(page, 'Gone').tap()
      await panel(page).getByText('This state doesn’t exist. Choose another.').waitFor()
      await choose(page, 'State', 'Home')
      await page.keyboard.press('Escape')
      await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' }).click()
      await press(page, 'Apply')
      await row(page, 'Gone').getByText('Home').waitFor()
      assert.deepEqual(await inspect(page, 'actions on a phone'), [])

      await row(page, 'Code').tap()
      await panel(page).getByLabel('Name', { exact: true }).fill('Mended code')
      await press(page, 'Apply')
      await row(page, 'Mended code').waitFor()
      await row(page, 'Slice').tap()
      await panel(page).getByLabel('Name', { exact: true }).fill('Far')
      await press(page, 'Apply')
      await row(page, 'Far').waitFor()
      await press(page, 'Close settings')
      await press(page, 'Save')
      await page.getByText('Mended saved').waitFor()
      const { headerButton = [] } = await readActions(id)
      assert.equal(headerButton[0]?.targetDashboardStateId, 'home')
      assert.deepEqual(headerButton[1], { ...foreign, name: 'Far', icon: 'more_horiz' })
      assert.deepEqual(headerButton[2]?.customFunction, code)
      assert.deepEqual(headerButton[2]?.ours, { deep: 1 })
      assert.equal(headerButton[2]?.name, 'Mended code')
    },
    { viewport: phone, hasTouch: true, isMobile: true, bypassCSP: true },
  ))
