/**
 * Dashboard of the demo plant, as JSON of the API.
 *
 * It contains no device ids: aliases find devices by name and by profile, so that the same dashboard works for every
 * demo plant. Colors are names of theme colors, so that they fit the light and the dark theme.
 */

import {
  aliases,
  aliasNames,
  aliasOf,
  chart,
  entityName,
  figure,
  gauge,
  type Json,
  key,
  limit,
  opensState,
  powerBands,
  table,
  timewindow,
  type WidgetJson,
  widgetId,
} from './plant-widgets.ts'

const second = 1000
const hour = 3600 * second

/** Widgets of each state with their position: column, row. */
type States = readonly {
  readonly id: string
  readonly name: string
  readonly widgets: readonly (readonly [col: number, row: number, widget: WidgetJson])[]
}[]

const states: States = [
  {
    id: 'default',
    name: 'Overview',
    widgets: [
      [0, 0, figure('Site power', 'siteMeter', 'power', 'kW', 0)],
      [4, 0, figure('Tank T-01', 'tankOne', 'level', '%', 1)],
      [8, 0, figure(entityName, 'pump', 'pressure', 'bar', 2)],
      [12, 0, figure('Outdoors', 'weather', 'temperature', '°C', 1)],
      [16, 0, figure('Sunlight', 'weather', 'irradiance', 'W/m²', 0)],
      [20, 0, figure(`${entityName} cargo`, 'van', 'cargoTemperature', '°C', 1)],
      [
        0,
        3,
        chart(
          'Tank levels',
          'tanks',
          [key('level', entityName, { settings: { thresholds: [limit(92, 'var(--sd-critical)')] } })],
          [16, 7],
          {
            units: '%',
            settings: { yaxis: { min: 0, max: 100 } },
          },
        ),
      ],
      [
        16,
        3,
        gauge('Site power', 'siteMeter', key('power', 'Site power', { units: 'kW', decimals: 0 }), [8, 7], {
          max: 500,
          bands: powerBands,
          mark: 400,
        }),
      ],
      [
        0,
        10,
        table(
          'Pumps',
          'pumps',
          [
            key('running', 'Running'),
            key('flow', 'Flow', { units: 'm³/h', decimals: 1 }),
            key('pressure', 'Pressure', { units: 'bar', decimals: 2 }),
            key('power', 'Power', { units: 'kW', decimals: 1 }),
            key('vibration', 'Vibration', { units: 'mm/s', decimals: 2 }),
          ],
          [12, 8],
          'Pump',
        ),
      ],
      [
        12,
        10,
        chart('Site power', 'siteMeter', [key('power', 'Site power')], [12, 4], {
          units: 'kW',
          decimals: 0,
        }),
      ],
      [12, 14, chart('Temperature outdoors', 'stations', [key('temperature', entityName)], [12, 4], { units: '°C' })],
    ],
  },
  {
    id: 'pumps',
    name: 'Pumps',
    widgets: [
      [0, 0, chart('Pressure', 'pumps', [key('pressure', entityName)], [24, 7], { units: 'bar', decimals: 2 })],
      [0, 7, chart('Flow', 'pumps', [key('flow', entityName)], [12, 6], { units: 'm³/h' })],
      [
        12,
        7,
        chart(
          'Vibration',
          'pumps',
          [key('vibration', entityName, { settings: { thresholds: [limit(7.1, 'var(--sd-major)')] } })],
          [12, 6],
          { units: 'mm/s', decimals: 2 },
        ),
      ],
      [
        0,
        13,
        chart('Pump running', 'pump', [key('running', entityName)], [24, 4], {
          decimals: 0,
          // Booleans have no average: shows raw points in a separate time window.
          config: {
            useDashboardTimewindow: false,
            timewindow: timewindow(6 * hour, second, 'NONE'),
            showLegend: false,
            mobileHeight: 3,
          },
        }),
      ],
    ],
  },
  {
    id: 'energy',
    name: 'Energy',
    widgets: [
      [0, 0, figure('Site power', 'siteMeter', 'power', 'kW', 0)],
      [4, 0, figure('Energy', 'siteMeter', 'energy', 'kWh', 0)],
      [8, 0, figure('Voltage', 'siteMeter', 'voltage', 'V', 1)],
      [12, 0, figure('Current', 'siteMeter', 'current', 'A', 0)],
      [16, 0, figure('Power factor', 'siteMeter', 'powerFactor', '', 3)],
      [20, 0, figure('Sunlight', 'weather', 'irradiance', 'W/m²', 0)],
      [0, 3, chart('Power by meter', 'meters', [key('power', entityName)], [16, 7], { units: 'kW' })],
      [
        16,
        3,
        table(
          'Meters',
          'meters',
          [key('power', 'Power', { units: 'kW', decimals: 1 }), key('energy', 'Energy', { units: 'kWh', decimals: 0 })],
          [8, 7],
          'Meter',
        ),
      ],
      [0, 10, chart('Voltage', 'meters', [key('voltage', entityName)], [24, 5], { units: 'V' })],
    ],
  },
  {
    id: 'fleet',
    name: 'Fleet',
    widgets: [
      [
        0,
        0,
        table(
          'Delivery vans',
          'vans',
          [
            key('speed', 'Speed', { units: 'km/h', decimals: 0 }),
            key('fuel', 'Fuel', { units: '%', decimals: 0 }),
            key('cargoTemperature', 'Cargo', { units: '°C', decimals: 1 }),
            key('doorOpen', 'Door open'),
          ],
          [12, 7],
          'Van',
        ),
      ],
      [
        12,
        0,
        chart(
          'Cargo temperature',
          'vans',
          [key('cargoTemperature', entityName, { settings: { thresholds: [limit(8, 'var(--sd-critical)')] } })],
          [12, 7],
          { units: '°C' },
        ),
      ],
      [0, 7, chart('Speed', 'vans', [key('speed', entityName)], [12, 6], { units: 'km/h', decimals: 0 })],
      [12, 7, chart('Fuel', 'vans', [key('fuel', entityName)], [12, 6], { units: '%', decimals: 0 })],
    ],
  },
]

