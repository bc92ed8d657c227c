/** API of dashboards for widget types. Widget types import only from here; dashboards import no widget type. */

export { entityKeyOf } from '@sonde/model/dashboards/dashboard-questions'
export { shortDuration } from '../time-windows/time-window-words.ts'
export { useElementSize } from '../ui/element-size/use-element-size.ts'
export { ActionButtons, actionsWidthPx } from './actions/action-buttons.tsx'
export { ActionContext, type ActionContextValue, EmbedContext } from './actions/action-context.ts'
export { EmbeddedState } from './actions/embedded-state.tsx'
export {
  type OfferedAction,
  useActiveEntityId,
  useWidgetActions,
  type WidgetActions,
} from './actions/use-widget-actions.tsx'
export { type AlarmRow, type AlarmRowsQuery, alarmQueryOf } from './alarm-rows.ts'
export type { CallMemo } from './call-memo.ts'
export { type Comparison, comparisonOf } from './comparison.ts'
export { readableInk } from './contrast.ts'
export { CrosshairContext } from './crosshair.ts'
export { chosenColor as chosenBackground, cssColor, inkColor, paintColor } from './css-color.ts'
export { type OpenDashboard, useDashboard } from './dashboard-context.tsx'
export { type DataRequest, usualRequests } from './data-request.ts'
export {
  createEntityRows,
  type EntityRow,
  type EntityRows,
  type EntityRowsState,
  type RowsQuery,
} from './entity-rows.ts'
export { faultText } from './fault-text.ts'
export { formattedRows } from './formatted-rows.ts'
export { type Limit, type LiveLimits, limitNumber, limitOf, limitRequests, plainKey } from './limits.ts'
export { chosenColor, type SeriesColors, type SeriesLook } from './series-colors.ts'
export { NamedIcon } from './title-icon.tsx'
export { useAlarmRows } from './use-alarm-rows.ts'
export { useCallMemo } from './use-call-memo.ts'
export { useEntityRows } from './use-entity-rows.ts'
export { useKept } from './use-kept.ts'
export { type SourceState, useSource, useSourceList } from './use-source.ts'
export { useWidgetRecord } from './use-widget-record.ts'
export { isOld } from './value-age.ts'
export { displayOf, displayOfAverage, numberText, type ValueDisplay, valueParts, valueText } from './value-display.ts'
export { FailedType, MissingType, UnresolvedAlias, WidgetFailure, WidgetSkeleton } from './widget-body.tsx'
export type { NamedFault, NamedFunction } from './widget-functions.ts'
export { cellStyleOf } from './widget-style.ts'
export { type WidgetProps, type WidgetType, widgetType } from './widget-type.ts'
export { createWidgetTypes, type FindWidgetType } from './widget-types.ts'
export type { EntityInfo, LatestView, SeriesView, WidgetView } from './widget-view.ts'
