/** Explore page from a user's perspective: finding series by words, a common time axis, state in the URL. */

import assert from 'node:assert/strict'
import test, { after } from 'node:test'
import type { Page } from 'playwright-core'
import { inspect } from './axe.ts'
import { main, mainMenu, press, region } from './page-parts.ts'
import { customer, openAs, openStage, phone, tenant, until, wide } from './stage.ts'

const stage = await openStage({ after })

const finder = (page: Page) => page.getByRole('combobox', { name: 'Add series' })

/** Adds the first result of the search. */
async function add(page: Page, words: string, option: string): Promise<void> {
  const field = finder(page)
  await field.fill(words)
  await page.getByRole('option', { name: option }).first().waitFor()
  await field.press('ArrowDown')
  await field.press('Enter')
}

const charts = (page: Page) => region(page, 'Charts').getByRole('img')
const row = (page: Page, name: string) => region(page, 'Statistics').getByRole('row', { name })
const drawn = (page: Page, count: number) =>
  until(
    `${count} charts`,
    () => charts(page).count(),
    (now) => now === count,
  )

test('from the menu: series join the chart of their key, and the address brings them back', () =>
  stage.play(async (page) => {
    await openAs(page, tenant, '/devices')
    await mainMenu(page).getByRole('link', { name: 'Explore' }).click()
    await page.getByRole('heading', { level: 1, name: 'Explore' }).waitFor()
    await page.getByRole('heading', { name: 'Nothing to compare yet' }).waitFor()
    await finder(page).and(page.locator(':focus')).waitFor()
    await add(page, 'level of Tank T-01', 'Tank T-01, level')
    await drawn(page, 1)
    await add(page, 'tank t-05 level', 'Tank T-05, level')
    await row(page, 'Tank T-05, level').waitFor()
    await drawn(page, 1)
    await add(page, 'power pump p-03', 'Pump P-03, power')
    await drawn(page, 2)
    // Each chart is named after what its series have in common, in the list and above the chart.
    await region(page, 'Level chart 1').getByRole('button', { name: 'Tank T-05 level' }).waitFor()
    await region(page, 'Charts').getByRole('heading', { name: 'Level', exact: true }).waitFor()
    await region(page, 'Charts').getByText('Tank T-05', { exact: true }).waitFor()
    await page.getByText('3 of 12 series').waitFor()
    // The list of the finder is closed after a choice.
    assert.equal(await page.getByRole('listbox').count(), 0)

    // Shared crosshair: the values of all charts at the time chosen in one.
    await charts(page).first().press('End')
    await region(page, 'Statistics').getByRole('columnheader', { name: /^At / }).waitFor()
    for (const name of ['Tank T-01, level', 'Pump P-03, power']) {
      assert.match((await row(page, name).getByRole('cell').first().textContent()) ?? '', /\d/)
    }
    await page.keyboard.press('Escape')

    await page.getByRole('button', { name: 'Pump P-03 power' }).click()
    await page.getByLabel('Axis').selectOption('Right')
    await press(page, 'Move Pump P-03, power')
    await page.getByRole('menuitem', { name: 'Move to chart 1' }).click()
    await drawn(page, 1)
    await press(page, 'Hide Pump P-03, power')
    const address = page.url()
    await page.reload()
    await press(page, 'Show Pump P-03, power')
    await press(page, 'Remove Tank T-05, level')
    await page.getByText('2 of 12 series').waitFor()
    // The chart is added to a new dashboard as a widget, and removed again.
    await press(page, 'Add to dashboard')
    await page.getByText('New dashboard').click()
    await page.getByLabel('Dashboard title').fill('Comparison')
    await page.getByRole('dialog').getByRole('button', { name: 'Add', exact: true }).click()
    await page.getByText('Chart added to Comparison').waitFor()
    await page.getByRole('dialog').getByRole('button', { name: 'Undo' }).click()
    await page.getByLabel('Dashboard title').waitFor()
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
    // Each change is a history entry.
    await page.goBack()
    await page.goBack()
    await page.getByText('3 of 12 series').waitFor()
    assert.equal(page.url(), address)
  }))

