/** Maps on an imported dashboard: markers, areas, clusters, tooltips with actions, keyboard, table. */

import assert from 'node:assert/strict'
import test, { after } from 'node:test'
import type { Page } from 'playwright-core'
import { inspect } from './axe.ts'
import { main } from './page-parts.ts'
import { openAs, openStage, tenant, until } from './stage.ts'

const stage = await openStage({ after })

const places = [
  ['Hamburg', 53.55, 9.99],
  ['Lyon', 45.76, 4.84],
  ['Madrid', 40.42, -3.7],
] as const
const devices: { readonly name: string; readonly id: string }[] = []
for (const [name, latitude, longitude] of places) {
  const { id } = await stage.makeDevice(`${name} site`)
  devices.push({ name: `${name} site`, id })
  // Minutes apart, so that no aggregation makes one point of them.
  const values = { latitude: latitude + 1, longitude, x: 0.2, y: 0.5 }
  await send(id, { ts: Date.now() - 10 * 60_000, values })
  await send(id, { ts: Date.now() - 60_000, values: { latitude, longitude, temperature: 21 } })
}
devices.push({ name: 'Lost site', id: (await stage.makeDevice('Lost site')).id })
await stage.call('POST', `/api/plugins/telemetry/DEVICE/${devices[1]?.id}/SERVER_SCOPE`, {
  perimeter: '[[46,3],[47,6],[44,6]]',
})

function send(id: string | undefined, values: object) {
  return stage.call('POST', `/api/plugins/telemetry/DEVICE/${id}/timeseries/ANY`, values)
}

const key = (name: string, type = 'timeseries') => ({ name, type, label: name, settings: {} })

interface Place {
  readonly row: number
  readonly col: number
  readonly sizeX: number
  readonly sizeY: number
}

const map = (title: string, settings: object, size: Place, more: object = {}, typeAlias = 'openstreetmap') => ({
  isSystemType: true,
  bundleAlias: 'maps_v2',
  typeAlias,
  type: typeAlias.startsWith('route') ? 'timeseries' : 'latest',
  title,
  ...size,
  config: {
    title,
    showTitle: true,
    settings,
    datasources: [
      {
        type: 'entity',
        entityAliasId: 'sites',
        dataKeys: [
          key('latitude'),
          key('longitude'),
          key('temperature'),
          key('perimeter', 'attribute'),
          key('x'),
          key('y'),
        ],
      },
    ],
    ...more,
  },
})

const picture = `data:image/svg+xml,${encodeURIComponent('<svg xmlns="http://www.w3.org/2000/svg" width="800" height="400"/>')}`

const widgets = {
  map: map(
    'Sites',
    {
      showPolygon: true,
      showPolygonTooltip: true,
      // biome-ignore lint/suspicious/noTemplateCurlyInString: a pattern, as users write it
      tooltipPattern: "<b>${entityName}</b><br/>${temperature:1} °C <link-act name='details'>Open details</link-act>",
    },
    { row: 0, col: 0, sizeX: 12, sizeY: 8 },
    {
      actions: {
        tooltipAction: [{ id: 'a', name: 'details', type: 'openDashboardState', targetDashboardStateId: 'details' }],
      },
    },
  ),
  clusters: map(
    'Clusters',
    { useClusterMarkers: true, maxClusterRadius: 1000 },
    { row: 0, col: 12, sizeX: 12, sizeY: 8 },
  ),
  small: map('Small', {}, { row: 8, col: 0, sizeX: 3, sizeY: 2 }),
  route: map(
    'Route',
    {},
    { row: 8, col: 4, sizeX: 8, sizeY: 6 },
    {
      useDashboardTimewindow: false,
      timewindow: { realtime: { timewindowMs: 3_600_000, interval: 1000 }, aggregation: { type: 'NONE', limit: 1000 } },
    },
    'route_map_openstreetmap',
  ),
  picture: map(
    'Floor',
    { mapImageUrl: picture, xPosKeyName: 'x', yPosKeyName: 'y' },
    { row: 8, col: 12, sizeX: 12, sizeY: 6 },
    {},
    'image_map',
  ),
}

