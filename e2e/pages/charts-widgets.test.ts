/** Bars, states and gauges on an imported dashboard: values, legend, table, colors of the widget. */

import assert from 'node:assert/strict'
import test, { after } from 'node:test'
import type { Page } from 'playwright-core'
import { inspect } from './axe.ts'
import { main } from './page-parts.ts'
import { openAs, openStage, tenant, until } from './stage.ts'

const stage = await openStage({ after })
const minuteMs = 60_000

const device = await stage.makeDevice('Mixer')
const now = Date.now()
await stage.call('POST', `/api/plugins/telemetry/DEVICE/${device.id}/timeseries/ANY`, [
  // Before the time window of the dashboard: its state lasts into it.
  { ts: now - 120 * minuteMs, values: { mode: 'standby' } },
  { ts: now - 30 * minuteMs, values: { mode: 'running', speed: 40, load: 7, on: true } },
  { ts: now - 10 * minuteMs, values: { mode: 'cleaning', load: 9, on: false } },
  // New, so that the gauge shows its time instead of its age.
  { ts: now, values: { speed: 60 } },
])
await stage.call('POST', `/api/plugins/telemetry/DEVICE/${device.id}/SERVER_SCOPE`, { model: 'X7' })

/** A widget as ThingsBoard exports it. */
const widget = (at: number, typeAlias: string, title: string, names: readonly string[], more: object = {}) => ({
  isSystemType: true,
  bundleAlias: typeAlias === 'digital_speedometer' ? 'digital_gauges' : 'charts',
  typeAlias,
  type: typeAlias === 'digital_speedometer' ? 'latest' : 'timeseries',
  title,
  sizeX: 12,
  sizeY: 6,
  row: Math.floor(at / 2) * 6,
  col: (at % 2) * 12,
  config: {
    title,
    showTitle: true,
    showLegend: true,
    settings: {},
    datasources: [
      {
        type: 'entity',
        entityAliasId: 'mixer',
        dataKeys: names.map((name) => ({
          name: name.split(' ')[0],
          type: 'timeseries',
          label: name,
          settings: { pointShapeFormatter: 'ctx.rect(x, y, radius, radius)', showPointShape: 'circle' },
        })),
      },
    ],
    ...more,
  },
})

const widgets = {
  modes: widget(0, 'state_chart', 'Modes', ['mode', 'on']),
  bars: widget(1, 'timeseries_bars_flot', 'Throughput', ['speed', 'load'], { settings: { stack: true } }),
  // biome-ignore lint/suspicious/noTemplateCurlyInString: a label with a variable, as users write it
  lines: widget(2, 'basic_timeseries', 'Speed of the model', ['speed of ${model}'], {
    settings: {
      smoothLines: true,
      customLegendEnabled: true,
      dataKeysListForLabels: [{ name: 'model', type: 'attribute' }],
    },
  }),
  gauge: widget(3, 'digital_speedometer', 'Dial', ['speed'], {
    backgroundColor: '#000000',
    color: 'rgba(0, 0, 0, 0.87)',
    settings: { neonGlowBrightness: 40, showTimestamp: true, timestampFormat: "'Year' yyyy" },
  }),
}

const { id: dashboard } = await stage.call<{ id: { id: string } }>('POST', '/api/dashboard', {
  title: 'Mixer',
  configuration: {
    widgets,
    states: {
      default: {
        name: 'Mixer',
        root: true,
        layouts: {
          main: {
            widgets: Object.fromEntries(
              Object.entries(widgets).map(([id, { sizeX, sizeY, row, col }]) => [id, { sizeX, sizeY, row, col }]),
            ),
            gridSettings: { columns: 24 },
          },
        },
      },
    },
    entityAliases: {
      mixer: {
        id: 'mixer',
        alias: 'Mixer',
        filter: { type: 'singleEntity', resolveMultiple: false, singleEntity: device },
      },
    },
    timewindow: {
      selectedTab: 0,
      realtime: { timewindowMs: 60 * minuteMs, interval: 5 * minuteMs },
      aggregation: { type: 'AVG', limit: 1000 },
    },
  },
})

const card = (page: Page, title: string) => main(page).getByRole('article', { name: title, exact: true })

/** Number of painted pixels of a chart. */
const painted = (page: Page, title: string) =>
  page.evaluate<number>(`(() => {
    const canvas = document.querySelector('article[aria-label="${title}"] canvas')
    if (!canvas) return 0
    const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height)
    return data.reduce((sum, byte, i) => (i % 4 === 3 && byte > 0 ? sum + 1 : sum), 0)
  })()`)

test('states, stacked bars, labels with values and a gauge on black', () =>
  stage.play(async (page) => {
    await openAs(page, tenant, `/dashboards/${dashboard.id}`)

    // States: the last word in the summary and the legend, on and off as words; no mark for unused code.
    const modes = card(page, 'Modes')
    await modes.getByRole('img', { name: 'Modes. mode cleaning; on No' }).waitFor()
    await until(
      'the states to be drawn',
      () => painted(page, 'Modes'),
      (count) => count > 0,
    )
    assert.equal(await modes.getByRole('img', { name: /isn’t supported/ }).count(), 0)
    // The keyboard reads the value at each time: the oldest is the state from before the window.
    const plot = modes.getByRole('img', { name: /^Modes/ })
    await plot.focus()
    await page.keyboard.press('Home')
    await modes.getByText(/mode standby/).waitFor()
    await page.keyboard.press('End')
    await modes.getByText(/: mode cleaning, on No/).waitFor()

    // The table has what was received, not the points that fill the window.
    await modes.getByRole('button', { name: /Modes/ }).click()
    await page.getByRole('menuitem', { name: 'View as table' }).click()
    await modes.getByRole('cell', { name: 'running' }).waitFor()
    assert.equal(await modes.getByRole('row').count(), 4)

    // A series that is hidden in the legend leaves the stack, and so does its part of the tooltip's total.
    const bars = card(page, 'Throughput')
    const before = await until(
      'the bars to be drawn',
      () => painted(page, 'Throughput'),
      (count) => count > 0,
    )
    await bars.getByRole('button', { name: 'speed' }).click({ modifiers: ['Control'] })
    await until(
      'the bars to change',
      () => painted(page, 'Throughput'),
      (count) => count > 0 && count !== before,
    )
    assert.equal(await bars.getByRole('button', { name: 'speed' }).getAttribute('aria-pressed'), 'false')
    await bars.getByRole('button', { name: 'speed' }).click({ modifiers: ['Control'] })

    await card(page, 'Speed of the model').getByRole('button', { name: 'speed of X7' }).waitFor()

    // Black in the light scheme: white texts.
    const dial = card(page, 'Dial')
    await dial.getByRole('img', { name: /60, from 0 to 180/ }).waitFor()
    await dial.getByText(`Year ${new Date(now).getFullYear()}`).waitFor()
    assert.equal(
      await dial.locator('.gauge-number').evaluate<string, SVGElement>((element) => getComputedStyle(element).fill),
      'rgb(255, 255, 255)',
    )
    assert.deepEqual(await inspect(page, 'charts'), [])
  }))
