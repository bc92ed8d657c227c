/**
 * Configuration of a dashboard that shows one entity, or all devices of a profile with the details of a chosen one, in
 * the format that dashboards store. What is created is an ordinary dashboard: users change it in the editor.
 */

import type { EntityId } from '../../ids.ts'
import { defaultAlarmKeys } from '../../widgets/alarm-widgets/alarms-table.ts'
import { newAlias, singleEntityFilter } from '../added-alias.ts'
import type { JsonObject } from '../dashboard-configuration.ts'
import { editorPalette } from '../editor-palette.ts'
import { type DashboardKey, type KeyChart, type KeyLimit, keyUses } from './dashboard-keys.ts'
import { createGridRows, type GridRows, gridColumns } from './grid-rows.ts'

export type DashboardSubject =
  | { readonly kind: 'entity'; readonly entity: EntityId; readonly name: string }
  /** `name`: of the device profile, which is the type of its devices. */
  | { readonly kind: 'profile'; readonly name: string }

/** Titles in the language of the user who creates the dashboard. */
export interface EntityDashboardTexts {
  readonly alarms: string
  readonly values: string
  readonly map: string
  /** Of the profile's devices: alias, table, and the counts above it. */
  readonly devices: string
  readonly active: string
  readonly inactive: string
  readonly device: string
  readonly openDevice: string
  /** Title of a chart with several keys, some of which aren't named. */
  readonly andMore: (labels: string, count: number) => string
}

export interface EntityDashboardDeps {
  readonly texts: EntityDashboardTexts
  /** Returns a new UUID on each call. */
  readonly newId: () => string
}

export interface EntityDashboard {
  readonly configuration: JsonObject
  /** Keys for which there is no room. */
  readonly leftOut: readonly DashboardKey[]
}

const dayMs = 86_400_000
const intervalMs = 300_000
/** Days of alarms. */
const alarmsDays = 30
/** Most raw points of a state chart. */
const pointsMax = 10_000
/** Columns of a table of devices, in addition to the name. */
const columnsMax = 6
/** Labels in the title of a chart. */
const titleLabelsMax = 3

/** Placeholder in the name of the details state. */
const entityName = `\${entityName}`

/** `keys`: those that the user chose, most important first. */
export function entityDashboard(
  subject: DashboardSubject,
  keys: readonly DashboardKey[],
  { texts, newId }: EntityDashboardDeps,
): EntityDashboard {
  const isDevice = subject.kind === 'profile' || subject.entity.entityType === 'DEVICE'
  const uses = keyUses(keys, isDevice)
  const aliases: Record<string, JsonObject> = {}
  const filters: Record<string, JsonObject> = {}
  const widgets: Record<string, JsonObject> = {}

  function stateOf(name: string, root: boolean, { placed }: GridRows<JsonObject>): JsonObject {
    const places: Record<string, JsonObject> = {}
    for (const { item, ...place } of placed) {
      const id = newId()
      widgets[id] = { ...item, id, ...place }
      places[id] = place
    }
    return { name, root, layouts: { main: { widgets: places, gridSettings } } }
  }

  /** Latest values, lamps, charts, and the rest of the keys, of the entity of an alias. */
  function detailsOf(aliasId: string): GridRows<JsonObject> {
    const rows = createGridRows<JsonObject>()
    const values = [
      ...uses.figures.map((key) => figureOf(key, aliasId)),
      ...uses.lamps.map((key) => lampOf(key, aliasId)),
    ]
    rows.add(values, { height: 3, perRow: 6, widthMax: 8 })
    rows.add(
      uses.charts.map((chart) => chartOf(chart, aliasId, texts)),
      { height: 6, perRow: 2 },
    )
    rows.add(
      uses.states.map((key) => stateChartOf(key, aliasId)),
      { height: 4, perRow: 2 },
    )
    const cards = uses.cards.map((own) => cardOf(own, aliasId, texts.values))
    const lower = uses.position ? [mapOf(uses.position, aliasId, texts.map), ...cards] : cards
    rows.add(lower, { height: 7, perRow: 3 })
    if (isDevice || (subject.kind === 'entity' && subject.entity.entityType === 'ASSET')) {
      rows.add([alarmsOf(aliasId, texts.alarms)], { height: 6, perRow: 1 })
    }
    return rows
  }

  function addAlias(alias: string, filter: JsonObject): string {
    const id = newId()
    aliases[id] = { id, alias, filter }
    return id
  }

  function addFilter(filter: string, value: boolean): string {
    const id = newId()
    filters[id] = { id, filter, editable: false, keyFilters: [isActive(value)] }
    return id
  }

  /** All devices: how many, their latest values and alarms. A row opens the details of its device. */
  function overviewOf(aliasId: string): GridRows<JsonObject> {
    const rows = createGridRows<JsonObject>()
    const counts = [
      countOf(texts.devices, aliasId, null),
      countOf(texts.active, aliasId, addFilter(texts.active, true)),
      countOf(texts.inactive, aliasId, addFilter(texts.inactive, false)),
    ]
    rows.add(counts, { height: 2, perRow: 3 })
    // The map shows positions.
    const columns = keys.filter((key) => !uses.position?.includes(key))
    rows.add([tableOf(columns, aliasId, texts)], { height: 8, perRow: 1 })
    if (uses.position) rows.add([mapOf(uses.position, aliasId, texts.map)], { height: 8, perRow: 1 })
    rows.add([alarmsOf(aliasId, texts.alarms)], { height: 6, perRow: 1 })
    return rows
  }

  let states: JsonObject
  if (subject.kind === 'entity') {
    const id = newId()
    aliases[id] = newAlias(id, {}, subject.name, singleEntityFilter(subject.entity))
    states = { default: stateOf(subject.name, true, detailsOf(id)) }
  } else {
    const all = addAlias(texts.devices, {
      type: 'deviceType',
      resolveMultiple: true,
      deviceType: subject.name,
      deviceNameFilter: '',
    })
    const chosen = addAlias(texts.device, {
      type: 'stateEntity',
      resolveMultiple: false,
      stateEntityParamName: null,
      defaultStateEntity: null,
    })
    states = {
      default: stateOf(subject.name, true, overviewOf(all)),
      [detailsState]: stateOf(entityName, false, detailsOf(chosen)),
    }
  }
  return {
    configuration: {
      description: '',
      widgets,
      states,
      entityAliases: aliases,
      filters,
      timewindow: timewindow('AVG', intervalMs, 25_000),
      settings: {
        stateControllerId: 'entity',
        showTitle: false,
        showDashboardsSelect: true,
        // The alias of one entity offers no choice.
        showEntitiesSelect: false,
        showDashboardTimewindow: true,
        showDashboardExport: true,
        toolbarAlwaysOpen: true,
      },
    },
    leftOut: uses.leftOut,
  }
}

