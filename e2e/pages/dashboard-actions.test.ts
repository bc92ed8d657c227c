/** Actions of widgets: what a row, a button in it and a button in a header open. */

import assert from 'node:assert/strict'
import test, { after } from 'node:test'
import { decodeStates } from '@sonde/model/dashboards/dashboard-states'
import type { Page } from 'playwright-core'
import { inspect } from './axe.ts'
import { main } from './page-parts.ts'
import { openAs, openStage, plantDashboardId, tenant, until } from './stage.ts'

const stage = await openStage({ after })
const plantId = await plantDashboardId(stage)

// biome-ignore lint/suspicious/noTemplateCurlyInString: the wire's own placeholder
const entityName = '${entityName}'
const pumps = 'a0000000-0000-4000-8000-000000000001'
const chosen = 'a0000000-0000-4000-8000-000000000002'

const key = (name: string) => ({ name, type: 'timeseries', label: name, color: '#123456', settings: {} })

interface Action {
  readonly name: string
  readonly type: string
  readonly [key: string]: unknown
}

function widget(typeAlias: string, title: string, aliasId: string | null, parts: object) {
  return {
    isSystemType: true,
    bundleAlias: 'cards',
    typeAlias,
    type: typeAlias === 'timeseries_table' ? 'timeseries' : aliasId ? 'latest' : 'static',
    title,
    config: {
      title,
      showTitle: true,
      useDashboardTimewindow: true,
      datasources: aliasId
        ? [{ type: 'entity', entityAliasId: aliasId, filterId: null, dataKeys: [key('pressure')] }]
        : [],
      settings: {},
      ...parts,
    },
  }
}

const table = (title: string, actions: Readonly<Record<string, readonly Action[]>>) =>
  widget('entities_table', title, pumps, { actions, settings: { displayEntityType: false, defaultPageSize: 5 } })

const opens = (name: string, parts: object = {}): Action => ({
  id: name,
  name,
  icon: 'search',
  type: 'openDashboardState',
  targetDashboardStateId: 'pump',
  setEntityId: true,
  ...parts,
})

const widgets = {
  rows: table('Pumps', {
    rowClick: [opens('Open')],
    actionCellButton: [
      opens('In dialog', {
        openInSeparateDialog: true,
        dialogTitle: `Details of ${entityName}`,
        dialogWidth: 60,
        dialogHeight: 70,
      }),
      opens('In popover', { icon: 'mdi:pump', openInPopover: true, popoverWidth: '400px', popoverHeight: '300px' }),
    ],
    headerButton: [
      {
        id: 'h1',
        name: 'Open the plant',
        icon: 'factory',
        type: 'openDashboard',
        targetDashboardId: plantId,
        targetDashboardStateId: 'energy',
      },
      { id: 'h2', name: 'Run code', type: 'custom', customFunction: 'alert(1)' },
    ],
  }),
  double: table('Double', {
    rowDoubleClick: [opens('Open', { stateEntityParamName: 'other', targetDashboardStateId: 'other' })],
  }),
  update: widget('simple_card', 'Update', pumps, {
    showTitle: false,
    actions: {
      headerButton: [{ id: 'u', name: 'Select pump', type: 'updateDashboardState', targetDashboardStateId: '' }],
    },
  }),
  inside: widget('dashboard_state_widget', 'Inside', null, { settings: { stateId: 'pump' } }),
  loop: widget('dashboard_state_widget', 'Loop', null, { settings: { stateId: 'loop' } }),
  gone: widget('dashboard_state_widget', 'Gone', null, { settings: { stateId: 'nowhere' } }),
  card: widget('html_card', 'Card', null, {
    settings: { cardHtml: '<div id="Open north"><b>North</b></div><p id="nothing">Plain</p>' },
    actions: { elementClick: [opens('Open north', { targetDashboardStateId: 'other', setEntityId: false })] },
  }),
  alarms: {
    ...widget('alarms_table', 'Alarms', null, {
      useDashboardTimewindow: true,
      alarmSource: {
        type: 'entity',
        entityAliasId: pumps,
        filterId: null,
        dataKeys: ['createdTime', 'type', 'severity'].map((name) => ({ ...key(name), type: 'alarm' })),
      },
      actions: { rowClick: [opens('Open')], actionCellButton: [opens('Other', { targetDashboardStateId: 'loop' })] },
    }),
    bundleAlias: 'alarm_widgets',
    type: 'alarm',
  },
  pressure: widget('simple_card', 'Pressure', chosen, { showTitle: false }),
  values: widget('timeseries_table', 'Values', chosen, {
    settings: { defaultPageSize: 3, showMilliseconds: true },
    actions: { rowClick: [opens('Home', { targetDashboardStateId: 'home', setEntityId: false })] },
  }),
}

