/** The alarms table of a dashboard: live alarms, filters, order, acknowledging and clearing, narrow windows. */

import assert from 'node:assert/strict'
import test, { after } from 'node:test'
import type { Page } from 'playwright-core'
import { inspect } from './axe.ts'
import { main } from './page-parts.ts'
import { openAs, openStage, type Ref, tenant, until } from './stage.ts'

const stage = await openStage({ after })
const aliasId = '6f8d5ad0-0000-4222-8333-0000000000d1'

interface Board {
  readonly path: string
  readonly device: Ref
  raise(type: string, severity: string, more?: object): Promise<string>
}

let boards = 0

/** Creates a device, and a dashboard with a table of its alarms. */
async function openBoard(settings: object): Promise<Board> {
  const device = await stage.makeDevice(`Boiler ${++boards}`)
  const alarmKey = (name: string, label: string) => ({ name, type: 'alarm', label, settings: {} })
  const dataKeys = [
    alarmKey('createdTime', 'Created time'),
    alarmKey('originator', 'Originator'),
    alarmKey('type', 'Type'),
    alarmKey('severity', 'Severity'),
    alarmKey('status', 'Status'),
    { name: 'pressure', type: 'timeseries', label: 'Pressure', units: 'bar', settings: {} },
  ]
  const widgetId = '6f8d5ad0-0000-4222-8333-0000000000d2'
  const place = { sizeX: 24, sizeY: 10, row: 0, col: 0 }
  const widget = {
    isSystemType: true,
    bundleAlias: 'alarm_widgets',
    typeAlias: 'alarms_table',
    type: 'alarm',
    title: 'Alarms',
    ...place,
    config: {
      title: 'Alarms',
      settings,
      useDashboardTimewindow: false,
      timewindow: { realtime: { timewindowMs: 86_400_000 } },
      alarmSource: { type: 'entity', entityAliasId: aliasId, dataKeys },
    },
  }
  const filter = { type: 'singleEntity', singleEntity: device, resolveMultiple: false }
  const { id } = await stage.call<{ id: Ref }>('POST', '/api/dashboard', {
    title: `Boiler alarms ${boards}`,
    configuration: {
      widgets: { [widgetId]: widget },
      states: { default: { name: 'Main', root: true, layouts: { main: { widgets: { [widgetId]: place } } } } },
      entityAliases: { [aliasId]: { id: aliasId, alias: 'Boiler', filter } },
    },
  })
  return {
    path: `/dashboards/${id.id}`,
    device,
    async raise(type, severity, more = {}) {
      const alarm = { type, severity, status: 'ACTIVE_UNACK', originator: device, ...more }
      return (await stage.call<{ id: Ref }>('POST', '/api/alarm', alarm)).id.id
    },
  }
}

const table = (page: Page, title = 'Alarms') => main(page).getByRole('article', { name: title, exact: true })
const row = (page: Page, name: RegExp) => table(page).getByRole('row', { name })

const types = (page: Page) => table(page).locator('tbody tr td[data-fills]').allTextContents()
const typesAre = (page: Page, ...wanted: string[]) =>
  until(
    `the rows ${wanted.join(', ')}`,
    () => types(page),
    (shown) => shown.join() === wanted.join(),
  )

