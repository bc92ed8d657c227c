/** Functions in widget settings: what they compute, how they fail, and what a hostile author can't reach. */

import assert from 'node:assert/strict'
import test, { after } from 'node:test'
import type { Page } from 'playwright-core'
import { main } from './page-parts.ts'
import { openAs, openStage, tenant, until } from './stage.ts'

const stage = await openStage({ after })
const alias = 'b0000000-0000-4000-8000-000000000001'
const device = await stage.makeDevice('Function device')
const send = (values: object) => stage.call('POST', `/api/plugins/telemetry/DEVICE/${device.id}/timeseries/ANY`, values)

interface Processed {
  readonly title: string
  readonly typeAlias?: string
  readonly body: string
}

const source = (dataKeys: readonly object[]) => ({ type: 'entity', entityAliasId: alias, dataKeys })

/** Creates a dashboard whose widgets show the device's `t` as each function returns it. */
const dashboardOf = (title: string, processed: readonly Processed[]): Promise<string> =>
  dashboardWith(
    title,
    processed.map(({ title: name, typeAlias = 'simple_card', body }) => ({
      isSystemType: true,
      bundleAlias: 'cards',
      typeAlias,
      type: typeAlias === 'timeseries_table' ? 'timeseries' : 'latest',
      title: name,
      config: {
        title: name,
        showTitle: true,
        datasources: [
          source([{ name: 't', type: 'timeseries', label: 'Flow', usePostProcessing: true, postFuncBody: body }]),
        ],
      },
    })),
  )

async function dashboardWith(title: string, widgets: readonly object[], perRow = 3): Promise<string> {
  const sizeX = 24 / perRow
  const place = (index: number) => ({
    sizeX,
    sizeY: 4,
    col: (index % perRow) * sizeX,
    row: Math.floor(index / perRow) * 4,
  })
  const { id } = await stage.call<{ id: { id: string } }>('POST', '/api/dashboard', {
    title,
    configuration: {
      widgets: Object.fromEntries(widgets.map((widget, index) => [`w${index}`, widget])),
      states: {
        default: {
          name: title,
          root: true,
          layouts: { main: { widgets: Object.fromEntries(widgets.map((_, index) => [`w${index}`, place(index)])) } },
        },
      },
      entityAliases: {
        [alias]: {
          id: alias,
          alias: 'Device',
          filter: { type: 'singleEntity', resolveMultiple: false, singleEntity: device },
        },
      },
    },
  })
  return `/dashboards/${id.id}`
}

const card = (page: Page, name: string) => main(page).getByRole('article', { name, exact: true })

test('values, series and texts are shown as functions return them; a failing one says where it fails', () =>
  stage.play(async (page) => {
    await send({ t: 20 })
    const path = await dashboardOf('Functions', [
      { title: 'Fahrenheit', body: 'return value * 9 / 5 + 32' },
      { title: 'Words', body: 'return value > 25 ? "warm" : "cool"' },
      { title: 'Table', typeAlias: 'timeseries_table', body: 'return value + 0.5' },
      { title: 'Failing', body: 'var limit = 5\nreturn missing.member > limit' },
      { title: 'Broken', body: 'return value +' },
      { title: 'Endless', body: 'while (true) {}' },
    ])
    await openAs(page, tenant, path)
    await card(page, 'Fahrenheit').getByText('68', { exact: true }).waitFor()
    await card(page, 'Words').getByText('cool').waitFor()
    await card(page, 'Table').getByText('20.5').waitFor()
    await card(page, 'Failing')
      .getByText('Post-processing of Flow failed at line 2, column 1. ReferenceError')
      .waitFor()
    await card(page, 'Broken').getByText('Post-processing of Flow failed. SyntaxError').waitFor()
    await card(page, 'Endless').getByText('takes too long and was stopped').waitFor()

    await send({ t: 30 })
    await card(page, 'Fahrenheit').getByText('86', { exact: true }).waitFor()
    await card(page, 'Words').getByText('warm').waitFor()
    await card(page, 'Table').getByText('30.5').waitFor()
    await card(page, 'Failing')
      .getByRole('img', { name: /failed at line 2/ })
      .waitFor()
  }))

/** A table whose cells and rows are made by functions. */
function tableWith(typeAlias: string, type: string, dataKeys: readonly object[], settings: object = {}) {
  const config =
    type === 'alarm' ? { datasources: [], alarmSource: source(dataKeys) } : { datasources: [source(dataKeys)] }
  return {
    isSystemType: true,
    bundleAlias: type === 'alarm' ? 'alarm_widgets' : 'cards',
    typeAlias,
    type,
    title: typeAlias,
    config: { title: typeAlias, showTitle: true, ...config, settings },
  }
}