type WidgetName = keyof typeof widgets
const state = (
  name: string,
  placed: readonly (readonly [WidgetName, number, number, number, number])[],
  root = false,
) => ({
  name,
  root,
  layouts: {
    main: {
      widgets: Object.fromEntries(placed.map(([id, col, row, sizeX, sizeY]) => [id, { col, row, sizeX, sizeY }])),
      gridSettings: { columns: 24, margin: 10 },
    },
  },
})

async function importDashboard(title: string, stateControllerId: string): Promise<string> {
  const alias = (id: string, name: string, filter: object) => ({ id, alias: name, filter })
  const { id } = await stage.call<{ id: { id: string } }>('POST', '/api/dashboard', {
    title,
    configuration: {
      widgets,
      states: {
        home: state(
          'Home',
          [
            ['rows', 0, 0, 14, 8],
            ['double', 14, 0, 10, 8],
            ['update', 0, 8, 6, 3],
            ['inside', 6, 8, 8, 5],
            ['loop', 14, 8, 5, 5],
            ['gone', 19, 8, 5, 5],
            ['card', 0, 13, 6, 3],
            ['alarms', 6, 13, 18, 6],
          ],
          true,
        ),
        pump: state(`Pump ${entityName}`, [
          ['pressure', 0, 0, 24, 4],
          ['values', 0, 4, 24, 8],
        ]),
        other: state(`Other \${other:entityName}`, []),
        loop: state('Loop', [['loop', 0, 0, 24, 6]]),
      },
      entityAliases: {
        [pumps]: alias(pumps, 'Pumps', {
          type: 'deviceType',
          deviceType: 'pump',
          deviceNameFilter: '',
          resolveMultiple: true,
        }),
        [chosen]: alias(chosen, 'Chosen', {
          type: 'stateEntity',
          stateEntityParamName: null,
          defaultStateEntity: null,
          resolveMultiple: false,
        }),
      },
      timewindow: {
        selectedTab: 0,
        realtime: { realtimeType: 0, interval: 60_000, timewindowMs: 3_600_000 },
        aggregation: { type: 'AVG', limit: 25_000 },
      },
      settings: { stateControllerId, showTitle: false },
    },
  })
  return id.id
}

const stacked = await importDashboard('Actions', 'entity')
const article = (page: Page, name: string) => main(page).getByRole('article', { name, exact: true })
const rowIn = (page: Page, name: string) => article(page, name).getByRole('row', { name: /Pump P-02/ })
const trail = (page: Page) => page.getByRole('navigation', { name: 'Dashboard states' })
const stackOf = (page: Page) => decodeStates(new URL(page.url()).searchParams.get('state'))

