/** `charts.basic_timeseries`, `charts.timeseries_bars_flot`, `charts.state_chart`: lines, bars and states over the time window. */

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

const barMs = 600

/** Settings that lines, bars and states share. */
const common = {
  stack: flag('Stack the series', false),
  hideZeros: flag('Hide zeros in the tooltip', false),
  showTooltip: flag('Show tooltip', true),
  tooltipIndividual: flag('Show only the hovered series in the tooltip', false),
  tooltipCumulative: flag('Show the total of a stack in the tooltip', false),
  tooltipValueFormatter: text('Text of a value in the tooltip: f(value)', '', { control: 'javascript' }),
  fontColor: color('Text color'),
  fontSize: maybeNumber('Text size', { unit: 'px', minimum: 6, maximum: 32 }),
  /** Read but not drawn: charts have no shadows. */
  shadowSize: maybeNumber(),
  /** Width of limit lines, px. */
  thresholdsLineWidth: maybeNumber('Width of limit lines', { unit: 'px', minimum: 0.5, maximum: 10 }),
  grid: settingsOf({
    color: color('Outline color'),
    backgroundColor: color('Plot background color'),
    tickColor: color('Grid line color'),
    outlineWidth: maybeNumber('Outline width', { unit: 'px', minimum: 0, maximum: 10 }),
    verticalLines: flag('Vertical grid lines', false),
    horizontalLines: flag('Horizontal grid lines', true),
  }),
  xaxis: settingsOf({
    title: text('Time axis title'),
    showLabels: flag('Show time labels', true),
    color: color('Time axis color'),
  }),
  yaxis: settingsOf({
    title: text('Value axis title'),
    showLabels: flag('Show values', true),
    color: color('Value axis color'),
    min: maybeNumber(),
    max: maybeNumber(),
    tickDecimals: maybeNumber(),
    tickSize: maybeNumber(),
    ticksFormatter: text('Text of a value: f(value)', '', { control: 'javascript' }),
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
    title: text(),
  }),
  /** Labels of keys may contain latest values of their entity: `${model} level`. */
  customLegendEnabled: flag(undefined, false),
  dataKeysListForLabels: list(
    undefined,
    settingsOf({
      name: text(),
      type: choice(undefined, 'attribute', { attribute: 'Attribute', timeseries: 'Time series' }),
    }),
  ),
  /** Extension of Sonde: bars below the plot, from startTs to endTs, epoch ms; end 0: open-ended. */
  spans: list(undefined, settingsOf({ startTs: number(undefined, 0), endTs: number(undefined, 0), color: text() })),
  /** Extension of Sonde: vertical lines at times, epoch ms. */
  moments: list(undefined, settingsOf({ ts: number(undefined, 0), label: text(), color: text() })),
}

const smoothLines = { smoothLines: flag('Smooth lines', false) }

const bars = {
  defaultBarWidth: number('Width of bars of raw values', barMs, { unit: 'ms', minimum: 1 }),
  barAlignment: choice('Position of bars of raw values', 'left', {
    left: 'From their time on',
    center: 'Around their time',
    right: 'Up to their time',
  }),
}

const lineForm = settingsOf({ ...smoothLines, ...common })
const barForm = settingsOf({ ...bars, ...common })
const stateForm = settingsOf(common)
/** Settings of every kind of chart, for the reader. */
const settings = settingsOf({ ...smoothLines, ...bars, ...common })

const keySettingsOf = (showsLines: boolean) =>
  settingsOf(
    {
      hideDataByDefault: flag('Hidden by default', false),
      disableDataHiding: flag('Can’t be hidden', false),
      removeFromLegend: flag('Not in the legend', false),
      excludeFromStacking: flag('Not in the stack', false),
      showLines: flag('Show lines', showsLines),
      lineWidth: maybeNumber('Line width', { unit: 'px', minimum: 0.5, maximum: 12 }),
      fillLines: flag('Fill the area', false),
      showPoints: flag('Show points', false),
      showPointShape: choice('Point shape', 'circle', {
        circle: 'Circle',
        cross: 'Cross',
        diamond: 'Diamond',
        square: 'Square',
        triangle: 'Triangle',
        custom: 'By a function',
      }),
      pointShapeFormatter: text('Point shape: f(ctx, x, y, radius, shadow)', '', {
        control: 'javascript',
        condition: "model.showPointShape === 'custom'",
      }),
      showPointsLineWidth: number('Line width of points', 5, { unit: 'px', minimum: 0, maximum: 20 }),
      showPointsRadius: number('Radius of points', 3, { unit: 'px', minimum: 0.5, maximum: 20 }),
      tooltipValueFormatter: text('Text of a value in the tooltip: f(value)', '', { control: 'javascript' }),
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
      axisTicksFormatter: text('Text of a value on the axis: f(value)', '', {
        control: 'javascript',
        condition: 'model.showSeparateAxis === true',
      }),
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
          lineWidth: maybeNumber(undefined, { minimum: 0.5, maximum: 10 }),
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
  direction: choice(undefined, 'column', { column: 'Column', row: 'Row' }),
  position: choice(undefined, 'bottom', { top: 'Top', bottom: 'Bottom', left: 'Left', right: 'Right' }),
  sortDataKeys: flag(undefined, false),
  showMin: flag(undefined, false),
  showMax: flag(undefined, false),
  showAvg: flag(undefined, true),
  showTotal: flag(undefined, false),
})

const lineKeys = keySettingsOf(true)
const barKeys = keySettingsOf(false)

export type TimeseriesSettings = SettingValues<typeof settings>
export type TimeseriesKeySettings = SettingValues<typeof lineKeys>
export type LegendSettings = SettingValues<typeof legend>

export const readTimeseries = settingsReader(settings)
/** Key settings of lines and states. */
export const readTimeseriesKey = settingsReader(lineKeys)
/** Key settings of bars: no lines unless they are set. */
export const readBarsKey = settingsReader(barKeys)
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
    settings: lineForm,
    keySettings: lineKeys,
    config: { showLegend: true },
  },
  {
    alias: 'timeseries_bars_flot',
    name: 'Time series bars',
    description: 'A bar for each interval of the time window, next to each other or stacked',
    picture: `<path d="M12 8v46h74" ${faint}/><path d="M24 54V34M38 54V22M52 54V40M66 54V14M80 54V30" stroke-width="8"/>`,
    kind: 'timeseries',
    size: [8, 5],
    order: 2,
    settings: barForm,
    keySettings: barKeys,
    config: { showLegend: true },
  },
  {
    alias: 'state_chart',
    name: 'State chart',
    description: 'States over the time window: numbers, on and off, or words',
    picture: `<path d="M12 8v46h74" ${faint}/><path d="M16 44h16V20h18v24h14V20h20" stroke-linejoin="round"/>`,
    kind: 'timeseries',
    size: [8, 5],
    order: 3,
    settings: stateForm,
    keySettings: lineKeys,
    config: { showLegend: true },
  },
]