const detailsState = 'details'

const gridSettings: JsonObject = {
  columns: gridColumns,
  margin: 10,
  backgroundColor: '#eeeeee',
  backgroundSizeMode: '100%',
  autoFillHeight: false,
  mobileAutoFillHeight: false,
  mobileRowHeight: 70,
}

/** Default: the last 24 hours. */
const timewindow = (type: string, interval: number, limit: number, timewindowMs = dayMs): JsonObject => ({
  displayValue: '',
  selectedTab: 0,
  hideInterval: false,
  hideAggregation: false,
  hideAggInterval: false,
  hideTimezone: false,
  realtime: { realtimeType: 0, interval, timewindowMs, quickInterval: 'CURRENT_DAY' },
  history: { historyType: 0, interval, timewindowMs, quickInterval: 'CURRENT_DAY' },
  aggregation: { type, limit },
  timezone: null,
})

const isActive = (value: boolean): JsonObject => ({
  key: { type: 'ATTRIBUTE', key: 'active' },
  valueType: 'BOOLEAN',
  value: null,
  predicates: [
    {
      keyFilterPredicate: { type: 'BOOLEAN', operation: 'EQUAL', value: { defaultValue: value, dynamicValue: null } },
      userInfo: { editable: false, label: '', autogeneratedLabel: true, order: 0 },
    },
  ],
})

function dataKeyOf({ name, type, label, unit, decimals }: DashboardKey, index = 0, settings: JsonObject = {}) {
  return {
    name,
    type,
    label,
    color: colorOf(index),
    ...(unit !== '' && { units: unit }),
    ...(decimals !== null && { decimals }),
    settings,
  }
}

const colorOf = (index: number): string => editorPalette[index % editorPalette.length] ?? editorPalette[0]

const sourceOf = (entityAliasId: string, dataKeys: readonly JsonObject[]): JsonObject => ({
  type: 'entity',
  name: null,
  entityAliasId,
  filterId: null,
  dataKeys,
})

interface WidgetParts {
  readonly bundleAlias: string
  readonly typeAlias: string
  readonly type: 'latest' | 'timeseries' | 'rpc' | 'alarm'
  readonly title: string
  readonly config: JsonObject
}

