/** The hierarchy of entities as a tree, trips that are played, and a map on a picture from an attribute. */

import assert from 'node:assert/strict'
import test, { after } from 'node:test'
import type { Page } from 'playwright-core'
import { inspect } from './axe.ts'
import { main } from './page-parts.ts'
import { openAs, openStage, phone, type Ref, tenant, until, wide } from './stage.ts'

const stage = await openStage({ after })

const makeAsset = async (name: string): Promise<Ref> =>
  (await stage.call<{ id: Ref }>('POST', '/api/asset', { name, type: 'default' })).id
const contain = (from: Ref, to: Ref, type = 'Contains') =>
  stage.call('POST', '/api/relation', { from, to, type, typeGroup: 'COMMON' })
const send = ({ id }: Ref, values: object) =>
  stage.call('POST', `/api/plugins/telemetry/DEVICE/${id}/timeseries/ANY`, values)
const setAttributes = ({ id }: Ref, values: object) =>
  stage.call('POST', `/api/plugins/telemetry/DEVICE/${id}/SERVER_SCOPE`, values)

const [site, hall] = [await makeAsset('North site'), await makeAsset('Big hall')]
const [pump, valve] = [await stage.makeDevice('Alpha pump'), await stage.makeDevice('Valve')]
await contain(site, hall)
await contain(hall, pump)
await contain(hall, valve)
await contain(pump, site)
await contain(site, valve, 'Uses')
await send(pump, { temperature: 20 })

interface Place {
  readonly row: number
  readonly col: number
  readonly sizeX: number
  readonly sizeY: number
}

const key = (name: string, type = 'timeseries') => ({ name, type, label: name, settings: {} })

const widget = (
  [bundleAlias, typeAlias, type]: readonly [string, string, string],
  title: string,
  settings: object,
  dataKeys: readonly object[],
  place: Place,
  more: object = {},
) => ({
  isSystemType: true,
  bundleAlias,
  typeAlias,
  type,
  title,
  ...place,
  config: {
    title,
    showTitle: true,
    settings,
    datasources: [{ type: 'entity', entityAliasId: 'shown', dataKeys }],
    ...more,
  },
})

async function makeDashboard(title: string, widgets: Readonly<Record<string, Place>>, aliases: readonly object[]) {
  const places = Object.entries(widgets).map(([id, { row, col, sizeX, sizeY }]) => [id, { row, col, sizeX, sizeY }])
  const { id } = await stage.call<{ id: { id: string } }>('POST', '/api/dashboard', {
    title,
    configuration: {
      widgets,
      states: {
        default: { name: title, root: true, layouts: { main: { widgets: Object.fromEntries(places) } } },
        // biome-ignore lint/suspicious/noTemplateCurlyInString: a name with a variable, as users write it
        details: { name: 'Details of ${entityName}', root: false, layouts: { main: { widgets: {} } } },
      },
      entityAliases: Object.fromEntries(aliases.map((alias) => [(alias as { id: string }).id, alias])),
    },
  })
  return `/dashboards/${id.id}`
}

const single = (id: string, alias: string, entity: Ref) => ({
  id,
  alias,
  filter: { type: 'singleEntity', resolveMultiple: false, singleEntity: entity },
})

const card = (page: Page, name: string) => main(page).getByRole('article', { name, exact: true })
const hierarchy = ['cards', 'entities_hierarchy', 'latest'] as const