test('cells and rows of tables look as functions say, and markup is sanitized', () =>
  stage.play(async (page) => {
    await send({ t: 20 })
    await stage.call('POST', '/api/alarm', {
      originator: device,
      type: 'Overheated',
      severity: 'MAJOR',
      status: 'ACTIVE_UNACK',
    })
    const flow = { name: 't', type: 'timeseries', label: 'Flow' }
    const processed = { usePostProcessing: true, postFuncBody: 'return value + 1' }
    const content = (body: string) => ({ useCellContentFunction: true, cellContentFunction: body })
    const style = (body: string) => ({ useCellStyleFunction: true, cellStyleFunction: body })
    const path = await dashboardWith(
      'Tables',
      [
        tableWith(
          'entities_table',
          'latest',
          [
            {
              ...flow,
              ...processed,
              settings: {
                ...content(`
                if (value > 30) throw new Error('no content')
                return '<b id="made" onclick="alert(1)">' + entity.entityName + ' ' + ctx.utils.formatValue(value, 1, 'l') + '</b><script>alert(1)</script>'`),
                ...style('return { "font-weight": value > 20 ? 700 : 400, position: "fixed" }'),
              },
            },
            { name: 't', type: 'timeseries', label: 'Secret', settings: { defaultColumnVisibility: 'hidden' } },
          ],
          {
            useRowStyleFunction: true,
            rowStyleFunction: 'return { backgroundColor: entity.Secret > 5 ? "rgb(1, 2, 3)" : "" }',
          },
        ),
        tableWith('timeseries_table', 'timeseries', [
          { ...flow, settings: content('return value + " at " + (rowData.Timestamp > 0) + " " + rowData.Flow') },
        ]),
        tableWith(
          'alarms_table',
          'alarm',
          [
            { name: 'type', type: 'alarm', label: 'Type', settings: content('return value + "!"') },
            {
              name: 'severity',
              type: 'alarm',
              label: 'Severity',
              settings: content('return "<i>" + alarm.severity + alarm.Flow + "</i>"'),
            },
            { ...flow, ...processed },
          ],
          {
            useRowStyleFunction: true,
            rowStyleFunction: 'return { color: alarm.severity === "MAJOR" ? "rgb(9, 9, 99)" : "" }',
          },
        ),
      ],
      1,
    )
    await openAs(page, tenant, path)
    const cell = card(page, 'entities_table').getByRole('cell', { name: 'Function device 21 l' })
    await cell.waitFor()
    assert.deepEqual(
      await cell.evaluate((element) => [
        getComputedStyle(element).fontWeight,
        getComputedStyle(element).position,
        getComputedStyle(element.parentElement as Element).backgroundColor,
        element.querySelector('.user-inline')?.shadowRoot?.querySelector('[onclick], script') ?? null,
      ]),
      ['700', 'static', 'rgb(1, 2, 3)', null],
    )
    await card(page, 'timeseries_table').getByText('20 at true 20').first().waitFor()
    const row = card(page, 'alarms_table').getByRole('row', { name: /Overheated!.*MAJOR21/ })
    await row.waitFor()
    assert.equal(await row.evaluate((element) => getComputedStyle(element).color), 'rgb(9, 9, 99)')
    assert.equal(
      await main(page)
        .getByRole('img', { name: /aren’t supported/ })
        .count(),
      0,
    )

    // A cell without a result keeps its plain value, and the widget says why.
    await send({ t: 40 })
    await card(page, 'entities_table')
      .getByRole('img', { name: 'Cell content function of Flow failed at line 2, column 39. Error: no content' })
      .waitFor()
    await card(page, 'entities_table').getByRole('cell', { name: '41', exact: true }).waitFor()
  }))