const widgetOf = ({ title, config, ...type }: WidgetParts): JsonObject => ({
  isSystemType: true,
  ...type,
  title,
  config: { title, showTitle: true, dropShadow: true, enableFullscreen: true, settings: {}, actions: {}, ...config },
})

/** Gauge with the limits if they are known together with the range, otherwise a card with the trend. */
function figureOf(key: DashboardKey, aliasId: string): JsonObject {
  const datasources = [sourceOf(aliasId, [dataKeyOf(key)])]
  const bands = bandsOf(key)
  if (bands === null) {
    return widgetOf({
      bundleAlias: 'cards',
      typeAlias: 'simple_card',
      type: 'latest',
      title: key.label,
      config: { datasources, showTitle: false, mobileHeight: 2, settings: { labelPosition: 'top' } },
    })
  }
  return widgetOf({
    bundleAlias: 'digital_gauges',
    typeAlias: 'gauge_justgage',
    type: 'latest',
    title: key.label,
    config: {
      datasources,
      mobileHeight: 3,
      settings: {
        gaugeType: 'arc',
        ...rangeOf(key),
        showTitle: false,
        showValue: true,
        showMinMax: true,
        useFixedLevelColor: true,
        fixedLevelColors: bands.map(({ from, to, color }) => ({
          from: { valueSource: 'predefinedValue', value: from },
          to: { valueSource: 'predefinedValue', value: to },
          color,
        })),
      },
    },
  })
}

const normalColor = 'var(--sd-active)'

interface Band {
  readonly from: number
  readonly to: number
  readonly color: string
}

const rangeOf = ({ min, max, unit }: DashboardKey) => ({
  minValue: min ?? (unit === '%' ? 0 : null),
  maxValue: max ?? (unit === '%' ? 100 : null),
})

/** Ranges of the scale in the color of the most severe limit that applies; null: range or limits aren't known. */
function bandsOf(key: DashboardKey): readonly Band[] | null {
  const { minValue, maxValue } = rangeOf(key)
  const sided = key.limits.filter(({ side }) => side !== null)
  if (minValue === null || maxValue === null || minValue >= maxValue || sided.length === 0) return null
  const inside = sided.map(({ value }) => value).filter((value) => value > minValue && value < maxValue)
  const edges = [...new Set([minValue, ...inside, maxValue])].sort((a, b) => a - b)
  const bands: Band[] = []
  for (const [at, to] of edges.slice(1).entries()) {
    const from = edges[at] ?? minValue
    const middle = (from + to) / 2
    const color = sided.find((limit) => applies(limit, middle))?.color ?? normalColor
    const last = bands.at(-1)
    if (last?.color === color) bands[bands.length - 1] = { ...last, to }
    else bands.push({ from, to, color })
  }
  return bands
}

const applies = ({ side, value: limit }: KeyLimit, value: number): boolean =>
  side === 'above' ? value > limit : value < limit

function lampOf({ name, type, label }: DashboardKey, aliasId: string): JsonObject {
  return widgetOf({
    bundleAlias: 'control_widgets',
    typeAlias: 'led_indicator',
    type: 'rpc',
    title: label,
    config: {
      datasources: [],
      targetDeviceAliasIds: [aliasId],
      showTitle: false,
      mobileHeight: 2,
      settings: {
        title: label,
        initialValue: false,
        performCheckStatus: false,
        retrieveValueMethod: type,
        valueAttribute: name,
      },
    },
  })
}

function chartOf({ unit, keys }: KeyChart, aliasId: string, { andMore }: EntityDashboardTexts): JsonObject {
  const isOne = keys.length === 1
  const labels = keys.slice(0, titleLabelsMax).map(({ label }) => label)
  const rest = keys.length - labels.length
  const named = labels.join(', ')
  const decimals = Math.max(...keys.map((key) => key.decimals ?? -1))
  return widgetOf({
    bundleAlias: 'charts',
    typeAlias: 'basic_timeseries',
    type: 'timeseries',
    title: rest > 0 ? andMore(named, rest) : named,
    config: {
      datasources: [
        sourceOf(
          aliasId,
          keys.map((key, index) => dataKeyOf(key, index, { isNumber: true, thresholds: thresholdsOf(key, isOne) })),
        ),
      ],
      units: unit,
      ...(decimals >= 0 && { decimals }),
      useDashboardTimewindow: true,
      showLegend: true,
      legendConfig: { position: 'bottom', showMin: true, showMax: true, showAvg: true, showTotal: false },
      mobileHeight: 5,
    },
  })
}