test('changes are undone and redone, and an exploration has a name', () =>
  stage.play(async (page) => {
    const { id } = await stage.call<{ id: { id: string } }>('GET', '/api/tenant/devices?deviceName=Tank%20T-01')
    const series = `DEVICE.${id.id}.level.1`
    await openAs(page, tenant, `/explore?${new URLSearchParams({ series })}`)
    await drawn(page, 1)
    const undo = main(page).getByRole('button', { name: 'Undo' })
    assert.equal(await undo.isDisabled(), true)
    const param = (name: string) => new URL(page.url()).searchParams.get(name)
    const windowIs = (wanted: RegExp | null) =>
      until(
        `window ${wanted}`,
        async () => param('window'),
        (now) => (wanted === null ? now === null : now !== null && wanted.test(now)),
      )

    // A drag zooms; undo leads back to the live window.
    const box = await charts(page).first().boundingBox()
    assert.ok(box)
    await page.mouse.move(box.x + box.width * 0.4, box.y + 60)
    await page.mouse.down()
    await page.mouse.move(box.x + box.width * 0.6, box.y + 60, { steps: 4 })
    await page.mouse.up()
    await windowIs(/^\d+-\d+/)
    await undo.click()
    await windowIs(null)
    await main(page).getByRole('button', { name: 'Zoom out' }).click()
    await windowIs(/^live-43200000/)
    await drawn(page, 1)

    await press(page, 'Remove Tank T-01, level')
    await page.getByRole('heading', { name: 'Nothing to compare yet' }).waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('heading', { level: 1 }).click()
    await page.keyboard.press('Control+z')
    await drawn(page, 1)
    await page.keyboard.press('Control+z')
    await windowIs(null)
    await page.keyboard.press('Control+Shift+z')
    await windowIs(/^live-43200000/)

    await press(page, 'Name this exploration')
    await page.getByRole('dialog').getByRole('textbox').fill('Filling cycle')
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
    await page.getByRole('heading', { level: 1, name: 'Filling cycle' }).waitFor()
    await page.reload()
    await page.getByRole('navigation', { name: 'Breadcrumbs' }).getByText('Filling cycle').waitFor()
    await drawn(page, 1)
    await press(page, 'Add to dashboard')
    assert.equal(await page.getByLabel('Widget title').inputValue(), 'Filling cycle')
    await page.getByText('New dashboard').click()
    assert.equal(await page.getByLabel('Dashboard title').inputValue(), 'Filling cycle')
  }))

/** Series in the order of the list, each with its chart. */
const listed = (page: Page) =>
  page
    .locator('.sd-explore-group')
    .evaluateAll((groups) =>
      groups.flatMap((group, at) =>
        [...group.querySelectorAll('.sd-explore-name')].map(
          (name) => `${at + 1} ${name.lastElementChild?.textContent}`,
        ),
      ),
    )

const listIs = (page: Page, wanted: readonly string[]) =>
  until(
    `the series ${wanted.join(', ')}`,
    () => listed(page),
    (now) => now.join() === wanted.join(),
  )