test('a tree opens what relations lead to, follows values and names, and is used by keys', () =>
  stage.play(
    async (page) => {
      const keys = [key('temperature')]
      const path = await makeDashboard(
        'Plant tree',
        {
          plain: widget(
            hierarchy,
            'Plain',
            {},
            keys,
            { row: 0, col: 0, sizeX: 12, sizeY: 8 },
            {
              actions: {
                nodeSelected: [
                  { id: 'a', name: 'open', type: 'openDashboardState', targetDashboardStateId: 'details' },
                ],
              },
            },
          ),
          made: widget(
            hierarchy,
            'Made',
            {
              nodeRelationQueryFunction: `if (nodeCtx.level > 1) return null
                return { parameters: { rootId: nodeCtx.entity.id.id, rootType: 'ASSET', direction: 'FROM', maxLevel: 1 },
                  filters: [{ relationType: 'Uses', entityTypes: ['DEVICE'] }, { relationType: 'Contains', entityTypes: [] }] }`,
              nodeHasChildrenFunction: 'return nodeCtx.level === 1',
              nodeTextFunction: `return '<b>' + nodeCtx.entity.name + '</b> ' + (nodeCtx.data.temperature || 'no value')`,
              nodeDisabledFunction: 'return nodeCtx.entity.id.entityType === "ASSET"',
              nodesSortFunction: 'return nodeCtx1.entity.name < nodeCtx2.entity.name ? 1 : -1',
              nodeIconFunction: 'return nodeCtx.missing.icon',
            },
            keys,
            { row: 0, col: 12, sizeX: 12, sizeY: 8 },
          ),
        },
        [single('shown', 'Site', site)],
      )
      await openAs(page, tenant, path)
      const plain = card(page, 'Plain')
      const node = (name: string | RegExp) => plain.getByRole('treeitem', { name })
      const names = () => plain.getByRole('treeitem').allTextContents()
      const all = ['North site', 'Big hall', 'Alpha pump', 'North siteShown above', 'Valve']
      await until('the whole tree', names, (found) => found.join() === all.join())

      const made = card(page, 'Made')
      const madeNames = () => made.getByRole('treeitem').allTextContents()
      const sorted = ['North site no value', 'Valve no value', 'Big hall no value']
      await until('what functions say', madeNames, (found) => found.join() === sorted.join())
      await made.getByRole('treeitem', { name: 'North site' }).and(made.locator('[aria-disabled=true]')).waitFor()
      await made.getByRole('img', { name: /nodeIconFunction failed at line 1/ }).waitFor()
      assert.deepEqual(await inspect(page, 'hierarchy'), [])

      // Names and values are live.
      await send(valve, { temperature: 42 })
      await made.getByRole('treeitem', { name: 'Valve 42' }).waitFor()

      await node('Alpha pump').click()
      await page.getByText('Details of Alpha pump').first().waitFor()
      await page.goBack()
      await node('Big hall').waitFor()

      // A search leaves the way to what matches.
      const search = plain.getByRole('searchbox', { name: 'Search' })
      await search.fill('valve')
      await until('what matches', names, (found) => found.join() === 'North site,Big hall,Valve')
      await search.fill('')
      await until('all nodes', names, (found) => found.join() === all.join())

      const isFocused = (name: string) =>
        until(
          `the focus on ${name}`,
          () => page.evaluate('document.activeElement.textContent'),
          (now) => now === name,
        )
      await node('Big hall').focus()
      await page.keyboard.press('ArrowLeft')
      await until('the closed hall', names, (found) => found.join() === 'North site,Big hall')
      await page.keyboard.press('Home')
      await isFocused('North site')
      await page.keyboard.press('b')
      await isFocused('Big hall')
      await page.keyboard.press('ArrowRight')
      await node('Alpha pump').waitFor()
      await page.keyboard.press('End')
      await isFocused('Valve')

      await page.setViewportSize(phone)
      await node('Alpha pump').waitFor()
      assert.deepEqual(await inspect(page, 'hierarchy on a phone'), [])
      await node('Valve').focus()
      await page.keyboard.press('Enter')
      await page.getByText('Details of Valve').first().waitFor()
    },
    { viewport: wide, bypassCSP: true, reducedMotion: 'reduce' },
  ))

const picture = (width: number) =>
  `data:image/svg+xml,${encodeURIComponent(`<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="400"/>`)}`

