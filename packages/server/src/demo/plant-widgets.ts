/** Building blocks of the plant dashboard: aliases and widgets as JSON of the API. */

const second = 1000
const minute = 60 * second
const hour = 60 * minute

export type Json = Record<string, unknown>

/** Fixed ids, so that links and tests can refer to them. */
const aliasId = (index: number) => `5de0a11a-0000-4000-8000-${String(index).padStart(12, '0')}`
export const widgetId = (index: number) => `5de0b22b-0000-4000-8000-${String(index).padStart(12, '0')}`

export const aliases = {
  siteMeter: {
    alias: 'Site meter',
    filter: one('entityName', { entityType: 'DEVICE', entityNameFilter: 'Meter M-01' }),
  },
  tankOne: { alias: 'Tank T-01', filter: one('deviceType', { deviceType: 'tank', deviceNameFilter: 'Tank T-01' }) },
  pump: { alias: 'Pump', filter: one('deviceType', { deviceType: 'pump', deviceNameFilter: '' }) },
  weather: {
    alias: 'Weather station',
    filter: one('entityName', { entityType: 'DEVICE', entityNameFilter: 'Weather station' }),
  },
  van: { alias: 'Van', filter: one('deviceType', { deviceType: 'delivery van', deviceNameFilter: '' }) },
  pumps: { alias: 'Pumps', filter: many('deviceType', { deviceType: 'pump', deviceNameFilter: '' }) },
  tanks: { alias: 'Tanks', filter: many('deviceType', { deviceType: 'tank', deviceNameFilter: '' }) },
  meters: { alias: 'Energy meters', filter: many('deviceType', { deviceType: 'energy meter', deviceNameFilter: '' }) },
  vans: { alias: 'Delivery vans', filter: many('deviceType', { deviceType: 'delivery van', deviceNameFilter: '' }) },
  stations: {
    alias: 'Weather stations',
    filter: many('entityName', { entityType: 'DEVICE', entityNameFilter: 'Weather station' }),
  },
  openPump: {
    alias: 'Open pump',
    filter: one('stateEntity', { stateEntityParamName: null, defaultStateEntity: null }),
  },
}
type AliasName = keyof typeof aliases
export const aliasNames = Object.keys(aliases) as AliasName[]
export const aliasOf = (name: AliasName) => aliasId(aliasNames.indexOf(name) + 1)

function one(type: string, fields: Json): Json {
  return { type, resolveMultiple: false, ...fields }
}

function many(type: string, fields: Json): Json {
  return { type, resolveMultiple: true, ...fields }
}

export const timewindow = (windowMs: number, interval: number, agg = 'AVG'): Json => ({
  displayValue: '',
  selectedTab: 0,
  hideInterval: false,
  hideAggregation: false,
  hideAggInterval: false,
  hideTimezone: false,
  realtime: { realtimeType: 0, interval, timewindowMs: windowMs, quickInterval: 'CURRENT_DAY' },
  history: { historyType: 0, interval, timewindowMs: windowMs, quickInterval: 'CURRENT_DAY' },
  aggregation: { type: agg, limit: 25_000 },
  timezone: null,
})

interface KeyOptions {
  readonly units?: string
  readonly decimals?: number
  readonly settings?: Json
  readonly type?: string
}

export const key = (
  name: string,
  label: string,
  { units, decimals, settings = {}, type = 'timeseries' }: KeyOptions = {},
) => ({
  name,
  type,
  label,
  color: 'var(--sd-chart-1)',
  ...(units !== undefined && { units }),
  ...(decimals !== undefined && { decimals }),
  settings,
})

type Key = ReturnType<typeof key>

export interface WidgetJson extends Json {
  readonly sizeX: number
  readonly sizeY: number
}

interface WidgetParts {
  readonly bundleAlias: string
  readonly typeAlias: string
  readonly type: string
  readonly title: string
  readonly alias: AliasName
  readonly keys: readonly Key[]
  readonly size: readonly [number, number]
  readonly showTitle?: boolean
  readonly settings?: Json
  readonly config?: Json
}