test('series and charts are moved by keys and by dragging, undone, and kept by the address', () =>
  stage.play(async (page) => {
    const { id } = await stage.call<{ id: { id: string } }>('GET', '/api/tenant/devices?deviceName=Pump%20P-03')
    const series = ['power.1', 'pressure.1', 'flow.2'].map((one) => `DEVICE.${id.id}.${one}`).join('*')
    await openAs(page, tenant, `/explore?${new URLSearchParams({ series })}`)
    await drawn(page, 2)
    await listIs(page, ['1 power', '1 pressure', '2 flow'])

    // By keys: the focus stays with what was moved, and the place is announced.
    const grip = (name: string) => page.getByRole('button', { name: `Move ${name}`, exact: true })
    const focused = (name: string) => grip(name).and(page.locator(':focus')).waitFor()
    await grip('Pump P-03, power').focus()
    await page.keyboard.press('ArrowDown')
    await page.getByRole('menuitem', { name: 'Move down' }).waitFor()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await listIs(page, ['1 pressure', '1 power', '2 flow'])
    await focused('Pump P-03, power')
    await page
      .getByRole('status')
      .filter({ hasText: 'Pump P-03, power: chart 1, 2 of 2' })
      .waitFor({ state: 'attached' })
    await page.keyboard.press('ArrowUp')
    await page.getByRole('menuitem', { name: 'Move to new chart' }).and(page.locator(':focus')).waitFor()
    await page.keyboard.press('Enter')
    await listIs(page, ['1 pressure', '2 flow', '3 power'])
    await focused('Pump P-03, power')
    await drawn(page, 3)
    await grip('Power').focus()
    await page.keyboard.press('Enter')
    await page.getByRole('menuitem', { name: 'Move up' }).and(page.locator(':focus')).waitFor()
    await page.keyboard.press('Enter')
    await listIs(page, ['1 pressure', '2 power', '3 flow'])
    await focused('Power')
    await page.reload()
    await drawn(page, 3)
    await listIs(page, ['1 pressure', '2 power', '3 flow'])

    // By dragging: onto a series, and a whole chart.
    const item = (name: string) => page.locator('.sd-explore-item', { hasText: name })
    await grip('Pump P-03, flow').dragTo(item('pressure'), { targetPosition: { x: 60, y: 4 } })
    await listIs(page, ['1 flow', '1 pressure', '2 power'])
    await drawn(page, 2)
    await grip('Power').dragTo(page.locator('.sd-explore-group').first(), { targetPosition: { x: 60, y: 4 } })
    await listIs(page, ['1 power', '2 flow', '2 pressure'])
    await page.keyboard.press('Control+z')
    await listIs(page, ['1 flow', '1 pressure', '2 power'])
    await page.keyboard.press('Control+z')
    await listIs(page, ['1 pressure', '2 power', '3 flow'])
  }))

test('the next series joins a chart that was added', () =>
  stage.play(async (page) => {
    const { id } = await stage.call<{ id: { id: string } }>('GET', '/api/tenant/devices?deviceName=Tank%20T-01')
    await openAs(page, tenant, `/explore?${new URLSearchParams({ series: `DEVICE.${id.id}.level.1` })}`)
    await drawn(page, 1)
    const addChart = page.getByRole('button', { name: 'Add chart', exact: true })
    await addChart.click()
    await region(page, 'New chart chart 2').waitFor()
    assert.equal(await addChart.isDisabled(), true)
    await finder(page).and(page.locator(':focus')).waitFor()
    await page.reload()
    await press(page, 'Remove new chart')
    await region(page, 'New chart chart 2').waitFor({ state: 'detached' })
    await main(page).getByRole('button', { name: 'Undo' }).click()
    await region(page, 'New chart chart 2').waitFor()
    // Without it, the series would join the chart of its key.
    await add(page, 'tank t-05 level', 'Tank T-05, level')
    await drawn(page, 2)
    await region(page, 'New chart chart 2').waitFor({ state: 'detached' })
    await listIs(page, ['1 level', '2 level'])
  }))

