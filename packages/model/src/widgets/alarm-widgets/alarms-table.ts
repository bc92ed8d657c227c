/** `alarm_widgets.alarms_table`: alarms of the entities of an alias, with their values. */

import { faint } from '../pictures.ts'
import { settingsReader } from '../read-settings.ts'
import { choice, flag, settingsOf, text, wholeNumber } from '../settings-schema.ts'
import type { SystemWidgetType } from '../system-widget.ts'
import { cellFunctionSettings, rowFunctionSettings } from '../table-functions.ts'

const settings = settingsOf({
  alarmsTitle: text('Title'),
  enableSelection: flag('Row selection', true),
  enableSearch: flag('Search', true),
  enableSelectColumnDisplay: flag('Choice of columns', true),
  enableFilter: flag('Filter', true),
  /** Name of `enableFilter` in older dashboards. */
  enableStatusFilter: flag(undefined, true),
  enableStickyHeader: flag('Header stays visible', true),
  enableStickyAction: flag('Actions stay visible', false),
  reserveSpaceForHiddenAction: choice('Hidden action buttons', 'true', { true: 'Keep their space', false: 'Close up' }),
  displayDetails: flag('Details', true),
  allowAcknowledgment: flag('Acknowledge alarms', true),
  allowClear: flag('Clear alarms', true),
  displayPagination: flag('Show pagination', true),
  defaultPageSize: wholeNumber('Rows per page', 10, { minimum: 1 }),
  defaultSortOrder: text('Sort by', '-createdTime'),
  ...rowFunctionSettings('alarm'),
})

const keySettings = settingsOf(
  {
    columnWidth: text('Column width (px or %)', '0px'),
    ...cellFunctionSettings('alarm'),
    defaultColumnVisibility: choice('Visible by default', 'visible', { visible: 'Yes', hidden: 'No' }),
    columnSelectionToDisplay: choice('Users can show and hide it', 'enabled', { enabled: 'Yes', disabled: 'No' }),
  },
  'Column',
)

export const readAlarmsTable = settingsReader(settings)
export const readAlarmsColumn = settingsReader(keySettings)

/** Columns of a new widget, and of one without keys. */
export const defaultAlarmKeys = [
  ['createdTime', 'Created time', '#2196f3'],
  ['originator', 'Originator', '#4caf50'],
  ['type', 'Type', '#f44336'],
  ['severity', 'Severity', '#ffc107'],
  ['status', 'Status', '#607d8b'],
].map(([name = '', label = '', color = '']) => ({ name, type: 'alarm', label, color, settings: {} }))

export const types: readonly SystemWidgetType[] = [
  {
    alias: 'alarms_table',
    name: 'Alarms table',
    description: 'Alarms of the entities of an alias, live, with acknowledging and clearing',
    picture: `<rect x="10" y="8" width="76" height="48" rx="6" ${faint}/><path d="M10 22h76"/><path d="M10 34h76M10 45h76" ${faint} stroke-width="2"/><path d="M20 28h1M20 39.5h1M20 50.5h1" stroke-width="5" stroke-linecap="round"/><path d="M30 28h30M30 39.5h22M30 50.5h34" ${faint}/>`,
    kind: 'alarm',
    size: [10.5, 6.5],
    order: 1,
    settings,
    keySettings,
    config: {
      datasources: [],
      timewindow: { realtime: { interval: 1000, timewindowMs: 86_400_000 }, aggregation: { type: 'NONE', limit: 200 } },
      alarmSource: { type: 'function', name: 'alarm', dataKeys: defaultAlarmKeys },
      alarmStatusList: [],
      alarmSeverityList: [],
      alarmTypeList: [],
      searchPropagatedAlarms: true,
    },
  },
]