test('a row opens a state of its pump; the trail, Back and keys lead on', () =>
  stage.play(async (page) => {
    await openAs(page, tenant, `/dashboards/${stacked}`)
    await rowIn(page, 'Pumps')
      .getByText(/bar|\d/)
      .first()
      .click()
    await trail(page).getByText('Pump Pump P-02').waitFor()
    await article(page, 'Pressure').waitFor()
    assert.deepEqual(
      stackOf(page).map(({ id, params }) => [id, params.entityName]),
      [
        ['home', undefined],
        ['pump', 'Pump P-02'],
      ],
    )
    await page.goBack()
    await article(page, 'Pumps').waitFor()
    assert.equal(await trail(page).count(), 0)

    await rowIn(page, 'Pumps').getByRole('button', { name: 'Pump P-02' }).focus()
    await page.keyboard.press('Enter')
    await trail(page).getByText('Pump Pump P-02').waitFor()
    await trail(page).getByRole('button', { name: 'Home' }).click()
    await rowIn(page, 'Double').getByRole('button', { name: 'Pump P-02' }).dblclick()
    await trail(page).getByText('Other Pump P-02').waitFor()
    const [, other] = stackOf(page)
    assert.equal((other?.params.other as { entityName?: string } | undefined)?.entityName, 'Pump P-02')
    assert.equal(other?.params.targetEntityParamName, 'other')
  }))

test('a row of an alarm and its button open states of its originator', () =>
  stage.play(async (page) => {
    const originator = await stage.call<{ id: { id: string; entityType: string } }>(
      'GET',
      '/api/tenant/devices?deviceName=Pump%20P-02',
    )
    await stage.call('POST', '/api/alarm', {
      originator: originator.id,
      type: 'Seal leaks',
      severity: 'MINOR',
      status: 'ACTIVE_UNACK',
    })
    await openAs(page, tenant, `/dashboards/${stacked}`)
    const row = article(page, 'Alarms').getByRole('row', { name: /Seal leaks/ })
    await row.getByRole('cell', { name: 'Minor' }).click()
    await trail(page).getByText('Pump Pump P-02').waitFor()
    await page.goBack()
    await row.getByRole('button', { name: 'Other' }).click()
    await trail(page).getByText('Loop').waitFor()
    assert.equal(stackOf(page).at(-1)?.params.entityName, 'Pump P-02')
    await page.goBack()
    await row.getByRole('button', { name: /^(?!Other|Acknowledge|Clear|Show)/ }).focus()
    await page.keyboard.press('Enter')
    await trail(page).getByText('Pump Pump P-02').waitFor()
  }))

test('an element of HTML with the name of an action runs it, by pointer and by keyboard', () =>
  stage.play(async (page) => {
    await openAs(page, tenant, `/dashboards/${stacked}`)
    await article(page, 'Card').getByText('Plain').click()
    assert.deepEqual(stackOf(page), [])
    await article(page, 'Card').getByText('North').click()
    await trail(page).getByText('Other').waitFor()
    await page.goBack()
    await article(page, 'Card').getByRole('button', { name: 'North' }).focus()
    await page.keyboard.press('Enter')
    await trail(page).getByText('Other').waitFor()
  }))

test('a button of a row opens a dialog and a popover with states of their own', () =>
  stage.play(
    async (page) => {
      await openAs(page, tenant, `/dashboards/${stacked}`)
      const row = rowIn(page, 'Pumps')
      const before = page.url()
      await row.getByRole('button', { name: 'In dialog' }).click()
      const dialog = page.getByRole('dialog', { name: 'Details of Pump P-02' })
      await dialog.getByRole('article', { name: 'Pressure' }).waitFor()
      const { width, height } = (await dialog.boundingBox()) ?? { width: 0, height: 0 }
      const shown = page.viewportSize() ?? { width: 0, height: 0 }
      assert.ok(Math.abs(width - shown.width * 0.6) < 8 && height > shown.height * 0.7, `${width} × ${height}`)
      await dialog.getByRole('article', { name: 'Values' }).getByRole('row').nth(1).waitFor()
      assert.deepEqual(await inspect(page, 'dialog'), [])
      // What opens in the dialog stays in it.
      await dialog.getByRole('article', { name: 'Values' }).getByRole('row').nth(1).click()
      await dialog.getByRole('article', { name: 'Pumps' }).waitFor()
      assert.equal(page.url(), before)
      await page.keyboard.press('Escape')
      await dialog.waitFor({ state: 'detached' })

      const button = row.getByRole('button', { name: 'In popover' })
      await button.focus()
      await page.keyboard.press('Enter')
      const popover = page.getByRole('dialog', { name: 'Pump Pump P-02' })
      await popover.getByRole('article', { name: 'Pressure' }).waitFor()
      assert.deepEqual(await inspect(page, 'popover'), [])
      await button.click()
      await popover.waitFor({ state: 'detached' })
      await button.click()
      await popover.waitFor()
      await article(page, 'Double').getByRole('searchbox').click()
      await popover.waitFor({ state: 'detached' })
      assert.equal(page.url(), before, 'the buttons clicked their row')
    },
    { bypassCSP: true, reducedMotion: 'reduce' },
  ))