const widget = ({
  bundleAlias,
  typeAlias,
  type,
  title,
  alias,
  keys,
  size,
  showTitle = true,
  ...rest
}: WidgetParts) => ({
  isSystemType: true,
  bundleAlias,
  typeAlias,
  type,
  title,
  image: null,
  description: null,
  sizeX: size[0],
  sizeY: size[1],
  row: 0,
  col: 0,
  config: {
    title,
    showTitle,
    datasources: [{ type: 'entity', name: null, entityAliasId: aliasOf(alias), filterId: null, dataKeys: keys }],
    settings: rest.settings ?? {},
    actions: {},
    dropShadow: false,
    enableFullscreen: true,
    ...rest.config,
  },
})

/** Card with a value and a sparkline of the last hour. */
export const figure = (title: string, alias: AliasName, name: string, units: string, decimals: number) =>
  widget({
    bundleAlias: 'cards',
    typeAlias: 'simple_card',
    type: 'latest',
    title,
    alias,
    keys: [key(name, title, { units, decimals })],
    size: [4, 3],
    showTitle: false,
    settings: { labelPosition: 'top', sparklineMs: hour },
    config: { mobileHeight: 2 },
  })

export const chart = (
  title: string,
  alias: AliasName,
  keys: readonly Key[],
  size: readonly [number, number],
  options: { units?: string; decimals?: number; settings?: Json; config?: Json } = {},
) =>
  widget({
    bundleAlias: 'charts',
    typeAlias: 'basic_timeseries',
    type: 'timeseries',
    title,
    alias,
    keys,
    size,
    settings: options.settings,
    config: {
      units: options.units ?? '',
      decimals: options.decimals ?? 1,
      useDashboardTimewindow: true,
      showLegend: true,
      legendConfig: {
        direction: 'column',
        position: 'right',
        showMin: true,
        showMax: true,
        showAvg: true,
        showTotal: false,
      },
      mobileHeight: 5,
      ...options.config,
    },
  })

export const table = (
  title: string,
  alias: AliasName,
  keys: readonly Key[],
  size: readonly [number, number],
  column: string,
  actions: Json = {},
) =>
  widget({
    bundleAlias: 'cards',
    typeAlias: 'entities_table',
    type: 'latest',
    title,
    alias,
    keys,
    size,
    settings: {
      entitiesTitle: '',
      enableSearch: true,
      displayEntityName: true,
      entityNameColumnTitle: column,
      displayEntityType: false,
      displayPagination: true,
      defaultPageSize: 10,
      defaultSortOrder: 'entityName',
    },
    config: { mobileHeight: 7, actions },
  })

export const limit = (value: number, color: string) => ({
  thresholdValueSource: 'predefinedValue',
  thresholdValue: value,
  lineWidth: 1.25,
  color,
})

export const gauge = (
  title: string,
  alias: AliasName,
  dataKey: Key,
  size: readonly [number, number],
  { max, bands, mark }: { max: number; bands: readonly [number, number, string][]; mark?: number },
) =>
  widget({
    bundleAlias: 'digital_gauges',
    typeAlias: 'gauge_justgage',
    type: 'latest',
    title,
    alias,
    keys: [dataKey],
    size,
    settings: {
      gaugeType: 'arc',
      minValue: 0,
      maxValue: max,
      showValue: true,
      showMinMax: true,
      showTitle: false,
      useFixedLevelColor: true,
      fixedLevelColors: bands.map(([from, to, color]) => ({
        from: { valueSource: 'predefinedValue', value: from },
        to: { valueSource: 'predefinedValue', value: to },
        color,
      })),
      showTicks: mark !== undefined,
      ticksValue: mark === undefined ? [] : [{ valueSource: 'predefinedValue', value: mark }],
    },
    config: { mobileHeight: 4 },
  })

export const powerBands: readonly [number, number, string][] = [
  [0, 340, 'var(--sd-active)'],
  [340, 400, 'var(--sd-minor)'],
  [400, 500, 'var(--sd-critical)'],
]

/** Action of a row: opens a state of the row's entity. */
export const opensState = (name: string, targetDashboardStateId: string): Json => ({
  rowClick: [
    {
      id: 'open',
      name,
      icon: 'open_in_new',
      type: 'openDashboardState',
      targetDashboardStateId,
      setEntityId: true,
      stateEntityParamName: null,
      openRightLayout: false,
    },
  ],
})

/** Placeholder for the entity name in key labels. */
// biome-ignore lint/suspicious/noTemplateCurlyInString: the wire's own placeholder
export const entityName = '${entityName}'
