/** Normalizes one widget of a dashboard: kind, layout, configuration, datasources and keys. */

import { alarmSearchStatuses, alarmSeverities } from '../alarms/alarm-kinds.ts'
import {
  type AlarmFilter,
  type DashboardWidget,
  type DataKey,
  type Datasource,
  dataKeyTypes,
  type JsonObject,
  type WidgetConfig,
  type WidgetLayout,
  widgetKinds,
} from './dashboard-configuration.ts'
import { flagOf, isJsonObject, listOf, numberOf, objectOf, textOf } from './json-parts.ts'
import { doesSomething } from './known-functions.ts'

/** `aliasIds`: maps replaced alias ids to the new ones. */
export function normalizeWidget(id: string, json: JsonObject, aliasIds: ReadonlyMap<string, string>): DashboardWidget {
  const bundleAlias = textOf(json.bundleAlias) ?? ''
  const typeAlias = textOf(json.typeAlias) ?? ''
  const isOldChart = bundleAlias === 'charts' && typeAlias === 'timeseries'
  const type = widgetKinds.find((kind) => kind === json.type) ?? 'latest'
  return {
    id,
    isSystemType: flagOf(json.isSystemType, true),
    bundleAlias,
    typeAlias: isOldChart ? 'basic_timeseries' : typeAlias,
    type,
    title: textOf(json.title) ?? '',
    sizeX: numberOf(json.sizeX) ?? 8,
    sizeY: numberOf(json.sizeY) ?? 6,
    row: numberOf(json.row) ?? 0,
    col: numberOf(json.col) ?? 0,
    config: configOf(objectOf(json.config), aliasIds),
  }
}

/** Layout from the widget's own fields, used if no layout contains the widget. */
export const widgetLayoutOf = (widget: DashboardWidget): WidgetLayout => ({
  sizeX: widget.sizeX,
  sizeY: widget.sizeY,
  row: widget.row,
  col: widget.col,
  mobileOrder: widget.config.mobileOrder,
  mobileHeight: widget.config.mobileHeight,
  mobileHide: false,
})

function configOf(json: JsonObject, aliasIds: ReadonlyMap<string, string>): WidgetConfig {
  return {
    title: textOf(json.title) ?? '',
    showTitle: flagOf(json.showTitle, true),
    titleStyle: objectOf(json.titleStyle),
    titleTooltip: textOf(json.titleTooltip) ?? '',
    titleIcon: flagOf(json.showTitleIcon, false) ? (textOf(json.titleIcon)?.trim() ?? '') : '',
    iconColor: textOf(json.iconColor),
    iconSize: iconSizeOf(json.iconSize),
    datasources: listOf(json.datasources)
      .filter(isJsonObject)
      .map((datasource) => datasourceOf(datasource, aliasIds)),
    alarmSource: isJsonObject(json.alarmSource) ? datasourceOf(json.alarmSource, aliasIds) : null,
    alarmFilter: alarmFilterOf(json),
    targetAliasIds: [...listOf(json.targetDeviceAliasIds), ...listOf(json.targetDeviceAliases)]
      .filter((id) => typeof id === 'string')
      .map((id) => aliasIds.get(id) ?? id),
    useDashboardTimewindow: flagOf(json.useDashboardTimewindow, true),
    displayTimewindow: flagOf(json.displayTimewindow, true),
    timewindow: json.timewindow,
    units: textOf(json.units) ?? '',
    decimals: decimalsOf(json.decimals),
    noDataDisplayMessage: textOf(json.noDataDisplayMessage) ?? '',
    showLegend: typeof json.showLegend === 'boolean' ? json.showLegend : null,
    legendConfig: objectOf(json.legendConfig),
    enableFullscreen: flagOf(json.enableFullscreen, true),
    backgroundColor: textOf(json.backgroundColor),
    color: textOf(json.color),
    padding: textOf(json.padding),
    margin: textOf(json.margin),
    dropShadow: flagOf(json.dropShadow, true),
    widgetStyle: objectOf(json.widgetStyle),
    widgetCss: textOf(json.widgetCss) ?? '',
    mobileHeight: numberOf(json.mobileHeight),
    mobileOrder: numberOf(json.mobileOrder),
    settings: objectOf(json.settings),
    actions: objectOf(json.actions),
  }
}

/** `alarmSearchStatus`: the single status of older dashboards, where `ANY` is the same as none. */
function alarmFilterOf(json: JsonObject): AlarmFilter {
  const statuses = textsOf(json.alarmStatusList)
  const names = statuses.length > 0 ? statuses : textsOf([json.alarmSearchStatus])
  return {
    statusList: alarmSearchStatuses.filter((status) => status !== 'ANY' && names.includes(status)),
    severityList: alarmSeverities.filter((severity) => textsOf(json.alarmSeverityList).includes(severity)),
    typeList: [...new Set(textsOf(json.alarmTypeList))],
    searchPropagatedAlarms: flagOf(json.searchPropagatedAlarms, true),
  }
}

const textsOf = (value: unknown): string[] => listOf(value).flatMap((one) => textOf(one) ?? [])

/** Icon size from `24px` or a number, clamped to the height of a title. */
function iconSizeOf(value: unknown): number {
  const pixels = typeof value === 'string' ? Number.parseFloat(value) : value
  return typeof pixels === 'number' && pixels > 0 ? Math.min(32, Math.max(12, pixels)) : 24
}

function datasourceOf(json: JsonObject, aliasIds: ReadonlyMap<string, string>): Datasource {
  const isDevice = json.type === 'device'
  const aliasId = textOf(json.entityAliasId) ?? textOf(json.deviceAliasId)
  const entityId = isJsonObject(json.entityId) ? json.entityId : null
  return {
    type: json.type === 'function' || json.type === 'entityCount' ? json.type : 'entity',
    name: textOf(json.name) ?? textOf(json.entityName) ?? textOf(json.deviceName),
    entityAliasId: aliasId === null ? null : (aliasIds.get(aliasId) ?? aliasId),
    filterId: textOf(json.filterId),
    entityType: isDevice ? 'DEVICE' : (textOf(entityId?.entityType) ?? textOf(json.entityType)),
    entityId: textOf(entityId?.id) ?? textOf(json.entityId) ?? textOf(json.deviceId),
    dataKeys: listOf(json.dataKeys).filter(isJsonObject).flatMap(dataKeyOf),
  }
}

function dataKeyOf(json: JsonObject): DataKey[] {
  const name = textOf(json.name)
  if (name === null) return []
  return [
    {
      name,
      type: dataKeyTypes.find((type) => type === json.type) ?? 'timeseries',
      label: textOf(json.label) ?? name,
      color: textOf(json.color),
      units: textOf(json.units),
      decimals: decimalsOf(json.decimals),
      funcBody: textOf(json.funcBody),
      usePostProcessing: json.usePostProcessing === true && doesSomething(json.postFuncBody),
      postFuncBody: textOf(json.postFuncBody),
      settings: objectOf(json.settings),
    },
  ]
}

function decimalsOf(value: unknown): number | null {
  const decimals = numberOf(value)
  return decimals === null ? null : Math.min(15, Math.max(0, Math.round(decimals)))
}