test('code of actions opens states, asks, shows HTML and writes; buttons appear when their condition holds', () =>
  stage.play(async (page) => {
    await send({ t: 20 })
    const flow = { name: 't', type: 'timeseries', label: 'Flow' }
    const action = (name: string, customFunction: string, more: object = {}) => ({
      id: name,
      name,
      icon: 'home',
      type: 'custom',
      customFunction,
      ...more,
    })
    const when = (showWidgetActionFunction: string) => ({ useShowWidgetActionFunction: true, showWidgetActionFunction })
    const table = tableWith('entities_table', 'latest', [flow])
    const actions = {
      headerButton: [
        action(
          'Ask',
          `
          var dialogs = widgetContext.$scope.$injector.get(widgetContext.servicesMap.get('dialogs'))
          dialogs.confirm('Really?', entityName + ' it is', 'No', 'Yes').subscribe(function (yes) {
            if (!yes) return
            widgetContext.attributeService
              .saveEntityAttributes(entityId, 'SERVER_SCOPE', [{ key: 'asked', value: 'yes' }])
              .pipe(widgetContext.rxjs.map(function () { return 'saved' }))
              .subscribe(function (text) {
                widgetContext.showSuccessToast(text)
                missing.later()
              })
          })`,
        ),
        action('Never', '', when('return data[0].Flow > 100')),
        action(
          'Warm',
          `widgetContext.showInfoToast('params ' + JSON.stringify(widgetContext.stateController.getStateParams()))`,
          when('return data.length === 0'),
        ),
      ],
      actionCellButton: [
        action('Show', `widgetContext.customDialog.customDialog(htmlTemplate)`, {
          type: 'customPretty',
          customHtml: '<h3 onclick="alert(1)">Sheet</h3><script>alert(1)</script>',
          customCss: 'h3 { color: rgb(1, 2, 3); }',
          ...when('return data.Flow === 20 && data.entityName === "Function device"'),
        }),
        action('Hidden', '', when('throw new Error("condition")')),
        action(
          'Open',
          `widgetContext.stateController.openState('default', { entityId: entityId, flow: additionalParams.entity.Flow })`,
        ),
      ],
    }
    const path = await dashboardWith('Actions', [{ ...table, config: { ...table.config, actions } }], 1)
    await openAs(page, tenant, path)
    const widget = card(page, 'entities_table')
    await widget.getByRole('button', { name: 'Show' }).click()
    const sheet = page.getByRole('dialog', { name: 'Show' }).getByRole('heading', { name: 'Sheet' })
    await sheet.waitFor()
    assert.deepEqual(
      await sheet.evaluate((element) => [getComputedStyle(element).color, element.hasAttribute('onclick')]),
      ['rgb(1, 2, 3)', false],
    )
    await page.keyboard.press('Escape')
    await widget.getByRole('img', { name: 'Show condition of Hidden failed at line 1' }).waitFor()
    assert.equal(await widget.getByRole('button', { name: /Hidden|Never/ }).count(), 0)

    await widget.getByRole('button', { name: 'Ask' }).click()
    const question = page.getByRole('alertdialog', { name: 'Really?' })
    await question.getByText('Function device it is').waitFor()
    await question.getByRole('button', { name: 'Yes' }).click()
    await page.getByText('saved').waitFor()
    await page.getByText('Code of Ask failed').waitFor()
    const saved = await stage.call<{ key: string; value: unknown }[]>(
      'GET',
      `/api/plugins/telemetry/DEVICE/${device.id}/values/attributes/SERVER_SCOPE?keys=asked`,
    )
    assert.equal(saved[0]?.value, 'yes')

    await widget.getByRole('button', { name: 'Open' }).click()
    await page.waitForURL(/state=/)
    await widget.getByRole('button', { name: 'Warm' }).click()
    await page.getByText('"flow":20').waitFor()
  }))

test('functions make up values over time and latest values', () =>
  stage.play(async (page) => {
    await send({ t: 20 })
    const made = (funcBody: string, label = 'Made') => ({
      type: 'function',
      name: 'Maker',
      dataKeys: [{ name: 'f(x)', type: 'function', label, funcBody }],
    })
    const widget = (bundleAlias: string, typeAlias: string, type: string, config: object) => ({
      isSystemType: true,
      bundleAlias,
      typeAlias,
      type,
      title: typeAlias,
      config: { title: typeAlias, showTitle: true, ...config },
    })
    const flow = { name: 't', type: 'timeseries', label: 'Flow' }
    const path = await dashboardWith('Made up', [
      widget('charts', 'basic_timeseries', 'timeseries', {
        datasources: [made('return 5 + (time - time)')],
        settings: { tooltipValueFormatter: 'return value + " made"' },
      }),
      widget('cards', 'timeseries_table', 'timeseries', { datasources: [made('return prevValue + 1')] }),
      widget('cards', 'simple_card', 'latest', {
        datasources: [made('return "turn " + (Number(String(prevValue).slice(5)) + 1)')],
      }),
      widget('cards', 'markdown_card', 'latest', {
        datasources: [source([flow])],
        settings: {
          useMarkdownTextFunction: true,
          markdownTextFunction: `return "## " + data[0].entityName + " has \${Flow:0}, or " + (data[0].Flow + 1)`,
        },
      }),
      widget('cards', 'simple_card', 'latest', { title: 'Faulty', datasources: [made('return 1 +', 'Bad')] }),
    ])
    await openAs(page, tenant, path)
    await card(page, 'basic_timeseries')
      .getByRole('img', { name: /Made 5/ })
      .waitFor()
    await card(page, 'timeseries_table')
      .getByRole('cell', { name: /^\d\d+$/ })
      .first()
      .waitFor()
    await card(page, 'simple_card')
      .getByText(/^turn [1-9]\d*$/)
      .waitFor()
    await card(page, 'Faulty').getByText('Function of Bad failed. SyntaxError').waitFor()
    assert.equal(
      await main(page)
        .getByRole('img', { name: /aren’t supported/ })
        .count(),
      0,
    )
  }))

