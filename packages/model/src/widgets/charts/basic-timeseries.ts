/** `charts.basic_timeseries`: lines over the time window. */

import { faint } from '../pictures.ts'
import { settingsReader } from '../read-settings.ts'
import {
  choice,
  color,
  flag,
  list,
  maybeNumber,
  number,
  type SettingValues,
  settingsOf,
  text,
} from '../settings-schema.ts'
import type { SystemWidgetType } from '../system-widget.ts'

const twoHoursMs = 7_200_000

const settings = settingsOf({
  stack: flag('Stack the lines', false),
  hideZeros: flag('Leave zeros out of the tooltip', false),
  showTooltip: flag('Show a tooltip', true),
  tooltipIndividual: flag('Tooltip of one line only', false),
  tooltipCumulative: flag('Sum up values in the tooltip of a stack', false),
  grid: settingsOf({ horizontalLines: flag('Horizontal lines', true) }),
  xaxis: settingsOf({ showLabels: flag('Show times', true) }),
  yaxis: settingsOf({
    title: text('Title of the value axis'),
    showLabels: flag('Show values', true),
    min: maybeNumber(),
    max: maybeNumber(),
    tickDecimals: maybeNumber(),
    tickSize: maybeNumber(),
  }),
  comparisonEnabled: flag('Compare with an earlier period', false),
  timeForComparison: choice(
    'Earlier period',
    'previousInterval',
    {
      previousInterval: 'The one before',
      days: 'A day ago',
      weeks: 'A week ago',
      months: 'A month ago',
      years: 'A year ago',
    },
    { unlisted: ['customInterval'] },
  ),
  comparisonCustomIntervalValue: number(undefined, twoHoursMs, { unit: 'ms', minimum: 1 }),
  /** Times of the earlier period. */
  xaxisSecond: settingsOf({
    axisPosition: choice(undefined, 'top', { top: 'Top', bottom: 'Bottom' }),
    showLabels: flag(undefined, true),
  }),
})

const keySettings = settingsOf(
  {
    hideDataByDefault: flag('Hidden at first', false),
    disableDataHiding: flag('Cannot be hidden', false),
    removeFromLegend: flag('Not in the legend', false),
    excludeFromStacking: flag('Not in the stack', false),
    fillLines: flag('Fill the area', false),
    showPoints: flag('Show points', false),
    /** Sonde's own: values that are all 0 or 1 are numbers, not flags. */
    isNumber: flag(undefined, false),
    showSeparateAxis: flag('An axis of its own', false),
    axisTitle: text('Title of its axis'),
    axisPosition: choice('Side of its axis', 'left', { left: 'Left', right: 'Right' }),
    axisMin: maybeNumber(),
    axisMax: maybeNumber(),
    axisShowLabels: flag(undefined, true),
    axisTickDecimals: maybeNumber(),
    axisTickSize: maybeNumber(),
    thresholds: list(
      undefined,
      settingsOf({
        thresholdValueSource: choice(undefined, 'predefinedValue', {
          predefinedValue: 'Number',
          entityAttribute: 'Attribute',
        }),
        thresholdValue: maybeNumber(),
        thresholdEntityAlias: text(),
        thresholdAttribute: text(),
        color: text(),
      }),
    ),
    comparisonSettings: settingsOf({
      showValuesForComparison: flag('Show the earlier period', true),
      comparisonValuesLabel: text('Label of the earlier period'),
      color: color('Colour of the earlier period'),
    }),
  },
  'Line',
)

/** The part of a widget's configuration that charts read as their legend. */
const legend = settingsOf({
  position: choice(undefined, 'bottom', { top: 'Top', bottom: 'Bottom', left: 'Left', right: 'Right' }),
  sortDataKeys: flag(undefined, false),
  showMin: flag(undefined, false),
  showMax: flag(undefined, false),
  showAvg: flag(undefined, true),
  showTotal: flag(undefined, false),
})

export type TimeseriesSettings = SettingValues<typeof settings>
export type TimeseriesKeySettings = SettingValues<typeof keySettings>
export type LegendSettings = SettingValues<typeof legend>

export const readTimeseries = settingsReader(settings)
export const readTimeseriesKey = settingsReader(keySettings)
export const readLegend = settingsReader(legend)

export const types: readonly SystemWidgetType[] = [
  {
    alias: 'basic_timeseries',
    name: 'Time series chart',
    description: 'Lines over the time window, with limits, a second axis and an earlier period to compare with',
    picture: `<path d="M12 8v46h74" ${faint}/><path d="M16 44l14-14 12 8 16-22 12 12 14-10" stroke-linejoin="round"/>`,
    kind: 'timeseries',
    size: [8, 5],
    order: 1,
    settings,
    keySettings,
    config: { showLegend: true },
  },
]