test('header buttons: another dashboard, the entity of this state, and code', () =>
  stage.play(async (page) => {
    await openAs(page, tenant, `/dashboards/${stacked}`)
    await article(page, 'Pumps').getByRole('button', { name: 'Run code' }).click()
    await page.getByText('Code of Run code failed at line 1, column 1. ReferenceError').waitFor()

    await article(page, 'Update').getByRole('button', { name: 'Select pump' }).click()
    const [home] = await until(
      'the entity in the address',
      () => stackOf(page),
      ([first]) => first?.params.entityName !== undefined,
    )
    assert.equal(home?.id, 'home')
    await article(page, 'Inside').getByRole('article', { name: 'Pressure' }).waitFor()
    await article(page, 'Loop').getByText('This state contains itself.').waitFor()
    await article(page, 'Gone').getByText('This dashboard has no state “nowhere”.').waitFor()

    await rowIn(page, 'Double').click()
    await rowIn(page, 'Pumps').hover()
    await article(page, 'Pumps').getByRole('button', { name: 'Open the plant' }).click()
    await article(page, 'Power by meter').waitFor()
    assert.equal(new URL(page.url()).pathname, `/dashboards/${plantId}`)
    assert.deepEqual(
      stackOf(page).map(({ id }) => id),
      ['energy'],
    )
    await page.goBack()
    await article(page, 'Pumps').waitFor()
  }))

test('on a phone, header buttons are in the menu and a popover fits', () =>
  stage.play(
    async (page) => {
      await openAs(page, tenant, `/dashboards/${stacked}`)
      await rowIn(page, 'Pumps').getByRole('button', { name: 'In popover' }).click()
      const popover = page.getByRole('dialog', { name: 'Pump Pump P-02' })
      await popover.getByRole('article', { name: 'Pressure' }).waitFor()
      const box = await popover.boundingBox()
      assert.ok(box && box.x >= 0 && box.x + box.width <= 390, JSON.stringify(box))
      await page.keyboard.press('Escape')
      await popover.waitFor({ state: 'detached' })
      await rowIn(page, 'Pumps').getByRole('button', { name: 'In dialog' }).click()
      const dialog = page.getByRole('dialog', { name: 'Details of Pump P-02' })
      await dialog.getByRole('article', { name: 'Pressure' }).waitFor()
      assert.equal((await dialog.boundingBox())?.width, 390)
    },
    { viewport: { width: 390, height: 844 } },
  ))

test('the default controller replaces the state, and a table of values pages and searches', async () => {
  const plain = await importDashboard('Plain actions', 'default')
  await stage.play(async (page) => {
    await openAs(page, tenant, `/dashboards/${plain}`)
    await rowIn(page, 'Pumps').getByText('Pump P-02').click()
    const values = article(page, 'Values')
    await values.getByRole('row').nth(3).waitFor()
    assert.deepEqual(
      stackOf(page).map(({ id }) => id),
      ['pump'],
    )
    assert.equal(await values.getByRole('row').count(), 4)
    await values
      .getByRole('cell', { name: /:\d\d\.\d{3}/ })
      .first()
      .waitFor()
    await values.getByRole('button', { name: 'Next page' }).click()
    await values.getByText(/^4–6 of/).waitFor()
    await values.getByRole('searchbox').fill('nothing like this')
    await values.getByText('Nothing matches “nothing like this”').waitFor()
  })
})