/** Notes what canvases are asked to draw: texts, and the one kind of curve that only a function of the test draws. */
const noteDrawings = `
  window.drawn = []
  const { fillText, quadraticCurveTo } = CanvasRenderingContext2D.prototype
  CanvasRenderingContext2D.prototype.fillText = function (text, ...rest) {
    drawn.push(String(text))
    return fillText.call(this, text, ...rest)
  }
  CanvasRenderingContext2D.prototype.quadraticCurveTo = function (...numbers) {
    drawn.push('curve')
    return quadraticCurveTo.apply(this, numbers)
  }`

test('axes, points, tooltips, markers, areas and circles look as functions say', () =>
  stage.play(async (page) => {
    await page.addInitScript(noteDrawings)
    const perimeter = [
      [50, 8],
      [50, 9],
      [51, 9],
    ]
    const disc = { latitude: 50.4, longitude: 8.4, radius: 500 }
    await send({ t: 20, latitude: 50.2, longitude: 8.2, perimeter, disc })
    const key = (name: string, label = name, settings: object = {}) => ({ name, type: 'timeseries', label, settings })
    const widget = (
      bundleAlias: string,
      typeAlias: string,
      type: string,
      dataKeys: readonly object[],
      settings: object,
    ) => ({
      isSystemType: true,
      bundleAlias,
      typeAlias,
      type,
      title: typeAlias,
      config: { title: typeAlias, showTitle: true, datasources: [source(dataKeys)], settings },
    })
    const red = `<svg xmlns='http://www.w3.org/2000/svg' width='9' height='9'><rect width='9' height='9' fill='red'/></svg>`
    const path = await dashboardWith(
      'Looks',
      [
        widget(
          'charts',
          'basic_timeseries',
          'timeseries',
          [
            key('t', 'Flow', {
              tooltipValueFormatter: 'return "<" + value + " tip>"',
              showPoints: true,
              showPointShape: 'custom',
              pointShapeFormatter: 'ctx.moveTo(x, y - radius); ctx.quadraticCurveTo(x + radius, y, x, y + radius)',
            }),
            key('latitude', 'Height', {
              showSeparateAxis: true,
              axisTicksFormatter: 'var a = 1\nthrow new Error("no axis")',
            }),
          ],
          { yaxis: { ticksFormatter: 'return value + " bar"' } },
        ),
        widget(
          'maps_v2',
          'openstreetmap',
          'latest',
          ['latitude', 'longitude', 't', 'perimeter', 'disc'].map((name) => key(name)),
          {
            useLabelFunction: true,
            labelFunction: `return data.entityName + " at \${t:0} of " + dsData.length`,
            useTooltipFunction: true,
            tooltipFunction: 'return "<b onclick=\'alert(1)\'>Tip " + (data.t + dsIndex) + "</b>"',
            useColorFunction: true,
            colorFunction: 'return "rgb(1, 2, 3)"',
            markerImages: [`data:image/svg+xml,${encodeURIComponent(red)}`],
            useMarkerImageFunction: true,
            markerImageFunction: 'return data.t > 25 ? { url: images[0], size: 20 } : null',
            showPolygon: true,
            showPolygonLabel: true,
            usePolygonLabelFunction: true,
            polygonLabelFunction: 'return "Area of " + data.entityName',
            usePolygonColorFunction: true,
            polygonColorFunction: 'return "rgb(4, 5, 6)"',
            showCircle: true,
            circleKeyName: 'disc',
            showCircleLabel: true,
            useCircleLabelFunction: true,
            circleLabelFunction: 'throw new Error("no label")',
            circleLabel: 'Fixed label',
            useCircleFillColorFunction: true,
            circleFillColorFunction: 'return "rgb(7, 8, 9)"',
          },
        ),
      ],
      2,
    )
    await openAs(page, tenant, path)
    const drawn = (what: RegExp) =>
      until(
        `the drawing of ${what}`,
        () => page.evaluate<string[]>('drawn'),
        (texts) => texts.some((text) => what.test(text)),
      )
    const chart = card(page, 'basic_timeseries')
    await drawn(/^\d+(\.\d+)? bar$/)
    await drawn(/^curve$/)
    await chart
      .getByRole('img', { name: 'Axis function of Height failed at line 2, column 7. Error: no axis' })
      .waitFor()
    const plot = chart.getByRole('img', { name: /Flow 20/ })
    await plot.focus()
    await plot.press('End')
    await chart.getByText('<20 tip>', { exact: true }).waitFor()

    const map = card(page, 'openstreetmap')
    const marker = (text: string) => map.getByRole('button', { name: text, exact: true })
    await marker('Function device at 20 of 1').waitFor()
    await map.getByText('Area of Function device').waitFor()
    await map.getByText('Fixed label').waitFor()
    await map
      .getByRole('img', { name: 'Label function of circles failed at line 1, column 7. Error: no label' })
      .waitFor()
    await map.locator('path[fill="rgb(4, 5, 6)"]').waitFor({ state: 'attached' })
    await map.locator('path[fill="rgb(7, 8, 9)"]').waitFor({ state: 'attached' })
    await map.locator('.map-marker[style*="rgb(1, 2, 3)"]').waitFor()
    await marker('Function device at 20 of 1').press('Enter')
    await map.getByText('Tip 20', { exact: true }).waitFor()

    // The open tooltip and the looks follow the values.
    await send({ t: 30 })
    await marker('Function device at 30 of 1').waitFor()
    await map.getByText('Tip 30', { exact: true }).waitFor()
    await map.locator('.map-marker img[src^="data:"]').waitFor()
    assert.equal(
      await main(page)
        .getByRole('img', { name: /aren’t supported/ })
        .count(),
      0,
    )
  }))

