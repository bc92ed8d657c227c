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
  hideZeros: flag('Hide zeros in the tooltip', false),
  showTooltip: flag('Show tooltip', true),
  tooltipIndividual: flag('Show only the hovered line in the tooltip', false),
  tooltipCumulative: flag('Show the total of a stack in the tooltip', false),
  grid: settingsOf({ horizontalLines: flag('Horizontal grid lines', true) }),
  xaxis: settingsOf({ showLabels: flag('Show time labels', true) }),
  yaxis: settingsOf({
    title: text('Value axis title'),
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
      previousInterval: 'Previous period',
      days: 'A day ago',
      weeks: 'A week ago',
      months: 'A month ago',
      years: 'A year ago',
    },
    { unlisted: ['customInterval'] },
  ),
  comparisonCustomIntervalValue: number(undefined, twoHoursMs, { unit: 'ms', minimum: 1 }),
  /** Time axis of the comparison period. */
  xaxisSecond: settingsOf({
    axisPosition: choice(undefined, 'top', { top: 'Top', bottom: 'Bottom' }),
    showLabels: flag(undefined, true),
  }),
  /** Extension of Sonde: bars below the plot, from startTs to endTs, epoch ms; end 0: open-ended. */
  spans: list(undefined, settingsOf({ startTs: number(undefined, 0), endTs: number(undefined, 0), color: text() })),
  /** Extension of Sonde: vertical lines at times, epoch ms. */
  moments: list(undefined, settingsOf({ ts: number(undefined, 0), label: text(), color: text() })),
})

const keySettings = settingsOf(
  {
    hideDataByDefault: flag('Hidden by default', false),
    disableDataHiding: flag('Can’t be hidden', false),
    removeFromLegend: flag('Not in the legend', false),
    excludeFromStacking: flag('Not in the stack', false),
    fillLines: flag('Fill the area', false),
    showPoints: flag('Show points', false),
    /** Extension of Sonde: values that are all 0 or 1 are treated as numbers, not as flags. */
    isNumber: flag(undefined, false),
    showSeparateAxis: flag('Separate axis', false),
    axisTitle: text('Axis title'),
    axisPosition: choice('Axis position', 'left', { left: 'Left', right: 'Right' }),
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
        /** Extension of Sonde: text before the value; empty: a default label for a limit. */
        label: text(),
        /** Extension of Sonde: the shaded side; auto: the one with fewer values. */
        shadedSide: choice(undefined, 'auto', { auto: 'Auto', above: 'Above', below: 'Below' }),
      }),
    ),
    comparisonSettings: settingsOf({
      showValuesForComparison: flag('Show earlier period', true),
      comparisonValuesLabel: text('Earlier period label'),
      color: color('Earlier period color'),
    }),
  },
  'Line',
)

/** Legend settings in a chart's configuration. */
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