test('alarms of the shown entities are bars on the time axis that lead to the alarm', () =>
  stage.play(async (page) => {
    const { id } = await stage.call<{ id: { id: string } }>('POST', '/api/device', { name: 'Kiln', type: 'default' })
    await stage.call('POST', `/api/plugins/telemetry/DEVICE/${id.id}/timeseries/ANY`, { heat: 95 })
    const alarm = { originator: id, type: 'Too hot', severity: 'CRITICAL', status: 'ACTIVE_UNACK' }
    await openAs(page, tenant, `/explore?${new URLSearchParams({ series: `DEVICE.${id.id}.heat.1` })}`)
    await drawn(page, 1)
    assert.equal(await region(page, 'Alarms in this time window').count(), 0)
    const startTs = Date.now() - 3 * 3_600_000
    await stage.call('POST', '/api/alarm', { ...alarm, startTs, endTs: startTs })
    const bar = region(page, 'Alarms in this time window').getByRole('link', {
      name: /^Too hot, Kiln: Critical, active/,
    })
    await bar.waitFor()
    // The lane has the same time axis as the chart: three of six hours.
    const [plot, shown] = [await page.locator('.u-over').first().boundingBox(), await bar.boundingBox()]
    assert.ok(plot && shown)
    assert.ok(Math.abs(shown.x - (plot.x + plot.width / 2)) < 8, `The bar begins at ${shown.x} of ${plot.x}.`)
    assert.ok(Math.abs(shown.x + shown.width - (plot.x + plot.width)) < 2, 'The bar of an active alarm ends at now.')
    await press(page, 'Hide Kiln, heat')
    await bar.waitFor({ state: 'detached' })
    await press(page, 'Show Kiln, heat')
    await bar.click()
    await page.getByRole('complementary', { name: 'Too hot' }).waitFor()
    await page.goBack()
    await bar.waitFor()
  }))

test('limits of the alarm rules are drawn once per chart, if its series have the same unit', () =>
  stage.play(async (page) => {
    const numeric = (defaultValue: number) => ({ type: 'NUMERIC', operation: 'GREATER', value: { defaultValue } })
    const rule = (limit: number) => ({
      condition: {
        condition: [{ key: { type: 'TIME_SERIES', key: 'heat' }, valueType: 'NUMERIC', predicate: numeric(limit) }],
        spec: { type: 'SIMPLE' },
      },
    })
    await stage.call('POST', '/api/deviceProfile', {
      name: 'oven',
      type: 'DEFAULT',
      transportType: 'DEFAULT',
      profileData: {
        configuration: { type: 'DEFAULT' },
        transportConfiguration: { type: 'DEFAULT' },
        alarms: [{ id: 'a', alarmType: 'Too hot', createRules: { CRITICAL: rule(92), WARNING: rule(85) } }],
      },
    })
    const ids: string[] = []
    for (const name of ['Oven 1', 'Oven 2']) {
      const { id } = await stage.call<{ id: { id: string } }>('POST', '/api/device', { name, type: 'oven' })
      await stage.call('POST', `/api/plugins/telemetry/DEVICE/${id.id}/timeseries/ANY`, { heat: 80, load: 5 })
      ids.push(id.id)
    }
    const [first, second] = ids
    const limits = page.locator('.sd-explore-legend').getByText(/ above \d/)
    const limitsAre = (wanted: readonly string[]) =>
      until(
        `the limits ${wanted.join(', ')}`,
        () => limits.allTextContents(),
        (now) => now.join() === wanted.join(),
      )
    const explore = (...of: readonly string[]) =>
      openAs(page, tenant, `/explore?${new URLSearchParams({ series: of.map((one) => `DEVICE.${one}`).join('*') })}`)
    await explore(`${first}.heat.1`, `${second}.heat.1`)
    await limitsAre(['Critical above 92', 'Warning above 85'])
    await press(page, 'Hide Oven 1, heat')
    await limitsAre(['Critical above 92', 'Warning above 85'])
    await press(page, 'Hide Oven 2, heat')
    await limitsAre([])
    // What a limit applies to wouldn't be clear beside another key.
    await explore(`${first}.heat.1`, `${first}.load.1`)
    await row(page, 'Oven 1, load').getByRole('cell').first().waitFor()
    assert.deepEqual(await limits.allTextContents(), [])
    await press(page, 'Hide Oven 1, load')
    await limitsAre(['Critical above 92', 'Warning above 85'])
  }))

