/** Normalized form of a dashboard's `configuration`. Unknown keys are retained. */

import type { AlarmSearchStatus, AlarmSeverity } from '../alarms/alarm-kinds.ts'
import type { KeyFilterPredicate } from '../entity-query/entity-query.ts'
import type { TimeWindow } from '../time-windows/time-window.ts'

export type JsonObject = Readonly<Record<string, unknown>>

export const widgetKinds = ['timeseries', 'latest', 'rpc', 'alarm', 'static'] as const
export type WidgetKind = (typeof widgetKinds)[number]

export const dataKeyTypes = ['timeseries', 'attribute', 'function', 'alarm', 'entityField', 'count'] as const
export type DataKeyType = (typeof dataKeyTypes)[number]

export interface DataKey {
  readonly name: string
  readonly type: DataKeyType
  /** May contain placeholders such as `${entityName}`. */
  readonly label: string
  readonly color: string | null
  readonly units: string | null
  readonly decimals: number | null
  readonly funcBody: string | null
  readonly usePostProcessing: boolean
  readonly postFuncBody: string | null
  readonly settings: JsonObject
}

export const datasourceTypes = ['entity', 'function', 'entityCount'] as const
export type DatasourceType = (typeof datasourceTypes)[number]

export interface Datasource {
  readonly type: DatasourceType
  readonly name: string | null
  readonly entityAliasId: string | null
  readonly filterId: string | null
  /** Legacy: a single entity instead of an alias. */
  readonly entityType: string | null
  readonly entityId: string | null
  readonly dataKeys: readonly DataKey[]
}

/** Alarms that an alarm widget shows; an empty list means any. */
export interface AlarmFilter {
  readonly statusList: readonly AlarmSearchStatus[]
  readonly severityList: readonly AlarmSeverity[]
  readonly typeList: readonly string[]
  /** Includes alarms that were propagated to the entities. */
  readonly searchPropagatedAlarms: boolean
}

export interface WidgetConfig {
  readonly title: string
  readonly showTitle: boolean
  readonly titleStyle: JsonObject
  readonly titleTooltip: string
  /** Icon before the title: a name of the Material or MDI icon set; empty: no icon. */
  readonly titleIcon: string
  readonly iconColor: string | null
  /** Pixels. */
  readonly iconSize: number
  readonly datasources: readonly Datasource[]
  /** Source of the alarms that the widget shows; null: none. */
  readonly alarmSource: Datasource | null
  readonly alarmFilter: AlarmFilter
  /** Aliases of the devices that the widget controls. */
  readonly targetAliasIds: readonly string[]
  readonly useDashboardTimewindow: boolean
  readonly displayTimewindow: boolean
  /** Raw JSON; widgets with their own time window normalize it. */
  readonly timewindow: unknown
  readonly units: string
  readonly decimals: number | null
  readonly noDataDisplayMessage: string
  readonly showLegend: boolean | null
  readonly legendConfig: JsonObject
  readonly enableFullscreen: boolean
  readonly backgroundColor: string | null
  readonly color: string | null
  readonly padding: string | null
  readonly margin: string | null
  readonly dropShadow: boolean
  /** Style of the whole widget; comes after all other styles. */
  readonly widgetStyle: JsonObject
  /** CSS that applies to this widget only. */
  readonly widgetCss: string
  readonly mobileHeight: number | null
  readonly mobileOrder: number | null
  readonly settings: JsonObject
  readonly actions: JsonObject
}

export interface DashboardWidget {
  readonly id: string
  readonly isSystemType: boolean
  readonly bundleAlias: string
  readonly typeAlias: string
  readonly type: WidgetKind
  readonly title: string
  readonly sizeX: number
  readonly sizeY: number
  readonly row: number
  readonly col: number
  readonly config: WidgetConfig
}

export interface WidgetLayout {
  readonly sizeX: number
  readonly sizeY: number
  readonly row: number
  readonly col: number
  readonly mobileOrder: number | null
  readonly mobileHeight: number | null
  readonly mobileHide: boolean
}

export interface GridSettings {
  readonly columns: number
  /** Pixels. */
  readonly margin: number
  readonly autoFillHeight: boolean
  readonly backgroundColor: string
  readonly backgroundImageUrl: string | null
  readonly backgroundSizeMode: string
  readonly mobileAutoFillHeight: boolean
  /** Pixels. */
  readonly mobileRowHeight: number
}

export interface DashboardLayout {
  readonly widgets: Readonly<Record<string, WidgetLayout>>
  readonly gridSettings: GridSettings
}

export interface DashboardState {
  readonly name: string
  readonly root: boolean
  readonly layouts: { readonly main: DashboardLayout; readonly right?: DashboardLayout }
}

export interface EntityAlias {
  readonly id: string
  readonly alias: string
  /** `type`, `resolveMultiple` and the fields of the filter type. */
  readonly filter: JsonObject & { readonly type: string; readonly resolveMultiple: boolean }
}

export interface DashboardFilter {
  readonly id: string
  readonly filter: string
  readonly editable: boolean
  readonly keyFilters: readonly KeyFilterInfo[]
}

export interface KeyFilterInfo {
  readonly key: { readonly type: string; readonly key: string }
  readonly valueType: string
  readonly predicates: readonly { readonly keyFilterPredicate: KeyFilterPredicate; readonly userInfo?: unknown }[]
}

export interface DashboardSettings {
  readonly stateControllerId: string
  readonly showTitle: boolean
  readonly titleColor: string | null
  readonly showDashboardLogo: boolean
  readonly dashboardLogoUrl: string | null
  readonly hideToolbar: boolean
  readonly toolbarAlwaysOpen: boolean
  readonly showDashboardsSelect: boolean
  readonly showEntitiesSelect: boolean
  readonly showFilters: boolean
  readonly showDashboardTimewindow: boolean
  readonly showDashboardExport: boolean
  readonly dashboardCss: string
}

export interface DashboardConfiguration {
  readonly widgets: Readonly<Record<string, DashboardWidget>>
  readonly states: Readonly<Record<string, DashboardState>>
  readonly entityAliases: Readonly<Record<string, EntityAlias>>
  readonly filters: Readonly<Record<string, DashboardFilter>>
  readonly timewindow: TimeWindow
  readonly settings: DashboardSettings
}