const { id: dashboard } = await stage.call<{ id: { id: string } }>('POST', '/api/dashboard', {
  title: 'Maps',
  configuration: {
    widgets,
    states: {
      default: {
        name: 'Maps',
        root: true,
        layouts: {
          main: {
            widgets: Object.fromEntries(
              Object.entries(widgets).map(([id, { row, col, sizeX, sizeY }]) => [id, { row, col, sizeX, sizeY }]),
            ),
          },
        },
      },
      // biome-ignore lint/suspicious/noTemplateCurlyInString: a name with a variable, as users write it
      details: { name: 'Details of ${entityName}', root: false, layouts: { main: { widgets: {} } } },
    },
    entityAliases: {
      sites: {
        id: 'sites',
        alias: 'Sites',
        filter: {
          type: 'entityList',
          resolveMultiple: true,
          entityType: 'DEVICE',
          entityList: devices.map(({ id }) => id),
        },
      },
    },
  },
})

const card = (page: Page, name: string) => main(page).getByRole('article', { name, exact: true })

test('markers, areas, clusters and tooltips; live positions, keyboard and table', () =>
  stage.play(async (page) => {
    await openAs(page, tenant, `/dashboards/${dashboard.id}`)
    const sites = card(page, 'Sites')
    const marker = sites.getByRole('button', { name: 'Lyon site', exact: true }).and(sites.locator('.map-marker-host'))
    await marker.waitFor()
    await sites.locator('.map-land').waitFor()
    await sites.getByText('1 entity without a position').waitFor()
    assert.equal(await sites.locator('.map-marker-host').count(), 3)
    assert.equal(await sites.locator('path.map-shape').count(), 1)
    assert.equal(await sites.locator('img').count(), 0)
    await card(page, 'Clusters').getByRole('button', { name: '3 markers' }).waitFor()
    assert.equal(await card(page, 'Small').getByRole('button', { name: 'Zoom in' }).count(), 0)

    await card(page, 'Route').locator('path.map-shape').nth(2).waitFor({ state: 'attached' })
    assert.equal(await card(page, 'Route').locator('.map-marker-host').count(), 3)
    await card(page, 'Floor').getByRole('button', { name: 'Lyon site' }).waitFor()
    await card(page, 'Floor').locator('img.leaflet-image-layer').waitFor()

    // The keyboard reaches the map, its markers and their tooltips.
    await marker.focus()
    await page.keyboard.press('Enter')
    await sites.getByText('21.0 °C').waitFor()
    await send(devices[1]?.id, { temperature: 24.56 })
    await sites.getByText('24.6 °C').waitFor()
    await page.keyboard.press('Escape')
    await sites.getByText('24.6 °C').waitFor({ state: 'detached' })
    const left = async () => (await marker.boundingBox())?.x
    const before = await left()
    await send(devices[1]?.id, { longitude: 8 })
    await until('the marker moves', left, (x) => x !== before)
    assert.deepEqual(await inspect(page, 'maps'), [])

    await card(page, 'Clusters').getByRole('button', { name: '3 markers' }).click()
    await sites.getByRole('button', { name: 'Zoom in' }).click()
    await sites.getByRole('button', { name: 'Show all' }).click()

    await sites.getByRole('button', { name: /^Menu/ }).click()
    await page.getByRole('menuitem', { name: 'View as table' }).click()
    await sites.getByRole('row', { name: /Madrid site 40.42 −3.7/ }).waitFor()
    await sites.getByRole('row', { name: /Lost site – –/ }).waitFor()
    await sites.getByRole('button', { name: /^Menu/ }).click()
    await page.getByRole('menuitem', { name: 'View as widget' }).click()

    await sites.getByRole('button', { name: 'Hamburg site', exact: true }).press('Enter')
    await sites.getByText('Open details').press('Enter')
    await page.getByText('Details of Hamburg site').first().waitFor()
  }))