test('series with the same unit share a chart, and found values have the unit', async () => {
  const keys = ['inlet', 'outlet', 'total'].map((key) => ({ key, unit: 'm³/h', decimals: 1 }))
  await stage.call('PUT', '/api/v2/key-descriptions', { keys })
  const { id } = await stage.call<{ id: { id: string } }>('POST', '/api/device', { name: 'Basin', type: 'default' })
  await stage.call('POST', `/api/plugins/telemetry/DEVICE/${id.id}/timeseries/ANY`, {
    inlet: 12,
    outlet: 2,
    total: 1234,
  })
  await stage.play(
    async (page) => {
      await openAs(page, tenant, '/explore')
      await finder(page).fill('total of Basin')
      await page.getByRole('option', { name: /^Basin, total.*1,234\.0\sm³\/h$/ }).waitFor()
      await add(page, 'inlet of Basin', 'Basin, inlet')
      await row(page, 'Basin, inlet').waitFor()
      await add(page, 'outlet of Basin', 'Basin, outlet')
      await row(page, 'Basin, outlet').waitFor()
      await drawn(page, 1)
      const table = region(page, 'Statistics')
      assert.equal(await table.evaluate((element) => element.scrollWidth > element.clientWidth), false)
    },
    { viewport: { width: 1280, height: 800 } },
  )
})

test('from the chart of a key, and customer users read only what is theirs', () =>
  stage.play(async (page) => {
    const foreign = await stage.call<{ id: { id: string } }>('POST', '/api/device', { name: 'Boiler', type: 'default' })
    await openAs(page, customer, '/devices')
    await page.locator('tbody').getByRole('row').first().getByRole('button').first().click()
    await page.getByRole('tab', { name: 'Latest telemetry' }).click()
    await page.locator('.sd-values-open').first().click()
    await page.getByRole('link', { name: 'Open in Explore' }).click()
    await drawn(page, 1)
    const { searchParams } = new URL(page.url())
    const series = `${searchParams.get('series')}*DEVICE.${foreign.id.id}.level.2`
    await page.goto(`/explore?${new URLSearchParams({ series })}`)
    await row(page, 'No access, level').waitFor()
    await drawn(page, 1)
    await finder(page).fill('Boiler')
    await page.getByText('Nothing matches “Boiler”.').waitFor()
  }))

for (const viewport of [wide, phone]) {
  test(`axe finds nothing at ${viewport.width} px, in either colour scheme`, () =>
    stage.play(
      async (page) => {
        const idOf = async (name: string) => {
          const path = `/api/tenant/devices?deviceName=${encodeURIComponent(name)}`
          return (await stage.call<{ id: { id: string } }>('GET', path)).id.id
        }
        const [tank, other, pump] = await Promise.all(['Tank T-01', 'Tank T-05', 'Pump P-03'].map(idOf))
        const of = [`${tank}.level.1`, `${other}.level.1-c2`, `${pump}.power.2-c5`, `${pump}.pressure.2-c6-r`]
        const series = of.map((one) => `DEVICE.${one}`).join('*')
        await openAs(page, tenant, `/explore?${new URLSearchParams({ series })}`)
        await drawn(page, 2)
        await row(page, 'Pump P-03, pressure').getByRole('cell').first().waitFor()
        if (viewport !== phone) await page.getByRole('button', { name: 'Tank T-01 level' }).click()
        assert.deepEqual(await inspect(page, 'charts'), [])
        const wide = 'document.documentElement.scrollWidth - document.documentElement.clientWidth'
        assert.ok((await page.evaluate<number>(wide)) <= 0, 'The page is wider than its window.')
        if (process.env.SHOTS) {
          for (const colorScheme of ['dark', 'light'] as const) {
            await page.emulateMedia({ colorScheme })
            await page.locator(`html[data-theme=${colorScheme}]`).waitFor()
            const box = await charts(page).first().boundingBox()
            if (box) await page.mouse.move(box.x + box.width * 0.4, box.y + 60)
            await page.screenshot({ path: `${process.env.SHOTS}/explore-${viewport.width}-${colorScheme}.png` })
          }
        }
        if (viewport === phone) {
          await main(page).getByRole('button', { name: 'Series' }).click()
          await page.getByRole('dialog').getByText('4 of 12 series').waitFor()
          assert.deepEqual(await inspect(page, 'series'), [])
          if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/explore-sheet.png` })
        }
      },
      { viewport, bypassCSP: true },
    ))
}