test('trips are played, stepped and followed beside the map; a picture comes from an attribute', () =>
  stage.play(
    async (page) => {
      const [truck, van] = [await stage.makeDevice('Truck'), await stage.makeDevice('Van')]
      const startMs = Date.now() - 10 * 60_000
      for (const [index, longitude] of [4, 8, 12].entries()) {
        const ts = startMs + index * 60_000
        await send(truck, { ts, values: { latitude: 48, longitude, speed: 50 + index } })
        await send(van, { ts, values: { latitude: 44 + index, longitude: 6 } })
      }
      await setAttributes(van, { plan: picture(800), xPos: 0.5, yPos: 0.5 })
      const position = [key('latitude'), key('longitude'), key('speed')]
      const path = await makeDashboard(
        'Fleet',
        {
          trip: widget(
            ['maps_v2', 'test', 'timeseries'],
            'Trips',
            {
              normalizationStep: 60_000,
              showPoints: true,
              usePolylineDecorator: true,
              // biome-ignore lint/suspicious/noTemplateCurlyInString: a pattern, as users write it
              tooltipPattern: '${entityName} at ${speed:0} km/h',
            },
            position,
            { row: 0, col: 0, sizeX: 14, sizeY: 10 },
            {
              useDashboardTimewindow: false,
              timewindow: {
                realtime: { timewindowMs: 3_600_000, interval: 1000 },
                aggregation: { type: 'NONE', limit: 1000 },
              },
            },
          ),
          picture: widget(
            ['maps_v2', 'image_map', 'latest'],
            'Floor',
            { imageEntityAlias: 'Plan', imageUrlAttribute: 'plan' },
            [key('xPos', 'attribute'), key('yPos', 'attribute')],
            { row: 0, col: 14, sizeX: 10, sizeY: 6 },
          ),
        },
        [
          {
            id: 'shown',
            alias: 'Fleet',
            filter: {
              type: 'entityList',
              resolveMultiple: true,
              entityType: 'DEVICE',
              entityList: [truck.id, van.id],
            },
          },
          single('plan', 'Plan', van),
        ],
      )
      await openAs(page, tenant, path)
      const trips = card(page, 'Trips')
      const marker = (name: string) =>
        trips.locator('.map-marker-host').and(trips.getByRole('button', { name, exact: true }))
      const slider = trips.getByRole('slider', { name: 'Time' })
      const button = (name: string) => trips.getByRole('button', { name, exact: true })
      const at = async () => Number(await slider.inputValue())
      const values = trips.getByRole('region', { name: 'Values of the trip' })
      await marker('Truck').waitFor()
      await marker('Van').waitFor()
      await values.getByText('Truck at 50 km/h').waitFor()
      await until(
        'two lines and six points',
        () => trips.locator('path.map-shape').count(),
        (count) => count === 8,
      )
      assert.deepEqual(await inspect(page, 'trips'), [])

      // Steps, by button and by key; the marker and the values follow.
      const left = async () => (await marker('Truck').boundingBox())?.x ?? 0
      const before = await left()
      const firstMs = await at()
      await button('Step forward').click()
      await values.getByText('Truck at 51 km/h').waitFor()
      await until('the truck to the east', left, (x) => x > before)
      await slider.focus()
      await page.keyboard.press('End')
      await values.getByText('Truck at 52 km/h').waitFor()
      assert.equal(await at(), firstMs + 120_000)
      await page.keyboard.press('Home')
      await values.getByText('Truck at 50 km/h').waitFor()

      // Selecting a marker shows its values, and a point goes to its time.
      await marker('Van').press('Enter')
      await values.getByText('Van at km/h').waitFor()
      await marker('Truck').press('Enter')
      await values.getByText('Truck at 50 km/h').waitFor()
      const last = trips.locator('path.map-shape[aria-label^="Truck,"]').last()
      await last.dispatchEvent('click')
      await values.getByText('Truck at 52 km/h').waitFor()

      await button('Go to start').click()
      await trips.getByLabel('Speed').selectOption('25')
      await button('Play').click()
      await until('the end', at, (ms) => ms === firstMs + 120_000)
      await button('Play').and(trips.locator(':disabled')).waitFor()
      await button('Values of the trip').click()
      await values.waitFor({ state: 'detached' })

      const floor = card(page, 'Floor')
      const image = floor.locator('img.leaflet-image-layer')
      await image.waitFor()
      assert.equal(await image.getAttribute('src'), picture(800))
      await floor.getByRole('button', { name: 'Van', exact: true }).waitFor()
      await setAttributes(van, { plan: picture(600) })
      await until(
        'the other picture',
        () => image.getAttribute('src'),
        (src) => src === picture(600),
      )

      await page.setViewportSize(phone)
      await marker('Truck').waitFor()
      await slider.waitFor()
      assert.deepEqual(await inspect(page, 'trips on a phone'), [])
    },
    { viewport: wide, bypassCSP: true, reducedMotion: 'reduce' },
  ))