/** Each value once, in the color of its highest severity. With several keys, a line is named after its key. */
const thresholdsOf = ({ label, limits }: DashboardKey, isOne: boolean): readonly JsonObject[] =>
  limits
    .filter(({ value }, at) => limits.findIndex((limit) => limit.value === value) === at)
    .map(({ value, side, color }) => ({
      thresholdValueSource: 'predefinedValue',
      thresholdValue: value,
      lineWidth: 1.25,
      color,
      label: isOne ? '' : label,
      shadedSide: side ?? 'auto',
    }))

function stateChartOf(key: DashboardKey, aliasId: string): JsonObject {
  return widgetOf({
    bundleAlias: 'charts',
    typeAlias: 'state_chart',
    type: 'timeseries',
    title: key.label,
    config: {
      datasources: [sourceOf(aliasId, [dataKeyOf(key)])],
      // States have no average: the chart shows them as they were sent.
      useDashboardTimewindow: false,
      displayTimewindow: true,
      timewindow: timewindow('NONE', 1000, pointsMax),
      showLegend: false,
      mobileHeight: 3,
    },
  })
}

const cardOf = (keys: readonly DashboardKey[], aliasId: string, title: string): JsonObject =>
  widgetOf({
    bundleAlias: 'cards',
    typeAlias: 'attributes_card',
    type: 'latest',
    title,
    config: {
      datasources: [
        sourceOf(
          aliasId,
          keys.map((key, index) => dataKeyOf(key, index)),
        ),
      ],
      mobileHeight: 5,
    },
  })

const mapOf = (position: readonly [DashboardKey, DashboardKey], aliasId: string, title: string): JsonObject =>
  widgetOf({
    bundleAlias: 'maps_v2',
    typeAlias: 'openstreetmap',
    type: 'latest',
    title,
    config: {
      datasources: [
        sourceOf(
          aliasId,
          position.map((key, index) => dataKeyOf({ ...key, label: key.name }, index)),
        ),
      ],
      mobileHeight: 6,
      settings: { latKeyName: position[0].name, lngKeyName: position[1].name },
    },
  })

const alarmsOf = (entityAliasId: string, title: string): JsonObject =>
  widgetOf({
    bundleAlias: 'alarm_widgets',
    typeAlias: 'alarms_table',
    type: 'alarm',
    title,
    config: {
      datasources: [],
      alarmSource: sourceOf(entityAliasId, defaultAlarmKeys),
      alarmStatusList: [],
      alarmSeverityList: [],
      alarmTypeList: [],
      searchPropagatedAlarms: true,
      // Alarms stay active for longer than charts look back.
      useDashboardTimewindow: false,
      displayTimewindow: true,
      timewindow: timewindow('NONE', 1000, 200, alarmsDays * dayMs),
      mobileHeight: 6,
      settings: { displayPagination: true, defaultPageSize: 10, defaultSortOrder: '-createdTime' },
    },
  })

const countOf = (label: string, entityAliasId: string, filterId: string | null): JsonObject =>
  widgetOf({
    bundleAlias: 'cards',
    typeAlias: 'simple_card',
    type: 'latest',
    title: label,
    config: {
      datasources: [
        {
          type: 'entityCount',
          name: null,
          entityAliasId,
          filterId,
          dataKeys: [{ name: 'count', type: 'count', label, color: colorOf(0), decimals: 0, settings: {} }],
        },
      ],
      showTitle: false,
      mobileHeight: 2,
      settings: { labelPosition: 'top', sparkline: false },
    },
  })

const tableOf = (keys: readonly DashboardKey[], aliasId: string, texts: EntityDashboardTexts): JsonObject =>
  widgetOf({
    bundleAlias: 'cards',
    typeAlias: 'entities_table',
    type: 'latest',
    title: texts.devices,
    config: {
      datasources: [
        sourceOf(
          aliasId,
          keys.slice(0, columnsMax).map((key, index) => dataKeyOf(key, index)),
        ),
      ],
      mobileHeight: 7,
      settings: {
        entitiesTitle: '',
        enableSearch: true,
        displayEntityName: true,
        entityNameColumnTitle: texts.device,
        displayEntityType: false,
        displayPagination: true,
        defaultPageSize: 10,
        defaultSortOrder: 'entityName',
      },
      actions: {
        rowClick: [
          {
            id: 'open',
            name: texts.openDevice,
            icon: 'open_in_new',
            type: 'openDashboardState',
            targetDashboardStateId: detailsState,
            setEntityId: true,
            stateEntityParamName: null,
            openRightLayout: false,
          },
        ],
      },
    },
  })