const northHall: States = [
  {
    id: 'default',
    name: 'North hall',
    widgets: [
      [0, 0, figure(entityName, 'pump', 'pressure', 'bar', 2)],
      [4, 0, figure('Tank T-01', 'tankOne', 'level', '%', 1)],
      [8, 0, figure('Site power', 'siteMeter', 'power', 'kW', 0)],
      [12, 0, figure('Outdoors', 'weather', 'temperature', '°C', 1)],
      [0, 3, chart('Tank levels', 'tanks', [key('level', entityName)], [12, 7], { units: '%' })],
      [12, 3, chart('Flow', 'pumps', [key('flow', entityName)], [12, 7], { units: 'm³/h' })],
      [
        0,
        10,
        table(
          'Pumps',
          'pumps',
          [
            key('running', 'Running'),
            key('flow', 'Flow', { units: 'm³/h', decimals: 1 }),
            key('pressure', 'Pressure', { units: 'bar', decimals: 2 }),
            key('vibration', 'Vibration', { units: 'mm/s', decimals: 2 }),
          ],
          [24, 7],
          'Pump',
          opensState('Open pump', 'pump'),
        ),
      ],
    ],
  },
  {
    id: 'pump',
    name: entityName,
    widgets: [
      [0, 0, figure('Flow', 'openPump', 'flow', 'm³/h', 1)],
      [4, 0, figure('Pressure', 'openPump', 'pressure', 'bar', 2)],
      [8, 0, figure('Power', 'openPump', 'power', 'kW', 1)],
      [12, 0, figure('Vibration', 'openPump', 'vibration', 'mm/s', 2)],
      [0, 3, chart('Pressure', 'openPump', [key('pressure', 'Pressure')], [12, 7], { units: 'bar', decimals: 2 })],
      [
        12,
        3,
        chart(
          'Vibration',
          'openPump',
          [key('vibration', 'Vibration', { settings: { thresholds: [limit(7.1, 'var(--sd-major)')] } })],
          [12, 7],
          { units: 'mm/s', decimals: 2 },
        ),
      ],
      [0, 10, chart('Flow and power', 'openPump', [key('flow', 'Flow'), key('power', 'Power')], [24, 5])],
    ],
  },
]

const fleet = states.filter(({ id }) => id === 'fleet')

/** Request bodies of POST /api/dashboard for the demo: the dashboards of the plant and of its customers. */
export const plantDashboard = (title: string) =>
  dashboardOf(title, 'Tanks, pumps, energy and vans of the demo plant', states)
// States are stacked: the details of a pump lead back to the hall.
export const northHallDashboard = () =>
  dashboardOf('North hall', 'Pumps and tanks of the north hall', northHall, 'entity')
export const fleetDashboard = () => dashboardOf('Delivery vans', 'Cargo and routes of the delivery vans', fleet)

function dashboardOf(
  title: string,
  description: string,
  states: States,
  stateControllerId = 'default',
): { readonly title: string; readonly configuration: object } {
  const widgets: Json = {}
  let count = 0
  const stateEntries = states.map(({ id, name, widgets: placed }, index) => {
    const places: Json = {}
    for (const [col, row, json] of placed) {
      const own = widgetId(++count)
      widgets[own] = { ...json, id: own, col, row }
      places[own] = { sizeX: json.sizeX, sizeY: json.sizeY, row, col }
    }
    return [id, { name, root: index === 0, layouts: { main: { widgets: places, gridSettings } } }]
  })
  const text = JSON.stringify(widgets)
  const isUsed = (name: (typeof aliasNames)[number]) => text.includes(aliasOf(name))
  return {
    title,
    configuration: {
      description,
      widgets,
      states: Object.fromEntries(stateEntries),
      entityAliases: Object.fromEntries(
        aliasNames.filter(isUsed).map((name) => [aliasOf(name), { id: aliasOf(name), ...aliases[name] }]),
      ),
      filters: {},
      timewindow: timewindow(hour, 30 * second),
      settings: {
        stateControllerId,
        showTitle: false,
        showDashboardsSelect: true,
        showEntitiesSelect: true,
        showDashboardTimewindow: true,
        showDashboardExport: true,
        toolbarAlwaysOpen: true,
      },
    },
  }
}

const gridSettings = {
  columns: 24,
  margin: 12,
  backgroundColor: 'var(--sd-canvas)',
  backgroundSizeMode: '100%',
  autoFillHeight: false,
  mobileAutoFillHeight: false,
  mobileRowHeight: 56,
}