test('alarms appear, change and go live; they are sorted, searched and filtered', async () => {
  // biome-ignore lint/suspicious/noTemplateCurlyInString: a placeholder that the widget fills in
  const board = await openBoard({ alarmsTitle: 'Alarms of ${entityName}' })
  const title = `Alarms of Boiler ${boards}`
  await stage.play(async (page) => {
    await openAs(page, tenant, board.path)
    const own = table(page, title)
    await own.getByText('No alarms').waitFor()
    const rowOf = (name: RegExp) => own.getByRole('row', { name })
    const shown = (...wanted: string[]) =>
      until(
        `the rows ${wanted.join(', ')}`,
        () => own.locator('tbody tr td[data-fills]').allTextContents(),
        (texts) => texts.join() === wanted.join(),
      )

    const hot = await board.raise('Hot', 'MINOR')
    await rowOf(/Hot/).getByText('Active').waitFor()
    await board.raise('Leak', 'CRITICAL')
    await shown('Leak', 'Hot')
    const telemetry = `/api/plugins/telemetry/${board.device.entityType}/${board.device.id}/timeseries/ANY`
    await stage.call('POST', telemetry, { pressure: 4.5 })
    await rowOf(/Hot/).getByText('4.5 bar').waitFor()
    await stage.call('POST', `/api/alarm/${hot}/clear`)
    await rowOf(/Hot/).getByText('Cleared').waitFor()

    await own.getByRole('button', { name: 'Type', exact: true }).click()
    await shown('Hot', 'Leak')
    await own.getByRole('columnheader', { name: 'Type' }).and(own.locator('[aria-sort=ascending]')).waitFor()
    await own.getByRole('button', { name: 'Severity', exact: true }).click()
    await shown('Leak', 'Hot')

    await own.getByRole('searchbox').fill('hot')
    await shown('Hot')
    await own.getByRole('searchbox').fill('nothing like this')
    await own.getByRole('button', { name: 'Clear filters' }).click()
    await shown('Leak', 'Hot')

    await own.getByRole('button', { name: 'Filter', exact: true }).click()
    const panel = page.getByRole('dialog', { name: 'Filter' })
    await panel.getByLabel('Cleared').check()
    await shown('Hot')
    await panel.getByLabel('Cleared').uncheck()
    await panel.getByLabel('Critical').check()
    await shown('Leak')
    await page.keyboard.press('Escape')
    await own.getByRole('button', { name: 'Filter, 1 condition' }).waitFor()
    await board.raise('Overflow', 'CRITICAL')
    await shown('Overflow', 'Leak')
  })
})

test('a row is acknowledged at once and can be undone; selected rows are cleared together; details open', async () => {
  const board = await openBoard({ defaultSortOrder: 'type', defaultPageSize: 2 })
  for (const [type, severity] of [
    ['A', 'MAJOR'],
    ['B', 'WARNING'],
    ['C', 'INDETERMINATE'],
  ] as const) {
    await board.raise(type, severity)
  }
  await stage.play(
    async (page) => {
      await openAs(page, tenant, board.path)
      await typesAre(page, 'A', 'B')
      await row(page, /Warning/)
        .getByRole('button', { name: 'Acknowledge' })
        .click()
      await row(page, /Warning/)
        .getByText('Acknowledged', { exact: true })
        .waitFor()
      assert.ok(
        await row(page, /Warning/)
          .getByRole('button', { name: 'Acknowledge' })
          .isDisabled(),
      )
      await page.getByRole('button', { name: 'Undo' }).click()
      await row(page, /Warning/)
        .getByText('Unacknowledged')
        .waitFor()

      await table(page).getByRole('checkbox', { name: 'Select all' }).check()
      const bar = page.getByRole('region', { name: '2 selected' })
      assert.deepEqual(await inspect(page, 'alarms table'), [])
      await bar.getByRole('button', { name: 'Clear', exact: true }).click()
      await page.getByRole('alertdialog').getByRole('button', { name: 'Clear 2 alarms' }).click()
      await row(page, /Warning/)
        .getByText('Cleared')
        .waitFor()
      await row(page, /Major/).getByText('Cleared').waitFor()
      await bar.waitFor({ state: 'detached' })

      await table(page).getByRole('button', { name: 'Next page' }).click()
      await typesAre(page, 'C')
      await row(page, /Indeterminate/)
        .getByRole('button', { name: 'Show details' })
        .click()
      const details = page.getByRole('dialog', { name: 'C' })
      await details.getByRole('button', { name: /^Acknowledge/ }).click()
      await details.getByRole('button', { name: 'Close' }).first().click()
      await row(page, /Indeterminate/)
        .getByText('Acknowledged', { exact: true })
        .waitFor()
    },
    { bypassCSP: true, reducedMotion: 'reduce' },
  )
})

test('on a phone rows have two lines and a menu', async () => {
  const board = await openBoard({ enableSelection: false })
  await board.raise('Hot', 'CRITICAL')
  await stage.play(
    async (page) => {
      await openAs(page, tenant, board.path)
      const item = table(page).getByRole('listitem').filter({ hasText: 'Hot' })
      await item.getByText(`Boiler ${boards}, Active, unacknowledged`).waitFor()
      await item.getByText('Critical').waitFor()
      await item.getByRole('button', { name: 'More: Hot' }).click()
      await page.getByRole('menuitem', { name: 'Acknowledge' }).click()
      await item.getByText(/Active, acknowledged/).waitFor()
      assert.deepEqual(await inspect(page, 'alarms table on a phone'), [])
    },
    { bypassCSP: true, reducedMotion: 'reduce', viewport: { width: 390, height: 844 }, hasTouch: true },
  )
})
