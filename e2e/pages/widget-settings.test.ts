/** Settings of a widget in the editor: each change is drawn, can be undone, and is the only one that is saved. */

import assert from 'node:assert/strict'
import test, { after } from 'node:test'
import type { Page } from 'playwright-core'
import { inspect } from './axe.ts'
import { main, press } from './page-parts.ts'
import { openAs, openStage, tenant, until } from './stage.ts'

const stage = await openStage({ after })

const chart = {
  isSystemType: true,
  bundleAlias: 'charts',
  typeAlias: 'basic_timeseries',
  type: 'timeseries',
  title: 'Chart',
  unknownMember: true,
  config: {
    title: 'Levels',
    unknownMember: { kept: [1, null] },
    datasources: [
      {
        type: 'function',
        name: 'Sample',
        dataKeys: [
          { name: 'f(x)', type: 'function', label: 'Level', color: '#1f66d2', settings: {}, funcBody: 'return 5;' },
        ],
      },
    ],
    legendConfig: { position: 'left', own: 1 },
    settings: { unknownSetting: 'kept', fontSize: 'large' },
  },
}

const place = { sizeX: 12, sizeY: 7, row: 0, col: 0 }

const configuration = {
  widgets: { a: chart },
  states: { default: { name: 'Tanks', root: true, layouts: { main: { widgets: { a: place } } } } },
}

interface Stored {
  readonly configuration: typeof configuration
}

const read = async (id: string) => (await stage.call<Stored>('GET', `/api/dashboard/${id}`)).configuration

async function openSettings(page: Page) {
  const { id } = await stage.call<{ id: { id: string } }>('POST', '/api/dashboard', { title: 'Tanks', configuration })
  await openAs(page, tenant, `/dashboards/${id.id}`)
  await press(page, 'Edit dashboard')
  await main(page)
    .getByRole('button', { name: /^Levels, / })
    .click()
  await page.getByRole('toolbar', { name: 'Tools of Levels' }).getByRole('button', { name: 'Settings' }).click()
  return id.id
}

test('title, colors, legend and a setting of the type are drawn as they change, undone, and saved without anything else', () =>
  stage.play(
    async (page) => {
      const id = await openSettings(page)
      const before = await read(id)
      const panel = page.locator('aside.sd-drawer')
      // Widgets of the editor are inert.
      const widget = page.locator('article.widget')

      await panel.getByRole('tab', { name: 'Advanced' }).click()
      await panel.getByLabel('Smooth lines').waitFor()
      assert.deepEqual(await inspect(page, 'advanced settings'), [])
      await panel.getByRole('tab', { name: 'Appearance' }).click()
      await panel.getByLabel('Show the title').waitFor()
      assert.deepEqual(await inspect(page, 'appearance'), [])
      assert.equal(await page.getByText('unsaved change').count(), 0)

      await panel.getByLabel('Title', { exact: true }).fill('')
      await panel.getByLabel('Title', { exact: true }).pressSequentially('Tank 7')
      await widget.getByText('Tank 7', { exact: true }).waitFor()
      await page.getByText('1 unsaved change', { exact: true }).waitFor()

      const backgroundIs = (color: string) =>
        until(
          'the background',
          () => widget.evaluate((element) => getComputedStyle(element).backgroundColor),
          (found) => found === color,
        )
      const usual = await widget.evaluate((element) => getComputedStyle(element).backgroundColor)
      await panel.getByLabel('Background', { exact: true }).fill('#10203')
      await panel.getByText('Enter a color').waitFor()
      await panel.getByLabel('Background', { exact: true }).fill('#102030')
      await backgroundIs('rgb(16, 32, 48)')

      const legend = widget.locator('.chart-legend, .chart-chips')
      await legend.waitFor()
      await panel.getByLabel('Direction').selectOption('row')
      assert.equal(await panel.getByLabel('Position').inputValue(), 'bottom')
      await panel.getByLabel('Show maximum').check()
      await panel.getByLabel('Show the legend').uncheck()
      await legend.waitFor({ state: 'detached' })
      await panel.getByLabel('Show the legend').check()
      await legend.waitFor()

      const style = panel.getByRole('group', { name: 'Widget style' })
      await style.getByRole('button', { name: 'Add row' }).click()
      await style.getByLabel('CSS property of row 1').fill('border-width')
      await style.getByLabel('Value of row 1').fill('wide')
      await style.getByText('isn’t valid CSS').waitFor()
      await style.getByLabel('Value of row 1').fill('3px')
      await until(
        'the border',
        () => widget.evaluate((element) => getComputedStyle(element).borderTopWidth),
        (width) => width === '3px',
      )

      await panel.getByRole('tab', { name: 'Advanced' }).click()
      await panel.getByLabel('Smooth lines').check()
      await panel.getByLabel('Text size (px)').fill('14')

      await page.getByText('8 unsaved changes').waitFor()
      for (let step = 0; step < 8; step++) await page.getByRole('button', { name: /^Undo “/ }).click()
      await widget.getByText('Levels', { exact: true }).waitFor()
      await backgroundIs(usual)
      await page.getByText('unsaved change').waitFor({ state: 'detached' })
      for (let step = 0; step < 8; step++) await page.getByRole('button', { name: /^Redo “/ }).click()
      await widget.getByText('Tank 7', { exact: true }).waitFor()

      await page.keyboard.press('Control+s')
      await page.getByText('Tanks saved').waitFor()
      const { config } = chart
      assert.deepEqual(await read(id), {
        ...before,
        widgets: {
          a: {
            ...before.widgets.a,
            config: {
              ...config,
              title: 'Tank 7',
              backgroundColor: '#102030',
              showLegend: true,
              legendConfig: { position: 'bottom', own: 1, direction: 'row', showMax: true },
              widgetStyle: { 'border-width': '3px' },
              settings: { unknownSetting: 'kept', fontSize: 14, smoothLines: true },
            },
          },
        },
      })
    },
    { bypassCSP: true },
  ))