/** Names of what is within reach of the function, and what an earlier function of another widget left behind. */
const reach = `
  var everything = (0, eval)('this')
  everything.stolen = value
  Array.prototype.map = function () { return ['hijacked'] }
  var found = []
  var reach = {
    document: function () { return everything.document },
    parent: function () { return everything.parent || everything.top || everything.opener },
    storage: function () { return everything.localStorage || everything.sessionStorage },
    cookies: function () { return everything.cookieStore },
    database: function () { return everything.indexedDB && everything.indexedDB.open('x') },
    caches: function () { return everything.caches && everything.caches.open('x') },
    origin: function () { return everything.origin !== 'null' },
    fetch: function () { return everything.fetch && everything.fetch('/reached') },
    request: function () { var one = new XMLHttpRequest(); one.open('GET', '/reached', false); one.send(); return true },
    socket: function () { return new WebSocket('wss://example.org') },
    script: function () { everything.importScripts('/reached.js'); return true },
    worker: function () { return new Worker(URL.createObjectURL(new Blob(['while (true) {}']))) },
    channel: function () { return new BroadcastChannel('x') },
    host: function () { everything.postMessage('x'); return true },
  }
  for (var name in reach) try { if (reach[name]()) found.push(name) } catch (error) {}
  return 'reached: ' + found.join(' ') + '.'`

test('a hostile author reaches neither the page nor the network, other widgets or another origin', () =>
  stage.play(async (page) => {
    const requests: string[] = []
    page.context().on('request', (request) => requests.push(request.url()))
    await send({ t: 20 })
    const path = await dashboardOf('Hostile', [
      { title: 'Hostile', body: reach },
      { title: 'Neighbor', body: 'return "stolen: " + typeof stolen + " " + [1].map(String)' },
    ])
    await openAs(page, tenant, path)
    await card(page, 'Hostile').getByText('reached: .', { exact: true }).waitFor()
    await card(page, 'Neighbor').getByText('stolen: undefined 1').waitFor()
    assert.deepEqual(
      requests
        .filter((url) => url.includes('reached') || !url.startsWith(stage.platform.baseUrl))
        .filter((url) => !url.startsWith('blob:null/')),
      [],
    )
  }))

test('the frame of the functions goes with the dashboard', () =>
  stage.play(async (page) => {
    const path = await dashboardOf('Left', [{ title: 'Doubled', body: 'return value * 2' }])
    await openAs(page, tenant, path)
    await card(page, 'Doubled').getByText(/\d/).first().waitFor()
    assert.equal(await page.locator('iframe').count(), 1)
    await page.getByRole('link', { name: 'Devices' }).first().click()
    await page.locator('iframe').waitFor({ state: 'detached' })
  }))
